//! Edits of the scenario: each one has a label for undo, and says where the clock stands afterwards.

use super::cluster::{ClusterAt, ClusterEdit};
use shardscope_session::run::command_name;
use shardscope_session::scenario::{
    Arrival, ColumnChoice, Command, Documents, KeySpec, Scenario, Server, TimedCommand,
};

/// A change of the scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Generate documents from this template.
    Template {
        /// The template as typed.
        text: String,
        /// How many documents.
        count: u64,
    },
    /// Use pasted text.
    Pasted {
        /// The text.
        text: String,
        /// CSV types corrected by hand.
        columns: Vec<ColumnChoice>,
    },
    /// Use a file that was read.
    File {
        /// File name.
        name: String,
        /// Good documents.
        count: u64,
        /// Hash of the documents.
        fingerprint: String,
        /// CSV types corrected by hand.
        columns: Vec<ColumnChoice>,
    },
    /// Each document counts as this many.
    StandsFor(u64),
    /// Seed of every generator.
    Seed(u64),
    /// Change the key of a lane.
    Key(usize, KeySpec),
    /// `database.collection`, if named, and the key, from the `sh.shardCollection` line.
    ShardCollection(usize, Option<String>, KeySpec),
    /// Change the cluster at the playhead.
    Cluster(ClusterEdit),
    /// Give a command at the playhead, for example a fault.
    Give(Command),
    /// Take the command at this position of the log back; nothing when another one stands there by now.
    Drop(usize, TimedCommand),
    /// Simulate another server version.
    Server(Server),
    /// Assumed speed of one migration, MB per second.
    MigrationSpeed(u32),
    /// Inserts per second.
    InsertRate(u64),
    /// Before or after the collection is sharded.
    Arrival(Arrival),
    /// Length of the run in seconds; none means until it rests.
    Duration(Option<u32>),
}

impl Edit {
    /// Whether the run keeps its past: only edits of the running cluster do.
    #[must_use]
    pub fn keeps_time(&self) -> bool {
        matches!(self, Self::Cluster(_) | Self::Give(_) | Self::Drop(..))
    }

    /// What undo says.
    #[must_use]
    pub fn label(&self, scenario: &Scenario, at_ms: u64) -> String {
        match self {
            Self::Template { count, .. } => match &scenario.documents {
                Documents::Template { count: before, .. } if before != count => format!("generate {count} documents"),
                Documents::Template { .. } => "change the template".to_owned(),
                _ => "use the template".to_owned(),
            },
            Self::Pasted { .. } => "use pasted documents".to_owned(),
            Self::File { name, .. } => format!("use {name}"),
            Self::StandsFor(n) => format!("let each document stand for {n}"),
            Self::Seed(seed) => format!("change the seed to {seed}"),
            Self::Key(_, key) | Self::ShardCollection(_, _, key) => format!("shard by {}", key_text(key)),
            Self::Cluster(edit) => edit.label(&ClusterAt::new(scenario, at_ms)),
            Self::Give(command) => format!("give {}", command_name(command)),
            Self::Drop(_, timed) => format!("take {} back", command_name(&timed.command)),
            Self::Server(server) => format!("run on MongoDB {}", server.name()),
            Self::MigrationSpeed(mb) => format!("migrate at {mb} MB/s"),
            Self::InsertRate(rate) => format!("insert {rate} documents a second"),
            Self::Arrival(Arrival::Stream) => "stream the documents in".to_owned(),
            Self::Arrival(Arrival::BeforeSharding) => "load the documents before sharding".to_owned(),
            Self::Duration(Some(secs)) => format!("run for {secs} s"),
            Self::Duration(None) => "run until the balancer rests".to_owned(),
        }
    }

    /// The scenario after the edit; none when it changes nothing.
    #[must_use]
    pub fn apply(&self, scenario: &Scenario, at_ms: u64) -> Option<Scenario> {
        let edited = self.edited(scenario, at_ms);
        (edited != *scenario).then_some(edited)
    }

