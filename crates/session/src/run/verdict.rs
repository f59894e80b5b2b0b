//! The verdict: what a key's figures mean, with the thresholds behind every word.

use crate::text;
use crate::view::{Property, Status, Verdict, Warning};

/// Everything that a verdict is made of. Counts and bytes are already multiplied by `stands_for`.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    /// The key as a shell document.
    pub key: String,
    /// Its first field is hashed.
    pub hashed_first: bool,
    /// Shards that may hold data at the end.
    pub n_shards: u64,
    /// Chunks at the end.
    pub n_chunks: u64,
    /// Chunks that hold documents at the end.
    pub n_chunks_with_data: u64,
    /// Sampled documents (before `stands_for`).
    pub n_documents: u64,
    /// Each counts as this many.
    pub stands_for: u64,
    /// Distinct key values.
    pub n_distinct: u64,
    /// Most frequent key value and its documents.
    pub top: Option<(String, u64)>,
    /// What those documents hold, where the key value holds a hash of it; none of a ranged key, or if it was not found.
    pub top_value: Option<String>,
    /// Bytes of an average document.
    pub avg_bytes: u64,
    /// Range size.
    pub range_size_bytes: u64,
    /// Correlation of key order with insert order, none if unknown.
    pub correlation: Option<f64>,
    /// Share of the inserts of the run's second half that the hottest chunk took, window by window; none without inserts.
    pub hottest_chunk: Option<f64>,
    /// Whether that chunk was always the one that ends at MaxKey.
    pub hottest_is_last: bool,
    /// Busiest shard of the run's second half: name and share of inserts.
    pub hottest_shard: Option<(String, f64)>,
    /// Fewest and most shards that the cluster had in the run's second half.
    pub n_shards_then: (u64, u64),
    /// The even share of the inserts of the second half, 0 to 1, by the shards that were there at each time.
    pub even_share: f64,
    /// Label and bytes of each jumbo chunk.
    pub jumbo: Vec<(String, u64)>,
}

/// A verdict with cardinality, frequency, monotonicity and the hottest chunk and shard.
#[must_use]
pub fn verdict(figures: &Figures) -> Verdict {
    if figures.n_documents == 0 {
        return none(&figures.key);
    }
    let properties = vec![
        cardinality(figures),
        frequency(figures),
        monotonicity(figures),
        hottest_chunk(figures),
        hottest_shard(figures),
    ];
    let summary = summary(figures, &properties);
    Verdict { key: figures.key.clone(), summary, properties, warnings: warnings(figures) }
}

/// The verdict on a key without documents.
#[must_use]
pub fn none(key: &str) -> Verdict {
    Verdict {
        key: key.to_owned(),
        summary: "**Needs documents.** Nothing has been inserted with this key.".to_owned(),
        properties: Vec::new(),
        warnings: Vec::new(),
    }
}

fn property(
    name: &str,
    status: Status,
    value: String,
    finding: String,
    rule: &str,
    derivation: Vec<String>,
) -> Property {
    Property { name: name.to_owned(), status, value, finding, rule: rule.to_owned(), derivation }
}

fn cardinality(figures: &Figures) -> Property {
    let per_shard = figures.n_distinct as f64 / figures.n_shards.max(1) as f64;
    let status = match per_shard {
        _ if per_shard < 2.0 => Status::Problem,
        _ if per_shard < 100.0 => Status::Watch,
        _ => Status::Good,
    };
    let values = text::plural(figures.n_distinct, "value");
    let finding = match status {
        Status::Good => "Enough different values to split the data as far as it grows.".to_owned(),
        _ => format!(
            "At most {} can ever hold data, however large the data grows.{}",
            text::plural(figures.n_distinct, "chunk"),
            if figures.hashed_first { " Hashing scatters values, it does not add any." } else { "" }
        ),
    };
    let derivation = vec![
        format!("{} looked at, in insert order.", text::plural(figures.n_documents, "document")),
        format!("Their keys, encoded in BSON order and sorted, hold {values} that differ."),
        format!(
            "{} over the {} at the end is {} per shard.",
            text::count(figures.n_distinct),
            text::plural(figures.n_shards, "shard"),
            quotient(figures.n_distinct, figures.n_shards.max(1))
        ),
        format!(
            "A chunk is cut only between two key values: {} of {} hold data now.",
            text::count(figures.n_chunks_with_data),
            text::plural(figures.n_chunks, "chunk")
        ),
    ];
    let rule = "Good: 100 or more key values per shard. Watch: under 100. Problem: fewer than 2.";
    property("Cardinality", status, values, finding, rule, derivation)
}

/// A whole number where it is one or large, else with a decimal: `15,000`, `7.5`.
fn quotient(n: u64, by: u64) -> String {
    let value = n as f64 / by as f64;
    if n.is_multiple_of(by) || value >= 100.0 { text::count((n + by / 2) / by) } else { format!("{value:.1}") }
}

