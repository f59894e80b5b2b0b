//! What stands beside the columns: the even share, and the largest gap with its threshold.

use super::px;
use super::shape::{TextShape, TextStyle};
use super::shard_mark::present;
use super::shards::{Form, ShardsScene};
use crate::plot::format;
use shardscope_session::view::LaneFrame;

/// The bracket from the fullest to the emptiest shard.
#[derive(Debug, Clone, PartialEq)]
pub struct Bracket {
    /// Its spine.
    pub x: f64,
    /// Top.
    pub top: f64,
    /// Bottom.
    pub bottom: f64,
}

/// Even share, and in the full form the bracket of the largest gap with the threshold under it.
pub fn even_and_gap(scene: &mut ShardsScene, frame: &LaneFrame, plot_h: f64) {
    let Some(even) = frame.even_share_bytes().filter(|even| *even > 0) else { return };
    let baseline = scene.baseline;
    let y_of = |bytes: f64, top: f64| baseline - bytes / top * plot_h;
    // While the axis eases to a larger step, the line may not be on it yet.
    let even_y = (y_of(even as f64, scene.top_bytes).round() + 0.5).max(scene.top + 0.5);
    scene.even_y = Some(even_y);
    if scene.form != Form::Full {
        return;
    }
    let x = scene.right + 14.0;
    scene.notes.push(TextShape::new(x, even_y + 4.0, "even share", TextStyle::Note));
    scene.notes.push(TextShape::new(x, even_y + 18.0, format::bytes(even), TextStyle::NoteStrong));
    if let Some((most, least)) = gap_ends(frame) {
        let [top, bottom] = [most, least].map(|bytes| px(y_of(bytes, scene.top_bytes).max(scene.top)));
        scene.bracket = Some(Bracket { x: scene.right + 8.0, top, bottom });
        // Beside the top of the bracket, or clear of the words for the even share.
        let y = match top + 9.0 {
            y if y < even_y - 28.0 || y > even_y + 30.0 => y,
            _ if top <= even_y => (even_y - 28.0).max(12.0),
            _ => even_y + 36.0,
        };
        let y = px(y);
        let sign = if frame.data_gap_bytes >= frame.threshold_bytes { '≥' } else { '<' };
        let gap = format!("gap {}", format::megabytes_beside(frame.data_gap_bytes, frame.threshold_bytes));
        scene.notes.push(TextShape::new(x, y, gap, TextStyle::AxisStrong));
        let threshold = format!("{sign} {}", format::megabytes(frame.threshold_bytes));
        scene.notes.push(TextShape::new(x, y + 14.0, threshold, TextStyle::Note));
    }
}

/// Bytes of the two shards whose difference is the frame's gap; the largest and smallest when no pair matches exactly.
fn gap_ends(frame: &LaneFrame) -> Option<(f64, f64)> {
    let sizes: Vec<u64> = present(frame).map(|(_, shard)| shard.bytes).collect();
    let mut pairs = sizes.iter().flat_map(|&most| sizes.iter().map(move |&least| (most, least)));
    let exact = pairs.find(|(most, least)| most.checked_sub(*least) == Some(frame.data_gap_bytes));
    let ends = exact.or_else(|| Some((*sizes.iter().max()?, *sizes.iter().min()?)));
    ends.filter(|(most, least)| most > least).map(|(most, least)| (most as f64, least as f64))
}
