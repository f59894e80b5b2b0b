//! Reads and rewrites the page that Trunk wrote.

use super::files::Folder;
use crate::error::TaskError;
use std::path::{Path, PathBuf};

/// No request leaves the page's own folder. `wasm-unsafe-eval` lets wasm compile; `blob:` workers and `data:` images are
/// made by the page itself (a worker in a sandboxed frame, a picture for export).
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; base-uri 'none'; form-action 'none'";

const STYLE_SHEET: &str = "<link rel=\"stylesheet\"";

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

/// The final names of the code and the styles.
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
    /// All style sheets in one file.
    pub style: String,
}

/// The addresses of all style sheets in their order, without the leading `./`.
pub fn style_sheets(html: &str) -> Result<Vec<String>, TaskError> {
    let tags = html.split(STYLE_SHEET).skip(1).map(|rest| rest.split('>').next().unwrap_or_default());
    tags.map(|tag| {
        own_file(tag, "href").ok_or_else(|| TaskError::Page(format!("a style sheet is not its own file: {tag}")))
    })
    .collect()
}

/// The scripts besides web/boot.js, without the leading `./`.
pub fn other_scripts(html: &str) -> Result<Vec<String>, TaskError> {
    let tags = html.split("<script").skip(1).map(|rest| rest.split('>').next().unwrap_or_default());
    let names: Result<Vec<String>, TaskError> = tags
        .map(|tag| {
            own_file(tag, "src")
                .ok_or_else(|| TaskError::Page("index.html holds a script: the security policy refuses it".into()))
        })
        .collect();
    Ok(names?.into_iter().filter(|name| name != "boot.js").collect())
}

fn own_file(tag: &str, attribute: &str) -> Option<String> {
    let (_, value) = tag.split_once(&format!("{attribute}=\"./"))?;
    value.split('"').next().map(str::to_owned)
}

/// Puts the final names and the security policy into the page.
pub fn rewrite(html: &str, scripts: &Scripts) -> Result<String, TaskError> {
    let boot = format!(
        "<script src=\"./{}\" data-js=\"./{}\" data-wasm=\"./{}\" data-worker=\"./{}\" data-parts=\"./{}\"></script>",
        scripts.boot, scripts.app_js, scripts.app_wasm, scripts.worker, scripts.parts
    );
    let html = replace_element(html, "<script src=\"./boot.js\"", "</script>", &boot)?;
    let preload = format!("<link rel=\"preload\" as=\"script\" href=\"./{}\">", scripts.app_js);
    let html = replace_element(&html, "<link rel=\"preload\" as=\"script\"", ">", &preload)?;
    if html.contains("<style") || html.contains(" style=\"") {
        return Err(TaskError::Page(
            "index.html holds styles: the security policy refuses them, so put them in a file".into(),
        ));
    }
    let html = with_one_style_sheet(&html, &scripts.style);
    // Before anything that loads: a policy holds only for what comes after it.
    let policy = format!("<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    let html = replace_element(&html, "<head", ">", &policy)?;
    Ok(html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n") + "\n")
}

/// One file instead of many: fewer requests before the first paint, and it packs better.
fn with_one_style_sheet(html: &str, name: &str) -> String {
    let mut pieces = html.split(STYLE_SHEET);
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for (piece_idx, piece) in pieces.enumerate() {
        if piece_idx == 0 {
            text.extend([STYLE_SHEET, " href=\"./", name, "\">"]);
        }
        text.push_str(piece.split_once('>').map_or("", |(_, after)| after));
    }
    text
}

fn replace_element(html: &str, start: &str, end: &str, by: &str) -> Result<String, TaskError> {
    let missing = || TaskError::Page(format!("index.html has no `{start}`"));
    let (before, rest) = html.split_once(start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(end).ok_or_else(missing)?;
    Ok(format!("{before}{by}{after}"))
}

/// The page without its comments.
pub fn without_comments(html: &str) -> String {
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
    use super::{Scripts, other_scripts, rewrite, style_sheets, without_comments};

    fn scripts() -> Scripts {
        let [boot, app_js, app_wasm, worker, parts, style] =
            ["b1.js", "a1.js", "a1.wasm", "w1.js", "p1.js", "s1.css"].map(str::to_owned);
        Scripts { boot, app_js, app_wasm, worker, parts, style }
    }

    const PAGE: &str = "<html><head><meta charset=\"utf-8\"><link rel=\"stylesheet\" href=\"./a-12.css\">\
                        <link rel=\"stylesheet\" href=\"./b-34.css\"/><script src=\"./theme.js\"></script>\
                        <script src=\"./boot.js\" data-js=\"./app.js\"></script>\
                        <link rel=\"preload\" as=\"script\" href=\"./app.js\"></head><body></body></html>";

    #[test]
    fn policy_comes_first_and_names_are_final() {
        let html = rewrite(PAGE, &scripts()).unwrap_or_default();
        let policy = html.find("Content-Security-Policy");
        assert!(policy.is_some() && policy < html.find("<script") && policy < html.find("<link"), "{html}");
        let boot = "<script src=\"./b1.js\" data-js=\"./a1.js\" data-wasm=\"./a1.wasm\" data-worker=\"./w1.js\" data-parts=\"./p1.js\">";
        assert!(html.contains(boot), "{html}");
        assert_eq!(style_sheets(&html).unwrap_or_default(), ["s1.css"]);
    }

    #[test]
    fn finds_what_the_page_loads() {
        assert_eq!(style_sheets(PAGE).unwrap_or_default(), ["a-12.css", "b-34.css"]);
        assert_eq!(other_scripts(PAGE).unwrap_or_default(), ["theme.js"]);
        assert_eq!(without_comments("a<!-- b -->c<!-- d"), "ac");
    }

    #[test]
    fn what_the_policy_would_refuse_is_refused_at_build_time() {
        let with = |extra: &str| PAGE.replace("<body>", &format!("<body>{extra}"));
        assert!(other_scripts(&with("<script>1</script>")).is_err());
        assert!(style_sheets(&with("<link rel=\"stylesheet\" href=\"https://elsewhere.example/a.css\">")).is_err());
        assert!(rewrite(&with("<style>a{}</style>"), &scripts()).is_err());
        assert!(rewrite(&with("<p style=\"color:red\">"), &scripts()).is_err());
        assert!(rewrite("<html></html>", &scripts()).is_err());
    }
}
