//! The cluster as it stands at the playhead, and edits of it: at time 0 they change the base of the scenario, later they
//! become commands at that time.

use shardscope_session::documents::literal::parse_document;
use shardscope_session::scenario::{ClusterSpec, Command, Scenario, ShardSpec, TimedCommand, ZoneRangeSpec};
use shardscope_session::typed::as_control;

/// Settings and zones at one simulated time: the base with every command up to then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterAt {
    /// Shards, range size, balancer.
    pub spec: ClusterSpec,
    /// Zone ranges.
    pub zones: Vec<ZoneRangeSpec>,
    /// Names in the order in which the shards came, also of shards that are gone: their colours and letters go by it.
    marks: Vec<String>,
    /// Names that shards have, had, or get from commands that stay in the log; a new shard takes none of them.
    names_taken: Vec<String>,
}

impl ClusterAt {
    /// The cluster of a scenario at a time, if every command was carried out.
    #[must_use]
    pub fn new(scenario: &Scenario, at_ms: u64) -> Self {
        Self::without(scenario, at_ms, &[])
    }

    /// The cluster of a scenario at a time; the commands at these positions of the log were refused and changed nothing.
    #[must_use]
    pub fn without(scenario: &Scenario, at_ms: u64, refused: &[usize]) -> Self {
        let mut cluster = Self::base(scenario);
        // An edit at time 0 keeps the whole log, a later one what came before it.
        let kept = scenario.log.iter().filter(|timed| at_ms == 0 || timed.at_ms <= at_ms);
        let kept = kept.filter_map(|timed| as_control(&timed.command, &scenario.namespace));
        cluster.names_taken.extend(kept.filter_map(|command| match command {
            Command::AddShard { name, .. } => Some(name),
            _ => None,
        }));
        let given = scenario.log.iter().enumerate().take_while(|(_, timed)| timed.at_ms <= at_ms);
        for (_, timed) in given.filter(|(idx, _)| !refused.contains(idx)) {
            if let Some(command) = as_control(&timed.command, &scenario.namespace) {
                cluster.apply(&command);
            }
        }
        cluster
    }

    fn base(scenario: &Scenario) -> Self {
        let names: Vec<String> = scenario.cluster.shards.iter().map(|shard| shard.name.clone()).collect();
        Self { spec: scenario.cluster.clone(), zones: scenario.zones.clone(), marks: names.clone(), names_taken: names }
    }

    /// The first of shardA, shardB, ... shardZ, shardAA, ... that is free.
    fn next_shard_name(&self) -> String {
        let is_free = |name: &String| !self.names_taken.contains(name);
        (0..=u32::MAX).map(|idx| format!("shard{}", letters(idx))).find(is_free).unwrap_or_default()
    }

    fn shard_mut(&mut self, name: &str) -> Option<&mut ShardSpec> {
        self.spec.shards.iter_mut().find(|shard| shard.name == name)
    }

    fn apply(&mut self, command: &Command) {
        match command {
            Command::AddShard { name, zones } => {
                self.spec.shards.push(ShardSpec { name: name.clone(), zones: zones.clone() });
                self.marks.push(name.clone());
            }
            Command::RemoveShard { name } => self.spec.shards.retain(|shard| shard.name != *name),
            Command::AddShardToZone { shard, zone } => {
                if let Some(shard) = self.shard_mut(shard).filter(|shard| !shard.zones.contains(zone)) {
                    shard.zones.push(zone.clone());
                }
            }
            Command::RemoveShardFromZone { shard, zone } => {
                if let Some(shard) = self.shard_mut(shard) {
                    shard.zones.retain(|name| name != zone);
                }
            }
            Command::UpdateZoneKeyRange(range) => {
                self.zones.retain(|zone| !same_bounds(zone, range));
                self.zones.push(range.clone());
            }
            Command::RemoveZoneKeyRange(range) => self.zones.retain(|zone| !same_bounds(zone, range)),
            Command::SetBalancer { on } => self.spec.balancer_on = *on,
            Command::SetRangeSize { mb } => self.spec.range_size_mb = *mb,
            Command::SetInsertRate { .. }
            | Command::Run { .. }
            | Command::SetCollectionBalancing { .. }
            | Command::SetActiveWindow { .. }
            | Command::BeginFault { .. }
            | Command::EndFault { .. }
            | Command::AbortMigrations => {}
        }
    }

    /// The position that gives a shard its colour and letter on the stage.
    #[must_use]
    pub fn mark_idx(&self, shard: &str) -> usize {
        self.marks.iter().rposition(|name| name == shard).unwrap_or_default()
    }