fn frequency(figures: &Figures) -> Property {
    let rule = "Good: the top value has under 1% of the documents. Watch: 1 to 10%. Problem: over 10%, or more than the range size.";
    let Some((key, n_documents)) = &figures.top else {
        return property(
            "Frequency",
            Status::Unknown,
            "not known".to_owned(),
            "Needs documents.".to_owned(),
            rule,
            vec![],
        );
    };
    let value = figures.top_value.as_ref().unwrap_or(key);
    let share = *n_documents as f64 / figures.n_documents as f64;
    let top_bytes = n_documents.saturating_mul(figures.avg_bytes).saturating_mul(figures.stands_for);
    let oversize = top_bytes > figures.range_size_bytes && *n_documents > 1;
    let status = match share {
        _ if share > 0.10 || oversize => Status::Problem,
        _ if share >= 0.01 => Status::Watch,
        _ => Status::Good,
    };
    let size = text::bytes(top_bytes);
    let range = text::bytes(figures.range_size_bytes);
    let finding = if oversize {
        format!(
            "{value} alone holds {size}, more than the range size of {range}. One value cannot be split.{}",
            sampled(figures, top_bytes)
        )
    } else if status == Status::Good {
        "No value dominates: every range can be cut small enough to move.".to_owned()
    } else {
        format!("{value} holds that share of all documents, and one value cannot be split.")
    };
    let derivation = vec![
        match &figures.top_value {
            Some(value) => format!("The most frequent key value is {value}; the key holds its hash: {key}."),
            None => format!("The most frequent key value is {key}."),
        },
        format!(
            "{} of {} have it: {}.",
            text::count(*n_documents),
            text::plural(figures.n_documents, "document"),
            text::percent_exact(share)
        ),
        format!(
            "{} x {} on average{} is {size}; the range size is {range}.",
            text::count(*n_documents),
            text::bytes(figures.avg_bytes),
            stands_for(figures)
        ),
    ];
    property("Frequency", status, text::percent_exact(share), finding, rule, derivation)
}

fn stands_for(figures: &Figures) -> String {
    match figures.stands_for {
        0 | 1 => String::new(),
        n => format!(" x {} documents that each stands for", text::count(n)),
    }
}

fn monotonicity(figures: &Figures) -> Property {
    let rule = "Good: correlation of key order with insert order under 0.3. Watch: 0.3 to 0.7. Problem: 0.7 and up (the server's own limit).";
    let Some(r) = figures.correlation else {
        let finding = "The server does not compute it for a hashed field behind a ranged one.".to_owned();
        return property("Monotonicity", Status::Unknown, "unknown".to_owned(), finding, rule, vec![finding_unknown()]);
    };
    let status = match r.abs() {
        r if r >= 0.7 => Status::Problem,
        r if r >= 0.3 => Status::Watch,
        _ => Status::Good,
    };
    let finding = match status {
        Status::Problem if r < 0.0 => "New documents come before all earlier ones: the first chunk takes every insert.",
        Status::Problem => "New documents come after all earlier ones: the last chunk takes every insert.",
        Status::Watch => "New documents lean to one end of the key range.",
        _ if figures.hashed_first => "The hash scatters inserts over the key range, whatever their order.",
        _ => "Inserts land all over the key range, not at its end.",
    };
    let derivation = if figures.hashed_first {
        vec![
            "The key begins with a hashed field: the server counts it as not monotonic, with correlation 0.".to_owned(),
        ]
    } else {
        vec![
            "Documents are scanned in key order, 1 to n, beside their positions in insert order.".to_owned(),
            format!("Pearson correlation of the two: {r:.4} over {}.", text::plural(figures.n_documents, "document")),
            "analyzeShardKey calls 0.7 and up monotonic, in either direction.".to_owned(),
        ]
    };
    property("Monotonicity", status, format!("r = {r:.2}"), finding.to_owned(), rule, derivation)
}

fn finding_unknown() -> String {
    "analyzeShardKey reports monotonicity as unknown when a hashed field stands behind a ranged one.".to_owned()
}

