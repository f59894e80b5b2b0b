//! Where things are, and how child processes see the world.

use crate::error::TaskError;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What all tasks share.
pub struct Context {
    /// The workspace's folder.
    pub root: PathBuf,
    /// Where tools built for this project are kept: one folder per tool and version, nothing else on the machine changes.
    pub tools: PathBuf,
    path_front: Vec<PathBuf>,
    variables: Vec<(OsString, OsString)>,
}

impl Context {
    /// Finds the workspace and the tools folder.
    pub fn new() -> Result<Self, TaskError> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&manifest).ancestors().nth(2).map(Path::to_owned).unwrap_or_default();
        Ok(Self { root, tools: tools_folder()?, path_front: Vec::new(), variables: Vec::new() })
    }

    /// Puts a folder in front of the `PATH` of all children.
    pub fn put_on_path(&mut self, folder: impl Into<PathBuf>) {
        let folder = folder.into();
        if !self.path_front.contains(&folder) {
            self.path_front.insert(0, folder);
        }
    }

    /// Sets a variable for all children.
    pub fn set(&mut self, name: impl Into<OsString>, value: impl Into<OsString>) {
        let name = name.into();
        self.variables.retain(|(other, _)| *other != name);
        self.variables.push((name, value.into()));
    }

    /// A command that runs in the workspace's folder.
    pub fn command<S: AsRef<OsStr>>(&self, program: S, arguments: &[&str]) -> Command {
        let path = self.path();
        // The program is looked up here: the lookup of `Command` would use the parent's PATH.
        let found = find_program(program.as_ref(), &path).unwrap_or_else(|| program.as_ref().into());
        let mut command = Command::new(found);
        command.args(arguments).current_dir(&self.root).env("PATH", path);
        // `cargo xtask` describes the package `xtask` to this process; children must not take that for their own.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") || text == "CARGO" {
                command.env_remove(&name);
            }
        }
        // It also puts its toolchain's libraries in front; children may use another toolchain.
        command.env_remove("LD_LIBRARY_PATH").env_remove("DYLD_FALLBACK_LIBRARY_PATH");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs a command, its output going to the terminal.
    pub fn run(&self, what: &str, program: &str, arguments: &[&str]) -> Result<(), TaskError> {
        run_command(what, &mut self.command(program, arguments))
    }

    /// The standard output of a command that succeeds, else nothing.
    pub fn output(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let mut command = self.command(program, arguments);
        let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Where a program is, as children would find it.
    pub fn which(&self, program: &str) -> Option<PathBuf> {
        find_program(OsStr::new(program), &self.path())
    }

    /// Cargo's target folder.
    pub fn target(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), |folder| self.root.join(folder))
    }

    fn path(&self) -> OsString {
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let all = self.path_front.iter().cloned().chain(std::env::split_paths(&inherited));
        std::env::join_paths(all).unwrap_or(inherited)
    }
}

/// As [`Context::run`], for a command that was adapted.
pub fn run_command(what: &str, command: &mut Command) -> Result<(), TaskError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| TaskError::Start(program, error))?;
    if status.success() { Ok(()) } else { Err(TaskError::Failed(what.to_owned())) }
}

fn find_program(program: &OsStr, path: &OsStr) -> Option<PathBuf> {
    let suffixes: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ""] } else { &[""] };
    std::env::split_paths(path).find_map(|folder| {
        suffixes.iter().find_map(|suffix| {
            let mut name = program.to_owned();
            name.push(suffix);
            let candidate = folder.join(name);
            candidate.is_file().then_some(candidate)
        })
    })
}

fn tools_folder() -> Result<PathBuf, TaskError> {
    let cache = std::env::var_os("SHARDSCOPE_TOOLS").map(PathBuf::from).or_else(|| {
        let base = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let base = base.or_else(|| std::env::var_os("LOCALAPPDATA").map(PathBuf::from));
        let base = base.or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache")));
        base.map(|base| base.join("shardscope-tools"))
    });
    cache.ok_or_else(|| TaskError::Missing {
        what: "a folder for tools".into(),
        fix: "set SHARDSCOPE_TOOLS to a folder that may be written to".into(),
    })
}

/// The compiler's option that keeps the builder's home out of messages of crates from the registry.
pub fn remap_cargo_home() -> String {
    format!("--remap-path-prefix={}=cargo", cargo_home().display())
}

fn cargo_home() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    variable("CARGO_HOME")
        .or_else(|| variable("HOME").or_else(|| variable("USERPROFILE")).map(|home| home.join(".cargo")))
        .unwrap_or_else(|| ".cargo".into())
}
