//! The plots in a real browser: what is drawn is what the scenes say, and pointers and keys reach it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where its assumption fails")]

use super::scene::sample::{dense, tenants};
use super::{Dock, Scrubber, ShardsPlot};
use shardscope_session::view::LaneFrame;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Document, Element, HtmlElement};
use yew::prelude::*;

wasm_bindgen_test_configure!(run_in_browser);

type Pins = Rc<RefCell<Vec<Option<u32>>>>;

fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

/// A place of a fixed size in the page, with the plots' style sheet.
fn place(width: u32, height: u32) -> Element {
    if document().query_selector("#plot-css").unwrap().is_none() {
        let sheet = document().create_element("style").unwrap();
        sheet.set_id("plot-css");
        sheet.set_text_content(Some(include_str!("../../style/plot.css")));
        document().body().unwrap().append_child(&sheet).unwrap();
    }
    let element = document().create_element("div").unwrap();
    let style = format!("position:relative;display:flex;width:{width}px;height:{height}px");
    element.set_attribute("style", &style).unwrap();
    document().body().unwrap().append_child(&element).unwrap();
    element
}

async fn sleep(ms: i32) {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        web_sys::window().unwrap().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, ms).unwrap();
    });
    JsFuture::from(promise).await.unwrap();
}

async fn shards(frame: LaneFrame, pins: &Pins) -> Element {
    let root = place(808, 354);
    let pins = pins.clone();
    let props = super::ShardsPlotProps {
        frame: Rc::new(frame),
        color_by: super::ColorBy::Writes,
        heat_max_per_sec: 1_800.0,
        at_ms: 455_000,
        pinned: Some(17),
        on_pin: Callback::from(move |id| pins.borrow_mut().push(id)),
        compact: false,
        need_bytes_min: 0.0,
        labelled_by: None,
    };
    yew::Renderer::<ShardsPlot>::with_root_and_props(root.clone(), props).render();
    sleep(150).await;
    root
}

fn n(root: &Element, selector: &str) -> u32 {
    root.query_selector_all(selector).unwrap().length()
}

fn one(root: &Element, selector: &str) -> Element {
    root.query_selector(selector).unwrap().expect(selector)
}

/// An event of the page, by the names of its class and type, with the properties that matter.
fn dispatch(target: &Element, class: &str, kind: &str, properties: &[(&str, JsValue)]) {
    let init = js_sys::Object::new();
    for (name, value) in [("bubbles", JsValue::TRUE)].iter().chain(properties) {
        js_sys::Reflect::set(&init, &(*name).into(), value).unwrap();
    }
    let window = web_sys::window().unwrap();
    let constructor: js_sys::Function = js_sys::Reflect::get(&window, &class.into()).unwrap().unchecked_into();
    let arguments = js_sys::Array::of2(&kind.into(), &init);
    let event: Event = js_sys::Reflect::construct(&constructor, &arguments).unwrap().unchecked_into();
    target.dispatch_event(&event).unwrap();
}

fn click(root: &Element, x: f64, y: f64) {
    let surface = one(root, ".plot-surface");
    let at = surface.get_bounding_client_rect();
    let point = [("clientX", (at.left() + x).into()), ("clientY", (at.top() + y).into())];
    dispatch(&surface, "MouseEvent", "click", &point);
}

fn press(target: &Element, key: &str) {
    dispatch(target, "KeyboardEvent", "keydown", &[("key", key.into())]);
}

fn focused() -> Element {
    document().active_element().unwrap()
}

#[wasm_bindgen_test]
async fn the_shards_plot_draws_every_tile_and_pins_the_one_clicked() {
    let pins = Pins::default();
    let root = shards(tenants(), &pins).await;
    assert_eq!(n(&root, "svg .tile"), 47, "48 chunks, one of them leaving");
    assert_eq!((n(&root, ".leaving"), n(&root, ".arriving"), n(&root, ".ring-pin"), n(&root, "canvas")), (1, 1, 1, 0));
    assert_eq!(n(&root, "[role=row]"), 4);
    assert_eq!(n(&root, "[role=gridcell]"), 48);
    assert_eq!(n(&root, "[style]"), 0, "no style attributes: the page's policy refuses them");
    let hot = one(&root, ".tile.hot");
    let length = |name: &str| hot.get_attribute(name).unwrap().parse::<f64>().unwrap();
    click(&root, length("x") + length("width") / 2.0, length("y") + length("height") / 2.0);
    assert_eq!(*pins.borrow(), [None], "the pinned chunk again: the pin goes");
    click(&root, 80.0, 300.0);
    assert!(matches!(pins.borrow().last(), Some(Some(id)) if *id != 17));
    root.remove();
}

