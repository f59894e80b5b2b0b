//! The stage as tables, held against the engine's own frame.

use crate::tab::PATIENCE;
use crate::{SuiteError, Tab};
use serde_json::json;
use shardscope_session::view::LaneFrame;
use std::time::{Duration, Instant};

/// The texts of a table's cells, without what is hidden from readers.
const CELLS: &str = "
  const text = (cell) => {
    const copy = cell.cloneNode(true);
    copy.querySelectorAll('[aria-hidden=\"true\"]').forEach((hidden) => hidden.remove());
    return copy.textContent.trim().replace(/\\s+/g, ' ');
  };
  return [...document.querySelectorAll(arguments[0])].map((row) => [...row.cells].map(text));
";

/// A row of the shards table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardRow {
    /// Shard id.
    pub name: String,
    /// For example `1.2 MB`.
    pub size: String,
    /// Documents.
    pub documents: u64,
    /// Chunks.
    pub n_chunks: u64,
    /// Share of inserts, for example `33.1%`.
    pub of_inserts: String,
    /// Zones, comma separated, or `none`.
    pub zones: String,
}

/// A row of the chunks table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkRow {
    /// `[CA, NY)`.
    pub range: String,
    /// Shard id.
    pub shard: String,
    /// For example `1.2 MB`.
    pub size: String,
    /// Documents.
    pub documents: u64,
    /// Share of inserts, for example `33.1%`.
    pub of_inserts: String,
    /// Zone, or `none`.
    pub zone: String,
    /// For example `at rest`.
    pub state: String,
}

/// Shards and chunks as the page shows them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tables {
    /// One per shard.
    pub shards: Vec<ShardRow>,
    /// In key order.
    pub chunks: Vec<ChunkRow>,
}

