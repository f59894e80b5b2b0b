//! What a key line looks like. Strips are a few paths, one per colour, however many segments there are.

use super::canvas::{Block, paint};
use super::draw::{self, num, path_of, pattern_fill};
use super::hooks::{Env, use_last};
use super::key_line::size_of;
use super::scene::color::{Palette, Theme};
use super::scene::keyspace::KeyScene;
use super::scene::segment::Segment;
use super::scene::shard_mark::{N_SHARD_COLORS, N_ZONE_COLORS, needs_patterns, pattern};
use super::scene::zone_band::ZoneBand;
use super::scene::{Fill, Rect, px};
use shardscope_session::view::LaneFrame;
use std::collections::BTreeMap;
use std::rc::Rc;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

/// Narrower segments show no pattern, which would be noise.
const PATTERN_MIN: f64 = 6.0;
/// Owners that changed at once beyond which single ones are not shown.
const N_ARRIVED_MAX: usize = 12;

/// Properties of [`KeyPicture`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct KeyPictureProps {
    /// The layout.
    pub scene: Rc<KeyScene>,
    /// The frame behind it.
    pub frame: Rc<LaneFrame>,
    /// The reader's surroundings.
    pub env: Env,
    /// Prefix of ids.
    pub uid: AttrValue,
    /// The chunk under the pointer.
    pub hovered: Option<u32>,
    /// The chunk with focus.
    pub focused: Option<u32>,
}

/// The drawing.
#[component]
pub fn KeyPicture(props: &KeyPictureProps) -> Html {
    let (scene, palette) = (&props.scene, props.env.theme.palette());
    let (width, height) = size_of(scene);
    let n_shards = props.frame.shards.len();
    let ring = |id: Option<u32>, class: &'static str, by: f64| {
        let idx = id.and_then(|id| props.frame.chunks.iter().position(|chunk| chunk.id == id));
        let segment = idx.and_then(|idx| scene.segment_of(idx));
        segment.map(|segment| draw::rect(&scene.owner_rect(segment).inset(-by), class)).unwrap_or_default()
    };
    html! {
        <svg class={classes!("plot-svg", needs_patterns(n_shards).then_some("patterned"))} viewBox={format!("0 0 {width} {height}")} {width} {height}
            aria-hidden="true" focusable="false">
            { draw::defs(&props.uid, n_shards, palette) }
            { draw::list(scene.guides.iter().map(|guide| html! {
                <>
                    <line class={if guide.even { "even" } else { "guide" }} x1={num(scene.profile_row.x - 4.0)}
                        x2={num(scene.profile_row.right())} y1={num(guide.y)} y2={num(guide.y)} />
                    { guide.label.as_ref().map(|label| draw::text(label, palette)).unwrap_or_default() }
                </>
            })) }
            { draw::list(scene.zones.iter().filter(|zone| zone.rect.h > 0.0).map(zone_band)) }
            if !scene.dense { <Strips scene={scene.clone()} theme={props.env.theme} uid={props.uid.clone()} /> }
            <Arrivals scene={scene.clone()} frame={props.frame.clone()} env={props.env} />
            { draw::list(scene.letters.iter().map(|letter| draw::text(letter, palette))) }
            <line class="base" x1={num(scene.profile_row.x)} x2={num(scene.profile_row.right())}
                y1={num(scene.profile_row.bottom() + 0.5)} y2={num(scene.profile_row.bottom() + 0.5)} />
            { draw::list(scene.labels.iter().map(|label| html! {
                <>
                    <line class="tick" x1={num(label.tick_x)} x2={num(label.tick_x)} y1={num(scene.profile_row.bottom())}
                        y2={num(scene.profile_row.bottom() + 4.0)} />
                    { draw::text(&label.text, palette) }
                </>
            })) }
            { draw::list(scene.notes.iter().map(|note| draw::text(note, palette))) }
            { scene.pin.as_ref().map(|pin| draw::rect(pin, "ring-pin")).unwrap_or_default() }
            { ring(props.hovered, "ring-hover", 0.0) }
            { ring(props.focused, "ring-focus", 3.0) }
            if let Some((x, y)) = scene.probe { <path class="probe-mark" d={format!("M{x} {y}l-6 10h12z")} /> }
        </svg>
    }
}

