//! Layout: view data and a viewport in, shapes and hit areas out. Pure arithmetic on plain data, tested natively; no
//! browser, no colours of a theme, no state. All lengths are CSS pixels, `y` grows downward.

pub mod axis;
pub mod color;
pub mod column;
pub mod even;
pub mod facts;
pub mod flight;
#[cfg(test)]
mod flight_tests;
pub mod heading;
pub mod key_axis;
pub mod key_rows;
pub mod keyspace;
#[cfg(test)]
mod keyspace_tests;
pub mod level;
pub mod merge;
#[cfg(test)]
pub(crate) mod sample;
pub mod scrub;
#[cfg(test)]
mod scrub_tests;
pub mod segment;
pub mod shape;
pub mod shard_mark;
pub mod shards;
#[cfg(test)]
mod shards_tests;
pub mod strip;
pub mod table;
pub mod text;
pub mod tile;
pub mod walk;
pub mod zone_band;
pub mod zoom;

/// An upright rectangle, CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width, 0 or more.
    pub w: f64,
    /// Height, 0 or more.
    pub h: f64,
}

impl Rect {
    /// A rectangle by its top left corner and size; negative sizes become 0.
    #[must_use]
    pub fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w: w.max(0.0), h: h.max(0.0) }
    }

    /// Right edge.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// Bottom edge.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// Middle.
    #[must_use]
    pub fn center(&self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Area in square pixels.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.w * self.h
    }

    /// Whether a point is inside; the left and top edges are, the right and bottom edges are not.
    #[must_use]
    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x < self.right() && y >= self.y && y < self.bottom()
    }

    /// Smaller by `by` on every side (larger when negative); never less than nothing.
    #[must_use]
    pub fn inset(&self, by: f64) -> Self {
        Self::new(self.x + by.min(self.w / 2.0), self.y + by.min(self.h / 2.0), self.w - 2.0 * by, self.h - 2.0 * by)
    }

    /// Whether two rectangles share more than `slack` pixels in both directions.
    #[must_use]
    pub fn overlaps(&self, other: &Self, slack: f64) -> bool {
        self.x + slack < other.right()
            && other.x + slack < self.right()
            && self.y + slack < other.bottom()
            && other.y + slack < self.bottom()
    }
}

/// What colour means on a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColorBy {
    /// Inserts per second on the writes ramp.
    #[default]
    Writes,
    /// The zone that covers the chunk.
    Zone,
    /// How long the present owner has had the chunk.
    Age,
}

/// The x axis of the key space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KeyScale {
    /// As wide as its bytes.
    #[default]
    Bytes,
    /// Every chunk equally wide, in key order.
    Keys,
}

/// What a shape is filled with; the theme's palette gives the colour when it is drawn. Positions on a ramp are stored
/// in 255 steps, finer than the eye tells apart, so that a frame that looks the same compares as equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fill {
    /// Position on the writes ramp.
    Heat(u8),
    /// Position on the age ramp.
    Age(u8),
    /// A zone's tint, by the zone's number.
    Zone(usize),
    /// A shard's colour, by the shard's index.
    Shard(usize),
    /// No meaning: outside every zone.
    Sunken,
    /// Bars of the profile that are not hot.
    Quiet,
}

/// `position` on a ramp, 0 to 1, in the 255 steps of [`Fill`].
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=255 before")]
pub fn ramp_step(position: f64) -> u8 {
    (position.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// Position on the writes ramp: square root, so that quiet chunks still differ. `domain` is the run's largest rate of one
/// chunk, fixed for the run, so that a colour keeps its meaning while time moves.
#[must_use]
pub fn heat_position(per_sec: f64, domain_per_sec: f64) -> f64 {
    if domain_per_sec > 0.0 && per_sec > 0.0 { (per_sec / domain_per_sec).min(1.0).sqrt() } else { 0.0 }
}

/// A pixel length rounded to a hundredth: short attributes, and equal frames stay equal.
#[must_use]
pub fn px(length: f64) -> f64 {
    let rounded = (length * 100.0).round() / 100.0;
    if rounded == 0.0 { 0.0 } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rect_edges_and_insets() {
        let rect = Rect::new(10.0, 20.0, 30.0, 40.0);
        assert_eq!((rect.right(), rect.bottom(), rect.center()), (40.0, 60.0, (25.0, 40.0)));
        assert!(rect.contains(10.0, 20.0) && !rect.contains(40.0, 20.0) && !rect.contains(10.0, 60.0));
        assert_eq!(rect.inset(100.0), Rect::new(25.0, 40.0, 0.0, 0.0));
        assert!(rect.overlaps(&Rect::new(39.0, 59.0, 9.0, 9.0), 0.0));
        assert!(!rect.overlaps(&Rect::new(39.0, 59.0, 9.0, 9.0), 1.0), "a pixel of slack");
    }

    #[test]
    fn heat_is_a_square_root_of_the_share_of_the_domain() {
        for (rate, domain, expected) in
            [(0.0, 100.0, 0.0), (25.0, 100.0, 0.5), (100.0, 100.0, 1.0), (400.0, 100.0, 1.0), (5.0, 0.0, 0.0)]
        {
            assert!((heat_position(rate, domain) - expected).abs() < 1e-9, "{rate} of {domain}");
        }
        assert_eq!((ramp_step(-1.0), ramp_step(0.5), ramp_step(2.0)), (0, 128, 255));
    }
}
