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

/// Lays out tiles; `areas` are in square pixels, each over 0. A row ends when a further tile would make
/// 0.25 x mean + 0.75 x worst of the tiles' abs(log aspect) larger.
#[must_use]
pub fn strip(areas: &[f64], width: f64) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(areas.len());
    let (mut start, mut base) = (0, 0.0);
    while start < areas.len() {
        let end = row_end(areas, start, width);
        let row = areas.get(start..end).unwrap_or_default();
        let height = row.iter().sum::<f64>() / width;
        let mut x = 0.0;
        for area in row {
            let w = area / height;
            cells.push(Cell { x, y: base, w, h: height });
            x += w;
        }
        base += height;
        start = end;
    }
    cells
}

/// One past the last tile of the row that begins at `start`.
fn row_end(areas: &[f64], start: usize, width: f64) -> usize {
    let mut end = start + 1;
    let mut cost = row_cost(areas.get(start..end).unwrap_or_default(), width);
    while end < areas.len() {
        let longer = areas.get(start..=end).unwrap_or_default();
        let longer_cost = row_cost(longer, width);
        let height: f64 = areas.get(start..end).unwrap_or_default().iter().sum::<f64>() / width;
        if longer_cost > cost && height > ROW_HEIGHT_MIN {
            return end;
        }
        cost = longer_cost;
        end += 1;
    }
    end
}

fn row_cost(row: &[f64], width: f64) -> f64 {
    let total: f64 = row.iter().sum();
    let height = total / width;
    let (mut sum, mut worst) = (0.0, 0.0_f64);
    for area in row {
        let skew = (area / (height * height)).ln().abs();
        sum += skew;
        if *area > total * WORST_SHARE_MIN {
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