#[wasm_bindgen_test]
async fn arrows_walk_the_grid_and_enter_pins() {
    let pins = Pins::default();
    let root = shards(tenants(), &pins).await;
    let entry: HtmlElement = one(&root, "[role=gridcell][tabindex='0']").dyn_into().unwrap();
    assert!(entry.text_content().unwrap().contains("jumbo"), "Tab enters at the pin");
    entry.focus().unwrap();
    for key in ["ArrowLeft", "ArrowUp"] {
        press(&focused(), key);
        sleep(60).await;
    }
    let name = focused().text_content().unwrap();
    assert!(name.starts_with("chunk t_") && name.contains("shardB"), "{name}");
    assert_eq!(n(&root, ".ring-focus"), 1);
    press(&focused(), "Enter");
    assert!(matches!(pins.borrow().last(), Some(Some(_))));
    root.remove();
}

#[wasm_bindgen_test]
async fn many_chunks_go_to_a_canvas_with_few_nodes() {
    let root = shards(dense(12, 10_000), &Pins::default()).await;
    assert_eq!(n(&root, "canvas"), 1);
    assert!(n(&root, "svg *") <= 1_500, "{}", n(&root, "svg *"));
    assert!(n(&root, "[role=gridcell]") <= 200);
    root.remove();
    let root = shards(dense(6, 600), &Pins::default()).await;
    assert!(n(&root, "canvas") == 0 && n(&root, "svg *") <= 1_500, "{}", n(&root, "svg *"));
    root.remove();
}

#[component]
fn DockPage() -> Html {
    let frame = use_memo((), |()| tenants());
    html! { <Dock {frame} heat_max_per_sec={1_800.0} at_ms={455_000} pinned={Some(17)} key_text="{ tenantId: 1 }" /> }
}

#[wasm_bindgen_test]
async fn the_dock_names_the_pin_and_draws_the_line() {
    let root = place(808, 152);
    yew::Renderer::<DockPage>::with_root(root.clone()).render();
    sleep(150).await;
    assert_eq!(
        one(&root, "[data-testid=dock-pin]").text_content().unwrap(),
        "pinned: [t_42, t_44) 0.52 GB, 30% of writes"
    );
    assert_eq!((n(&root, ".zband"), n(&root, ".ring-pin"), n(&root, "[role=gridcell]")), (2, 1, 48));
    assert!(n(&root, ".strips path") <= 16, "strips are a few paths");
    root.remove();
}

#[component]
fn ScrubberPage() -> Html {
    let at_ms = use_state(|| 455_000_u64);
    let lanes = use_memo((), |()| vec![super::LaneTimeline::default()]);
    let on_seek = Callback::from({
        let setter = at_ms.setter();
        move |to| setter.set(to)
    });
    let on_skip = Callback::from({
        let at_ms = at_ms.clone();
        move |n_steps: i64| at_ms.set((*at_ms).saturating_add_signed(n_steps * 5_000))
    });
    html! {
        <Scrubber {lanes} computed_ms={900_000} horizon_ms={1_800_000} at_ms={*at_ms} {on_seek} {on_skip}
            on_event={Callback::noop()} />
    }
}

#[wasm_bindgen_test]
async fn the_scrubber_is_a_slider() {
    let root = place(470, 60);
    yew::Renderer::<ScrubberPage>::with_root(root.clone()).render();
    sleep(100).await;
    let slider = one(&root, "[role=slider]");
    let value = || slider.get_attribute("aria-valuetext").unwrap();
    assert_eq!(value(), "07:35 of 30:00");
    for (key, expected) in [
        ("ArrowRight", "07:40 of 30:00"),
        ("PageDown", "06:50 of 30:00"),
        ("End", "30:00 of 30:00"),
        ("Home", "00:00 of 30:00"),
    ] {
        press(&slider, key);
        sleep(40).await;
        assert_eq!(value(), expected, "{key}");
    }
    assert_eq!(slider.get_attribute("aria-label").as_deref(), Some("Simulated time"));
    root.remove();
}
