//! A short soak in every test run, and that a soak finds what is wrong.

use super::*;

#[test]
fn sequences_keep_every_promise() {
    let mut tally = Tally::default();
    if let Err(failure) = run(1, 0..6_000, false, &mut tally) {
        panic!("sequence {} of seed 1: {}\n{:#?}", failure.number, failure.violation, failure.reduced);
    }
    for (name, count) in tally.rows() {
        assert!(count > 3 || name == "restless ends", "hardly any {name}: {count}");
    }
}

#[test]
fn equal_sequences_have_equal_digests() {
    let mut tally = Tally::default();
    let failure = run(2, 0..300, true, &mut tally).err();
    assert!(failure.is_none(), "{failure:?}");
    assert_eq!(tally.n_sequences, 300);
    let digests = |seed| (0..12).map(|n| Sequence::draw(seed, n).run(&mut Tally::default())).collect::<Vec<_>>();
    assert_eq!(digests(7), digests(7));
    assert_ne!(digests(7), digests(8));
}

/// A violation is reduced to the steps that it needs.
#[test]
fn failures_are_reduced() {
    let sequence = Sequence::draw(1, 3);
    let broken = Violation::Restless { n_events: 0, at_ms: 0 };
    let (reduced, violation) = reduce::reduce(sequence.clone(), broken.clone());
    assert_eq!((reduced.steps, violation), (sequence.steps, broken), "nothing shorter fails in that way");
}
