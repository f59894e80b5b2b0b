//! `cargo xtask check`: what a reader should not have to look for.

use crate::context::{Context, run_command};
use crate::error::TaskError;
use crate::{say, setup};
use std::process::Stdio;

/// Crates that know no browser.
const PURE: [&str; 2] = ["shardscope-sim", "shardscope-session"];
/// Crates that nothing may depend on.
const TOPS: [&str; 6] =
    ["shardscope-web", "shardscope", "xtask", "shardscope-e2e", "shardscope-bench", "shardscope-soak"];
/// What a crate that knows no browser may not reach. Entries that end with `*` are beginnings.
const BROWSER: [&str; 6] = ["wasm-bindgen*", "js-sys", "web-sys", "yew*", "gloo*", "serde-wasm-bindgen"];
/// The one exception: on wasm32 `bson` takes random bytes and the clock from JavaScript, for `ObjectId::new` and
/// `DateTime::now`. Clippy refuses both calls in the pure crates (their clippy.toml).
const EXCEPTED_BELOW: &str = "bson";
const WASM: &str = "wasm32-unknown-unknown";

/// Runs all checks, also after one failed.
pub fn run(context: &mut Context) -> Result<(), TaskError> {
    setup::wasm_target(context)?;
    let deny = setup::deny(context);
    let mut failed = Vec::new();
    let mut check = |what: &'static str, may_take: &str, result: &mut dyn FnMut() -> Result<(), TaskError>| {
        let step = say::step(what, may_take);
        match result() {
            Ok(()) => step.done(),
            Err(error) => {
                eprintln!("error: {error}");
                failed.push(what);
            }
        }
    };
    check("formatting", "seconds", &mut || context.run("cargo fmt --check", "cargo", &["fmt", "--all", "--check"]));
    check("lints, native", "2 minutes", &mut || {
        clippy(context, &["--all-targets", "--workspace", "--exclude", "shardscope-web"])
    });
    check("lints, wasm32", "2 minutes", &mut || {
        clippy(context, &["--all-targets", "-p", "shardscope-web", "-p", "shardscope-sim", "--target", WASM])?;
        // Its tests need proptest, which does not build for wasm.
        clippy(context, &["-p", "shardscope-session", "--target", WASM])
    });
    check("dependency directions", "seconds", &mut || directions(context));
    match &deny {
        Ok(()) => check("licences, bans, sources, advisories", "half a minute", &mut || run_deny(context)),
        Err(error) => say::note(&format!("licences, bans and sources are not checked: {error}")),
    }
    check("documentation", "a minute", &mut || {
        let mut command = context.command("cargo", &["doc", "--workspace", "--no-deps", "--quiet"]);
        run_command("cargo doc", command.env("RUSTDOCFLAGS", "-D warnings"))
    });
    if failed.is_empty() {
        println!("all checks passed");
        return Ok(());
    }
    println!("failed: {}", failed.join(", "));
    Err(TaskError::Counted)
}

fn clippy(context: &Context, selection: &[&str]) -> Result<(), TaskError> {
    let mut command = context.command("cargo", &["clippy", "--quiet"]);
    command.args(selection).args(["--", "-D", "warnings"]);
    run_command("cargo clippy", &mut command)
}

fn directions(context: &Context) -> Result<(), TaskError> {
    let mut faults = Vec::new();
    for package in PURE {
        for target in ["x86_64-unknown-linux-gnu", WASM] {
            let arguments = [
                "tree",
                "--locked",
                "-p",
                package,
                "-e",
                "normal",
                "--no-dedupe",
                "--prefix",
                "depth",
                "--target",
                target,
            ];
            faults.extend(browser_faults(package, target, &tree(context, &arguments)?));
        }
    }
    let all = tree(context, &["tree", "--locked", "--workspace", "-e", "all", "--prefix", "depth", "--target", "all"])?;
    faults.extend(top_faults(&all));
    faults.sort();
    faults.dedup();
    if faults.is_empty() {
        return Ok(());
    }
    for fault in &faults {
        eprintln!("{fault}");
    }
    Err(TaskError::Failed("dependency directions".into()))
}

