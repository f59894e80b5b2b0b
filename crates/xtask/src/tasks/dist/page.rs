//! Reads and rewrites the page that Trunk wrote.

use super::files::Folder;
use crate::error::TaskError;
use std::path::{Path, PathBuf};

/// No request leaves the page's own folder. `wasm-unsafe-eval` lets wasm compile; `blob:` workers and `data:` images are
/// made by the page itself (a worker in a sandboxed frame, a picture for export).
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'";

/// The names under which Trunk wrote the code.
pub struct Names {
    /// The page's script.
    pub app_js: String,
    /// The page's wasm.
    pub app_wasm: String,
    /// The worker's script.
    pub worker_js: String,
    /// The worker's wasm.
    pub worker_wasm: String,
    /// The script that starts the worker.
    pub worker_loader: String,
}

impl Names {
    /// Finds them; Trunk puts a hash into some names.
    pub fn find(folder: &Folder) -> Result<Self, TaskError> {
        let find = |start: &str, end: &str| {
            let fits = |name: &&str| name.starts_with(start) && name.ends_with(end) && !name.ends_with("_loader.js");
            let name = folder.names().find(fits).map(str::to_owned);
            name.ok_or_else(|| TaskError::Page(format!("it has no `{start}*{end}`")))
        };
        let loader = folder.names().find(|name| name.starts_with("worker") && name.ends_with("_loader.js"));
        Ok(Self {
            app_js: find("app", ".js")?,
            app_wasm: find("app", "_bg.wasm")?,
            worker_js: find("worker", ".js")?,
            worker_wasm: find("worker", "_bg.wasm")?,
            worker_loader: loader
                .map(str::to_owned)
                .ok_or_else(|| TaskError::Page("the worker has no loader".into()))?,
        })
    }
}

/// The wasm files in a folder.
pub fn find_wasm(folder: &Path) -> Result<Vec<PathBuf>, TaskError> {
    let entries = std::fs::read_dir(folder).map_err(|error| TaskError::File(folder.to_owned(), error))?;
    let paths = entries.flatten().map(|entry| entry.path());
    Ok(paths.filter(|path| path.extension().is_some_and(|extension| extension == "wasm")).collect())
}

/// The final names of the code.
pub struct Scripts {
    /// web/boot.js.
    pub boot: String,
    /// The page's script.
    pub app_js: String,
    /// The page's wasm.
    pub app_wasm: String,
    /// The worker's script, which loads its wasm.
    pub worker: String,
    /// The engine as a plain script, for opaque origins.
    pub parts: String,
}

/// Puts the final names and the security policy into the page.
pub fn rewrite(html: &str, scripts: &Scripts) -> Result<String, TaskError> {
    let html = without_comments(html);
    let boot = format!(
        "<script src=\"./{}\" data-js=\"./{}\" data-wasm=\"./{}\" data-worker=\"./{}\" data-parts=\"./{}\"></script>",
        scripts.boot, scripts.app_js, scripts.app_wasm, scripts.worker, scripts.parts
    );
    let html = replace_element(&html, "<script src=\"./boot.js\"", "</script>", &boot)?;
    let preload = format!("<link rel=\"preload\" as=\"script\" href=\"./{}\">", scripts.app_js);
    let html = replace_element(&html, "<link rel=\"preload\" as=\"script\"", ">", &preload)?;
    if html.matches("<script").count() != 1 || html.contains("<style") || html.contains(" style=\"") {
        return Err(TaskError::Page(
            "index.html may not hold scripts or styles of its own: the security policy refuses them".into(),
        ));
    }
    // Before anything that loads: a policy holds only for what comes after it.
    let policy = format!("<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    let html = replace_element(&html, "<head", ">", &policy)?;
    Ok(html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n") + "\n")
}

fn replace_element(html: &str, start: &str, end: &str, by: &str) -> Result<String, TaskError> {
    let missing = || TaskError::Page(format!("index.html has no `{start}`"));
    let (before, rest) = html.split_once(start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(end).ok_or_else(missing)?;
    Ok(format!("{before}{by}{after}"))
}

fn without_comments(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, comment)) = rest.split_once("<!--") {
        text.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::{Scripts, rewrite};

    fn scripts() -> Scripts {
        let name = |text: &str| text.to_owned();
        Scripts {
            boot: name("b1.js"),
            app_js: name("a1.js"),
            app_wasm: name("a1.wasm"),
            worker: name("w1.js"),
            parts: name("p1.js"),
        }
    }

    const PAGE: &str = "<html><head><meta charset=\"utf-8\"><!-- gone --><script src=\"./boot.js\" data-js=\"./app.js\"></script>\
                        <link rel=\"preload\" as=\"script\" href=\"./app.js\"></head><body></body></html>";

    #[test]
    fn policy_comes_first_and_names_are_final() {
        let html = rewrite(PAGE, &scripts()).unwrap_or_default();
        let policy = html.find("Content-Security-Policy");
        assert!(policy.is_some() && policy < html.find("<script"), "{html}");
        assert!(html.contains("<script src=\"./b1.js\" data-js=\"./a1.js\" data-wasm=\"./a1.wasm\" data-worker=\"./w1.js\" data-parts=\"./p1.js\">"), "{html}");
        assert!(!html.contains("gone") && !html.contains("app.js"), "{html}");
    }

    #[test]
    fn what_the_policy_would_refuse_is_refused_at_build_time() {
        for extra in ["<script>1</script>", "<style>a{}</style>", "<p style=\"color:red\">"] {
            let page = PAGE.replace("<body>", &format!("<body>{extra}"));
            assert!(rewrite(&page, &scripts()).is_err(), "{extra}");
        }
        assert!(rewrite("<html></html>", &scripts()).is_err());
    }
}
