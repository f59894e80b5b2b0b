//! What a visitor does, and what a test asks.

use crate::driver::Browser;
use crate::{Frame, Look, Site, SuiteError, Theme, root};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use thirtyfour::TypingData;
use thirtyfour::prelude::*;

/// How long anything may take that takes a moment on a machine of one's own: several browsers may share few slow cores.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A browser with one tab on the page.
pub struct Tab {
    pub(crate) browser: Browser,
    /// The server behind the page.
    pub site: Site,
}

impl Tab {
    /// Opens the page in a fresh profile and waits until the engine has answered. `rest` follows the page's address.
    pub async fn open(look: Look, rest: &str) -> Result<Self, SuiteError> {
        let tab = Self::blank(look).await?;
        tab.goto(rest).await?;
        Ok(tab)
    }

    /// Opens a page that embeds the playground, enters the frame, and waits until the engine has answered there.
    pub async fn open_embedded(look: Look, frame: &Frame) -> Result<Self, SuiteError> {
        let tab = Self::blank(look).await?;
        tab.driver().goto(tab.site.host_address(frame)).await?;
        tab.driver().enter_frame(0).await?;
        tab.wait_ready().await?;
        Ok(tab)
    }

    /// A browser of this look with nothing loaded.
    pub async fn blank(look: Look) -> Result<Self, SuiteError> {
        Self::blank_on(look, Site::start()?).await
    }

    /// A browser of this look for a site, with nothing loaded.
    pub async fn blank_on(look: Look, site: Site) -> Result<Self, SuiteError> {
        let tab = Self { browser: Browser::start().await?, site };
        tab.set_look(look).await?;
        Ok(tab)
    }

    /// The session, for what has no method here.
    pub fn driver(&self) -> &WebDriver {
        &self.browser.driver
    }

    /// Goes to the page and waits until the engine has answered.
    pub async fn goto(&self, rest: &str) -> Result<(), SuiteError> {
        self.driver().goto(self.site.address(rest)).await?;
        self.wait_ready().await
    }

    /// Leaves the page and opens it anew, perhaps in another look: a fragment alone would not load it again.
    pub async fn reopen(&self, look: Look, rest: &str) -> Result<(), SuiteError> {
        self.driver().goto("about:blank").await?;
        self.set_look(look).await?;
        self.goto(rest).await
    }

    /// Waits until the engine has answered and its first frame is drawn.
    pub async fn wait_ready(&self) -> Result<(), SuiteError> {
        self.wait_for("the page is ready", "document.documentElement.dataset.ready === '1'").await
    }