    fn edited(&self, scenario: &Scenario, at_ms: u64) -> Scenario {
        let mut edited = scenario.clone();
        match self.clone() {
            Self::Template { text, count } => edited.documents = Documents::Template { text, count },
            Self::Pasted { text, columns } => {
                forget_story(&mut edited, "Pasted documents");
                edited.documents = Documents::Pasted { text, columns };
            }
            Self::File { name, count, fingerprint, columns } => {
                forget_story(&mut edited, &name);
                edited.documents = Documents::File { name, count, fingerprint, columns };
            }
            Self::StandsFor(n) => edited.stands_for = n.max(1),
            Self::Seed(seed) => edited.seed = seed,
            Self::Key(lane, key) => set_key(&mut edited, lane, key),
            Self::ShardCollection(lane, namespace, key) => {
                edited.namespace = namespace.unwrap_or_else(|| scenario.namespace.clone());
                set_key(&mut edited, lane, key);
            }
            Self::Cluster(edit) => edited = edit.apply(scenario, at_ms),
            Self::Give(command) => {
                // Later commands were given to a cluster that no longer comes about.
                edited.log.retain(|timed| timed.at_ms <= at_ms);
                edited.log.push(TimedCommand { at_ms, command });
            }
            Self::Drop(idx, timed) => {
                if edited.log.get(idx) == Some(&timed) {
                    edited.log.remove(idx);
                }
            }
            Self::Server(server) => set_server(&mut edited, server),
            Self::MigrationSpeed(mb) => edited.cluster.migration_mb_per_sec = mb,
            Self::InsertRate(rate) => edited.workload.inserts_per_sec = rate,
            Self::Arrival(arrival) => edited.workload.arrival = arrival,
            Self::Duration(secs) => edited.workload.duration_sec = secs,
        }
        edited
    }
}

/// The documents of a story, and generated ones, give way to a visitor's own: what was set up for them goes with them.
/// Documents of their own that are replaced by others keep their settings.
fn forget_story(scenario: &mut Scenario, name: &str) {
    if scenario.story.is_some() || matches!(scenario.documents, Documents::Template { .. }) {
        name.clone_into(&mut scenario.name);
        (scenario.story, scenario.stands_for) = (None, 1);
        scenario.workload.duration_sec = None;
        scenario.log.clear();
    }
}

/// A range size that is the version's default follows to the default of the new version; one that was set stays.
fn set_server(scenario: &mut Scenario, server: Server) {
    if scenario.cluster.range_size_mb == default_range_size_mb(scenario.cluster.server) {
        scenario.cluster.range_size_mb = default_range_size_mb(server);
    }
    scenario.cluster.server = server;
}

/// The range size that a version has unless it is set, MB.
pub(crate) fn default_range_size_mb(server: Server) -> u32 {
    u32::try_from(server.version().profile().range_size_default_bytes >> 20).unwrap_or(u32::MAX)
}

fn set_key(scenario: &mut Scenario, lane: usize, key: KeySpec) {
    if let Some(slot) = scenario.keys.get_mut(lane) {
        *slot = key;
    }
}

/// `{ tenantId: 1, _id: "hashed" }`, the way mongosh prints it.
#[must_use]
pub fn key_text(key: &KeySpec) -> String {
    let fields: Vec<String> = key
        .fields
        .iter()
        .map(|field| format!("{}: {}", quoted(&field.path), if field.hashed { "\"hashed\"" } else { "1" }))
        .collect();
    if fields.is_empty() { "{ }".to_owned() } else { format!("{{ {} }}", fields.join(", ")) }
}