    /// Zone names in use by shards or ranges, in order of first use.
    #[must_use]
    pub fn zone_names(&self) -> Vec<String> {
        let of_shards = self.spec.shards.iter().flat_map(|shard| shard.zones.iter());
        let of_ranges = self.zones.iter().map(|range| &range.zone);
        let mut names: Vec<String> = Vec::new();
        for name in of_ranges.chain(of_shards) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }
}

/// Whether two ranges have the same bounds, however these are written.
fn same_bounds(one: &ZoneRangeSpec, other: &ZoneRangeSpec) -> bool {
    let read = |text: &str| parse_document(text).ok();
    let is_same =
        |one: &str, other: &str| one.trim() == other.trim() || read(one).is_some_and(|one| Some(one) == read(other));
    is_same(&one.min, &other.min) && is_same(&one.max, &other.max)
}

/// An edit of the cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClusterEdit {
    /// Add the next shard by letter.
    AddShard,
    /// Remove a shard; while the cluster runs it drains first.
    RemoveShard(String),
    /// Put a shard into a zone.
    JoinZone {
        /// Shard id.
        shard: String,
        /// Zone name.
        zone: String,
    },
    /// Take a shard out of a zone.
    LeaveZone {
        /// Shard id.
        shard: String,
        /// Zone name.
        zone: String,
    },
    /// Add a zone range, after putting these shards into its zone: a zone that no shard carries takes no range.
    AddRange {
        /// The range.
        range: ZoneRangeSpec,
        /// Shards that join the zone.
        shards: Vec<String>,
    },
    /// Change a zone range.
    ReplaceRange {
        /// As it is.
        old: ZoneRangeSpec,
        /// As it will be.
        new: ZoneRangeSpec,
    },
    /// Remove a zone range.
    RemoveRange(ZoneRangeSpec),
    /// Switch the balancer.
    Balancer(bool),
    /// Set the range size in MB.
    RangeSize(u32),
}

impl ClusterEdit {
    /// What undo says: `add shardD`.
    #[must_use]
    pub fn label(&self, cluster: &ClusterAt) -> String {
        match self {
            Self::AddShard => format!("add {}", cluster.next_shard_name()),
            Self::RemoveShard(name) => format!("remove {name}"),
            Self::JoinZone { shard, zone } => format!("put {shard} into zone {zone}"),
            Self::LeaveZone { shard, zone } => format!("take {shard} out of zone {zone}"),
            Self::AddRange { range, .. } => format!("add zone {}", range.zone),
            Self::ReplaceRange { new, .. } => format!("set zone {}", new.zone),
            Self::RemoveRange(range) => format!("remove a range of zone {}", range.zone),
            Self::Balancer(true) => "start the balancer".to_owned(),
            Self::Balancer(false) => "stop the balancer".to_owned(),
            Self::RangeSize(mb) => format!("set the range size to {mb} MB"),
        }
    }

    fn commands(&self, cluster: &ClusterAt) -> Vec<Command> {
        match self.clone() {
            Self::AddShard => {
                vec![Command::AddShard { name: cluster.next_shard_name(), zones: Vec::new() }]
            }
            Self::RemoveShard(name) => vec![Command::RemoveShard { name }],
            Self::JoinZone { shard, zone } => vec![Command::AddShardToZone { shard, zone }],
            Self::LeaveZone { shard, zone } => vec![Command::RemoveShardFromZone { shard, zone }],
            Self::AddRange { range, shards } => {
                let join = |shard| Command::AddShardToZone { shard, zone: range.zone.clone() };
                let mut commands: Vec<Command> = shards.into_iter().map(join).collect();
                commands.push(Command::UpdateZoneKeyRange(range));
                commands
            }
            Self::ReplaceRange { old, new } => {
                vec![Command::RemoveZoneKeyRange(old), Command::UpdateZoneKeyRange(new)]
            }
            Self::RemoveRange(range) => vec![Command::RemoveZoneKeyRange(range)],
            Self::Balancer(on) => vec![Command::SetBalancer { on }],
            Self::RangeSize(mb) => vec![Command::SetRangeSize { mb }],
        }
    }

    /// The scenario with this edit at a simulated time. Commands later than that are dropped: they were given to a
    /// cluster that no longer comes about.
    #[must_use]
    pub fn apply(&self, scenario: &Scenario, at_ms: u64) -> Scenario {
        let cluster = ClusterAt::new(scenario, at_ms);
        let mut edited = scenario.clone();
        if at_ms == 0 {
            self.apply_to_base(&mut edited, &cluster);
        } else {
            edited.log.retain(|timed| timed.at_ms <= at_ms);
            let commands = self.commands(&cluster).into_iter();
            edited.log.extend(commands.map(|command| TimedCommand { at_ms, command }));
        }
        edited
    }