fn zone_band(zone: &ZoneBand) -> Html {
    let Rect { x, y, w, h } = zone.rect;
    let class = format!("zband z{}", zone.zone % N_ZONE_COLORS + 1);
    html! {
        <g class={classes!(class, zone.dashed.then_some("again"))}>
            <rect x={num(x)} y={num(y)} width={num(w)} height={num(h)} rx="3" />
            <path d={format!("M{} {y}v{h}M{} {y}v{h}", num(x), num(zone.rect.right()))} />
            if let Some(label) = &zone.label {
                <text class="pt pt-tag" x={num(label.x)} y={num(label.y)}>{ &label.text }</text>
            }
        </g>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct StripsProps {
    scene: Rc<KeyScene>,
    theme: Theme,
    uid: AttrValue,
}

/// Owner strip, writes strip and profile.
#[component]
fn Strips(props: &StripsProps) -> Html {
    let (scene, palette) = (&props.scene, props.theme.palette());
    let owners = owner_blocks(scene);
    let by_shard = grouped(&owners);
    let writes = grouped(&writes_blocks(scene));
    let profile = |hot: bool| {
        let bars = scene.segments.iter().filter(move |segment| segment.hot == hot);
        path_of(bars.map(|segment| bar(scene, segment)).collect::<Vec<_>>().iter())
    };
    let cuts = scene.segments.iter().filter(|segment| segment.cut.is_some()).map(|segment| cut(scene, segment));
    html! {
        <g class="strips">
            { draw::list(by_shard.iter().map(|group| fill_path(group, palette))) }
            { draw::list(by_shard.iter().filter_map(|(fill, rects)| pattern_path(*fill, rects, &props.uid))) }
            { draw::list(writes.iter().map(|group| fill_path(group, palette))) }
            <path class="profile" d={profile(false)} />
            <path class="profile hot" d={profile(true)} />
            <path class="cut" d={cuts.collect::<String>()} />
        </g>
    }
}

fn fill_path((fill, rects): &(Fill, Vec<Rect>), palette: &Palette) -> Html {
    html! { <path d={path_of(rects.iter())} fill={palette.fill(*fill).hex()} /> }
}

fn pattern_path(fill: Fill, rects: &[Rect], uid: &str) -> Option<Html> {
    let Fill::Shard(idx) = fill else { return None };
    let wide: Vec<Rect> = rects.iter().filter(|rect| rect.w >= PATTERN_MIN).copied().collect();
    let drawn = !pattern(idx % N_SHARD_COLORS).is_empty() && !wide.is_empty();
    drawn.then(|| html! { <path class="pattern" d={path_of(wide.iter())} fill={pattern_fill(uid, idx)} /> })
}

/// Rectangles by fill, in a fixed order.
fn grouped(blocks: &[Block]) -> Vec<(Fill, Vec<Rect>)> {
    let mut groups: BTreeMap<Fill, Vec<Rect>> = BTreeMap::new();
    for block in blocks {
        groups.entry(block.fill).or_default().push(block.rect);
    }
    groups.into_iter().collect()
}

/// A segment without the hair of ground between it and the next one.
fn slim(segment: &Segment, y: f64, h: f64) -> Rect {
    let gap = if segment.w > 3.0 { 0.5 } else { 0.0 };
    Rect::new(px(segment.x + gap), y, px(segment.w - 2.0 * gap), h)
}

/// The owner strip; a migrating chunk has its new owner above and its old one below.
fn owner_blocks(scene: &KeyScene) -> Vec<Block> {
    let row = &scene.owner_row;
    let mut blocks = Vec::with_capacity(scene.segments.len());
    for segment in &scene.segments {
        let from = Fill::Shard(segment.shard_idx);
        match segment.moving_to {
            Some(to) => {
                blocks.push(Block { rect: slim(segment, row.y, row.h / 2.0), fill: Fill::Shard(to) });
                blocks.push(Block { rect: slim(segment, row.y + row.h / 2.0, row.h / 2.0), fill: from });
            }
            None => blocks.push(Block { rect: slim(segment, row.y, row.h), fill: from }),
        }
    }
    blocks
}

fn writes_blocks(scene: &KeyScene) -> Vec<Block> {
    let row = &scene.writes_row;
    let shown = scene.segments.iter().filter(|_| row.h > 0.0);
    shown.map(|segment| Block { rect: slim(segment, row.y, row.h), fill: segment.heat }).collect()
}

/// A bar of the profile; what takes inserts at all is a pixel high.
fn bar(scene: &KeyScene, segment: &Segment) -> Rect {
    let row = &scene.profile_row;
    let height = segment.profile * row.h;
    let height = if segment.profile > 0.0 && row.h > 0.0 { height.max(1.0) } else { 0.0 };
    slim(segment, px(row.bottom() - height), px(height))
}

/// Two slashes through the top of a bar that is higher than the scale.
fn cut(scene: &KeyScene, segment: &Segment) -> String {
    let (x, y) = (segment.x, scene.profile_row.y);
    format!("M{x} {}l{w} -3M{x} {}l{w} -3", px(y + 6.0), px(y + 9.0), w = px(segment.w))
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ArrivalsProps {
    scene: Rc<KeyScene>,
    frame: Rc<LaneFrame>,
    env: Env,
}

/// Chunks whose owner just changed: the upper half, already the new owner's, grows to the whole.
#[component]
fn Arrivals(props: &ArrivalsProps) -> Html {
    let owners: Rc<Vec<(u32, u16)>> =
        Rc::new(props.frame.chunks.iter().map(|chunk| (chunk.id, chunk.shard_idx)).collect());
    let before = use_last(owners.clone());
    let moved = |idx: usize| {
        let now = owners.get(idx)?;
        let then = before.as_ref()?.iter().find(|(id, _)| *id == now.0)?;
        (then.1 != now.1).then_some(())
    };
    if props.env.still || before.as_ref().is_none_or(|before| before == &owners) {
        return Html::default();
    }
    let palette: &Palette = props.env.theme.palette();
    let arrived = props.scene.segments.iter().filter(|segment| moved(segment.group.main_idx).is_some());
    html! {
        <g class="arrivals">
            { for arrived.take(N_ARRIVED_MAX).map(|segment| {
                let rect = slim(segment, props.scene.owner_row.y, props.scene.owner_row.h);
                draw::filled(&rect, Fill::Shard(segment.shard_idx), palette, "arrived")
            }) }
        </g>
    }
}

/// Properties of [`KeyCanvas`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct KeyCanvasProps {
    /// The layout.
    pub scene: Rc<KeyScene>,
    /// Theme.
    pub theme: Theme,
}

/// The strips of a line with too many segments for SVG.
#[component]
pub fn KeyCanvas(props: &KeyCanvasProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((props.scene.clone(), props.theme), move |(scene, theme)| {
            let profile = scene.segments.iter().map(|segment| Block {
                rect: bar(scene, segment),
                fill: if segment.hot { Fill::Heat(PROFILE_HOT) } else { Fill::Quiet },
            });
            let blocks: Vec<Block> =
                owner_blocks(scene).into_iter().chain(writes_blocks(scene)).chain(profile).collect();
            if let Some(canvas) = node.cast::<HtmlCanvasElement>() {
                paint(&canvas, (scene.width, scene.height), blocks, theme.palette(), None);
            }
        });
    }
    html! { <canvas ref={node} class="plot-canvas" aria-hidden="true" /> }
}

/// The glow colour's place on the writes ramp: h5 in light, near h6 in dark.
const PROFILE_HOT: u8 = 159;
