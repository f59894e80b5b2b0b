//! The strip treemap: tiles of given bytes fill a column of given width in rows, in order, first at the bottom left.
//! Area is bytes, so the height of the column is its bytes.

/// A tile as it lies in its column: `x` from the left edge, `y` from the baseline **upward** to the tile's bottom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// From the left edge.
    pub x: f64,
    /// From the baseline up to its bottom edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

/// A row is never left lower than this for looks alone.
const ROW_HEIGHT_MIN: f64 = 9.0;
/// Tiles under this share of their row do not count for its worst aspect.
const WORST_SHARE_MIN: f64 = 0.04;

/// A tile's area with its logarithm, which every trial of a row needs.
#[derive(Clone, Copy)]
struct Area {
    px2: f64,
    ln: f64,
}

/// Lays out tiles; `areas` are in square pixels, each over 0. A row ends when a further tile would make
/// 0.25 x mean + 0.75 x worst of the tiles' abs(log aspect) larger.
#[must_use]
pub fn strip(areas: &[f64], width: f64) -> Vec<Cell> {
    let areas: Vec<Area> = areas.iter().map(|&px2| Area { px2, ln: px2.ln() }).collect();
    let mut cells = Vec::with_capacity(areas.len());
    let mut base = 0.0;
    let mut rest = areas.as_slice();
    while !rest.is_empty() {
        let (row, height) = next_row(rest, width);
        let mut x = 0.0;
        for area in row {
            let w = area.px2 / height;
            cells.push(Cell { x, y: base, w, h: height });
            x += w;
        }
        base += height;
        rest = rest.get(row.len()..).unwrap_or_default();
    }
    cells
}

/// The tiles of the next row, at least one, and its height.
fn next_row(areas: &[Area], width: f64) -> (&[Area], f64) {
    let mut total = areas.first().map_or(0.0, |area| area.px2);
    let mut n = 1;
    let mut cost = row_cost(areas.get(..n).unwrap_or_default(), total, width);
    while let Some(next) = areas.get(n) {
        let longer_total = total + next.px2;
        let longer_cost = row_cost(areas.get(..=n).unwrap_or_default(), longer_total, width);
        if longer_cost > cost && total / width > ROW_HEIGHT_MIN {
            break;
        }
        (total, cost) = (longer_total, longer_cost);
        n += 1;
    }
    (areas.get(..n).unwrap_or_default(), total / width)
}

fn row_cost(row: &[Area], total: f64, width: f64) -> f64 {
    // A tile is as high as the row, so its aspect is its area / height squared.
    let square_ln = 2.0 * (total / width).ln();
    let (mut sum, mut worst) = (0.0, 0.0_f64);
    for area in row {
        let skew = (area.ln - square_ln).abs();
        sum += skew;
        if area.px2 > total * WORST_SHARE_MIN {
            worst = worst.max(skew);
        }
    }
    0.25 * sum / row.len() as f64 + 0.75 * worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_tile_fills_the_width() {
        assert_eq!(strip(&[5000.0], 100.0), vec![Cell { x: 0.0, y: 0.0, w: 100.0, h: 50.0 }]);
        assert_eq!(strip(&[], 100.0), vec![]);
    }

    #[test]
    fn equal_tiles_make_near_square_rows() {
        let cells = strip(&[2500.0; 8], 100.0);
        assert!(cells.iter().all(|cell| (cell.w - 50.0).abs() < 1e-9 && (cell.h - 50.0).abs() < 1e-9), "{cells:?}");
    }

    #[test]
    fn rows_go_left_to_right_and_upward_in_order() {
        let areas: Vec<f64> = (1..60).map(|n| f64::from(n % 7 + 1) * 90.0).collect();
        let cells = strip(&areas, 133.0);
        for pair in cells.windows(2) {
            let same_row = (pair[0].y - pair[1].y).abs() < 1e-9;
            assert!(if same_row { pair[1].x > pair[0].x } else { pair[1].y > pair[0].y && pair[1].x == 0.0 });
        }
    }

    #[test]
    fn areas_hold_and_the_column_is_full() {
        let areas: Vec<f64> = (0..300).map(|n| 20.0 + f64::from(n * 7919 % 463)).collect();
        let cells = strip(&areas, 150.0);
        for (cell, area) in cells.iter().zip(&areas) {
            assert!((cell.w * cell.h - area).abs() < 1e-6);
            assert!(cell.x + cell.w <= 150.0 + 1e-6);
        }
        let height = cells.last().map_or(0.0, |cell| cell.y + cell.h);
        assert!((height * 150.0 - areas.iter().sum::<f64>()).abs() < 1e-6, "no holes");
    }
}
