//! What each built-in scenario teaches, happens in the engine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failed unwrap is a failed test")]

use shardscope_session::engine::Engine;
use shardscope_session::presets;
use shardscope_session::protocol::{Event, Request};
use shardscope_session::scenario::Server;
use shardscope_session::view::{ChunkFrame, EventKind, LaneFrame, LogRow, Status, Verdict};

/// The instants at which a run is looked at, evenly spread; the last is its end.
const N_LOOKS: usize = 20;

/// One key of a scenario that has run to its end.
struct Lane {
    rows: Vec<LogRow>,
    looks: Vec<LaneFrame>,
    verdict: Verdict,
}

fn run(id: &str) -> Vec<Lane> {
    run_on(id, Server::V8_0)
}

fn run_on(id: &str, server: Server) -> Vec<Lane> {
    let mut preset = presets::all().into_iter().find(|preset| preset.id == id).unwrap();
    if server != Server::V8_0 {
        preset.scenario.cluster.server = server;
        preset.scenario.cluster.range_size_mb = 64;
    }
    let mut engine = Engine::new();
    let events = engine.handle(Request::Run { run: 1, scenario: Box::new(preset.scenario) });
    assert!(matches!(events.first(), Some(Event::RunStarted { .. })), "{events:?}");
    while engine.has_work() {
        engine.work(1_000_000);
    }
    let run = engine.run().unwrap();
    let frame = |look: usize| run.frame(1, run.computed_ms() * (look as u64 + 1) / N_LOOKS as u64);
    let lane = |(idx, verdict): (usize, &Verdict)| Lane {
        rows: run.rows(idx, 0).to_vec(),
        looks: (0..N_LOOKS).map(|look| frame(look).lanes.swap_remove(idx)).collect(),
        verdict: verdict.clone(),
    };
    run.verdicts().iter().enumerate().map(lane).collect()
}

impl Lane {
    fn end(&self) -> &LaneFrame {
        self.looks.last().unwrap()
    }

    /// The looks at which documents arrive.
    fn busy(&self) -> impl Iterator<Item = &LaneFrame> {
        self.looks.iter().filter(|look| look.inserts_window > 0)
    }

    fn status(&self, property: &str) -> Status {
        self.verdict.properties.iter().find(|found| found.name == property).unwrap().status
    }

    /// The largest share of the documents that one shard holds in the end, over an even share.
    fn unevenness(&self) -> f64 {
        let end = self.end();
        let most = end.shards.iter().map(|shard| shard.documents).max().unwrap();
        most as f64 * end.shards.len() as f64 / end.documents as f64
    }

    /// Shards that get inserts at some look of the second half.
    fn n_written(&self) -> usize {
        let late = &self.looks[N_LOOKS / 2..];
        let share = |look: &LaneFrame, idx: usize| look.shards.get(idx).map_or(0.0, |shard| shard.inserts_share);
        let is_written = |idx: &usize| late.iter().any(|look| share(look, *idx) > 0.01);
        (0..self.end().shards.len()).filter(is_written).count()
    }

    /// Every insert goes to the chunk that ends at MaxKey.
    fn is_max_chunk_hot(&self) -> bool {
        self.busy().all(|look| look.chunks.last().unwrap().inserts_share > 0.99)
    }

    /// The shards that own a chunk whose lower bound holds a text.
    fn owners(&self, text: &str) -> Vec<&str> {
        let end = self.end();
        let holds = |chunk: &&ChunkFrame| chunk.min.contains(text);
        end.chunks.iter().filter(holds).map(|chunk| end.shards[usize::from(chunk.shard_idx)].name.as_str()).collect()
    }
}

const MB: u64 = 1024 * 1024;

#[test]
fn an_ascending_key_heats_the_max_chunk_and_hashing_it_spreads_the_inserts() {
    for (id, hot, spread) in [("hot-shard", 0, 1), ("gridfs", 0, 1)] {
        let lanes = run(id);
        assert!(lanes[hot].is_max_chunk_hot(), "{id}");
        assert_eq!(lanes[hot].n_written(), 1, "{id}: however many shards, one takes every insert");
        assert!(lanes[hot].end().n_migrations_done > 1, "{id}: the balancer works all the time");
        assert_eq!(lanes[spread].status("Hottest shard"), Status::Good, "{id}");
        assert_eq!(lanes[spread].end().n_migrations_done, 0, "{id}: there is nothing to correct");
    }
}

