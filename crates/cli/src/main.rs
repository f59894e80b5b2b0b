//! `shardscope`: the playground's engine without a browser.

mod error;
mod hash;
mod report;
mod run;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Runs scenarios and computes hashes with the engine of the playground.
#[derive(Parser)]
#[command(name = "shardscope", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs a scenario to its end and prints where the data lies.
    Run(run::Arguments),
    /// Prints the hashed index's hash of a value.
    Hash(hash::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Hash(arguments) => hash::run(&arguments),
    };
    match outcome {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
