//! Wheel and pinch zoom a key line, dragging moves it, a double click shows all again.

use super::scene::zoom::Zoom;
use gloo_events::{EventListener, EventListenerOptions};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, WheelEvent};
use yew::prelude::*;

/// Magnification of one notch of a wheel (100 px).
const ZOOM_PER_NOTCH: f64 = 1.35;
/// A pointer that moved less did not drag, pixels.
const DRAG_MIN: f64 = 4.0;

/// The zoom of a line, and what to do with pointer events.
#[derive(Debug, Clone)]
pub struct Zooming {
    /// The part on show.
    pub zoom: Zoom,
    /// The element that is zoomed.
    pub surface: NodeRef,
    /// The last press was a drag: its click means nothing.
    pub dragged: Rc<Cell<bool>>,
    /// For `onpointerdown`.
    pub on_down: Callback<PointerEvent>,
    /// For `onpointermove`.
    pub on_move: Callback<PointerEvent>,
    /// For `onpointerup` and `onpointercancel`.
    pub on_up: Callback<PointerEvent>,
    /// For `ondblclick`.
    pub on_reset: Callback<MouseEvent>,
}

/// Pointers that are down, with their last x.
type Pressed = Vec<(i32, f64)>;

/// Zooming of a line that begins `left` pixels from its element's edge and is `width` pixels long. A shy wheel zooms only
/// while the element has focus, so that a page around it can be scrolled.
#[hook]
pub fn use_zoom(left: f64, width: f64, shy_wheel: bool) -> Zooming {
    let surface = use_node_ref();
    let zoom = use_state_eq(Zoom::default);
    let pressed = use_mut_ref(Pressed::new);
    let travelled = use_mut_ref(|| 0.0_f64);
    let dragged = use_memo((), |()| Cell::new(false));
    use_wheel(&surface, &zoom, (left, width), shy_wheel);
    let on_down = {
        let (pressed, travelled, dragged) = (pressed.clone(), travelled.clone(), dragged.clone());
        Callback::from(move |event: PointerEvent| {
            pressed.borrow_mut().push((event.pointer_id(), f64::from(event.client_x())));
            travelled.replace(0.0);
            dragged.set(false);
        })
    };
    let on_move = {
        let (pressed, zoom, surface, dragged) = (pressed.clone(), zoom.clone(), surface.clone(), dragged.clone());
        Callback::from(move |event: PointerEvent| {
            let start =
                surface.cast::<Element>().map_or(0.0, |element| element.get_bounding_client_rect().left()) + left;
            let mut pressed = pressed.borrow_mut();
            if event.buttons() == 0 && event.pointer_type() == "mouse" {
                pressed.clear();
            }
            let moved = gesture(&mut pressed, (event.pointer_id(), f64::from(event.client_x())), (start, width), *zoom);
            if let Some((next, distance)) = moved {
                *travelled.borrow_mut() += distance;
                if *travelled.borrow() > DRAG_MIN {
                    dragged.set(true);
                    zoom.set(next);
                }
            }
        })
    };
    let on_up =
        Callback::from(move |event: PointerEvent| pressed.borrow_mut().retain(|(id, _)| *id != event.pointer_id()));
    let on_reset = {
        let zoom = zoom.setter();
        Callback::from(move |_: MouseEvent| zoom.set(Zoom::default()))
    };
    Zooming { zoom: *zoom, surface, dragged, on_down, on_move, on_up, on_reset }
}

/// A pressed pointer moved: one pans, two pinch. Returns the new part and the way of the pointer, pixels.
fn gesture(pressed: &mut Pressed, (id, x): (i32, f64), (start, width): (f64, f64), zoom: Zoom) -> Option<(Zoom, f64)> {
    let other = pressed.iter().find(|(other, _)| *other != id).map(|(_, x)| *x);
    let moved = pressed.iter_mut().find(|(pressed, _)| *pressed == id)?;
    let before = std::mem::replace(&mut moved.1, x);
    let next = match other {
        None => zoom.panned((before - x) / width),
        Some(other) => {
            let spread = |x: f64| (x - other).abs().max(8.0);
            zoom.by(spread(x) / spread(before), (f64::midpoint(x, other) - start) / width)
        }
    };
    Some((next, (x - before).abs()))
}

/// The wheel, listened to directly: a handler of the framework may not stop the page from scrolling.
#[hook]
fn use_wheel(surface: &NodeRef, zoom: &UseStateHandle<Zoom>, line: (f64, f64), shy: bool) {
    let (left, width) = line;
    let latest = use_mut_ref(|| (Zoom::default(), left, width));
    latest.replace((**zoom, left, width));
    let (surface, setter) = (surface.clone(), zoom.setter());
    use_effect_with(shy, move |shy| {
        let shy = *shy;
        let listener = surface.cast::<Element>().map(|element| {
            let target = element.clone();
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&element, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                if shy && !has_focus(&target) && !event.ctrl_key() {
                    return;
                }
                let (zoom, left, width) = *latest.borrow();
                let start = target.get_bounding_client_rect().left() + left;
                let next = turned(zoom, event, start, width);
                if next != zoom {
                    event.prevent_default();
                    setter.set(next);
                }
            })
        });
        move || drop(listener)
    });
}

fn turned(zoom: Zoom, event: &WheelEvent, start: f64, width: f64) -> Zoom {
    // Lines and pages, as some mice count, in pixels.
    let unit = match event.delta_mode() {
        WheelEvent::DOM_DELTA_LINE => 33.0,
        WheelEvent::DOM_DELTA_PAGE => 100.0,
        _ => 1.0,
    };
    let (dx, dy) = (event.delta_x() * unit, event.delta_y() * unit);
    if dx.abs() > dy.abs() {
        return zoom.panned(dx / width);
    }
    zoom.by(ZOOM_PER_NOTCH.powf(-dy / 100.0), (f64::from(event.client_x()) - start) / width)
}

fn has_focus(element: &Element) -> bool {
    let active = web_sys::window().and_then(|window| window.document()).and_then(|document| document.active_element());
    active.is_some_and(|active| element.contains(Some(&active)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pointer_pans_and_two_pinch() {
        let zoom = Zoom::default().by(4.0, 0.5);
        let mut one = vec![(1, 100.0)];
        let (panned, way) = gesture(&mut one, (1, 60.0), (0.0, 400.0), zoom).unwrap_or((zoom, 0.0));
        assert!((panned.from - zoom.from - 0.1 * (zoom.to - zoom.from)).abs() < 1e-9 && (way - 40.0).abs() < 1e-9);
        let mut two = vec![(1, 100.0), (2, 200.0)];
        let (pinched, _) = gesture(&mut two, (2, 300.0), (0.0, 400.0), zoom).unwrap_or((zoom, 0.0));
        assert!((pinched.factor() / zoom.factor() - 2.0).abs() < 1e-9);
        assert_eq!(gesture(&mut vec![(1, 0.0)], (7, 10.0), (0.0, 400.0), zoom), None, "a pointer that is not down");
    }
}
