//! What the plots ask of the browser: size, theme, reduced motion, widths of the page's fonts.

use super::scene::color::Theme;
use super::scene::text::{FontMetrics, SAMPLE};
use gloo_events::EventListener;
use std::cell::{Cell, RefCell};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{CanvasRenderingContext2d, Document, Element, HtmlCanvasElement, MutationObserver, MutationObserverInit};
use web_sys::{MediaQueryList, ResizeObserver, Window};
use yew::prelude::*;

/// The reader's surroundings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Env {
    /// Light or dark, as the page resolved it in `data-theme`.
    pub theme: Theme,
    /// Motion is to be reduced.
    pub still: bool,
    /// The browser prints: light, and of the width of the paper.
    pub printing: bool,
    /// Widths of the page's fonts.
    pub fonts: FontMetrics,
}

const REDUCED_MOTION: &str = "(prefers-reduced-motion: reduce)";
const PRINT: &str = "print";
/// Width of a plot on paper, CSS pixels: A4 upright less its margins.
pub const PAPER_W: f64 = 700.0;

/// Size at which fonts are measured, pixels.
const MEASURE_PX: f64 = 20.0;

thread_local! {
    static FONTS: Cell<Option<FontMetrics>> = const { Cell::new(None) };
    static NEXT_ID: Cell<u32> = const { Cell::new(0) };
    static PRINTING: Cell<bool> = const { Cell::new(false) };
}

/// The surroundings, followed as they change.
#[hook]
pub fn use_env() -> Env {
    let env = use_state_eq(read_env);
    let setter = env.setter();
    use_effect_with((), move |()| watch(move || setter.set(read_env())));
    *env
}

/// Whether the browser prints now.
#[hook]
pub fn use_printing() -> bool {
    use_env().printing
}

/// A prefix for ids of one plot, different for every plot of the page.
#[hook]
pub fn use_uid(kind: &'static str) -> AttrValue {
    let uid = use_memo((), |()| {
        let n = NEXT_ID.with(|next| next.replace(next.get() + 1));
        AttrValue::from(format!("{kind}{n}"))
    });
    (*uid).clone()
}

/// Width and height of an element in whole pixels; none before it was measured.
#[hook]
pub fn use_size(node: &NodeRef) -> Option<(f64, f64)> {
    let size = use_state_eq(|| None::<(f64, f64)>);
    let (setter, node) = (size.setter(), node.clone());
    use_effect_with((), move |()| {
        let element = node.cast::<Element>();
        let measured = element.clone();
        let measure = move || {
            if let Some(element) = &measured {
                setter.set(Some((f64::from(element.client_width()), f64::from(element.client_height()))));
            }
        };
        measure();
        let on_resize = Closure::<dyn FnMut()>::new(measure);
        let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(element)) = (&observer, &element) {
            observer.observe(element);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(on_resize);
        }
    });
    *size
}

/// Device pixels per CSS pixel, 2 at most: more costs time and can't be seen.
#[must_use]
pub fn pixel_ratio() -> f64 {
    web_sys::window().map_or(1.0, |window| window.device_pixel_ratio().clamp(1.0, 2.0))
}

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

fn read_env() -> Env {
    let root = document().and_then(|document| document.document_element());
    let dark = root.and_then(|root| root.get_attribute("data-theme")).is_some_and(|theme| theme == "dark");
    let printing = PRINTING.with(Cell::get) || matches(PRINT);
    let theme = if dark && !printing { Theme::Dark } else { Theme::Light };
    Env { theme, still: printing || matches(REDUCED_MOTION), printing, fonts: fonts() }
}

fn media(query: &str) -> Option<MediaQueryList> {
    web_sys::window().and_then(|window| window.match_media(query).ok().flatten())
}

fn matches(query: &str) -> bool {
    media(query).is_some_and(|query| query.matches())
}

/// Calls `changed` on every change of theme, motion preference or medium until the returned closure is called.
fn watch(changed: impl Fn() + Clone + 'static) -> impl FnOnce() {
    let on_theme = Closure::<dyn FnMut()>::new({
        let changed = changed.clone();
        move || changed()
    });
    let observer = MutationObserver::new(on_theme.as_ref().unchecked_ref()).ok();
    if let (Some(observer), Some(root)) = (&observer, document().and_then(|document| document.document_element())) {
        let options = MutationObserverInit::new();
        options.set_attributes(true);
        // A page without observers keeps the theme that it began with.
        let _ = observer.observe_with_options(&root, &options);
    }
    let on_media = [REDUCED_MOTION, PRINT].map(|query| {
        let changed = changed.clone();
        media(query).map(|query| EventListener::new(&query, "change", move |_| changed()))
    });
    // A browser lays the page out for paper right after the first of these, before it says that the medium changed.
    let on_print = [("beforeprint", true), ("afterprint", false)].map(|(event, printing)| {
        let changed = changed.clone();
        web_sys::window().map(|window| {
            EventListener::new(&window, event, move |_| {
                PRINTING.with(|now| now.set(printing));
                changed();
            })
        })
    });
    move || {
        if let Some(observer) = observer {
            observer.disconnect();
        }
        drop((on_theme, on_media, on_print));
    }
}

/// The page's fonts, measured once.
fn fonts() -> FontMetrics {
    FONTS.with(|cached| {
        cached.get().unwrap_or_else(|| {
            let fonts = measure_fonts().unwrap_or_default();
            cached.set(Some(fonts));
            fonts
        })
    })
}

fn measure_fonts() -> Option<FontMetrics> {
    let window = web_sys::window()?;
    let canvas = window.document()?.create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    let (sans, mono) = (token(&window, "--font")?, token(&window, "--mono")?);
    let width = |weight: u16, family: &str| {
        context.set_font(&format!("{weight} {MEASURE_PX}px {family}"));
        context.measure_text(SAMPLE).map(|metrics| metrics.width()).ok()
    };
    Some(FontMetrics::measured(MEASURE_PX, width(400, &sans)?, width(600, &sans)?, width(400, &mono)?))
}

/// The value of a custom property of the page.
#[must_use]
pub fn token(window: &Window, name: &str) -> Option<String> {
    let root = window.document()?.document_element()?;
    let value = window.get_computed_style(&root).ok()??.get_property_value(name).ok()?;
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// What was given at the last render, for comparing with what is given now.
#[hook]
pub fn use_last<T: Clone + 'static>(now: T) -> Option<T> {
    let cell = use_memo((), |()| RefCell::new(None::<T>));
    cell.replace(Some(now))
}
