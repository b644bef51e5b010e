//! Where the server listens, who is informed, and when it ends.

use std::net::IpAddr;

use tokio::net::TcpListener;

use super::Arguments;
use crate::error::Failure;
use crate::output::{complain, print};

/// The usual port, and how many are tried from it on.
const PORT: u16 = 7117;
const PORTS: u16 = 100;

/// Listens on a port, or on the first free one from the usual one on.
pub async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, Failure> {
    let ports = port.map_or(PORT..=PORT + PORTS, |port| port..=port);
    let mut refused = None;
    for port in ports {
        match TcpListener::bind((host, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => refused = refused.or(Some((port, error))),
        }
    }
    let reason = refused.map_or_else(String::new, |(port, error)| {
        format!("cannot listen on {host}, port {port}: {error}")
    });
    Err(Failure::View(reason))
}

/// Says where the page is, and opens it if that was asked for.
pub fn announce(arguments: &Arguments, listener: &TcpListener) -> Result<(), Failure> {
    let address = listener.local_addr().map_err(|error| Failure::View(error.to_string()))?;
    let url = format!("http://{address}/");
    if !arguments.host.is_loopback() {
        complain("warning: everybody who can reach this address can run scenes on this machine");
        complain("  and write recordings into its folder; there is no password");
    }
    let text = match arguments.quiet {
        true => format!("{url}\n"),
        false => format!("viewer at {url}\nCtrl-C ends it\n"),
    };
    // Without a reader of the address the page is still there.
    let _ = print(&text);
    if arguments.open
        && let Err(error) = open_browser(&url)
    {
        complain(&format!("warning: cannot open a browser: {error}"));
    }
    Ok(())
}

fn open_browser(url: &str) -> std::io::Result<()> {
    let (program, before): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    std::process::Command::new(program).args(before).arg(url).spawn().map(drop)
}

/// Returns when somebody wants the server to end.
pub async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
