//! The scenario as mongosh takes it: the lines that found the cluster on paper.

use crate::state::edit::{default_range_size_mb, quoted};
use crate::state::key_line::key_line;
use shardscope_session::scenario::{KeySpec, Scenario};

/// The lines for one key of a scenario, in the order in which they are given.
#[must_use]
pub fn script(scenario: &Scenario, lane: usize) -> Vec<String> {
    let Some(key) = scenario.keys.get(lane) else { return Vec::new() };
    let mut lines = Vec::new();
    let cluster = &scenario.cluster;
    // The version's own range size needs no line.
    if cluster.range_size_mb != default_range_size_mb(cluster.server) {
        let size = cluster.range_size_mb;
        lines.push(format!(
            "db.getSiblingDB(\"config\").settings.updateOne({{ _id: \"chunksize\" }}, {{ $set: {{ value: {size} }} }}, {{ upsert: true }})"
        ));
    }
    if !cluster.balancer_on {
        lines.push("sh.stopBalancer()".to_owned());
    }
    for shard in &cluster.shards {
        lines.extend(shard.zones.iter().map(|zone| format!("sh.addShardToZone(\"{}\", \"{zone}\")", shard.name)));
    }
    for range in &scenario.zones {
        let [min, max] = [&range.min, &range.max].map(|text| bound(text, key));
        lines.push(format!("sh.updateZoneKeyRange(\"{}\", {min}, {max}, \"{}\")", scenario.namespace, range.zone));
    }
    lines.push(key_line(&scenario.namespace, key).replace("\n ", ""));
    lines
}

/// A bound as typed, as a document with every field of the key: missing ones are MinKey, as the server completes them.
fn bound(text: &str, key: &KeySpec) -> String {
    let text = text.trim();
    if text.starts_with('{') {
        return text.to_owned();
    }
    let values = values(text);
    let fields = key.fields.iter().enumerate().map(|(at, field)| {
        let value = values.get(at).map_or("MinKey", String::as_str);
        format!("{}: {value}", quoted(&field.path))
    });
    format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
}

/// Values between commas; those inside quotes, brackets and calls belong to their value.
fn values(text: &str) -> Vec<String> {
    let (mut out, mut value) = (Vec::new(), String::new());
    let (mut depth, mut quote, mut escaped) = (0_u32, None, false);
    for c in text.chars() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if matches!(c, '(' | '[' | '{') => depth += 1,
            None if matches!(c, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            None if c == ',' && depth == 0 => {
                out.push(std::mem::take(&mut value).trim().to_owned());
                continue;
            }
            _ => {}
        }
        value.push(c);
    }
    out.push(value.trim().to_owned());
    out.retain(|value| !value.is_empty());
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;
    use crate::state::key_line::parse_key_line;
    use shardscope_session::presets;
    use shardscope_session::scenario::Server;

    fn key(text: &str) -> KeySpec {
        parse_key_line(text).unwrap().1
    }

    #[test]
    fn bounds_become_documents() {
        let table = [
            ("{ a: 1 }", "5", "{ a: 5 }"),
            ("{ a: 1, b: 1 }", "'M'", "{ a: 'M', b: MinKey }"),
            ("{ a: 1, 'b.c': 1 }", "\"x, y\", MaxKey", "{ a: \"x, y\", \"b.c\": MaxKey }"),
            (
                "{ a: 1, b: 1 }",
                "ISODate('2024-01-01, '), {x: [1, 2]}",
                "{ a: ISODate('2024-01-01, '), b: {x: [1, 2]} }",
            ),
            ("{ a: 1, b: 1 }", "'it\\'s, so', 2", "{ a: 'it\\'s, so', b: 2 }"),
            ("{ a: 1 }", "{ a: MinKey }", "{ a: MinKey }"),
            ("{ a: 1 }", "", "{ a: MinKey }"),
        ];
        for (pattern, text, expected) in table {
            assert_eq!(bound(text, &key(pattern)), expected, "{text}");
        }
    }

    #[test]
    fn a_scenario_is_told_line_by_line() {
        let find = |id: &str| presets::all().into_iter().find(|preset| preset.id == id).unwrap().scenario;
        let mut zones = find("device-zones");
        (zones.cluster.range_size_mb, zones.cluster.balancer_on) = (64, false);
        assert_eq!(
            script(&zones, 0),
            [
                "db.getSiblingDB(\"config\").settings.updateOne({ _id: \"chunksize\" }, { $set: { value: 64 } }, { upsert: true })",
                "sh.stopBalancer()",
                "sh.addShardToZone(\"shardA\", \"EU\")",
                "sh.addShardToZone(\"shardB\", \"EU\")",
                "sh.addShardToZone(\"shardC\", \"US\")",
                "sh.addShardToZone(\"shardD\", \"US\")",
                "sh.updateZoneKeyRange(\"iot.readings\", { deviceId: MinKey, ts: MinKey }, { deviceId: 2000, ts: MinKey }, \"EU\")",
                "sh.updateZoneKeyRange(\"iot.readings\", { deviceId: 2000, ts: MinKey }, { deviceId: MaxKey, ts: MaxKey }, \"US\")",
                "sh.shardCollection(\"iot.readings\", { deviceId: 1, ts: 1 })",
            ]
        );
        for (server, mb, n_lines) in [(Server::V5_0, 64, 1), (Server::V5_0, 128, 2), (Server::V8_0, 128, 1)] {
            let mut scenario = find("hot-shard");
            (scenario.cluster.server, scenario.cluster.range_size_mb) = (server, mb);
            assert_eq!(script(&scenario, 0).len(), n_lines, "{mb} MB on {}", server.name());
        }
        let story = find("hot-shard");
        assert_eq!(script(&story, 1).len(), 1);
        assert_eq!(script(&story, 9), Vec::<String>::new());
    }
}
