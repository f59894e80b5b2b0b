//! Commands that were typed, as the page's own controls would have given them.

use crate::documents::{literal, shell};
use crate::scenario::{Command, ZoneRangeSpec};
use bson::RawDocument;

/// The command that a control of the page gives for the same effect. The command itself when it came from a control;
/// none for typed commands without a control, for other namespaces, and for text that is no command.
#[must_use]
pub fn as_control(command: &Command, namespace: &str) -> Option<Command> {
    let Command::Run { text } = command else { return Some(command.clone()) };
    let document = literal::parse_document(text).ok()?;
    let (name, first) = document.iter().next()?.ok()?;
    let text = |field: &str| document.get_str(field).ok().map(str::to_owned);
    let subject = first.as_str().map(str::to_owned);
    Some(match name.as_str() {
        "addShard" => {
            let address = subject?;
            // Without a name, the shard is called as its replica set.
            let replica_set = || address.split_once('/').map_or(address.as_str(), |(set, _)| set).to_owned();
            Command::AddShard { name: text("name").unwrap_or_else(replica_set), zones: Vec::new() }
        }
        "removeShard" => Command::RemoveShard { name: subject? },
        "addShardToZone" => Command::AddShardToZone { shard: subject?, zone: text("zone")? },
        "removeShardFromZone" => Command::RemoveShardFromZone { shard: subject?, zone: text("zone")? },
        "updateZoneKeyRange" if subject.as_deref() == Some(namespace) => zone_range(&document, text("zone"))?,
        "balancerStart" => Command::SetBalancer { on: true },
        "balancerStop" => Command::SetBalancer { on: false },
        _ => return None,
    })
}

/// A zone of null takes the range away.
fn zone_range(document: &RawDocument, zone: Option<String>) -> Option<Command> {
    let bound = |field: &str| document.get_document(field).ok().map(shell::document_text);
    let (min, max) = (bound("min")?, bound("max")?);
    Some(match zone {
        Some(zone) => Command::UpdateZoneKeyRange(ZoneRangeSpec { zone, min, max }),
        None => Command::RemoveZoneKeyRange(ZoneRangeSpec { zone: String::new(), min, max }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(zone: &str) -> ZoneRangeSpec {
        let bound = |text: &str| text.to_owned();
        ZoneRangeSpec { zone: bound(zone), min: bound("{ a: 1 }"), max: bound("{ a: 5 }") }
    }

    #[test]
    fn typed_commands_are_those_of_the_controls() {
        let add = |name: &str| Some(Command::AddShard { name: name.to_owned(), zones: Vec::new() });
        let (shard, zone) = ("shardA".to_owned(), "EU".to_owned());
        let table = [
            ("{ addShard: \"rs3/host3:27018\" }", add("rs3")),
            ("{ addShard: \"rs3/host3:27018\", name: \"s4\" }", add("s4")),
            ("{ addShard: \"shardD\" }", add("shardD")),
            ("{ removeShard: \"shardA\" }", Some(Command::RemoveShard { name: shard.clone() })),
            (
                "{ addShardToZone: \"shardA\", zone: \"EU\" }",
                Some(Command::AddShardToZone { shard: shard.clone(), zone: zone.clone() }),
            ),
            ("{ removeShardFromZone: \"shardA\", zone: \"EU\" }", Some(Command::RemoveShardFromZone { shard, zone })),
            (
                "{ updateZoneKeyRange: \"db.c\", min: { a: 1 }, max: { a: 5 }, zone: \"EU\" }",
                Some(Command::UpdateZoneKeyRange(range("EU"))),
            ),
            (
                "{ updateZoneKeyRange: \"db.c\", min: { a: 1 }, max: { a: 5 }, zone: null }",
                Some(Command::RemoveZoneKeyRange(range(""))),
            ),
            ("{ updateZoneKeyRange: \"db.other\", min: { a: 1 }, max: { a: 5 }, zone: \"EU\" }", None),
            ("{ balancerStart: 1 }", Some(Command::SetBalancer { on: true })),
            ("{ balancerStop: 1 }", Some(Command::SetBalancer { on: false })),
            ("{ balancerStatus: 1 }", None),
            ("{ addShard: 7 }", None),
            ("{ addShardToZone: \"shardA\" }", None),
            ("no document", None),
        ];
        for (text, expected) in table {
            assert_eq!(as_control(&Command::Run { text: text.to_owned() }, "db.c"), expected, "{text}");
        }
        let own = Command::SetRangeSize { mb: 7 };
        assert_eq!(as_control(&own, "db.c"), Some(own.clone()));
    }
}
