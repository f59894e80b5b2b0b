//! A Chromium and its driver.

use super::debian::apt_install;
use crate::context::Context;
use crate::error::TaskError;
use crate::say;

const BROWSERS: [&str; 4] = ["chromium", "google-chrome", "chromium-browser", "google-chrome-stable"];

/// Finds or installs a browser and its driver, and tells both to children by `CHROME` and `CHROMEDRIVER`.
pub fn browser(context: &mut Context) -> Result<(), TaskError> {
    let (browser, driver) = match find(context) {
        Some(found) => found,
        None => install(context)?,
    };
    say::ready(&format!("{browser} with {driver}"));
    context.set("CHROME", browser);
    context.set("CHROMEDRIVER", driver);
    Ok(())
}

fn find(context: &Context) -> Option<(String, String)> {
    let named = |variable: &str| std::env::var(variable).ok().filter(|path| !path.is_empty());
    let on_path = |program: &str| context.which(program).map(|path| path.to_string_lossy().into_owned());
    let browser = named("CHROME").or_else(|| BROWSERS.iter().find_map(|name| on_path(name)))?;
    let driver = named("CHROMEDRIVER").or_else(|| on_path("chromedriver"))?;
    Some((browser, driver))
}

fn install(context: &Context) -> Result<(String, String), TaskError> {
    let step = say::step("Chromium and its driver: apt-get install", "half a minute");
    let by_hand = |_| {
        TaskError::Missing {
        what: "a Chromium browser with its chromedriver".into(),
        fix: "on Debian or Ubuntu `sudo apt-get install chromium chromium-driver`; elsewhere install Chrome and the chromedriver \
              of the same major version (`npx @puppeteer/browsers install chromedriver@stable`), or name both by the variables \
              CHROME and CHROMEDRIVER"
            .into(),
    }
    };
    apt_install(context, &["chromium", "chromium-driver", "fonts-dejavu-core"]).map_err(by_hand)?;
    step.done();
    find(context).ok_or(TaskError::Missing {
        what: "chromium after its installation".into(),
        fix: "see apt-get's output".into(),
    })
}