/// A field name as a shell key: quoted unless it is an identifier.
pub fn quoted(path: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let is_identifier = path.chars().all(is_word) && !path.starts_with(|c: char| c.is_ascii_digit());
    if is_identifier && !path.is_empty() {
        path.to_owned()
    } else {
        format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use shardscope_session::presets;
    use shardscope_session::scenario::{ClusterSpec, KeyFieldSpec};

    fn key(fields: &[(&str, bool)]) -> KeySpec {
        let fields = fields.iter().map(|&(path, hashed)| KeyFieldSpec { path: path.to_owned(), hashed }).collect();
        KeySpec { fields, presplit_hashed_zones: false }
    }

    #[test]
    fn keys_print_as_mongosh_prints_them() {
        for (fields, expected) in [
            (vec![("_id", false)], "{ _id: 1 }"),
            (vec![("tenantId", false), ("_id", true)], "{ tenantId: 1, _id: \"hashed\" }"),
            (vec![("address.zip", false)], "{ \"address.zip\": 1 }"),
            (vec![("2nd", false)], "{ \"2nd\": 1 }"),
            (vec![], "{ }"),
        ] {
            assert_eq!(key_text(&key(&fields)), expected);
        }
    }

    #[test]
    fn an_edit_that_changes_nothing_is_none() {
        let scenario = Scenario { stands_for: 1, ..presets::first_run() };
        assert_eq!(Edit::Seed(scenario.seed).apply(&scenario, 0), None);
        assert_eq!(Edit::Seed(7).apply(&scenario, 0).unwrap().seed, 7);
        assert_eq!(Edit::Key(9, key(&[("_id", true)])).apply(&scenario, 0), None, "there is no tenth key");
        assert_eq!(Edit::StandsFor(0).apply(&scenario, 0), None, "a document stands for one at least");
    }

    #[test]
    fn a_visitors_own_documents_leave_the_settings_of_the_generated_ones_behind() {
        let story = presets::first_run();
        assert!(story.stands_for > 1 && !story.log.is_empty() && story.workload.duration_sec.is_some());
        let file = |name: &str| Edit::File {
            name: name.to_owned(),
            count: 5,
            fingerprint: "f".to_owned(),
            columns: Vec::new(),
        };
        let pasted = Edit::Pasted { text: "{ a: 1 }".to_owned(), columns: Vec::new() };
        for edit in [file("a.csv"), pasted] {
            let own = edit.apply(&story, 0).unwrap();
            assert_eq!((own.story, own.stands_for, own.log.len()), (None, 1, 0));
            assert_eq!(own.workload.duration_sec, None);
            assert_eq!((own.keys, own.cluster), (story.keys.clone(), story.cluster.clone()), "these are on the page");
        }
        let own = file("a.csv").apply(&story, 0).unwrap();
        assert_eq!(own.name, "a.csv");
        let set = ClusterEdit::Balancer(false).apply(&Scenario { stands_for: 7, ..own }, 5_000);
        let next = file("b.csv").apply(&set, 0).unwrap();
        assert_eq!((next.stands_for, next.log.len()), (7, 1), "what was set for files stays");
    }

    #[test]
    fn a_command_is_taken_back_alone() {
        let two = ClusterEdit::AddShard.apply(&ClusterEdit::Balancer(false).apply(&presets::first_run(), 1_000), 2_000);
        assert_eq!(two.log.len(), 2);
        let first = Edit::Drop(0, two.log[0].clone());
        let one = first.apply(&two, 9_000).unwrap();
        assert_eq!(one.log, two.log[1..]);
        assert_eq!(first.apply(&one, 9_000), None, "a second click takes nothing else back");
        assert_eq!(Edit::Drop(1, two.log[1].clone()).label(&two, 0), "take sh.addShard back");
    }

    #[test]
    fn the_range_size_follows_the_version_unless_it_was_set() {
        let scenario = presets::first_run();
        assert_eq!((scenario.cluster.server, scenario.cluster.range_size_mb), (Server::V8_0, 128));
        let older = Edit::Server(Server::V5_0).apply(&scenario, 0).unwrap();
        assert_eq!((older.cluster.server, older.cluster.range_size_mb), (Server::V5_0, 64));
        let set = Scenario { cluster: ClusterSpec { range_size_mb: 100, ..older.cluster.clone() }, ..older };
        assert_eq!(Edit::Server(Server::V8_0).apply(&set, 0).unwrap().cluster.range_size_mb, 100);
    }

    #[test]
    fn labels_say_what_undo_takes_back() {
        let scenario = presets::first_run();
        let Documents::Template { text, count } = scenario.documents.clone() else { unreachable!() };
        for (edit, expected) in [
            (Edit::Template { text: text.clone(), count: 5 }, "generate 5 documents"),
            (Edit::Template { text: "{}".to_owned(), count }, "change the template"),
            (Edit::Key(0, key(&[("_id", true)])), "shard by { _id: \"hashed\" }"),
            (Edit::Duration(None), "run until the balancer rests"),
            (Edit::Cluster(ClusterEdit::Balancer(false)), "stop the balancer"),
        ] {
            assert_eq!(edit.label(&scenario, 0), expected);
        }
    }
}
