//! One shard's column in three layers, each redrawn only when it changed.

use super::draw;
use super::scene::color::{Palette, Theme};
use super::scene::column::Column;
use super::scene::shape::Tag;
use super::scene::shard_mark::N_ZONE_COLORS;
use super::scene::shards::Form;
use super::scene::tile::{Tile, tile_inset};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of the layers of a column.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ColumnProps {
    /// The column.
    pub column: Rc<Column>,
    /// Form of the plot.
    pub form: Form,
    /// Theme.
    pub theme: Theme,
    /// Tiles are on the canvas.
    pub dense: bool,
    /// Prefix of ids.
    pub uid: AttrValue,
}

/// Heading and writes bar of a shard.
#[component]
pub fn ColumnHead(props: &ColumnProps) -> Html {
    let (column, palette) = (&props.column, props.theme.palette());
    html! {
        <g class="column-head">
            { draw::shard_mark(&column.mark.rect, column.shard_idx, palette, &props.uid) }
            if column.draining && column.tags.is_empty() { { draw::rect(&column.mark.rect.inset(-2.0), "drain-ring") } }
            { draw::list(column.texts.iter().map(|text| draw::text(text, palette))) }
            { draw::list(column.tags.iter().map(tag)) }
            { draw::rect(&column.track, "track") }
            if let Some((bar, fill)) = &column.writes { { draw::filled(bar, *fill, palette, "writes") } }
        </g>
    }
}

/// Tiles of a shard and the outline around them. Of a dense plot only the hot ones: the others are on the canvas.
#[component]
pub fn ColumnTiles(props: &ColumnProps) -> Html {
    let (column, palette) = (&props.column, props.theme.palette());
    let inset = tile_inset(props.form);
    let tiles = column.tiles.iter().filter(|tile| !tile.leaving && (!props.dense || tile.hot));
    let narrow = column.w < 13.0;
    html! {
        <g class="column">
            <g class="tiles">{ for tiles.map(|tile| tile_view(tile, inset, palette)) }</g>
            if props.form != Form::Lane && column.stack.h > 2.0 && !narrow {
                <path class="stack" d={outline(column)} />
            }
        </g>
    }
}

/// What is written on a shard's tiles; apart, so that lines across the plot do not strike it through.
#[component]
pub fn ColumnTexts(props: &ColumnProps) -> Html {
    let (column, palette) = (&props.column, props.theme.palette());
    html! {
        <g class="tile-texts">
            { draw::list(column.tile_texts.iter().map(|text| draw::text(text, palette))) }
            { draw::list(column.locks.iter().map(|lock| draw::padlock(lock.x, lock.y, palette.fill(lock.on).text_on().hex()))) }
        </g>
    }
}

/// Left, top and right edge of the stack.
fn outline(column: &Column) -> String {
    let (stack, bottom) = (&column.stack, column.stack.bottom());
    format!("M{} {bottom}V{}H{}V{bottom}", stack.x - 0.5, stack.y - 0.5, stack.right() + 0.5)
}

fn tile_view(tile: &Tile, inset: f64, palette: &Palette) -> Html {
    let rect = tile.rect.inset(inset);
    let edge = tile.zone_edge.map(|zone| format!("edge-z{}", zone % N_ZONE_COLORS + 1));
    let again = tile.zone_edge.is_some_and(|zone| zone >= N_ZONE_COLORS);
    html! {
        <rect key={tile.chunk_id} class={classes!("tile", edge, again.then_some("again"), tile.hot.then_some("hot"))}
            x={draw::num(rect.x)} y={draw::num(rect.y)} width={draw::num(rect.w)} height={draw::num(rect.h)}
            fill={palette.fill(tile.fill).hex()} />
    }
}

fn tag(tag: &Tag) -> Html {
    let class = tag.zone.map_or_else(|| "ptag watch".to_owned(), |zone| format!("ptag z{}", zone % N_ZONE_COLORS + 1));
    let again = tag.zone.is_some_and(|zone| zone >= N_ZONE_COLORS);
    html! {
        <g class={classes!(class, again.then_some("again"))}>
            <rect x={draw::num(tag.rect.x)} y={draw::num(tag.rect.y)} width={draw::num(tag.rect.w)}
                height={draw::num(tag.rect.h)} rx="4" />
            <text class="pt pt-tag" x={draw::num(tag.rect.x + 6.0)} y={draw::num(tag.rect.y + 13.0)}>{ &tag.text }</text>
        </g>
    }
}
