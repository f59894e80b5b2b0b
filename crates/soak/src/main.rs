//! `shardscope-soak [N] [--seed S] [--only NUMBER]`: runs N sequences and prints what happened in them.

use std::process::ExitCode;

use shardscope_soak::{Tally, run};

const USAGE: &str = "usage: cargo xtask soak [N] [--seed S] [--only NUMBER]";
/// Sequences of a run that does not say how many.
const N_DEFAULT: u64 = 100_000;

/// What to run.
struct Arguments {
    first: u64,
    n: u64,
    seed: u64,
}

/// 0 when every promise held, 1 when one was broken, 2 when the arguments cannot be read.
fn main() -> ExitCode {
    let Some(arguments) = read_arguments(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let Arguments { first, n, seed } = arguments;
    let mut tally = Tally::default();
    let outcome = run(seed, first..first.saturating_add(n), true, &mut tally);
    print!("{tally}");
    match outcome {
        Ok(()) => {
            println!("{n} sequences of seed {seed} kept every promise, each in two equal runs");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            println!("sequence {} of seed {seed}: {}", failure.number, failure.violation);
            println!("{:#?}", failure.reduced);
            println!("again: cargo xtask soak --seed {seed} --only {}", failure.number);
            ExitCode::from(1)
        }
    }
}

fn read_arguments(arguments: impl Iterator<Item = String>) -> Option<Arguments> {
    let mut arguments = arguments;
    let mut read = Arguments { first: 0, n: N_DEFAULT, seed: 1 };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seed" => read.seed = arguments.next()?.parse().ok()?,
            "--only" => (read.first, read.n) = (arguments.next()?.parse().ok()?, 1),
            n => read.n = n.replace(['_', ','], "").parse().ok()?,
        }
    }
    Some(read)
}