impl Tab {
    /// The tables once they show this instant of the engine, number for number; opens them if they are not.
    pub async fn tables_of(&self, lane: &LaneFrame) -> Result<Tables, SuiteError> {
        if !self.has("tables").await? {
            self.click("table").await?;
        }
        let started = Instant::now();
        loop {
            let tables = self.tables().await?;
            match tables.difference(lane) {
                None => return Ok(tables),
                Some(found) if started.elapsed() > PATIENCE => {
                    return Err(SuiteError::Found {
                        what: "the page shows other numbers than the engine gives",
                        found,
                    });
                }
                Some(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// The tables as they are now.
    pub async fn tables(&self) -> Result<Tables, SuiteError> {
        let shards = self.rows("[data-testid=tables] tr[data-testid^=shard-]").await?;
        let chunks = self.rows("[data-testid=chunks] tbody tr").await?;
        Ok(Tables {
            shards: shards.into_iter().map(shard_row).collect::<Result<_, _>>()?,
            chunks: chunks.into_iter().map(chunk_row).collect::<Result<_, _>>()?,
        })
    }

    async fn rows(&self, selector: &str) -> Result<Vec<Vec<String>>, SuiteError> {
        Ok(serde_json::from_value(self.js_with(CELLS, vec![json!(selector)]).await?)?)
    }
}

impl Tables {
    /// The first number or name in which these tables differ from a frame.
    #[must_use]
    pub fn difference(&self, lane: &LaneFrame) -> Option<String> {
        let n_rows = (self.shards.len(), self.chunks.len());
        let expected = (lane.shards.len(), lane.chunks.len());
        if n_rows != expected {
            return Some(format!("{n_rows:?} shards and chunks, where the engine has {expected:?}"));
        }
        let shards = self.shards.iter().zip(&lane.shards).find(|(row, shard)| {
            row.name.split(' ').next() != Some(shard.name.as_str())
                || (row.documents, row.n_chunks) != (shard.documents, u64::from(shard.n_chunks))
                || !reads_as(&row.size, shard.bytes)
                || !is_share(&row.of_inserts, shard.inserts_share)
        });
        let chunks = self.chunks.iter().zip(&lane.chunks).enumerate().find(|(idx, (row, chunk))| {
            let max = lane.chunks.get(idx + 1).map_or("MaxKey", |next| next.label.as_str());
            row.range != format!("[{}, {max})", chunk.label)
                || Some(row.shard.as_str()) != lane.shards.get(usize::from(chunk.shard_idx)).map(|s| s.name.as_str())
                || row.documents != chunk.documents
                || !reads_as(&row.size, chunk.bytes)
                || !is_share(&row.of_inserts, chunk.inserts_share)
        });
        shards.map(|found| format!("{found:?}")).or_else(|| chunks.map(|(_, found)| format!("{found:?}")))
    }

    /// Documents of all shards.
    #[must_use]
    pub fn n_documents(&self) -> u64 {
        self.shards.iter().map(|shard| shard.documents).sum()
    }
}

fn shard_row(cells: Vec<String>) -> Result<ShardRow, SuiteError> {
    match <[String; 8]>::try_from(cells) {
        Ok([name, size, _, documents, n_chunks, _, of_inserts, zones]) => {
            let (documents, n_chunks) = (number(&documents)?, number(&n_chunks)?);
            Ok(ShardRow { name, size, documents, n_chunks, of_inserts, zones })
        }
        Err(cells) => Err(SuiteError::Found { what: "a shard has other columns", found: cells.join(" | ") }),
    }
}

fn chunk_row(cells: Vec<String>) -> Result<ChunkRow, SuiteError> {
    match <[String; 7]>::try_from(cells) {
        Ok([range, shard, size, documents, of_inserts, zone, state]) => {
            Ok(ChunkRow { range, shard, size, documents: number(&documents)?, of_inserts, zone, state })
        }
        Err(cells) => Err(SuiteError::Found { what: "a chunk has other columns", found: cells.join(" | ") }),
    }
}

fn number(text: &str) -> Result<u64, SuiteError> {
    text.replace(',', "").parse().map_err(|_| SuiteError::Found { what: "this is no number", found: text.to_owned() })
}

/// Whether a size as the page writes it, for example `1.2 MB`, stands for a number of bytes: as exact as it is written.
fn reads_as(text: &str, bytes: u64) -> bool {
    let Some((figure, unit)) = text.split_once(' ') else { return false };
    let power = ["B", "kB", "MB", "GB", "TB"].iter().position(|name| *name == unit);
    let (Some(power), Ok(value)) = (power, figure.replace(',', "").parse::<f64>()) else { return false };
    let n_decimals = figure.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let unit_bytes = 1024_f64.powi(i32::try_from(power).unwrap_or(0));
    let half_digit = 0.5 * 0.1_f64.powi(i32::try_from(n_decimals).unwrap_or(0));
    // A rounding that falls on the edge goes either way.
    (bytes as f64 / unit_bytes - value).abs() <= half_digit * 1.000_001
}

/// Whether a share as the page writes it, with one decimal, stands for a number from 0 to 1.
fn is_share(text: &str, share: f64) -> bool {
    match text {
        "<0.1%" => share > 0.0 && share < 0.000_5,
        ">99.9%" => (0.999_5..1.0).contains(&share),
        _ => text
            .strip_suffix('%')
            .and_then(|figure| figure.parse::<f64>().ok())
            .is_some_and(|percent| (share * 100.0 - percent).abs() <= 0.050_001),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_as_exact_as_they_are_written() {
        for (text, bytes, expected) in [
            ("0 MB", 0, true),
            ("738 B", 738, true),
            ("738 B", 739, false),
            ("1.2 MB", 1_258_291, true),
            ("1.2 MB", 1_330_000, false),
            ("0.72 GB", 772_800_512, true),
            ("12 MB", 13_000_000, true),
            ("12 MB", 13_200_000, false),
            ("many", 1, false),
        ] {
            assert_eq!(reads_as(text, bytes), expected, "{text} {bytes}");
        }
        for (text, share, expected) in
            [("33.3%", 1.0 / 3.0, true), ("33.4%", 1.0 / 3.0, false), ("<0.1%", 0.000_1, true), ("100.0%", 1.0, true)]
        {
            assert_eq!(is_share(text, share), expected, "{text} {share}");
        }
    }
}