#[test]
fn a_file_stays_whole_when_its_id_is_hashed() {
    let lanes = run("gridfs");
    // 60,000 pieces of 3,000 files: as many key values as files, so each file lies in one chunk.
    let cardinality = &lanes[1].verdict.properties[0];
    assert!(cardinality.value.starts_with("3,000"), "{}", cardinality.value);
    assert!(lanes[1].unevenness() < 1.15, "{}", lanes[1].unevenness());
}

#[test]
fn a_large_tenant_is_split_only_by_a_second_field() {
    let tenants = &run("saas-tenants")[0];
    assert_eq!(tenants.status("Frequency"), Status::Problem, "the largest tenant has over a quarter");

    let [hashed, compound] = <[Lane; 2]>::try_from(run("saas-compound")).ok().unwrap();
    let whole = hashed.end().chunks.iter().filter(|chunk| chunk.indivisible).map(|chunk| chunk.bytes).max();
    assert!(whole.unwrap() > 512 * MB, "hashed or not, a tenant is one value: {whole:?}");
    assert!(!hashed.verdict.warnings.is_empty(), "and its chunk is jumbo");
    assert!(compound.end().chunks.iter().all(|chunk| !chunk.indivisible && !chunk.jumbo));
    assert_eq!(compound.status("Frequency"), Status::Good);
    let owners = compound.owners("tenantId: 't_1', _id");
    let mins: Vec<&String> = compound.end().chunks.iter().map(|chunk| &chunk.min).collect();
    assert!(!owners.is_empty(), "the largest tenant is cut: {mins:?}");
}

#[test]
fn orders_and_chats_spread_by_who_they_belong_to() {
    for id in ["orders-by-customer", "chat", "telemetry"] {
        let lanes = run(id);
        let lane = lanes.last().unwrap();
        // A shard that only got the past of the huge conversation takes none.
        let idle = usize::from(id == "chat");
        assert!(lane.n_written() >= lane.end().shards.len() - idle, "{id}: {} shards take inserts", lane.n_written());
        assert!(lane.unevenness() < 1.6, "{id}: {}", lane.unevenness());
        assert!(lane.end().chunks.iter().all(|chunk| !chunk.indivisible && !chunk.jumbo), "{id}");
    }
    // Three of five messages are in one conversation: more than a range, and cut by the time they were sent.
    let chat = &run("chat")[0];
    let cuts = chat.owners("conversationId: 'general', sentAt");
    assert!(!cuts.is_empty(), "{:?}", chat.end().chunks.iter().map(|chunk| &chunk.min).collect::<Vec<_>>());
}

#[test]
fn telemetry_by_time_goes_to_one_shard() {
    let by_time = &run("telemetry")[0];
    assert!(by_time.is_max_chunk_hot() && by_time.n_written() == 1);
    assert_eq!(by_time.status("Monotonicity"), Status::Problem);
}

#[test]
fn hashed_ids_are_even_from_the_first_insert() {
    for id in ["profiles", "audit-log", "million-orders"] {
        let lane = &run(id)[0];
        assert_eq!(lane.end().n_migrations_done, 0, "{id}");
        assert!(lane.unevenness() < 1.05, "{id}: {}", lane.unevenness());
        let most = |look: &LaneFrame| look.shards.iter().map(|shard| shard.inserts_share).fold(0.0, f64::max);
        assert!(lane.busy().all(|look| most(look) < 0.4), "{id}");
    }
}

#[test]
fn few_values_make_few_chunks() {
    let flag = &run("hashed-flag")[0];
    assert_eq!(flag.end().chunks.iter().filter(|chunk| chunk.documents > 0).count(), 2);
    assert!(flag.n_written() <= 2);

    let [levels, compound] = <[Lane; 2]>::try_from(run("log-levels")).ok().unwrap();
    assert_eq!(levels.end().chunks.iter().filter(|chunk| chunk.documents > 0).count(), 3);
    assert!(levels.end().shards.iter().any(|shard| shard.documents == 0), "the fourth shard stays empty");
    assert!(levels.end().chunks.iter().any(|chunk| chunk.jumbo));
    assert!(compound.end().chunks.len() > 4 && compound.end().chunks.iter().all(|chunk| !chunk.jumbo));
    assert!(compound.end().shards.iter().all(|shard| shard.documents > 0));
}

