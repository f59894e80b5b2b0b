//! What the chosen server version does, in words made from its profile, so that the words and the engine cannot disagree.

use crate::scenario::Server;
use shardscope_sim::balancer::BalancerPolicy;
use shardscope_sim::initial_split::{HashedCount, ShardOrder};
use shardscope_sim::version::{LoadedCollection, MigrationUnit, NumInitialChunks, ServerProfile};

/// One rule of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// What it is about, for example `Balancer`.
    pub topic: &'static str,
    /// What the version does, without a full stop.
    pub text: String,
}

/// One rule that differs between two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What it is about.
    pub topic: &'static str,
    /// What the version that was left does.
    pub before: String,
    /// What the version that was chosen does.
    pub now: String,
}

/// The rules of a version that a visitor can see at work, most visible first.
#[must_use]
pub fn rules(server: Server) -> Vec<Rule> {
    let profile = server.version().profile();
    let rule = |topic, text: &str| Rule { topic, text: text.to_owned() };
    vec![
        Rule { topic: "Range size", text: format!("{} MB unless set", profile.range_size_default_bytes >> 20) },
        rule("Hashed key, empty collection", hashed_chunks(profile)),
        rule("First chunks go to", shard_order(profile)),
        rule("Collection with data", loaded(profile)),
        rule("Splitting", splitting(profile)),
        rule("Balancer compares", balancer(profile)),
        rule("A migration takes", unit(profile)),
        rule("Merging by itself", merging(profile)),
        rule("Documents without the key", missing(profile)),
        rule("Compound keys with a hashed field", yes(profile.keys.compound_hashed)),
        rule("numInitialChunks", initial_chunks(profile)),
        Rule { topic: "Changing the key of a collection", text: key_changes(profile) },
        rule("updateOne, deleteOne without the key", without_key(profile)),
        rule("moveCollection, unshardCollection", yes(profile.commands.move_collection)),
    ]
}

/// The rules that differ from one version to another.
#[must_use]
pub fn changes(from: Server, to: Server) -> Vec<Change> {
    let differing = rules(from).into_iter().zip(rules(to)).filter(|(before, now)| before.text != now.text);
    differing.map(|(before, now)| Change { topic: now.topic, before: before.text, now: now.text }).collect()
}

fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

fn hashed_chunks(profile: &ServerProfile) -> &'static str {
    match profile.initial_split.hashed_count {
        HashedCount::OnePerShard => "starts with 1 chunk per shard",
        HashedCount::Legacy { .. } => "starts with 2 chunks per shard",
    }
}

fn shard_order(profile: &ServerProfile) -> &'static str {
    match profile.initial_split.order {
        ShardOrder::SortedByName => "shards in the order of their names",
        ShardOrder::Shuffled => "shards in a shuffled order",
        ShardOrder::AsGiven => "shards in the order of config.shards",
    }
}

fn loaded(profile: &ServerProfile) -> &'static str {
    match profile.initial_split.loaded {
        LoadedCollection::OneChunk => "becomes one chunk",
        LoadedCollection::CutAtSplitPoints => "is cut into chunks at once, all on its shard",
    }
}

fn splitting(profile: &ServerProfile) -> &'static str {
    match profile.split.autosplit {
        Some(_) => "chunks split as they grow",
        None => "chunks grow without limit and split only when a part moves",
    }
}

fn balancer(profile: &ServerProfile) -> &'static str {
    match profile.balancer.policy {
        BalancerPolicy::DataSize => "bytes per shard",
        BalancerPolicy::ChunkCount(_) => "numbers of chunks, whatever they hold",
    }
}

fn unit(profile: &ServerProfile) -> &'static str {
    match profile.balancer.unit {
        MigrationUnit::Chunk => "one whole chunk",
        MigrationUnit::Range => "about one range size, cut off a larger chunk",
    }
}

fn merging(profile: &ServerProfile) -> &'static str {
    match profile.auto_merger {
        Some(_) => "neighbours on one shard merge, every hour",
        None => "never",
    }
}

fn missing(profile: &ServerProfile) -> &'static str {
    if profile.keys.missing_fields_are_null { "count as null" } else { "are refused" }
}

fn initial_chunks(profile: &ServerProfile) -> &'static str {
    match profile.commands.num_initial_chunks {
        NumInitialChunks::Honoured => "sets the number of first chunks of a hashed key",
        NumInitialChunks::Ignored => "is ignored",
    }
}

fn key_changes(profile: &ServerProfile) -> String {
    let commands = &profile.commands;
    let has = [
        (commands.refine_collection_shard_key, "refineCollectionShardKey"),
        (commands.reshard_collection, "reshardCollection"),
    ];
    let names: Vec<&str> = has.into_iter().filter_map(|(on, name)| on.then_some(name)).collect();
    if names.is_empty() { "not possible".to_owned() } else { names.join(", ") }
}

fn without_key(profile: &ServerProfile) -> &'static str {
    if profile.writes.without_shard_key {
        "work, at the price of asking every shard"
    } else {
        "need a query that names one shard"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(changes: &[Change], topic: &str) -> Option<(String, String)> {
        changes.iter().find(|change| change.topic == topic).map(|change| (change.before.clone(), change.now.clone()))
    }

    #[test]
    fn what_a_visitor_is_told_from_5_0_to_8_0() {
        let changes = changes(Server::V5_0, Server::V8_0);
        for (topic, before, after) in [
            ("Range size", "64 MB unless set", "128 MB unless set"),
            ("Hashed key, empty collection", "starts with 2 chunks per shard", "starts with 1 chunk per shard"),
            ("Balancer compares", "numbers of chunks, whatever they hold", "bytes per shard"),
            ("Merging by itself", "never", "neighbours on one shard merge, every hour"),
        ] {
            assert_eq!(now(&changes, topic), Some((before.to_owned(), after.to_owned())), "{topic}");
        }
        assert_eq!(now(&changes, "Documents without the key"), None, "the same in both");
    }

    #[test]
    fn every_version_differs_from_the_one_before_and_not_from_itself() {
        for pair in Server::ALL.windows(2) {
            assert!(!changes(pair[0], pair[1]).is_empty(), "{pair:?}");
            assert!(changes(pair[0], pair[0]).is_empty());
            assert_eq!(changes(pair[0], pair[1]).len(), changes(pair[1], pair[0]).len());
        }
    }
}
