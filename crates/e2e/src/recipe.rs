//! How a visitor fills in the recipe.

use crate::tab::{PATIENCE, selector};
use crate::{SuiteError, Tab};
use std::time::Duration;
use thirtyfour::By;
use thirtyfour::components::SelectElement;
use thirtyfour::prelude::*;

impl Tab {
    /// Chooses an option of a menu by its value, once the menu offers it. The menu itself may be drawn by what lies over it.
    pub async fn choose(&self, test_id: &str, value: &str) -> Result<(), SuiteError> {
        let menu = selector(test_id);
        let offers =
            format!("[...document.querySelector('{menu}').options].some((option) => option.value === '{value}')");
        self.wait_for(&format!("{test_id} offers {value}"), &offers).await?;
        let menu = self.driver().find(By::Css(menu)).await?;
        Ok(SelectElement::new(&menu).await?.select_by_value(value).await?)
    }

    /// Clicks the first element of a CSS selector.
    pub async fn click_css(&self, css: &str) -> Result<(), SuiteError> {
        let query = self.driver().query(By::Css(css));
        Ok(query.wait(PATIENCE, Duration::from_millis(50)).and_displayed().first().await?.click().await?)
    }

    /// Removes a field from the shard key by the button of its chip.
    pub async fn remove_chip(&self, path: &str) -> Result<(), SuiteError> {
        self.click_css(&format!("{} [aria-label=\"Remove {path}\"]", selector(&format!("chip-{path}")))).await
    }

    /// The chips of the shard key, such as `state: 1`.
    pub async fn chips(&self) -> Result<Vec<String>, SuiteError> {
        let chips = "[...document.querySelectorAll('[data-testid=chips] .chip:not(.add)')].map((chip) =>
            `${chip.querySelector('.name').textContent}: ${chip.querySelector('select').value}`)";
        Ok(serde_json::from_value(self.js(chips).await?)?)
    }

    /// The value of a field.
    pub async fn value(&self, test_id: &str) -> Result<String, SuiteError> {
        Ok(self.element(test_id).await?.prop("value").await?.unwrap_or_default())
    }

    /// Opens a card of the recipe, 1 to 4, if it is closed.
    pub async fn open_card(&self, number: u32) -> Result<(), SuiteError> {
        let test_id = format!("card-{number}");
        if self.element(&test_id).await?.attr("aria-expanded").await?.as_deref() == Some("false") {
            self.click(&test_id).await?;
        }
        Ok(())
    }

    /// Adds a zone range through the form, and the zone to shards.
    pub async fn add_zone(&self, zone: &str, (min, max): (&str, &str), shards: &[&str]) -> Result<(), SuiteError> {
        self.click("add-zone-range").await?;
        for (field, text) in [("new-zone", zone), ("new-zone-min", min), ("new-zone-max", max)] {
            self.fill(field, text).await?;
        }
        for shard in shards {
            self.click(&format!("new-zone-{shard}")).await?;
        }
        self.click("new-zone-add").await
    }

    /// The problem shown in a card, once there is one: what, fix and MongoDB's error in one text.
    pub async fn problem_in_card(&self, number: u32) -> Result<String, SuiteError> {
        let text = format!(
            "[...document.querySelectorAll('[data-testid=\"problem\"]')]
              .find((box) => box.closest('section')?.querySelector('[data-testid=\"card-{number}\"]'))?.innerText"
        );
        self.wait_for(&format!("card {number} shows a problem"), &format!("({text} ?? '') !== ''")).await?;
        Ok(self.js(&text).await?.as_str().unwrap_or_default().replace('\n', " "))
    }
}
