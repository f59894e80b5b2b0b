//! Random sequences of commands on clusters of every server version: whatever is done, in whatever order, the invariants
//! hold, and when it ends and the balancer is left alone, the cluster comes to what it promises.
//!
//! A sequence is settled by a seed and its number, so every failure can be run again: `cargo xtask soak --seed S --only N`.

mod draw;
mod even;
mod reduce;
mod start;
mod step;
mod tally;
mod violation;
mod world;

#[cfg(test)]
mod tests;

pub use start::Start;
pub use step::Step;
pub use tally::Tally;
pub use violation::Violation;
pub use world::World;

use draw::Draw;

/// One sequence: how it begins, and what is done.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// The cluster at its beginning.
    pub start: Start,
    /// What is done to it, in order.
    pub steps: Vec<Step>,
}

/// A sequence that broke a promise.
#[derive(Debug)]
pub struct Failure {
    /// Number of the sequence under its seed.
    pub number: u64,
    /// What is left of it when every step is taken out that does not matter.
    pub reduced: Sequence,
    /// What it broke.
    pub violation: Violation,
}

impl Sequence {
    /// The sequence of a number under a seed. Server versions come in turn; one sequence in twenty is long.
    #[must_use]
    pub fn draw(seed: u64, number: u64) -> Self {
        let mut draw = Draw::new(seed, number);
        let start = Start::draw(&mut draw, number);
        let n_steps = if draw.one_in(20) { draw.between(20, 100) } else { draw.between(1, 14) };
        let steps = (0..n_steps).map(|_| Step::draw(&mut draw)).collect();
        Self { start, steps }
    }

    /// Runs it to its end, checking after every step. What happened is counted.
    ///
    /// # Errors
    /// The first promise that was broken.
    pub fn run(&self, tally: &mut Tally) -> Result<String, Violation> {
        let mut world = World::new(&self.start)?;
        for step in &self.steps {
            world.run(step, tally)?;
        }
        world.settle(tally)?;
        tally.count(world.cluster());
        Ok(world.cluster().digest())
    }
}

/// Runs the sequences `numbers` of a seed, each `repeat` times: equal sequences must come to equal digests.
///
/// # Errors
/// The first sequence that broke a promise, reduced.
pub fn run(seed: u64, numbers: impl Iterator<Item = u64>, repeat: bool, tally: &mut Tally) -> Result<(), Box<Failure>> {
    for number in numbers {
        let sequence = Sequence::draw(seed, number);
        let once = sequence.run(tally);
        let again = if repeat { sequence.run(&mut Tally::default()) } else { once.clone() };
        let violation = match (once, again) {
            (Err(violation), _) | (_, Err(violation)) => violation,
            (Ok(once), Ok(again)) if once != again => Violation::DigestsDiffer { once, again },
            _ => continue,
        };
        let (reduced, violation) = reduce::reduce(sequence, violation);
        return Err(Box::new(Failure { number, reduced, violation }));
    }
    Ok(())
}
