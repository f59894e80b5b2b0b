//! The log row of rounds that moved nothing: one for as long as the kind of reason stays the same.

use super::no_move;
use super::reason::Names;
use shardscope_sim::balancer::{GroupOutcome, NoMoveReason};
use std::mem::{Discriminant, discriminant};

/// Zones that a row names before it counts them.
const N_PLACES_MAX: usize = 3;

/// Rounds in a row that moved nothing for one kind of reason. Not by zone: two zones may take turns in being the furthest
/// from a move.
#[derive(Debug)]
pub struct Idle {
    outcome: GroupOutcome,
    /// Zones in order of appearance; none for what lies outside of them.
    places: Vec<Option<String>>,
    /// Whether something lies outside the zones.
    has_outside: bool,
    /// The rounds compared different shards.
    mixed: bool,
    /// The figures differ, or may.
    many: bool,
}

impl Idle {
    /// The first of the rounds.
    pub fn new(outcome: &GroupOutcome, has_outside: bool) -> Self {
        let mut idle = Self { outcome: outcome.clone(), places: Vec::new(), has_outside, mixed: false, many: false };
        idle.go_to(outcome);
        idle
    }

    /// Whether a round belongs into the same row.
    pub fn takes(&self, outcome: &GroupOutcome) -> bool {
        kind(&self.outcome.reason) == kind(&outcome.reason)
    }

    /// One more round. The row stands for all of them, also while the playhead is at an earlier one.
    pub fn add(&mut self, outcome: &GroupOutcome) {
        self.many |= self.outcome.reason != outcome.reason;
        self.mixed |= no_move::pair(&self.outcome.reason) != no_move::pair(&outcome.reason);
        self.go_to(outcome);
    }

    fn go_to(&mut self, outcome: &GroupOutcome) {
        let has_place = outcome.zone.is_some() || (self.has_outside && no_move::is_of_a_place(&outcome.reason));
        if has_place && !self.places.contains(&outcome.zone) {
            self.places.push(outcome.zone.clone());
        }
    }

    /// Text and reason of the row: `no move in zone EU: shardD 14 MB, shardC 13 MB`, `gap 1.1 < 3 MB`.
    pub fn texts(&self, names: Names<'_>) -> (String, String) {
        let reason = &self.outcome.reason;
        let compared = match no_move::pair(reason).filter(|_| !self.mixed) {
            Some((donor, recipient)) if self.many => {
                Some(format!("{} and {} compared", names.shard(donor), names.shard(recipient)))
            }
            Some(_) => no_move::compared(reason, names),
            None => None,
        };
        let compared = compared.map_or_else(String::new, |text| format!(": {text}"));
        let short = if self.many { no_move::short_of_many(reason, names) } else { no_move::short(reason, names) };
        (format!("no move{}{compared}", self.place()), short)
    }

    fn place(&self) -> String {
        let zones: Vec<&str> = self.places.iter().flatten().map(String::as_str).collect();
        let inside = match zones.len() {
            0 => String::new(),
            1 => format!(" in zone {}", zones.concat()),
            2..=N_PLACES_MAX => format!(" in zones {}", zones.join(", ")),
            n => format!(" in {n} zones"),
        };
        let outside = match (self.places.contains(&None), zones.is_empty()) {
            (false, _) => "",
            (true, true) => " outside the zones",
            (true, false) => " and outside",
        };
        format!("{inside}{outside}")
    }
}

/// Two ways of being even are one.
fn kind(reason: &NoMoveReason) -> Discriminant<NoMoveReason> {
    match reason {
        NoMoveReason::RecipientNotBelowIdeal(gap) => discriminant(&NoMoveReason::DonorNotAboveIdeal(*gap)),
        other => discriminant(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardscope_sim::balancer::Gap;

    fn outcome(zone: Option<&str>, reason: NoMoveReason) -> GroupOutcome {
        GroupOutcome { zone: zone.map(str::to_owned), reason }
    }

    fn below(donor: usize, donor_mb: u64) -> NoMoveReason {
        let [donor_bytes, threshold_bytes] = [donor_mb << 20, 384 << 20];
        NoMoveReason::GapBelowThreshold(Gap {
            donor,
            recipient: 0,
            donor_bytes,
            recipient_bytes: 0,
            ideal_bytes: 0,
            threshold_bytes,
        })
    }

    #[test]
    fn a_row_says_what_holds_for_all_its_rounds() {
        let names = Names { shards: &[] };
        let off = || NoMoveReason::BalancerOff;
        let table: [(Vec<GroupOutcome>, bool, &str, &str); 9] = [
            (vec![outcome(None, below(1, 200))], false, "no move: ? 200 MB, ? 0 B", "gap 200 < 384 MB"),
            (vec![outcome(Some("EU"), below(1, 200))], true, "no move in zone EU: ? 200 MB, ? 0 B", "gap 200 < 384 MB"),
            (
                vec![outcome(None, below(1, 200))],
                true,
                "no move outside the zones: ? 200 MB, ? 0 B",
                "gap 200 < 384 MB",
            ),
            (
                vec![outcome(Some("EU"), below(1, 200)), outcome(Some("EU"), below(1, 201))],
                false,
                "no move in zone EU: ? and ? compared",
                "gap < 384 MB",
            ),
            (
                vec![
                    outcome(Some("EU"), below(1, 200)),
                    outcome(Some("US"), below(2, 200)),
                    outcome(Some("EU"), below(1, 9)),
                ],
                false,
                "no move in zones EU, US",
                "gap < 384 MB",
            ),
            (
                vec![outcome(Some("EU"), below(1, 200)), outcome(None, below(2, 200))],
                true,
                "no move in zone EU and outside",
                "gap < 384 MB",
            ),
            (
                ["a", "b", "c", "d"].map(|zone| outcome(Some(zone), below(1, 200))).to_vec(),
                false,
                "no move in 4 zones: ? 200 MB, ? 0 B",
                "gap 200 < 384 MB",
            ),
            (vec![outcome(None, off())], true, "no move", "the balancer is off"),
            (vec![outcome(None, off()), outcome(None, off())], false, "no move", "the balancer is off"),
        ];
        for (rounds, has_outside, text, reason) in table {
            let mut idle = Idle::new(&rounds[0], has_outside);
            for round in &rounds[1..] {
                assert!(idle.takes(round));
                idle.add(round);
            }
            assert_eq!(idle.texts(names), (text.to_owned(), reason.to_owned()));
        }
        assert!(!Idle::new(&outcome(None, off()), false).takes(&outcome(None, below(1, 1))));
    }
}
