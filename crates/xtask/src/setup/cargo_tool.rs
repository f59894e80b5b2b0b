//! Tools that come as crates: Trunk, wasm-bindgen's command line, cargo-deny. What is on `PATH` is used when its version
//! fits; else the tool is built into the project's tools folder, so that no other version of the user's is replaced.

use crate::context::{Context, run_command};
use crate::error::TaskError;
use crate::{lockfile, say};

const TRUNK: &str = "0.21.14";
const DENY: &str = "0.20.2";

/// Settings that build a tool in a third of the time; the tools run long enough only to build the page.
const CHEAP_BUILD: [(&str, &str); 5] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
    ("CARGO_PROFILE_RELEASE_STRIP", "true"),
];

struct Tool<'a> {
    package: &'a str,
    version: &'a str,
    programs: &'a [&'a str],
    options: &'a [&'a str],
    opt_level: &'a str,
    may_take: &'a str,
}

/// Trunk 0.21 or later.
pub fn trunk(context: &mut Context) -> Result<(), TaskError> {
    let found = context.output("trunk", &["--version"]).unwrap_or_default();
    if is_at_least(&found, (0, 21)) {
        say::ready(found.trim());
        return Ok(());
    }
    // Without TLS it cannot download tools: none are needed, and it builds in less than half the time.
    let options = ["--locked", "--no-default-features"];
    install(
        context,
        &Tool {
            package: "trunk",
            version: TRUNK,
            programs: &["trunk"],
            options: &options,
            opt_level: "0",
            may_take: "3 minutes",
        },
    )
}

/// wasm-bindgen's command line of exactly the version in Cargo.lock: any other refuses the compiled page.
pub fn wasm_bindgen(context: &mut Context) -> Result<(), TaskError> {
    let version = lockfile::version_of(context, "wasm-bindgen")?;
    let programs = ["wasm-bindgen", "wasm-bindgen-test-runner"];
    let fits = |program: &&str| {
        context
            .output(program, &["--version"])
            .is_some_and(|found| found.split_whitespace().any(|word| word == version))
    };
    if programs.iter().all(fits) {
        say::ready(&format!("wasm-bindgen {version}"));
        return Ok(());
    }
    // No --locked: the released lock file names a package version that not every registry mirror serves.
    let options = ["--no-default-features"];
    install(
        context,
        &Tool {
            package: "wasm-bindgen-cli",
            version: &version,
            programs: &programs,
            options: &options,
            opt_level: "1",
            may_take: "2 minutes",
        },
    )
}

/// cargo-deny, any version that is there.
pub fn deny(context: &mut Context) -> Result<(), TaskError> {
    if context.output("cargo-deny", &["--version"]).is_some() {
        say::ready("cargo-deny");
        return Ok(());
    }
    install(
        context,
        &Tool {
            package: "cargo-deny",
            version: DENY,
            programs: &["cargo-deny"],
            options: &["--locked", "--no-default-features"],
            opt_level: "0",
            may_take: "4 minutes",
        },
    )
}

fn install(context: &mut Context, tool: &Tool) -> Result<(), TaskError> {
    let name = format!("{}@{}", tool.package, tool.version);
    let folder = context.tools.join(format!("{}-{}", tool.package, tool.version));
    let bin = folder.join("bin");
    context.put_on_path(&bin);
    if tool.programs.iter().all(|program| bin.join(format!("{program}{}", std::env::consts::EXE_SUFFIX)).is_file()) {
        say::ready(&name);
        return Ok(());
    }
    let step = say::step(&format!("cargo install {name} into {}", folder.display()), tool.may_take);
    let folder_text = folder.to_string_lossy().into_owned();
    let mut command = context.command("cargo", &["install", "--quiet", "--root", &folder_text, &name]);
    command.args(tool.options).env_remove("CARGO_TARGET_DIR").envs(CHEAP_BUILD);
    command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", tool.opt_level);
    run_command("cargo install", &mut command).map_err(|_| TaskError::Missing {
        what: name.clone(),
        fix: format!("cargo install {} {name}, or put its programs on PATH", tool.options.join(" ")),
    })?;
    step.done();
    Ok(())
}

fn is_at_least(version_line: &str, least: (u32, u32)) -> bool {
    let mut numbers = version_line.split_whitespace().nth(1).unwrap_or_default().split('.').map(str::parse::<u32>);
    matches!((numbers.next(), numbers.next()), (Some(Ok(major)), Some(Ok(minor))) if (major, minor) >= least)
}

#[cfg(test)]
mod tests {
    use super::is_at_least;

    #[test]
    fn compares_versions_by_number() {
        assert!(is_at_least("trunk 0.21.14\n", (0, 21)));
        assert!(is_at_least("trunk 1.0.0-rc.1", (0, 21)));
        assert!(!is_at_least("trunk 0.9.2", (0, 21)));
        assert!(!is_at_least("", (0, 21)));
    }
}