fn tree(context: &Context, arguments: &[&str]) -> Result<String, TaskError> {
    context.output("cargo", arguments).ok_or_else(|| TaskError::Failed(format!("cargo {}", arguments.join(" "))))
}

/// A line of `cargo tree --prefix depth`: `2getrandom v0.3.4 (*)`.
fn parse(line: &str) -> Option<(usize, &str)> {
    let digits = line.find(|letter: char| !letter.is_ascii_digit())?;
    let (depth, rest) = line.split_at(digits);
    Some((depth.parse().ok()?, rest.split_whitespace().next()?))
}

fn browser_faults(package: &str, target: &str, tree: &str) -> Vec<String> {
    let mut path: Vec<&str> = Vec::new();
    let mut faults = Vec::new();
    for (depth, name) in tree.lines().filter_map(parse) {
        path.truncate(depth);
        path.push(name);
        let excepted = target == WASM && path.contains(&EXCEPTED_BELOW) && !name.starts_with("web-sys");
        if is_browser(name) && !excepted {
            faults.push(format!("{package} reaches {name} on {target}: {}", path.join(" -> ")));
        }
    }
    faults
}

fn is_browser(name: &str) -> bool {
    BROWSER.iter().any(|entry| entry.strip_suffix('*').map_or(name == *entry, |beginning| name.starts_with(beginning)))
}

fn top_faults(tree: &str) -> Vec<String> {
    let mut path: Vec<&str> = Vec::new();
    let mut faults = Vec::new();
    for (depth, name) in tree.lines().filter_map(parse) {
        path.truncate(depth);
        path.push(name);
        if depth > 0 && TOPS.contains(&name) {
            faults.push(format!("nothing may depend on {name}: {}", path.join(" -> ")));
        }
    }
    faults
}

/// Licences, bans and sources need no network; advisories need the database, which is left out when it can't be had.
fn run_deny(context: &Context) -> Result<(), TaskError> {
    context.run("cargo deny", "cargo", &["deny", "--log-level", "warn", "check", "licenses", "bans", "sources"])?;
    let mut command = context.command("cargo", &["deny", "--log-level", "warn", "check", "advisories"]);
    let output = command.stdin(Stdio::null()).output().map_err(|error| TaskError::Start("cargo deny".into(), error))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        return Ok(());
    }
    if text.contains("failed to fetch advisory database") {
        say::note("the advisory database cannot be had from here: advisories are not checked");
        return Ok(());
    }
    eprintln!("{text}");
    Err(TaskError::Failed("cargo deny check advisories".into()))
}

#[cfg(test)]
mod tests {
    use super::{WASM, browser_faults, top_faults};

    const TREE: &str =
        "0shardscope-sim v0.1.0 (/x)\n1bson v3.1.0\n2js-sys v0.3.1\n3wasm-bindgen v0.2.130\n1libm v0.2.1\n";

    #[test]
    fn bson_alone_may_reach_javascript_and_only_on_wasm32() {
        assert_eq!(browser_faults("shardscope-sim", WASM, TREE), Vec::<String>::new());
        assert_eq!(browser_faults("shardscope-sim", "native", TREE).len(), 2);
        let direct = format!("{TREE}1js-sys v0.3.1\n");
        let faults = browser_faults("shardscope-sim", WASM, &direct);
        assert_eq!(faults, [format!("shardscope-sim reaches js-sys on {WASM}: shardscope-sim -> js-sys")]);
        assert_eq!(
            browser_faults("a", WASM, "0a v1\n1yew-macro v1\n1gloo-timers v1\n1bson v3\n2web-sys v1\n").len(),
            3
        );
    }

    #[test]
    fn tops_are_depended_on_by_nothing() {
        assert_eq!(
            top_faults("0shardscope-web v0.1.0\n1shardscope-session v0.1.0\n0xtask v0.1.0\n"),
            Vec::<String>::new()
        );
        assert_eq!(top_faults("0shardscope-session v0.1.0\n1shardscope v0.1.0 (/x)\n").len(), 1);
    }
}
