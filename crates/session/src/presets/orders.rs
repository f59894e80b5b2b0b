//! Orders: the story of a first visit, orders by customer, a million orders.

use super::{key, scenario, shards};
use crate::scenario::{Command, Scenario, Story, TimedCommand};

/// The five-field order template; `padding` is the length of a sixth field, 0 for none.
fn order_template(padding: u32) -> String {
    let note = if padding == 0 { String::new() } else { format!(",\n  note: {{ $string: {{ length: {padding} }} }}") };
    format!(
        "{{\n  _id: \"$objectid\",\n  customerId: {{ $integer: {{ min: 1, max: 100000 }} }},\n  orderDate: \"$now\",\n  \
         status: {{ $choose: {{ from: [\"new\", \"paid\", \"shipped\", \"returned\"] }} }},\n  \
         total: {{ $floating: {{ min: 5, max: 500, fixed: 2 }} }}{note}\n}}"
    )
}

/// `{ _id: 1 }` beside `{ _id: "hashed" }`: the story that a first visit opens with.
#[must_use]
pub fn first_run() -> Scenario {
    let keys = vec![key(&[("_id", false)]), key(&[("_id", true)])];
    let mut first_run = scenario("Start here: the hot shard", order_template(1_400), 60_000, 100, keys);
    // Fewer, heavier samples: a first visit should not wait for a million strings.
    first_run.stands_for = 10;
    first_run.workload.duration_sec = Some(600);
    first_run.log = vec![TimedCommand {
        at_ms: STORY_ASKS_AT_MS,
        command: Command::AddShard { name: "shardD".to_owned(), zones: Vec::new() },
    }];
    first_run.story = Some(Story {
        question: "You add shardD at 07:10. Which key sends it new writes at once?".to_owned(),
        answers: vec![
            "{ _id: 1 }".to_owned(),
            "{ _id: \"hashed\" }".to_owned(),
            "both".to_owned(),
            "neither".to_owned(),
        ],
        right_idx: 3,
        because:
            "A new shard owns no chunk. Writes follow chunks, and chunks move only when the data gap reaches 3 x the \
                  range size; the ranged key then moves old data, never the chunk that takes the inserts."
                .to_owned(),
        next: "What would a zone on the newest ranges change?".to_owned(),
        starts_at_ms: 60_000,
        asks_at_ms: STORY_ASKS_AT_MS,
    });
    first_run
}

const STORY_ASKS_AT_MS: u64 = 430_000;

/// `{ customerId: 1, orderDate: 1 }`: high cardinality and no value that dominates.
pub(super) fn by_customer() -> Scenario {
    let keys = vec![key(&[("customerId", false), ("orderDate", false)])];
    let mut orders = scenario("Orders by customer", order_template(600), 300_000, 500, keys);
    orders.stands_for = 10;
    orders.cluster.migration_mb_per_sec = 16;
    orders
}

/// One million documents of the five-field order template, hashed `_id`, four shards.
pub(super) fn million() -> Scenario {
    let mut orders =
        scenario("A million orders, hashed", order_template(0), 1_000_000, 100_000, vec![key(&[("_id", true)])]);
    orders.cluster = shards(&[("shardA", &[]), ("shardB", &[]), ("shardC", &[]), ("shardD", &[])]);
    orders
}
