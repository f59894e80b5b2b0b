//! A chromedriver and a browser of one's own, with a profile that nobody used before.

use crate::SuiteError;
use std::process::Stdio;
use tempfile::TempDir;
use thirtyfour::prelude::*;
use thirtyfour::{BrowserLogEntry, ChromeCapabilities, LoggingPrefsLogLevel};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

const BROWSERS: [&str; 4] = ["chromium", "google-chrome", "chromium-browser", "google-chrome-stable"];

/// `MAP` keeps the browser away from every other machine: a request to one would fail and be seen in the console. At the end
/// of its pipe a browser ends, too: one that listens on a port would outlive a driver that was killed.
const ARGUMENTS: [&str; 13] = [
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--enable-precise-memory-info",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/// The driver process, the session, and the folder in which both keep their files.
pub struct Browser {
    /// The session.
    pub driver: WebDriver,
    process: Child,
    // Deleted after the process ended: a killed browser does not clean up.
    _folder: TempDir,
}

impl Browser {
    /// Starts both.
    pub async fn start() -> Result<Self, SuiteError> {
        let folder = tempfile::Builder::new().prefix("shardscope-browser-").tempdir()?;
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".into());
        let mut process = Command::new(&program)
            .arg("--port=0")
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|source| SuiteError::Start { program, source })?;
        let port = port(&mut process).await?;
        let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), capabilities()?).await?;
        Ok(Self { driver, process, _folder: folder })
    }

    /// The driver's process, the ancestor of the browser's.
    pub fn process_id(&self) -> Option<u32> {
        self.process.id()
    }

    /// The console since the last call.
    pub async fn console(&self) -> Result<Vec<BrowserLogEntry>, SuiteError> {
        Ok(self.driver.browser_log().await?)
    }

    /// Ends the session and the driver.
    pub async fn quit(mut self) -> Result<(), SuiteError> {
        self.driver.clone().quit().await?;
        self.process.kill().await?;
        Ok(())
    }
}

/// A test that fails leaves here, too. Without its driver the browser ends by itself; the session would wait two minutes for
/// an answer to its farewell.
impl Drop for Browser {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.driver.clone().leak();
        let _ = self.process.start_kill();
    }
}

fn capabilities() -> Result<ChromeCapabilities, SuiteError> {
    let mut capabilities = DesiredCapabilities::chrome();
    for argument in ARGUMENTS {
        capabilities.add_arg(argument)?;
    }
    if let Some(path) = browser_path() {
        capabilities.set_binary(&path)?;
    }
    capabilities.set_logging_prefs("browser", LoggingPrefsLogLevel::All)?;
    capabilities.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
    capabilities.add_experimental_option(
        "perfLoggingPrefs",
        serde_json::json!({ "enableNetwork": true, "enablePage": false }),
    )?;
    Ok(capabilities)
}

fn browser_path() -> Option<String> {
    std::env::var("CHROME").ok().or_else(|| {
        let path = std::env::var_os("PATH")?;
        let candidates =
            BROWSERS.iter().flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)));
        candidates.filter(|candidate| candidate.is_file()).map(|found| found.to_string_lossy().into_owned()).next()
    })
}

/// chromedriver takes a free port and tells it: `ChromeDriver was started successfully on port 40123.`
async fn port(process: &mut Child) -> Result<u16, SuiteError> {
    let mut said = String::new();
    let Some(stdout) = process.stdout.take() else { return Err(SuiteError::NoPort(said)) };
    let mut lines = BufReader::new(stdout).lines();
    while let Some(line) = lines.next_line().await? {
        let number = line.rsplit_once("on port ").and_then(|(_, rest)| rest.trim_end_matches('.').parse().ok());
        if let (true, Some(port)) = (line.contains("started successfully"), number) {
            // Keeps the pipe open and empty: the driver must never wait for a reader.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Ok(port);
        }
        said.push_str(&line);
        said.push('\n');
    }
    Err(SuiteError::NoPort(said))
}
