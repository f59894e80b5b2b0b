//! `measure size` and `measure bench`: what `cargo xtask size` and `cargo xtask bench` print. Both need `dist/`.

mod bench;
mod median;
mod size;

use shardscope_e2e::SuiteError;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let outcome: Result<(), SuiteError> = match std::env::args().nth(1).as_deref() {
        Some("size") => size::run().await,
        Some("bench") => bench::run().await,
        _ => {
            eprintln!("usage: measure size | bench");
            return ExitCode::FAILURE;
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
