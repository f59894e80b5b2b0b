//! Packages that come from npm, pinned by lock files: wasm-opt, the accessibility rules, the JavaScript that the
//! benchmark compares with.

use crate::context::{Context, run_command};
use crate::error::TaskError;
use crate::say;
use std::path::{Path, PathBuf};

/// Installs the packages of the workspace's package.json.
pub fn packages(context: &Context) -> Result<(), TaskError> {
    install(context, Path::new(""), "npm packages (wasm-opt, axe-core)")
}

/// Installs the packages that the benchmark compares with, and bundles them for the browser.
pub fn bench_packages(context: &Context) -> Result<(), TaskError> {
    let folder = Path::new("crates/bench/js");
    install(context, folder, "npm packages of the benchmark")?;
    let mut command = context.command("npm", &["run", "--silent", "build"]);
    run_command("bundling the JavaScript pipeline", command.current_dir(context.root.join(folder)))
}

/// wasm-opt: the pinned one if npm can install it, else whatever is on `PATH`, else none. The page works without.
pub fn wasm_opt(context: &Context) -> Option<PathBuf> {
    let pinned = context.root.join("node_modules/.bin/wasm-opt");
    match packages(context) {
        Ok(()) if pinned.exists() => Some(pinned),
        _ => context.which("wasm-opt"),
    }
}

fn install(context: &Context, folder: &Path, what: &str) -> Result<(), TaskError> {
    let folder = context.root.join(folder);
    // npm writes this file last, so it is newer than the lock file exactly when the last install ran to its end.
    let modified = |path: PathBuf| path.metadata().and_then(|metadata| metadata.modified()).ok();
    let installed = modified(folder.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= modified(folder.join("package-lock.json")) {
        say::ready(what);
        return Ok(());
    }
    let missing = || TaskError::Missing {
        what: what.to_owned(),
        fix: format!("install Node.js 18 or later with npm, then run `npm ci` in {}", folder.display()),
    };
    if context.which("npm").is_none() {
        return Err(missing());
    }
    let step = say::step(&format!("{what}: npm ci"), "10 seconds");
    let mut command = context.command("npm", &["ci", "--no-audit", "--no-fund", "--silent"]);
    run_command("npm ci", command.current_dir(&folder)).map_err(|_| missing())?;
    step.done();
    Ok(())
}
