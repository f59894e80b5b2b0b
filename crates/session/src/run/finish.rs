//! The figures of a lane when its run is complete, and the verdict on them.

use super::bounds::{shell_document, sliver};
use super::lane::Lane;
use super::verdict::{self, Figures};
use super::window::{Hottest, ShardCounts};
use crate::text;
use crate::view::{Status, Verdict, Warning};
use shardscope_sim::analysis::{KeyCharacteristics, key_characteristics};
use shardscope_sim::bson::KeyRef;
use shardscope_sim::catalog::Collection;
use shardscope_sim::catalog::pattern::ShardKeyPattern;

/// Measures and judges. `value_behind` finds what a document holds where its key holds a hash. Sorts the keys: O(n log n).
pub fn verdict(lane: &mut Lane, value_behind: impl Fn(&ShardKeyPattern, KeyRef<'_>) -> Option<String>) -> Verdict {
    let at_ms = lane.cluster.now();
    let n_shards = ShardCounts::of(&lane.cluster);
    let Some(collection) = lane.cluster.collection_at(lane.collection_idx) else { return verdict::none(&lane.key) };
    let hottest = lane.window.finish(at_ms, collection, n_shards);
    let Some(pattern) = collection.pattern() else { return verdict::none(&lane.key) };
    let characteristics = key_characteristics(pattern, lane.keys(), 1);
    let figures = Figures {
        hashed_first: pattern.hashed_idx() == Some(0),
        key: lane.key.clone(),
        top: top(collection, &characteristics),
        top_value: top_value(pattern, &characteristics, value_behind),
        n_distinct: characteristics.n_distinct,
        correlation: characteristics.correlation,
        hottest_chunk: (hottest.inserts > 0).then(|| hottest.at_peak as f64 / hottest.inserts as f64),
        hottest_shard: hottest_shard(lane, &hottest),
        n_shards_then: hottest.n_present,
        even_share: hottest.even_inserts / hottest.inserts.max(1) as f64,
        hottest_is_last: hottest.at_peak > 0 && hottest.in_last * 100 >= hottest.at_peak * 99,
        ..placed(lane, collection)
    };
    let mut verdict = verdict::verdict(&figures);
    verdict.warnings.extend(refusals(lane));
    verdict.warnings.extend(chunk_after_zones(lane));
    verdict
}

fn placed(lane: &Lane, collection: &Collection) -> Figures {
    let stands_for = collection.stands_for();
    let chunks = collection.chunks();
    let n_shards = lane.cluster.shards().iter().filter(|shard| shard.is_present()).count() as u64;
    Figures {
        n_shards,
        n_chunks: chunks.len() as u64,
        n_chunks_with_data: chunks.iter().filter(|chunk| chunk.n_documents() > 0).count() as u64,
        n_documents: collection.n_documents() / stands_for.max(1),
        stands_for,
        avg_bytes: collection.n_bytes() / collection.n_documents().max(1),
        range_size_bytes: lane.cluster.range_size_bytes(),
        jumbo: jumbo(lane, collection),
        ..Figures::default()
    }
}

/// The shard that took most inserts, and its share.
fn hottest_shard(lane: &Lane, hottest: &Hottest) -> Option<(String, f64)> {
    let (idx, &inserts) = hottest.shards.iter().enumerate().max_by_key(|&(_, &inserts)| inserts)?;
    let name = lane.cluster.shards().get(idx)?.name().to_owned();
    (inserts > 0).then(|| (name, inserts as f64 / hottest.inserts as f64))
}

fn top(collection: &Collection, characteristics: &KeyCharacteristics) -> Option<(String, u64)> {
    let (key, n_documents) = characteristics.top.first()?;
    let document = collection.pattern()?.decode(key.as_ref());
    Some((shell_document(&document), *n_documents))
}

/// What documents hold where their most frequent key holds a hash; a value that one document has is none to look for.
fn top_value(
    pattern: &ShardKeyPattern,
    characteristics: &KeyCharacteristics,
    value_behind: impl Fn(&ShardKeyPattern, KeyRef<'_>) -> Option<String>,
) -> Option<String> {
    let (key, n_documents) = characteristics.top.first()?;
    (pattern.hashed_idx().is_some() && *n_documents > 1).then(|| value_behind(pattern, key.as_ref())).flatten()
}

fn jumbo(lane: &Lane, collection: &Collection) -> Vec<(String, u64)> {
    let flagged = collection.chunks().iter().filter(|chunk| chunk.jumbo());
    flagged.map(|chunk| (lane.bounds.label_of(collection, chunk.min()), chunk.n_bytes())).collect()
}

fn refusals(lane: &Lane) -> Option<Warning> {
    let (idx, refusal) = lane.first_refusal.as_ref()?;
    Some(Warning {
        status: Status::Problem,
        title: format!("{} refused", text::plural(lane.n_refused, "document")),
        text: format!("The first was document {}: {refusal}.", text::count(idx + 1)),
    })
}

/// A chunk behind the last zone that nobody meant to leave out.
fn chunk_after_zones(lane: &Lane) -> Option<Warning> {
    let collection = lane.cluster.collection_at(lane.collection_idx)?;
    let (zone, min, max) = sliver(collection)?;
    let [min, max] = [min, max].map(|key| lane.bounds.label_of(collection, &key));
    Some(Warning {
        status: Status::Watch,
        title: format!("A chunk behind zone {zone}"),
        text: format!(
            "The zone ends at {min}, so the chunk [{min}, {max}) lies in no zone and any shard may hold it. Give the upper \
             bound MaxKey in every field: {}.",
            vec!["MaxKey"; collection.pattern().map_or(1, |pattern| pattern.fields().len())].join(", ")
        ),
    })
}