    /// Changes viewport and preferences.
    pub async fn set_look(&self, look: Look) -> Result<(), SuiteError> {
        let cdp = self.driver().cdp();
        let metrics =
            json!({ "width": look.width, "height": look.height, "deviceScaleFactor": 1, "mobile": look.touch });
        cdp.send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
        cdp.send_raw("Emulation.setTouchEmulationEnabled", json!({ "enabled": look.touch })).await?;
        let scheme = if look.theme == Theme::Dark { "dark" } else { "light" };
        let motion = if look.reduced_motion { "reduce" } else { "no-preference" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        cdp.send_raw("Emulation.setEmulatedMedia", json!({ "features": features })).await?;
        Ok(())
    }

    /// The value of a JavaScript expression.
    pub async fn js(&self, expression: &str) -> Result<Value, SuiteError> {
        self.js_with(&format!("return ({expression});"), vec![]).await
    }

    /// The value that a JavaScript function body returns; `arguments` are its arguments. A promise is awaited.
    pub async fn js_with(&self, body: &str, arguments: Vec<Value>) -> Result<Value, SuiteError> {
        Ok(self.driver().execute(body, arguments).await?.json().clone())
    }

    /// Waits until a JavaScript expression is true.
    pub async fn wait_for(&self, what: &str, expression: &str) -> Result<(), SuiteError> {
        self.wait_longer(what, expression, PATIENCE).await
    }

    /// As [`Tab::wait_for`], with another limit. An expression that throws counts as not yet true.
    pub async fn wait_longer(&self, what: &str, expression: &str, limit: Duration) -> Result<(), SuiteError> {
        let started = Instant::now();
        let body = format!("try {{ return ({expression}); }} catch (error) {{ return String(error); }}");
        loop {
            let last = self.js_with(&body, vec![]).await?;
            if last == Value::Bool(true) {
                return Ok(());
            }
            if started.elapsed() > limit {
                let console = self.console_text().await?;
                return Err(SuiteError::Timeout {
                    what: what.into(),
                    seconds: limit.as_secs(),
                    last: last.to_string(),
                    console,
                });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The element of a test id, once it is there and shown.
    pub async fn element(&self, test_id: &str) -> Result<WebElement, SuiteError> {
        let query = self.driver().query(By::Css(selector(test_id)));
        Ok(query.wait(PATIENCE, Duration::from_millis(50)).and_displayed().first().await?)
    }

    /// Whether an element of a test id is in the page now.
    pub async fn has(&self, test_id: &str) -> Result<bool, SuiteError> {
        Ok(!self.driver().find_all(By::Css(selector(test_id))).await?.is_empty())
    }

    /// Clicks as a mouse does.
    pub async fn click(&self, test_id: &str) -> Result<(), SuiteError> {
        let element = self.element(test_id).await?;
        element.wait_until().wait(PATIENCE, Duration::from_millis(50)).enabled().await?;
        Ok(element.click().await?)
    }

    /// What a reader sees of an element.
    pub async fn text(&self, test_id: &str) -> Result<String, SuiteError> {
        Ok(self.element(test_id).await?.text().await?)
    }

    /// Replaces the text of a field, and leaves it.
    pub async fn fill(&self, test_id: &str, text: &str) -> Result<(), SuiteError> {
        let element = self.element(test_id).await?;
        element.send_keys(Key::Control + "a").await?;
        element.send_keys(text).await?;
        Ok(element.send_keys(Key::Tab + "").await?)
    }

    /// Presses keys, wherever the focus is.
    pub async fn press(&self, keys: impl Into<TypingData>) -> Result<(), SuiteError> {
        Ok(self.driver().active_element().await?.send_keys(keys).await?)
    }

    /// Saves what is on screen as `screenshots/NAME.png`.
    pub async fn shot(&self, name: &str) -> Result<(), SuiteError> {
        let folder = root().join("screenshots");
        tokio::fs::create_dir_all(&folder).await?;
        tokio::fs::write(folder.join(format!("{name}.png")), self.driver().screenshot_as_png().await?).await?;
        Ok(())
    }

    /// Fails if the console holds an error or a refusal of the security policy, or if a request went elsewhere.
    pub async fn assert_clean(&self) -> Result<(), SuiteError> {
        let entries = self.browser.console().await?;
        let is_bad = |message: &str, level: &str| level == "SEVERE" || message.contains("Content Security Policy");
        let bad: Vec<String> = entries
            .into_iter()
            .filter(|entry| is_bad(&entry.message, &entry.level))
            .map(|entry| entry.message)
            .collect();
        found("the console holds errors", &bad)?;
        let own = [self.site.origin(), "blob:", "data:", "about:", "chrome:"];
        let elsewhere: Vec<String> = self
            .requests()
            .await?
            .into_iter()
            .filter(|address| !own.iter().any(|own| address.starts_with(own)))
            .collect();
        found("requests left the page's host", &elsewhere)
    }

    /// Addresses requested since the last call.
    pub async fn requests(&self) -> Result<Vec<String>, SuiteError> {
        let mut addresses = Vec::new();
        for entry in self.driver().get_log("performance").await? {
            let event: Value = serde_json::from_str(&entry.message)?;
            let message = &event["message"];
            if message["method"] == "Network.requestWillBeSent" {
                addresses.extend(message["params"]["request"]["url"].as_str().map(str::to_owned));
            }
        }
        Ok(addresses)
    }

    /// Ends the browser after [`Tab::assert_clean`].
    pub async fn close(self) -> Result<(), SuiteError> {
        self.assert_clean().await?;
        self.browser.quit().await
    }

    async fn console_text(&self) -> Result<String, SuiteError> {
        let entries = self.browser.console().await?;
        let lines: Vec<String> = entries.iter().map(|entry| format!("    {} {}", entry.level, entry.message)).collect();
        Ok(lines.join("\n"))
    }
}

/// Fails if anything was found.
pub(crate) fn found(what: &'static str, list: &[String]) -> Result<(), SuiteError> {
    if list.is_empty() { Ok(()) } else { Err(SuiteError::Found { what, found: list.join("\n") }) }
}

/// The CSS selector of a test id.
pub(crate) fn selector(test_id: &str) -> String {
    format!("[data-testid=\"{test_id}\"]")
}