    fn apply_to_base(&self, scenario: &mut Scenario, cluster: &ClusterAt) {
        let mut base = ClusterAt::base(scenario);
        match self {
            Self::ReplaceRange { old, new } => {
                if let Some(range) = base.zones.iter_mut().find(|range| *range == old) {
                    *range = new.clone();
                }
            }
            Self::RemoveShard(_) if base.spec.shards.len() < 2 => {}
            _ => self.commands(cluster).iter().for_each(|command| base.apply(command)),
        }
        scenario.cluster = base.spec;
        scenario.zones = base.zones;
    }
}

/// `A`, `B`, ... `Z`, `AA`, `AB`, ...
fn letters(idx: u32) -> String {
    let last = char::from_u32(u32::from('A') + idx % 26).unwrap_or('A');
    if idx < 26 { last.to_string() } else { format!("{}{last}", letters(idx / 26 - 1)) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use shardscope_session::presets;

    fn range(zone: &str, min: &str, max: &str) -> ZoneRangeSpec {
        ZoneRangeSpec { zone: zone.to_owned(), min: min.to_owned(), max: max.to_owned() }
    }

    fn base() -> Scenario {
        Scenario { log: Vec::new(), ..presets::first_run() }
    }

    #[test]
    fn shard_names_go_on_by_letter() {
        let named = |names: &[&str]| -> Vec<ShardSpec> {
            names.iter().map(|name| ShardSpec { name: (*name).to_owned(), zones: Vec::new() }).collect()
        };
        for (taken, expected) in [
            (vec![], "shardA"),
            (vec!["shardA", "shardB"], "shardC"),
            (vec!["shardA", "shardC"], "shardB"),
            (vec!["rs0"], "shardA"),
        ] {
            let mut scenario = base();
            scenario.cluster.shards = named(&taken);
            assert_eq!(ClusterAt::new(&scenario, 0).next_shard_name(), expected);
        }
        assert_eq!((letters(25), letters(26), letters(52)), ("Z".to_owned(), "AA".to_owned(), "BA".to_owned()));
    }

    #[test]
    fn at_time_0_the_base_changes() {
        let edited = ClusterEdit::AddShard.apply(&base(), 0);
        assert_eq!(edited.cluster.shards.len(), 4);
        assert!(edited.log.is_empty());
        let add = ClusterEdit::AddRange { range: range("EU", "1", "2"), shards: vec!["shardA".to_owned()] };
        let zoned = add.apply(&edited, 0);
        assert_eq!(zoned.cluster.shards[0].zones, ["EU"]);
        let old = range("EU", "1", "2");
        let moved = ClusterEdit::ReplaceRange { old: old.clone(), new: range("EU", "1", "5") }.apply(&zoned, 0);
        assert_eq!(moved.zones, [range("EU", "1", "5")]);
        assert!(ClusterEdit::RemoveRange(range("EU", " 1", "5 ")).apply(&moved, 0).zones.is_empty());
    }

    #[test]
    fn a_shard_added_at_time_0_takes_no_name_that_the_log_will_give() {
        let story = presets::first_run();
        let added = Command::AddShard { name: "shardD".to_owned(), zones: Vec::new() };
        assert!(story.log.iter().any(|timed| timed.command == added), "{:?}", story.log);
        let names = |scenario: &Scenario| -> Vec<String> {
            ClusterAt::new(scenario, u64::MAX).spec.shards.into_iter().map(|shard| shard.name).collect()
        };
        assert_eq!(ClusterEdit::AddShard.label(&ClusterAt::new(&story, 0)), "add shardE");
        let twice = ClusterEdit::AddShard.apply(&ClusterEdit::AddShard.apply(&story, 0), 0);
        assert_eq!(names(&twice), ["shardA", "shardB", "shardC", "shardE", "shardF", "shardD"]);
        let later = ClusterEdit::AddShard.apply(&story, 60_000);
        assert_eq!(names(&later), ["shardA", "shardB", "shardC", "shardD"], "the log's own command is dropped");
    }

    #[test]
    fn later_edits_become_commands_and_drop_what_came_after() {
        let first = ClusterEdit::Balancer(false).apply(&base(), 5_000);
        let second = ClusterEdit::AddShard.apply(&first, 9_000);
        assert_eq!(second.log.len(), 2);
        assert_eq!(ClusterAt::new(&second, 8_999).spec.shards.len(), 3);
        assert_eq!(ClusterAt::new(&second, 9_000).spec.shards.len(), 4);
        let earlier = ClusterEdit::RangeSize(64).apply(&second, 6_000);
        assert_eq!(earlier.log.len(), 2, "the shard added at 9 s is gone");
        let cluster = ClusterAt::new(&earlier, 6_000);
        assert_eq!((cluster.spec.range_size_mb, cluster.spec.balancer_on), (64, false));
        assert_eq!(earlier.cluster, base().cluster, "the base is untouched");
    }

    #[test]
    fn zone_membership_and_names() {
        let joined = ClusterEdit::JoinZone { shard: "shardB".to_owned(), zone: "EU".to_owned() }.apply(&base(), 0);
        let again = ClusterEdit::JoinZone { shard: "shardB".to_owned(), zone: "EU".to_owned() }.apply(&joined, 0);
        assert_eq!(joined, again, "joining twice is joining once");
        let ranged =
            ClusterEdit::AddRange { range: range("US", "MinKey", "0"), shards: Vec::new() }.apply(&joined, 3_000);
        assert_eq!(ClusterAt::new(&ranged, 3_000).zone_names(), ["US", "EU"]);
        let left = ClusterEdit::LeaveZone { shard: "shardB".to_owned(), zone: "EU".to_owned() }.apply(&ranged, 4_000);
        assert_eq!(ClusterAt::new(&left, 4_000).zone_names(), ["US"]);
    }

    #[test]
    fn a_refused_command_changes_nothing() {
        type Holds = fn(&ClusterAt) -> bool;
        let table: [(ClusterEdit, Holds); 5] = [
            (ClusterEdit::RemoveShard("shardB".to_owned()), |cluster| cluster.spec.shards.len() == 3),
            (ClusterEdit::AddShard, |cluster| cluster.spec.shards.len() == 3),
            (ClusterEdit::RangeSize(7), |cluster| cluster.spec.range_size_mb == 128),
            (ClusterEdit::AddRange { range: range("EU", "1", "2"), shards: Vec::new() }, |cluster| {
                cluster.zones.is_empty()
            }),
            (ClusterEdit::JoinZone { shard: "shardA".to_owned(), zone: "EU".to_owned() }, |cluster| {
                cluster.zone_names().is_empty()
            }),
        ];
        for (edit, is_unchanged) in table {
            let given = edit.apply(&base(), 9_000);
            assert!(!is_unchanged(&ClusterAt::without(&given, 9_000, &[])), "{edit:?}");
            assert!(is_unchanged(&ClusterAt::without(&given, 9_000, &[0])), "{edit:?}");
        }
        let given = ClusterEdit::RemoveShard("shardC".to_owned()).apply(&base(), 9_000);
        let again = ClusterEdit::AddShard.apply(&given, 10_000);
        let added = Command::AddShard { name: "shardD".to_owned(), zones: Vec::new() };
        assert_eq!(again.log.last().unwrap().command, added, "shardC may still be there");
    }

    #[test]
    fn typed_commands_show_in_the_card_and_marks_follow_the_shard() {
        let mut scenario = base();
        let ns = scenario.namespace.clone();
        let typed = [
            "{ addShard: \"rs9/host:27017\" }".to_owned(),
            "{ removeShard: \"shardB\" }".to_owned(),
            "{ addShardToZone: \"rs9\", zone: \"EU\" }".to_owned(),
            format!("{{ updateZoneKeyRange: \"{ns}\", min: {{ _id: 1 }}, max: {{ _id: 5 }}, zone: \"EU\" }}"),
            format!("{{updateZoneKeyRange: \"{ns}\", min: {{_id: 1}}, max: {{_id: 5}}, zone: \"US\"}}"),
            "{ balancerStop: 1 }".to_owned(),
        ];
        for text in typed {
            scenario.log.push(TimedCommand { at_ms: 1_000, command: Command::Run { text } });
        }
        let cluster = ClusterAt::new(&scenario, 1_000);
        let names: Vec<&str> = cluster.spec.shards.iter().map(|shard| shard.name.as_str()).collect();
        assert_eq!(names, ["shardA", "shardC", "rs9"]);
        assert_eq!(
            names.iter().map(|name| cluster.mark_idx(name)).collect::<Vec<_>>(),
            [0, 2, 3],
            "as on the stage, where the removed shard keeps its place"
        );
        assert_eq!(cluster.zones.len(), 1, "the same range in another zone");
        assert_eq!(cluster.zone_names(), ["US", "EU"]);
        assert!(!cluster.spec.balancer_on);
    }

    #[test]
    fn the_last_shard_of_the_base_stays() {
        let mut scenario = base();
        for name in ["shardA", "shardB", "shardC"] {
            scenario = ClusterEdit::RemoveShard(name.to_owned()).apply(&scenario, 0);
        }
        assert_eq!(scenario.cluster.shards.len(), 1);
    }
}
