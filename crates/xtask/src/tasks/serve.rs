//! `cargo xtask serve`.

use super::dist;
use crate::context::Context;
use crate::error::TaskError;
use crate::say;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

const FIRST_PORT: u16 = 8080;

/// Builds the page, serves it on this machine and rebuilds it on every change, until interrupted.
pub fn run(context: &mut Context) -> Result<(), TaskError> {
    dist::prepare(context)?;
    let port = free_port().ok_or(TaskError::Missing {
        what: "a free port from 8080 to 8179".into(),
        fix: "stop a server, or run `trunk serve --port N`".into(),
    })?;
    let step = say::step("page: first build", "a minute, or seconds when little changed");
    let served = context.target().join("serve-dist").to_string_lossy().into_owned();
    let port_text = port.to_string();
    let arguments = [
        "--color",
        "never",
        "--log",
        "warn",
        "serve",
        "--cargo-profile",
        "serve",
        "--dist",
        &served,
        "--address",
        "127.0.0.1",
        "--port",
        &port_text,
    ];
    let mut command = context.command("trunk", &arguments);
    command.env_remove("NO_COLOR");
    let mut trunk = command.spawn().map_err(|error| TaskError::Start("trunk".into(), error))?;
    let mut step = Some(step);
    loop {
        if let Ok(Some(status)) = trunk.try_wait() {
            return if status.success() { Ok(()) } else { Err(TaskError::Failed("trunk serve".into())) };
        }
        if answers(port)
            && let Some(step) = step.take()
        {
            step.done();
            println!(
                "\n  Shardscope is at http://127.0.0.1:{port}/\n  It is rebuilt when a source file changes. Ctrl-C ends it.\n"
            );
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn free_port() -> Option<u16> {
    (FIRST_PORT..FIRST_PORT + 100).find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
}

/// Whether the page itself comes back, not just any answer.
fn answers(port: u16) -> bool {
    let fetch = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.write_all(b"GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    fetch().is_ok_and(|answer| answer.contains("boot.js"))
}
