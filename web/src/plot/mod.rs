//! The pictures: shards, key space, timeline. [`scene`] turns view data and a viewport into shapes and hit areas and
//! knows no browser; the components beside it draw what it returns and hold no layout of their own.
//!
//! Theme and fonts are read from the page (`data-theme`, `--font`, `--mono`); sizes from the element that a plot fills.
//! A plot takes all the room that its parent gives it.

#[cfg(all(test, target_arch = "wasm32"))]
mod browser_tests;
mod canvas;
mod column_view;
mod draw;
mod flight_view;
pub mod format;
mod hooks;
mod key_line;
mod key_picture;
mod key_table;
mod keyspace_plot;
mod motion;
mod pointer;
pub mod scene;
mod scrubber;
mod shards_plot;
mod shards_twin;
mod small;
mod tooltip;
mod twin;
mod zooming;

pub use hooks::use_printing;
pub use keyspace_plot::{Dock, KeySpacePlot, KeySpaceProps};
pub use scene::scrub::LaneTimeline;
pub use scene::shard_mark::zone_names;
pub use scene::shards::need_bytes;
pub use scene::{ColorBy, KeyScale};
pub use scrubber::{Scrubber, ScrubberProps};
pub use shards_plot::{ShardsPlot, ShardsPlotProps};
pub use small::{EvennessBar, ShardBadge, StatusGlyph, ZoneTag};
