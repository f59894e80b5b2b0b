//! Zooming and panning along the key line.

/// The part of the line that fills the row, both 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Zoom {
    /// Left end.
    pub from: f64,
    /// Right end.
    pub to: f64,
}

/// The shortest part that can be shown.
const LENGTH_MIN: f64 = 1.0 / 2_000.0;

impl Default for Zoom {
    fn default() -> Self {
        Self { from: 0.0, to: 1.0 }
    }
}

impl Zoom {
    /// Magnification, 1 when all is shown.
    #[must_use]
    pub fn factor(&self) -> f64 {
        1.0 / (self.to - self.from)
    }

    /// Whether a part is shown only.
    #[must_use]
    pub fn is_zoomed(&self) -> bool {
        self.factor() > 1.000_1
    }

    /// A place on the line as a place in the row, 0 to 1 when visible.
    #[must_use]
    pub fn to_view(&self, at: f64) -> f64 {
        (at - self.from) * self.factor()
    }

    /// Magnified by `by` around a place in the row, 0 to 1; less than 1 shows more.
    #[must_use]
    pub fn by(&self, by: f64, around: f64) -> Self {
        let length = self.to - self.from;
        let fixed = self.from + around.clamp(0.0, 1.0) * length;
        let new_length = (length / by.max(1e-6)).clamp(LENGTH_MIN, 1.0);
        Self::placed(fixed - around.clamp(0.0, 1.0) * new_length, new_length)
    }

    /// Moved by a share of the row; the ends of the line stop it.
    #[must_use]
    pub fn panned(&self, by: f64) -> Self {
        let length = self.to - self.from;
        Self::placed(self.from + by * length, length)
    }

    fn placed(from: f64, length: f64) -> Self {
        let from = from.clamp(0.0, 1.0 - length);
        Self { from, to: from + length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_the_place_under_the_pointer() {
        let zoom = Zoom::default().by(4.0, 0.3);
        assert!((zoom.factor() - 4.0).abs() < 1e-9 && (zoom.to_view(0.3) - 0.3).abs() < 1e-9);
        let closer = zoom.by(3.0, 0.75);
        let place = zoom.from + 0.75 * (zoom.to - zoom.from);
        assert!((closer.to_view(place) - 0.75).abs() < 1e-9);
    }

    #[test]
    fn it_never_leaves_the_line() {
        let mut zoom = Zoom::default();
        for step in 0..200_u32 {
            let around = f64::from(step % 11) / 10.0;
            zoom = if step % 3 == 0 {
                zoom.panned(around * 2.0 - 1.0)
            } else {
                zoom.by(f64::from(step % 5) * 0.7, around)
            };
            assert!(zoom.from >= 0.0 && zoom.to <= 1.0 + 1e-12 && zoom.to > zoom.from, "{zoom:?}");
            assert!(zoom.factor() <= 2_000.1);
        }
        assert_eq!(Zoom::default().by(0.2, 0.5), Zoom::default());
        assert!(!Zoom::default().is_zoomed() && Zoom::default().by(1.2, 0.5).is_zoomed());
    }
}
