//! Files handed to the page, by its file field and by dropping.

use crate::tab::selector;
use crate::{SuiteError, Tab};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::json;
use std::path::Path;
use thirtyfour::By;

const DROP: &str = "
  const [target, name, base64, repeat, before, after] = arguments;
  const element = document.querySelector(target);
  if (!element) throw new Error(`nothing to drop on: ${target}`);
  const piece = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([before, ...Array(repeat).fill(piece), after], name));
  const box = element.getBoundingClientRect();
  const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  for (const kind of ['dragenter', 'dragover', 'drop']) {
    element.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer, ...place }));
  }
";

impl Tab {
    /// Drops a file onto an element.
    pub async fn drop_file(&self, test_id: &str, name: &str, bytes: &[u8]) -> Result<(), SuiteError> {
        self.drop_repeated(test_id, name, bytes, 1).await
    }

    /// Drops a file that holds `bytes` a number of times: large files without sending them through the driver.
    pub async fn drop_repeated(&self, test_id: &str, name: &str, bytes: &[u8], n_times: u32) -> Result<(), SuiteError> {
        self.drop_between(test_id, name, ("", bytes, ""), n_times).await
    }

    /// Drops a file of three parts, of which the middle one is there a number of times.
    pub async fn drop_between(
        &self,
        test_id: &str,
        name: &str,
        (before, middle, after): (&str, &[u8], &str),
        n_times: u32,
    ) -> Result<(), SuiteError> {
        let middle = BASE64_STANDARD.encode(middle);
        let arguments =
            [json!(selector(test_id)), json!(name), json!(middle), json!(n_times), json!(before), json!(after)];
        self.js_with(DROP, arguments.to_vec()).await?;
        Ok(())
    }

    /// Chooses a file on disk in a file field, which may be hidden.
    pub async fn choose_file(&self, test_id: &str, path: &Path) -> Result<(), SuiteError> {
        let field = self.driver().find(By::Css(selector(test_id))).await?;
        Ok(field.send_keys(path.to_string_lossy().as_ref()).await?)
    }
}