#[test]
fn random_keys_grow_roughly_alike() {
    let lane = &run("random-x")[0];
    let shares: Vec<f64> =
        lane.end().shards.iter().map(|shard| shard.documents as f64 / lane.end().documents as f64).collect();
    // The book's own ten thousand came out at 27, 29 and 43 percent.
    assert!(shares.iter().all(|share| (0.2..0.5).contains(share)), "{shares:?}");
    assert!(shares.iter().any(|share| (share - 1.0 / 3.0).abs() > 0.01), "not a tidy third each: {shares:?}");
    assert!(lane.end().n_migrations_done < 10);
}

/// The names of the shards that own the chunks of a zone, and of those that may.
fn zone_owners(lane: &LaneFrame, name: &str) -> (Vec<u16>, Vec<u16>) {
    let zone = lane.zones.iter().find(|zone| zone.zone == name).unwrap();
    let chunks = &lane.chunks[zone.first_chunk_idx as usize..zone.end_chunk_idx as usize];
    assert!(chunks.iter().map(|chunk| chunk.documents).sum::<u64>() > 0, "{name} is empty");
    (chunks.iter().map(|chunk| chunk.shard_idx).collect(), zone.shard_idxs.clone())
}

#[test]
fn address_blocks_lie_where_their_zones_say() {
    let lane = &run("ip-blocks")[0];
    for name in ["USPS", "Apple"] {
        let (owners, allowed) = zone_owners(lane.end(), name);
        assert!(owners.iter().all(|owner| allowed.contains(owner)), "{name}: {owners:?} {allowed:?}");
    }
    // A third of all addresses are in each block; the rest go anywhere, and the data comes out even.
    assert!(lane.unevenness() < 1.3, "{}", lane.unevenness());
    assert!(lane.end().shards.iter().all(|shard| shard.documents > 0));
}

#[test]
fn a_range_of_country_codes_pins_whatever_lies_between() {
    let lane = &run("eu-countries")[0];
    let (owners, allowed) = zone_owners(lane.end(), "EU");
    assert!(owners.iter().all(|owner| allowed.contains(owner)), "{owners:?} {allowed:?}");
    // BR, CA, CH and CN weigh 10 of 35; with AT, BE and DE the zone has 20, more than the EU countries in it.
    let end = lane.end();
    let held: u64 = end.shards.iter().filter(|shard| !shard.zones.is_empty()).map(|shard| shard.documents).sum();
    let share = held as f64 / end.documents as f64;
    assert!((share - 20.0 / 35.0).abs() < 0.02, "{share}");
}

#[test]
fn the_firehose_writes_to_the_strong_shard_and_the_past_moves_away() {
    let lane = &run("firehose")[0];
    assert!(lane.is_max_chunk_hot());
    let is_strong = |look: &LaneFrame| look.shards[0].inserts_share > 0.99;
    assert!(lane.busy().all(is_strong), "every insert, at any time");
    // Before the pin moves on for the first time, nothing may leave.
    assert_eq!(lane.looks[3].n_migrations_done, 0);
    let end = lane.end();
    assert!(end.shards[1].documents > 0 && end.shards[2].documents > 0 && end.n_migrations_done > 5);
    let (owners, allowed) = zone_owners(end, "10x");
    assert!(owners.iter().all(|owner| allowed.contains(owner)));
}

#[test]
fn several_hot_spots_spread_what_one_would_heat() {
    let [ascending, spots] = <[Lane; 2]>::try_from(run("multi-hotspot")).ok().unwrap();
    assert!(ascending.is_max_chunk_hot() && ascending.n_written() == 1);
    assert_eq!(spots.n_written(), 4);
    assert_eq!(spots.status("Hottest shard"), Status::Good);
    assert!(spots.end().n_migrations_done < ascending.end().n_migrations_done / 2, "and less has to move");
}

#[test]
fn every_scenario_has_a_lesson_and_a_name_of_its_own() {
    let tests = include_str!("lessons.rs");
    let all = presets::all();
    assert!(all.len() >= 18);
    for (idx, preset) in all.iter().enumerate() {
        let is_asserted = tests.contains(&format!("\"{}\"", preset.id));
        assert!(is_asserted, "{}", preset.id);
        assert!(all.iter().skip(idx + 1).all(|other| other.id != preset.id && other.title != preset.title));
    }
    let devices = &run("device-zones")[0];
    for name in ["EU", "US"] {
        let (owners, allowed) = zone_owners(devices.end(), name);
        assert!(owners.iter().all(|owner| allowed.contains(owner)), "{name}");
    }
}

