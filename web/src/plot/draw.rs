//! Shapes as SVG. Colours that are data are attributes; everything else is a class of the style sheet.

use super::scene::color::{Palette, TextOn};
use super::scene::shape::{Anchor, TextShape};
use super::scene::shard_mark::{N_SHARD_COLORS, letter, pattern};
use super::scene::{Fill, Rect, px};
use yew::prelude::*;

/// A length as an attribute.
#[must_use]
pub fn num(length: f64) -> AttrValue {
    AttrValue::from(px(length).to_string())
}

/// A list as one node: lists beside each other in one parent would be matched across their ends when one grows, and what
/// follows them would be made anew.
pub fn list(items: impl Iterator<Item = Html>) -> Html {
    html! { <g>{ for items }</g> }
}

/// A text.
pub fn text(shape: &TextShape, palette: &Palette) -> Html {
    let anchor = match shape.anchor {
        Anchor::Start => None,
        Anchor::Middle => Some("middle"),
        Anchor::End => Some("end"),
    };
    let on = shape.on.map(|fill| palette.fill(fill));
    let class = if on.is_some() { format!("{} on", shape.style.class()) } else { shape.style.class().to_owned() };
    let fill = on.map(|ground| ground.text_on().hex());
    html! {
        <text class={class} x={num(shape.x)} y={num(shape.y)} text-anchor={anchor} fill={fill}
            stroke={on.map(super::scene::color::Rgb::hex)}>{ &shape.text }</text>
    }
}

/// A rectangle of the style sheet.
pub fn rect(rect: &Rect, class: &'static str) -> Html {
    html! { <rect {class} x={num(rect.x)} y={num(rect.y)} width={num(rect.w)} height={num(rect.h)} /> }
}

/// A rectangle filled with data.
pub fn filled(rect: &Rect, fill: Fill, palette: &Palette, class: &'static str) -> Html {
    let fill = palette.fill(fill).hex();
    html! { <rect {class} x={num(rect.x)} y={num(rect.y)} width={num(rect.w)} height={num(rect.h)} {fill} /> }
}

/// Many rectangles as one path.
#[must_use]
pub fn path_of<'a>(rects: impl Iterator<Item = &'a Rect>) -> String {
    use std::fmt::Write;
    let mut path = String::new();
    for rect in rects {
        // Writing to a string can't fail.
        let _ = write!(path, "M{} {}h{}v{}h{}z", px(rect.x), px(rect.y), px(rect.w), px(rect.h), px(-rect.w));
    }
    path
}

/// Narrower marks have no letter, pixels.
const LETTER_MIN: f64 = 13.0;

/// A shard's square: colour, pattern where patterns are on, letter.
pub fn shard_mark(rect: &Rect, shard_idx: usize, palette: &Palette, uid: &str) -> Html {
    let ground = palette.fill(Fill::Shard(shard_idx));
    let (x, y) = rect.center();
    // Too narrow a mark has no letter: its colour and its place tell it apart.
    let text = if rect.w < LETTER_MIN { String::new() } else { letter(shard_idx) };
    let size = (rect.h * 0.61).min((rect.w - 1.0) / text.len().max(1) as f64 * 1.36);
    html! {
        <g class="pm" aria-hidden="true">
            { filled(rect, Fill::Shard(shard_idx), palette, "pm-ground") }
            { patterned(rect, shard_idx, uid) }
            <text class="pm-letter" x={num(x)} y={num(y + size * 0.36)} font-size={num(size)} text-anchor="middle"
                fill={ground.text_on().hex()} stroke={ground.hex()}>{ text }</text>
        </g>
    }
}

fn patterned(rect: &Rect, shard_idx: usize, uid: &str) -> Html {
    // On the narrowest marks a pattern is noise.
    if pattern(shard_idx).is_empty() || rect.w < LETTER_MIN {
        return Html::default();
    }
    html! {
        <rect class="pattern" x={num(rect.x)} y={num(rect.y)} width={num(rect.w)} height={num(rect.h)}
            fill={pattern_fill(uid, shard_idx)} />
    }
}

/// The reference to a shard's pattern.
#[must_use]
pub fn pattern_fill(uid: &str, shard_idx: usize) -> String {
    format!("url(#{uid}-p{})", shard_idx % N_SHARD_COLORS)
}

/// Patterns of the shards, and the hatching of what leaves.
pub fn defs(uid: &str, n_shards: usize, palette: &Palette) -> Html {
    let pattern_of = |idx: usize| {
        let ink = palette.fill(Fill::Shard(idx)).text_on();
        html! {
            <pattern key={idx} id={format!("{uid}-p{idx}")} width="8" height="8" patternUnits="userSpaceOnUse">
                <path class={if ink == TextOn::Black { "pattern-line dark" } else { "pattern-line" }} d={pattern(idx)} />
            </pattern>
        }
    };
    html! {
        <defs>
            <pattern id={format!("{uid}-leave")} width="6" height="6" patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)">
                <rect class="leave-ground" width="6" height="6" />
                <rect class="leave-line" width="2" height="6" />
            </pattern>
            { for (1..n_shards.min(N_SHARD_COLORS)).map(pattern_of) }
        </defs>
    }
}

/// A padlock, 10 x 12.
pub fn padlock(x: f64, y: f64, ink: &'static str) -> Html {
    html! {
        <g class="lock" transform={format!("translate({},{})", px(x), px(y))} stroke={ink}>
            <rect y="5" width="10" height="7" rx="1.5" fill={ink} />
            <path d="M2.25 5V3.25a2.75 2.75 0 0 1 5.5 0V5" fill="none" />
        </g>
    }
}