fn hottest_chunk(figures: &Figures) -> Property {
    let rule = "Good: the hottest chunk takes under 20% of inserts, or under 1.5 even shares. Watch: 20 to 50%. Problem: over 50%.";
    let Some(share) = figures.hottest_chunk else {
        let finding = "The documents were there before sharding: no insert was routed.".to_owned();
        return property("Hottest chunk", Status::Unknown, "no inserts".to_owned(), finding, rule, vec![]);
    };
    // One chunk has no even share to be compared with: it takes everything.
    let even = if figures.n_chunks > 1 { 1.5 / figures.n_chunks as f64 } else { 0.0 };
    let status = match share {
        _ if share > 0.5 && figures.n_shards > 1 && share > even => Status::Problem,
        _ if share > 0.2 && share > even => Status::Watch,
        _ => Status::Good,
    };
    let percent = text::percent(share);
    let finding = match (status, figures.hottest_is_last) {
        (Status::Good, _) => "Inserts spread over the chunks.".to_owned(),
        (_, true) => format!("The chunk ending at MaxKey takes {percent} of inserts; its shard does all that work."),
        (_, false) => format!("At any time one chunk takes {percent} of inserts; its shard does all that work."),
    };
    let derivation = vec![
        "Inserts are counted per chunk in every window of simulated time, over the second half of the run.".to_owned(),
        "The first half is left out: a ranged collection starts with one chunk, whatever its key.".to_owned(),
        "The largest chunk's inserts of each window are added up.".to_owned(),
        format!("They are {} of all inserts.", text::percent_exact(share)),
    ];
    property("Hottest chunk", status, text::percent_exact(share), finding, rule, derivation)
}

fn hottest_shard(figures: &Figures) -> Property {
    let rule = "Good: the busiest shard takes under 1.5 even shares of inserts. Watch: 1.5 and more. Problem: over 80% of all inserts.";
    let Some((name, share)) = &figures.hottest_shard else {
        let finding = "The documents were there before sharding: no insert was routed.".to_owned();
        return property("Hottest shard", Status::Unknown, "no inserts".to_owned(), finding, rule, vec![]);
    };
    let ratio = share / figures.even_share.max(f64::MIN_POSITIVE);
    let status = match ratio {
        _ if figures.n_shards_then.1 < 2 || ratio < 1.5 => Status::Good,
        _ if *share > 0.8 => Status::Problem,
        _ => Status::Watch,
    };
    let finding = match status {
        Status::Good if figures.n_shards_then.1 < 2 => "There is one shard.".to_owned(),
        Status::Good => format!("{name} is the busiest, {ratio:.2} even shares over the second half of the run."),
        _ => format!(
            "{name} took {} of inserts in the second half of the run: {ratio:.1} even shares.",
            text::percent(*share)
        ),
    };
    let derivation = vec![
        "Each insert is credited to the shard that owned its chunk at that moment.".to_owned(),
        format!("{name} took {} of the inserts of the second half of the run.", text::percent_exact(*share)),
        even_share(figures),
    ];
    property("Hottest shard", status, text::percent_exact(*share), finding, rule, derivation)
}

fn even_share(figures: &Figures) -> String {
    let share = text::percent_exact(figures.even_share);
    match figures.n_shards_then {
        (fewest, most) if fewest == most => format!("An even share over {} is {share}.", text::plural(most, "shard")),
        (fewest, most) => format!(
            "The cluster had {fewest} to {most} shards in that time; an even share over those that were there is {share}."
        ),
    }
}

fn summary(figures: &Figures, properties: &[Property]) -> String {
    let is_problem = |name: &str| properties.iter().any(|p| p.name == name && p.status == Status::Problem);
    let worst =
        [Status::Problem, Status::Watch].into_iter().find(|status| properties.iter().any(|p| p.status == *status));
    if is_problem("Monotonicity") {
        return "**One chunk takes every insert**, and its shard does all the work. More shards do not help."
            .to_owned();
    }
    if is_problem("Cardinality") {
        let values = text::plural(figures.n_distinct, "key value");
        return format!(
            "**{values} can use no more than {}.** The rest of the cluster stays idle.",
            text::plural(figures.n_distinct, "chunk")
        );
    }
    if is_problem("Frequency") {
        return "**One key value sets the load of one shard**, and the balancer cannot help.".to_owned();
    }
    match worst {
        Some(Status::Problem) => "**Inserts pile up on one shard** under this key.".to_owned(),
        Some(_) => "Inserts spread, **with something to watch**.".to_owned(),
        None => "**Data and inserts spread evenly** under this key.".to_owned(),
    }
}

fn warnings(figures: &Figures) -> Vec<Warning> {
    figures
        .jumbo
        .iter()
        .map(|(label, bytes)| Warning {
            status: Status::Problem,
            title: format!("Jumbo chunk at {label}"),
            text: format!(
                "{} that cannot be split below the range size of {}. The balancer skips it, so its shard stays large.{}",
                text::bytes(*bytes),
                text::bytes(figures.range_size_bytes),
                sampled(figures, *bytes)
            ),
        })
        .collect()
}

/// The hint that a value or chunk is above the range size only because each document stands for several.
fn sampled(figures: &Figures, bytes: u64) -> String {
    let as_read = bytes / figures.stands_for.max(1);
    if figures.stands_for < 2 || as_read > figures.range_size_bytes {
        return String::new();
    }
    format!(
        " Each document stands for {} here; as read, they hold {}.",
        text::count(figures.stands_for),
        text::bytes(as_read)
    )
}
