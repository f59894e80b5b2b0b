//! Debian's Rust toolchain with a wasm32 standard library built from Debian's sources: for machines that cannot use
//! rustup's download server. Debian packages rustc, clippy, rustfmt and the sources, but no wasm32 library.

use super::wasm_target::{WASM, by_hand, probe};
use crate::context::{Context, remap_cargo_home, run_command};
use crate::error::TaskError;
use crate::say;
use std::path::{Path, PathBuf};

const PACKAGES: [&str; 6] =
    ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "rust-web-clippy", "rustfmt-web"];

/// Whether rustup knows the toolchain `debian`.
pub fn is_linked(context: &Context) -> bool {
    let list = context.output("rustup", &["toolchain", "list"]).unwrap_or_default();
    list.lines().any(|line| line.split_whitespace().next() == Some("debian"))
}

/// Makes children use Debian's toolchain.
pub fn use_toolchain(context: &mut Context) {
    if context.which("rustup").is_some() {
        context.set("RUSTUP_TOOLCHAIN", "debian");
    } else {
        context.put_on_path("/usr/bin");
    }
}

/// Installs the packages, builds the library and links the toolchain; each only if it is not there.
pub fn install(context: &mut Context) -> Result<(), TaskError> {
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(by_hand());
    }
    if !has_packages() {
        let step = say::step("Debian's Rust toolchain: apt-get install", "half a minute");
        apt_install(context, &PACKAGES)?;
        step.done();
    }
    // Debian's rust-lld is a link into an lld package of the same LLVM, which the toolchain only suggests.
    if let Ok(target) = std::fs::read_link("/usr/bin/rust-lld")
        && !Path::new("/usr/bin/rust-lld").exists()
        && let Some(package) = target.file_name().and_then(|name| name.to_str())
    {
        let step = say::step(&format!("{package}: apt-get install"), "10 seconds");
        apt_install(context, &[package])?;
        step.done();
    }
    if context.which("rustup").is_some() && !is_linked(context) {
        context.run("rustup toolchain link", "rustup", &["toolchain", "link", "debian", "/usr"])?;
    }
    if probe(context) { Ok(()) } else { build_std(context) }
}

/// Installs Debian packages; only root can.
pub fn apt_install(context: &Context, packages: &[&str]) -> Result<(), TaskError> {
    let by_hand = || TaskError::Missing {
        what: packages.join(", "),
        fix: format!("sudo apt-get install -y --no-install-recommends {}", packages.join(" ")),
    };
    let is_root = context.output("id", &["-u"]).is_some_and(|id| id.trim() == "0");
    if !is_root || context.which("apt-get").is_none() {
        return Err(by_hand());
    }
    let apt = |arguments: &[&str]| {
        let mut command = context.command("apt-get", arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdout(std::process::Stdio::null());
        run_command("apt-get", &mut command).map_err(|_| by_hand())
    };
    let arguments: Vec<&str> =
        ["install", "-y", "-q", "--no-install-recommends"].into_iter().chain(packages.iter().copied()).collect();
    // The package lists may be there and fresh enough; an update costs ten seconds.
    if lists_are_there() && apt(&arguments).is_ok() {
        return Ok(());
    }
    apt(&["update", "-q"])?;
    apt(&arguments)
}

fn lists_are_there() -> bool {
    let entries = std::fs::read_dir("/var/lib/apt/lists").into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().ends_with("_Packages")).count() > 0
}

fn has_packages() -> bool {
    ["rustc", "cargo", "cargo-clippy", "rustfmt"].iter().all(|tool| Path::new("/usr/bin").join(tool).exists())
        && sysroot_library().is_some_and(|library| library.join("src/rust/library/Cargo.lock").exists())
}

fn sysroot_library() -> Option<PathBuf> {
    let output = std::process::Command::new("/usr/bin/rustc").args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(output.stdout).ok()?;
    Some(Path::new(sysroot.trim()).join("lib/rustlib"))
}

/// Builds the library as the Rust project builds its own: the package `sysroot` with the profile `dist`, whose rlibs
/// carry the bitcode that link-time optimisation needs, with `test` and `proc_macro` for the wasm tests.
fn build_std(context: &Context) -> Result<(), TaskError> {
    let library = sysroot_library().ok_or_else(by_hand)?;
    let step = say::step(&format!("standard library for {WASM}: building from Debian's sources"), "a minute");
    let scratch = std::env::temp_dir().join(format!("shardscope-std-{}", std::process::id()));
    let arguments = [
        "build",
        "-q",
        "--locked",
        "-p",
        "sysroot",
        "--profile",
        "dist",
        "--target",
        WASM,
        "--no-default-features",
        "--features",
        "compiler-builtins-mem",
    ];
    let mut command = context.command("/usr/bin/cargo", &arguments);
    command
        .current_dir(library.join("src/rust/library"))
        .env_remove("RUSTUP_TOOLCHAIN")
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", &scratch)
        .env("RUSTFLAGS", format!("-Zforce-unstable-if-unmarked {}", remap_cargo_home()))
        .env("__CARGO_DEFAULT_LIB_METADATA", "stablestd");
    let built = run_command("building the standard library", &mut command);
    let installed = built.and_then(|()| copy_rlibs(&scratch.join(WASM).join("dist/deps"), &library.join(WASM)));
    let _ = std::fs::remove_dir_all(&scratch);
    installed?;
    step.done();
    Ok(())
}

fn copy_rlibs(from: &Path, target: &Path) -> Result<(), TaskError> {
    let failed = |error| TaskError::File(target.to_owned(), error);
    // Rlibs of another compiler version would be found first and refused.
    let _ = std::fs::remove_dir_all(target);
    let lib = target.join("lib");
    std::fs::create_dir_all(&lib).map_err(failed)?;
    for entry in std::fs::read_dir(from).map_err(failed)?.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "rlib") {
            std::fs::copy(&path, lib.join(entry.file_name())).map_err(failed)?;
        }
    }
    Ok(())
}