/// The one lane of a claim.
fn claim(id: &str, server: Server) -> Lane {
    run_on(id, server).swap_remove(0)
}

impl Lane {
    fn has(&self, kind: EventKind, text: &str, reason: &str) -> bool {
        self.rows.iter().any(|row| row.kind == kind && row.text.contains(text) && row.reason.contains(reason))
    }

    fn n_chunks(&self) -> Vec<u32> {
        self.end().shards.iter().map(|shard| shard.n_chunks).collect()
    }
}

#[test]
fn claims_that_were_right_once_come_out_as_each_version_has_them() {
    let (now, then) = (Server::V8_0, Server::V5_0);
    assert_eq!(claim("claim-chunks-split", now).n_chunks(), [1]);
    assert!(claim("claim-chunks-split", then).n_chunks()[0] > 5);
    assert_eq!(claim("claim-counts", now).n_chunks(), [20, 0]);
    assert_eq!(claim("claim-counts", then).n_chunks(), [10, 10]);
    assert_eq!(claim("claim-two-chunks", now).looks[0].chunks.len(), 3);
    assert_eq!(claim("claim-two-chunks", Server::V7_0).looks[0].chunks.len(), 6);
    let documents = |server| claim("claim-missing-key", server).end().documents;
    assert_eq!(documents(now), 1_200_000, "null counts as a value");
    assert!((500_000..700_000).contains(&documents(Server::V4_2)), "{}", documents(Server::V4_2));
    let first_move = |server| {
        let lane = claim("claim-old-defaults", server);
        let row = lane.rows.into_iter().find(|row| row.kind == EventKind::Migration).unwrap();
        row.at_ms
    };
    assert!(first_move(Server::V6_0) < first_move(now), "64 MB was set for 6.0 here");
}

#[test]
fn claims_that_are_wrong_come_out_wrong() {
    let now = Server::V8_0;
    let equal = claim("claim-equal", now);
    assert_eq!((equal.end().n_migrations_done, equal.end().shards[1].bytes), (0, 0));
    assert!(equal.end().shards[0].bytes > 300 * MB && equal.end().shards[0].bytes < 384 * MB);
    let new_shard = claim("claim-new-shard", now);
    assert_eq!(new_shard.end().shards[2].inserts_total, 0);
    assert!(claim("claim-object-ids", now).is_max_chunk_hot());
    let fractions = claim("claim-hash-fractions", now);
    assert!(fractions.end().chunks.iter().filter(|chunk| chunk.bytes > 0).count() <= 5);
    assert_eq!(fractions.verdict.properties[0].value, "5 values");
    let removed = claim("claim-remove-shard", now);
    assert!(removed.end().shards[0].draining && !removed.end().shards[0].removed);
    assert_eq!(removed.end().shards[0].bytes, 0);
    let zone_end = claim("claim-zone-end", now);
    let zoned: Vec<&ChunkFrame> = zone_end.end().chunks.iter().filter(|chunk| chunk.zone_idx.is_some()).collect();
    assert!(zoned.iter().all(|chunk| !chunk.min.contains("20")) && !zoned.is_empty());
    let after = zone_end.end().chunks.iter().find(|chunk| chunk.min.contains("20")).unwrap();
    assert_eq!(after.zone_idx, None);
    let unique = claim("claim-unique-id", now);
    let inserts = unique.rows.iter().filter(|row| row.text.starts_with("insert")).collect::<Vec<_>>();
    assert_eq!(inserts.len(), 3);
    assert!(
        unique.has(EventKind::Refused, "insert refused", "11000")
            || unique.has(EventKind::Command, "insert ran", "11000"),
        "{inserts:?}"
    );
    assert_eq!(unique.end().documents, 1_202_000);
    let changed = claim("claim-key-for-ever", now);
    assert!(changed.has(EventKind::Command, "a document shardA → shardB", ""), "{:?}", changed.rows);
    let deleted = claim("claim-deletes", now);
    assert_eq!(deleted.end().documents, 0);
    assert!(deleted.end().chunks.len() > 1);
}
