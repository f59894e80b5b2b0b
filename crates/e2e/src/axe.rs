//! The accessibility rules of axe-core, run inside the page.

use crate::tab::found;
use crate::{SuiteError, Tab, root};
use serde_json::Value;

const RUN: &str = "
  return axe.run(document, { resultTypes: ['violations'] }).then((results) => results.violations);
";

impl Tab {
    /// Fails if any rule is violated, naming the rule and the first elements.
    pub async fn assert_accessible(&self) -> Result<(), SuiteError> {
        let path = root().join("node_modules/axe-core/axe.min.js");
        let source = tokio::fs::read_to_string(&path).await.map_err(|_| SuiteError::Found {
            what: "axe-core is missing",
            found: format!("{}: run `npm ci`", path.display()),
        })?;
        if self.js("typeof axe").await? == "undefined" {
            // The driver's scripts run beside the page's own, so the page's security policy stays as strict as it is.
            self.js_with(&source, vec![]).await?;
        }
        let violations = self.js_with(RUN, vec![]).await?;
        let lines: Vec<String> = violations.as_array().into_iter().flatten().map(describe).collect();
        found("accessibility rules are violated", &lines)
    }
}

fn describe(violation: &Value) -> String {
    let nodes = violation["nodes"].as_array().into_iter().flatten();
    let places: Vec<String> =
        nodes.take(5).map(|node| format!("\n      {} {}", node["target"], node["html"])).collect();
    format!("  {} ({}): {}{}", violation["id"], violation["impact"], violation["help"], places.concat())
}
