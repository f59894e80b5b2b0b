//! One small run, event by event, and its digest: equal natively and as wasm.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

/// 60 documents of 1 MiB by ascending key, a zone for the upper half, a shard that leaves.
fn story() -> Cluster {
    let (mut cluster, orders) = sharded("s0 s1 s2:eu");
    cluster.set_orphan_delay(0);
    for second in 0..6_i64 {
        insert(&mut cluster, orders, second * 10..second * 10 + 10);
        cluster.advance_to(second.unsigned_abs() * 1000);
    }
    cluster.advance_to(20_000);
    let (min, max) = (rawdoc! { "x": 40_i64 }, rawdoc! { "x": RawBsonRef::MaxKey });
    cluster.update_zone_key_range(NS, &min, &max, Some("eu")).unwrap();
    cluster.advance_to(60_000);
    cluster.remove_shard("s1").unwrap();
    cluster.advance_to(120_000);
    cluster
}

#[test]
fn the_event_log_of_a_small_run() {
    let cluster = story();
    let log: Vec<_> = cluster.events().iter().map(|event| line(&cluster, event)).collect();
    let expected = include_str!("golden.txt");
    assert_eq!(log.join("\n"), expected.trim_end());
    cluster.check_invariants().unwrap();
}

#[test]
fn the_digest_of_a_small_run() {
    assert_eq!(story().digest(), "19699d16626a1263b07946388f5054ef");
}

fn line(cluster: &Cluster, event: &ClusterEvent) -> String {
    let label = |key: &crate::bson::KeyValue| {
        let pattern = cluster.collection(NS).and_then(Collection::pattern).unwrap();
        crate::bson::short_label(&pattern.decode(key.as_ref()))
    };
    let shard = |idx: &usize| cluster.shards()[*idx].name();
    let text = match &event.kind {
        EventKind::DatabaseCreated { database, primary } => format!("database {database} on {}", shard(primary)),
        EventKind::CollectionCreated { shard: on } => format!("collection on {}", shard(on)),
        EventKind::CollectionSharded { layout, n_chunks } => format!("sharded: {layout:?}, {n_chunks} chunk"),
        EventKind::MigrationStarted { id, from, to, min, max, n_documents, ends, reason, .. } => format!(
            "migration {id} starts: [{}, {}) {} -> {}, {} documents, until {ends}: {}",
            label(min),
            label(max),
            shard(from),
            shard(to),
            n_documents / STANDS_FOR,
            reason.word()
        ),
        EventKind::MigrationDone { id, n_documents, .. } => {
            format!("migration {id} done: {} documents", n_documents / STANDS_FOR)
        }
        EventKind::Split { min, max, points, cause } => {
            format!(
                "[{}, {}) split at {}: {cause:?}",
                label(min),
                label(max),
                points.iter().map(label).collect::<Vec<_>>().join(", ")
            )
        }
        EventKind::Decision { decision, n_rounds, last_at } => {
            let why = decision.why().map(|outcome| format!("{:?}", outcome.reason)).unwrap_or_default();
            format!("{} migrations ({n_rounds} rounds until {last_at}): {why}", decision.n_migrations)
        }
        EventKind::ZoneRangeSet { zone, range: Some((min, max)), .. } => {
            format!("zone {zone}: [{}, {})", label(min), label(max))
        }
        other => format!("{other:?}"),
    };
    format!("{:>6} {text}", event.at)
}
