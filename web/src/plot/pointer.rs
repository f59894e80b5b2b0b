//! Pointing at marks: hover and tap explain, click and long press pin.

use gloo_timers::callback::Timeout;
use web_sys::Element;
use yew::prelude::*;

/// A touch held this long pins, milliseconds.
const LONG_PRESS_MS: u32 = 500;

/// A point on the drawing, CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// What the pointer does, and what to do with its events.
#[derive(Debug, Clone)]
pub struct Pointing {
    /// The element that points are relative to.
    pub surface: NodeRef,
    /// The mark under the pointer.
    pub hovered: Option<u32>,
    /// The pin, when it was set here: its tooltip stays.
    pub tip_of_pin: Option<u32>,
    /// Sets or takes off the pin, and remembers that it was done here.
    pub on_pin: Callback<Option<u32>>,
    /// For `onpointermove`.
    pub on_move: Callback<PointerEvent>,
    /// For `onpointerleave`.
    pub on_leave: Callback<PointerEvent>,
    /// For `onpointerdown`.
    pub on_down: Callback<PointerEvent>,
    /// For `onclick`.
    pub on_click: Callback<MouseEvent>,
}

/// The point of an event on an element.
#[must_use]
pub fn point_on(surface: &NodeRef, event: &MouseEvent) -> Option<Point> {
    let rect = surface.cast::<Element>()?.get_bounding_client_rect();
    Some(Point { x: f64::from(event.client_x()) - rect.left(), y: f64::from(event.client_y()) - rect.top() })
}

/// Follows the pointer over a drawing, the element `surface`; `hit` gives the mark at a point.
#[hook]
pub fn use_pointing(
    hit: Callback<Point, Option<u32>>,
    pinned: Option<u32>,
    on_pin: Callback<Option<u32>>,
    surface: NodeRef,
) -> Pointing {
    let hovered = use_state_eq(|| None::<u32>);
    let tip_of_pin = use_state_eq(|| None::<u32>);
    let press = use_mut_ref(|| None::<Timeout>);
    let touch = use_mut_ref(|| false);
    let pin = {
        let tip_of_pin = tip_of_pin.setter();
        Callback::from(move |id: Option<u32>| {
            tip_of_pin.set(id);
            on_pin.emit(id);
        })
    };
    let at = {
        let surface = surface.clone();
        move |event: &MouseEvent| point_on(&surface, event).and_then(|point| hit.emit(point))
    };
    let on_move = {
        let (at, hovered, touch) = (at.clone(), hovered.setter(), touch.clone());
        Callback::from(move |event: PointerEvent| {
            if !*touch.borrow() {
                hovered.set(at(&event));
            }
        })
    };
    let on_leave = {
        let (hovered, touch, press) = (hovered.setter(), touch.clone(), press.clone());
        Callback::from(move |_: PointerEvent| {
            press.replace(None);
            if !*touch.borrow() {
                hovered.set(None);
            }
        })
    };
    let on_down = {
        let (at, pin, touch, press) = (at.clone(), pin.clone(), touch.clone(), press.clone());
        Callback::from(move |event: PointerEvent| {
            let is_touch = event.pointer_type() == "touch";
            touch.replace(is_touch);
            let held = at(&event).filter(|_| is_touch);
            let pin = pin.clone();
            press.replace(held.map(|id| Timeout::new(LONG_PRESS_MS, move || pin.emit(Some(id)))));
        })
    };
    let on_click = {
        let (pin, hovered) = (pin.clone(), hovered.clone());
        Callback::from(move |event: MouseEvent| {
            let target = at(&event);
            let held = press.replace(None);
            if *touch.borrow() {
                // A tap explains; a second tap on the same mark, or beside all marks, ends it.
                drop(held);
                hovered.set(target.filter(|id| *hovered != Some(*id)));
            } else {
                pin.emit(target.filter(|id| pinned != Some(*id)));
            }
        })
    };
    Pointing { surface, hovered: *hovered, tip_of_pin: *tip_of_pin, on_pin: pin, on_move, on_leave, on_down, on_click }
}
