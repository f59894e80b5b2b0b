//! User profiles and chat.

use super::{four_shards, key, scenario, shards, weighted};
use crate::scenario::Scenario;

/// `{ _id: "hashed" }`: ids that ascend, spread evenly before anything has moved.
pub(super) fn profiles() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  name: \"$name\",\n  email: \"$email\",\n  \
                    born: { $birthday: { type: \"adult\" } },\n  bio: { $string: { length: 400 } }\n}";
    let mut users = scenario("User profiles", template.to_owned(), 60_000, 200, vec![key(&[("_id", true)])]);
    users = weighted(users, "app.profiles", 20);
    users.cluster.shards = four_shards().shards;
    users
}

/// `{ verified: "hashed" }`: hashing does not add values.
pub(super) fn hashed_flag() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  verified: \"$bool\",\n  bio: { $string: { length: 500 } }\n}";
    let mut flag = scenario("A hashed flag", template.to_owned(), 120_000, 400, vec![key(&[("verified", true)])]);
    "app.profiles".clone_into(&mut flag.namespace);
    flag.stands_for = 20;
    flag.cluster = shards(&[("shardA", &[]), ("shardB", &[]), ("shardC", &[]), ("shardD", &[])]);
    flag.cluster.migration_mb_per_sec = 16;
    flag
}

/// `{ conversationId: 1, sentAt: 1 }`: a conversation lies together in the order of time, and splits when it is huge.
pub(super) fn chat() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  conversationId: { $choose: { from: [\"general\", \"$uuidString\"], weights: [3, 2] } },\n  \
                    sentAt: \"$now\",\n  from: \"$username\",\n  text: { $string: { min: 200, max: 600 } }\n}";
    let keys = vec![key(&[("conversationId", false), ("sentAt", false)])];
    let mut chat = weighted(scenario("Chat messages", template.to_owned(), 120_000, 200, keys), "chat.messages", 40);
    chat.cluster.shards = four_shards().shards;
    chat.cluster.range_size_mb = 32;
    chat
}
