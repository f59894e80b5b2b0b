//! What the page says of a run: state, digest, clock, link.

use crate::{SuiteError, Tab};
use shardscope_session::link;
use shardscope_session::scenario::Scenario;
use std::time::Duration;
use thirtyfour::TypingData;

/// How long a run may take where several browsers share few cores.
const RUN_PATIENCE: Duration = Duration::from_mins(3);

impl Tab {
    /// Opens a scenario as a link does; `more` are further parameters, such as `&t=60`.
    pub async fn open_scenario(look: crate::Look, scenario: &Scenario, more: &str) -> Result<Self, SuiteError> {
        Self::open(look, &format!("#s={}{more}", link::encode(scenario)?)).await
    }

    /// As [`Tab::open_scenario`], in the browser that is there.
    pub async fn reopen_scenario(&self, look: crate::Look, scenario: &Scenario, more: &str) -> Result<(), SuiteError> {
        self.reopen(look, &format!("#s={}{more}", link::encode(scenario)?)).await
    }

    /// Waits until the present run is computed and returns its digest.
    pub async fn done(&self) -> Result<String, SuiteError> {
        let done = "document.documentElement.dataset.runState === 'done' && !!document.documentElement.dataset.digest";
        self.wait_longer("the run is done", done, RUN_PATIENCE).await?;
        self.digest().await
    }

    /// The digest of the run on screen; empty while it is computed.
    pub async fn digest(&self) -> Result<String, SuiteError> {
        Ok(self.js("document.documentElement.dataset.digest ?? ''").await?.as_str().unwrap_or_default().to_owned())
    }

    /// Waits until the scenario is refused.
    pub async fn refused(&self) -> Result<(), SuiteError> {
        self.wait_for("the scenario is refused", "document.documentElement.dataset.runState === 'refused'").await
    }

    /// The scenario of the link that Share gives.
    pub async fn scenario(&self) -> Result<Scenario, SuiteError> {
        self.click("share").await?;
        self.wait_for("the address holds the scenario", "location.hash.startsWith('#s=')").await?;
        let fragment = self.js("location.hash").await?;
        Ok(link::decode(fragment.as_str().unwrap_or_default().trim_start_matches("#s="))?)
    }

    /// Simulated seconds on the clock.
    pub async fn clock(&self) -> Result<u64, SuiteError> {
        seconds(&self.text("clock").await?)
    }

    /// Simulated seconds at the end of the run.
    pub async fn clock_end(&self) -> Result<u64, SuiteError> {
        seconds(&self.text("clock-end").await?)
    }

    /// Whether time runs.
    pub async fn is_playing(&self) -> Result<bool, SuiteError> {
        Ok(self.element("play").await?.attr("aria-label").await?.as_deref() == Some("Pause"))
    }

    /// Presses keys where no control has the focus.
    pub async fn press_on_page(&self, keys: impl Into<TypingData>) -> Result<(), SuiteError> {
        self.js_with("document.activeElement?.blur();", vec![]).await?;
        self.press(keys).await
    }
}

/// `07:10` or `1:07:10` in seconds.
fn seconds(text: &str) -> Result<u64, SuiteError> {
    let part = |part: &str| {
        part.parse::<u64>().map_err(|_| SuiteError::Found { what: "this is no time", found: text.to_owned() })
    };
    text.split(':').try_fold(0, |sum, digits| Ok(sum * 60 + part(digits)?))
}
