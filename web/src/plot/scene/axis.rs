//! The y axis of the shards plot. It rescales only at steps, so that growth stays visible between them.

/// A gridline and its label.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// Height, bytes.
    pub bytes: f64,
    /// Number without the unit.
    pub label: String,
}

/// A y axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// `GB`, `MB`, ...
    pub unit: &'static str,
    /// Bytes of one unit.
    pub unit_bytes: f64,
    /// Height of the plot, bytes.
    pub top_bytes: f64,
    /// From 0 to the top, evenly apart.
    pub ticks: Vec<Tick>,
}

/// Steps under 10 of a unit with the distance of their gridlines, both in hundredths of it.
const STEPS: [(u32, u32); 14] = [
    (25, 5),
    (50, 10),
    (75, 25),
    (100, 25),
    (125, 25),
    (150, 50),
    (200, 50),
    (250, 50),
    (300, 100),
    (400, 100),
    (500, 100),
    (600, 200),
    (800, 200),
    (1000, 200),
];
/// Above: the same again in tens and hundreds.
const LARGE_STEPS: [(u32, u32); 8] = [(15, 5), (20, 5), (25, 5), (30, 10), (40, 10), (50, 10), (60, 20), (80, 20)];

const MB: f64 = 1024.0 * 1024.0;
const UNITS: [(&str, f64); 6] = [
    ("B", 1.0),
    ("kB", 1024.0),
    ("MB", 1024.0 * 1024.0),
    ("GB", 1024.0 * 1024.0 * 1024.0),
    ("TB", 1024.0 * 1024.0 * 1024.0 * 1024.0),
    ("PB", 1024.0 * 1024.0 * 1024.0 * 1024.0 * 1024.0),
];

/// The axis for a plot that must hold `need_bytes`; 1 MB when there is nothing. A unit is used from a quarter of it, so 300 MB stand on an axis in
/// GB and 200 MB on one in MB.
#[must_use]
pub fn axis(need_bytes: f64) -> Axis {
    let need = if need_bytes < 1.0 { MB } else { need_bytes };
    let (unit, size) = UNITS.iter().rev().copied().find(|(_, size)| need > size * 0.2).unwrap_or(("B", 1.0));
    let (top, step) = steps().find(|(top, _)| need <= top * size).unwrap_or((need / size, need / size / 4.0));
    let decimals = if step < 1.0 { 2 } else { 0 };
    let mut ticks = Vec::new();
    let mut value = 0.0;
    while value <= top * 1.0001 {
        ticks.push(Tick { bytes: value * size, label: label(value, decimals) });
        value += step;
    }
    Axis { unit, unit_bytes: size, top_bytes: top * size, ticks }
}

impl Axis {
    /// On its way from another height: the lines of the new step as far as they are already in the plot.
    pub fn ease(&mut self, top_bytes: Option<f64>) {
        if let Some(top_bytes) = top_bytes.filter(|top| *top > 0.0) {
            self.top_bytes = top_bytes;
            self.ticks.retain(|tick| tick.bytes <= top_bytes * 1.0001);
        }
    }
}

/// Steps in units, ascending, with the distance of the gridlines.
fn steps() -> impl Iterator<Item = (f64, f64)> {
    let small = STEPS.iter().map(|&(top, step)| (f64::from(top) / 100.0, f64::from(step) / 100.0));
    let large = [1.0, 10.0].into_iter().flat_map(|scale| {
        LARGE_STEPS
            .iter()
            .map(move |&(top, step)| (f64::from(top) * scale, f64::from(step) * scale))
            .chain([(100.0 * scale, 20.0 * scale)])
    });
    small.chain(large)
}

/// `0.25`, `0.5`, `1.0` on an axis with fractions, `1` on one without.
fn label(value: f64, decimals: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.decimals$}");
    match text.strip_suffix('0') {
        Some(shorter) if decimals > 0 => shorter.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where its assumption fails")]

    use super::*;

    const GB: f64 = 1024.0 * MB;

    #[test]
    fn tops_units_and_labels() {
        let table: [(f64, &str, f64, &str); 12] = [
            (0.0, "MB", MB, "0 0.25 0.5 0.75 1.0"),
            (700.0, "kB", 0.75 * 1024.0, "0 0.25 0.5 0.75"),
            (2.4 * MB, "MB", 2.5 * MB, "0 0.5 1.0 1.5 2.0 2.5"),
            (90.0 * MB, "MB", 100.0 * MB, "0 20 40 60 80 100"),
            (200.0 * MB, "MB", 200.0 * MB, "0 50 100 150 200"),
            (210.0 * MB, "GB", 0.25 * GB, "0 0.05 0.1 0.15 0.2 0.25"),
            (0.74 * GB, "GB", 0.75 * GB, "0 0.25 0.5 0.75"),
            (0.76 * GB, "GB", GB, "0 0.25 0.5 0.75 1.0"),
            (1.3 * GB, "GB", 1.5 * GB, "0 0.5 1.0 1.5"),
            (2.6 * GB, "GB", 3.0 * GB, "0 1 2 3"),
            (12.0 * GB, "GB", 15.0 * GB, "0 5 10 15"),
            (170.0 * GB, "GB", 200.0 * GB, "0 50 100 150 200"),
        ];
        for (need, unit, top, labels) in table {
            let axis = axis(need);
            let got: Vec<&str> = axis.ticks.iter().map(|tick| tick.label.as_str()).collect();
            assert_eq!((axis.unit, axis.top_bytes, got.join(" ").as_str()), (unit, top, labels), "{need}");
        }
    }

    #[test]
    fn every_need_fits_under_its_top_with_three_to_seven_lines() {
        let mut need = 1.0;
        while need < 1e16 {
            let axis = axis(need);
            assert!(axis.top_bytes >= need && axis.top_bytes <= need * 5.2, "{need}: {}", axis.top_bytes);
            assert!((4..=7).contains(&axis.ticks.len()), "{need}: {}", axis.ticks.len());
            assert!((axis.ticks.last().unwrap().bytes - axis.top_bytes).abs() < axis.top_bytes * 1e-6, "{need}");
            need *= 1.07;
        }
    }
}
