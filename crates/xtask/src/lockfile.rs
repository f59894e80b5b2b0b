//! Versions as Cargo.lock pins them.

use crate::context::Context;
use crate::error::TaskError;

/// The version of a package in Cargo.lock.
pub fn version_of(context: &Context, package: &'static str) -> Result<String, TaskError> {
    let path = context.root.join("Cargo.lock");
    let text = std::fs::read_to_string(&path).map_err(|error| TaskError::File(path, error))?;
    find(&text, package).ok_or(TaskError::NotLocked(package))
}

fn find(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    lines.find(|line| *line == name)?;
    let version = lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')?;
    Some(version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::find;

    const LOCK: &str = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n\
                        [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";

    #[test]
    fn finds_the_package_of_exactly_that_name() {
        assert_eq!(find(LOCK, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(find(LOCK, "wasm"), None);
    }
}
