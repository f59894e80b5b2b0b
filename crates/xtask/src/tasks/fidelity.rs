//! `cargo xtask fidelity`: `docs/fidelity.md` as the page that the playground links to, `web/fidelity.html`.

use crate::context::Context;
use crate::error::TaskError;
use pulldown_cmark::{Options, Parser, html};

/// The page stands alone: the playground's style sheet has another name after every build.
const HEAD: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'">
<title>Shardscope: how exact it is</title>
<link rel="icon" type="image/svg+xml" href="./favicon.svg">
<style>
  :root { color-scheme: light dark; --ink: light-dark(#191b1f, #ececef); --dim: light-dark(#484c55, #b9bcc4); --line: light-dark(#e3e3dd, #2c2f36); --bg: light-dark(#fff, #14161a); --code: light-dark(#f5f5f1, #1d2026); }
  body { max-width: 1000px; margin: 0 auto; padding: 32px 16px 64px; background: var(--bg); color: var(--ink); font: 15px/1.5 -apple-system, "Segoe UI", Roboto, Inter, "Noto Sans", sans-serif; }
  h1 { font-size: 26px; } h2 { margin-top: 40px; font-size: 19px; } a { color: inherit; }
  code { padding: 1px 4px; border-radius: 4px; background: var(--code); font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
  table { width: 100%; border-collapse: collapse; font-size: 14px; }
  th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
  th { color: var(--dim); font-weight: 600; } td:nth-child(2) { white-space: nowrap; font-weight: 600; }
  @media (max-width: 600px) { td:nth-child(2) { white-space: normal; } }
</style>
<main>
"#;

/// Writes the page.
pub fn run(context: &Context) -> Result<(), TaskError> {
    let source = context.root.join("docs/fidelity.md");
    let text = std::fs::read_to_string(&source).map_err(|error| TaskError::File(source, error))?;
    let target = context.root.join("web/fidelity.html");
    std::fs::write(&target, page(&text)).map_err(|error| TaskError::File(target, error))
}

fn page(markdown: &str) -> String {
    let mut body = String::from(HEAD);
    html::push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    body.push_str("</main>\n</html>\n");
    body
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_says_what_the_document_says() {
        let text = include_str!("../../../../docs/fidelity.md");
        let page = include_str!("../../../../web/fidelity.html");
        assert_eq!(super::page(text), page, "run `cargo xtask fidelity`");
    }
}
