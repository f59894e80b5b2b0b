//! A toolchain that can build for the browser.

use super::debian;
use crate::context::Context;
use crate::error::TaskError;
use crate::say;
use std::io::Write;
use std::process::Stdio;

/// The browser's target.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Makes `cargo build --target wasm32-unknown-unknown` work for children of this process. With `WASM_STD=debian`, or
/// when rustup cannot get its own target on a Debian machine, Debian's toolchain does it. The user's default toolchain
/// is never changed: children get `RUSTUP_TOOLCHAIN`.
pub fn wasm_target(context: &mut Context) -> Result<(), TaskError> {
    let debian_only = std::env::var("WASM_STD").is_ok_and(|value| value == "debian");
    if !debian_only {
        if probe(context) {
            say::ready(WASM);
            return Ok(());
        }
        // A run before this one may have set it up already: no need to ask rustup's server again.
        if !debian::is_linked(context) && add_with_rustup(context) {
            return Ok(());
        }
    }
    debian::use_toolchain(context);
    if probe(context) {
        say::ready(&format!("{WASM} (Debian's toolchain)"));
        return Ok(());
    }
    debian::install(context)?;
    if probe(context) { Ok(()) } else { Err(by_hand()) }
}

fn add_with_rustup(context: &Context) -> bool {
    if context.which("rustup").is_none() {
        return false;
    }
    let step = say::step(&format!("rustup target add {WASM}"), "half a minute");
    let added = context.run("rustup", "rustup", &["target", "add", WASM]).is_ok() && probe(context);
    if added {
        step.done();
    } else {
        say::note("rustup could not add the target");
    }
    added
}

/// Whether a program of one line compiles for the browser.
pub fn probe(context: &Context) -> bool {
    let out = std::env::temp_dir().join(format!("shardscope-probe-{}.wasm", std::process::id()));
    let out_text = out.to_string_lossy().into_owned();
    let mut command = context.command("rustc", &["--target", WASM, "--crate-name", "probe", "-o", &out_text, "-"]);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let works = child.is_ok_and(|mut child| {
        let written = child.stdin.take().is_some_and(|mut stdin| stdin.write_all(b"fn main() {}").is_ok());
        child.wait().is_ok_and(|status| status.success()) && written
    });
    let _ = std::fs::remove_file(out);
    works
}

/// The error when no way leads to the target.
pub fn by_hand() -> TaskError {
    TaskError::Missing {
        what: format!("the Rust target {WASM}"),
        fix: format!(
            "`rustup target add {WASM}`; on Debian as root, WASM_STD=debian builds it from Debian's packages instead"
        ),
    }
}
