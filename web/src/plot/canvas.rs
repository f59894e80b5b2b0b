//! The same shapes on a canvas, where there are too many of them for SVG.

use super::hooks::pixel_ratio;
use super::scene::color::Palette;
use super::scene::{Fill, Rect};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A rectangle to paint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Block {
    /// Where.
    pub rect: Rect,
    /// What with.
    pub fill: Fill,
}

/// Paints blocks over a cleared canvas of the given size; `edge` is a colour around each of them. Blocks of a colour are
/// painted together: they do not overlap, and setting a colour costs more than a rectangle.
pub fn paint(
    canvas: &HtmlCanvasElement,
    size: (f64, f64),
    mut blocks: Vec<Block>,
    palette: &Palette,
    edge: Option<&str>,
) {
    let Some(context) = prepare(canvas, size) else { return };
    blocks.sort_by_key(|block| block.fill);
    let mut last = None;
    for block in &blocks {
        if last != Some(block.fill) {
            context.set_fill_style_str(&palette.fill(block.fill).hex());
            last = Some(block.fill);
        }
        let Rect { x, y, w, h } = block.rect;
        context.fill_rect(x, y, w, h);
    }
    if let Some(edge) = edge {
        context.set_stroke_style_str(edge);
        context.set_line_width(0.5);
        for block in blocks.iter().filter(|block| block.rect.w > 3.0 && block.rect.h > 3.0) {
            let Rect { x, y, w, h } = block.rect;
            context.stroke_rect(x, y, w, h);
        }
    }
}

/// Sizes the canvas in device pixels, clears it, and scales it to CSS pixels.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size in pixels: small and not negative")]
fn prepare(canvas: &HtmlCanvasElement, (width, height): (f64, f64)) -> Option<CanvasRenderingContext2d> {
    let ratio = pixel_ratio();
    let (device_w, device_h) = ((width * ratio).ceil() as u32, (height * ratio).ceil() as u32);
    if canvas.width() != device_w || canvas.height() != device_h {
        canvas.set_width(device_w);
        canvas.set_height(device_h);
    }
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
    context.clear_rect(0.0, 0.0, width, height);
    Some(context)
}
