//! Who is answered, where it listens, how it ends.

use tempfile::TempDir;

use crate::page::{Page, connect};
use crate::server::{Server, command};

#[test]
fn only_its_own_page_may_talk_to_it() {
    let server = Server::start("stack");
    let own = format!("http://{}", server.address);
    assert!(connect(&server, &[("Origin", &own)]).is_ok());
    for origin in ["http://evil.example", "http://127.0.0.1:1", "https://localhost", "null"] {
        let refused = connect(&server, &[("Origin", origin)]).expect_err(origin);
        assert!(refused.contains("403"), "{origin}: {refused}");
    }
    // A foreign name that was made to point here.
    let rebound = server.request(&["GET / HTTP/1.1", "Host: evil.example", "Connection: close"]);
    assert!(rebound.starts_with("HTTP/1.1 403"), "{rebound}");
    let rebound = connect(&server, &[("Host", "evil.example"), ("Origin", "http://evil.example")]);
    assert!(rebound.is_err_and(|refused| refused.contains("403")));
}

#[test]
fn the_page_is_served_and_nothing_beside_it() {
    let server = Server::with("stack", |folder| {
        std::fs::write(folder.join("secret"), "secret").expect("a file");
    });
    let host = format!("Host: {}", server.address);
    let get =
        |path: &str| server.request(&[&format!("GET {path} HTTP/1.1"), &host, "Connection: close"]);
    let page = get("/");
    assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>a page"), "{page}");
    assert!(page.contains("content-security-policy: default-src 'self'"), "{page}");
    for path in ["/../secret", "//../secret", "/%2e%2e/secret", "/none", "/./../secret"] {
        assert!(get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn a_taken_port_is_refused_where_it_was_asked_for() {
    let server = Server::start("stack");
    let port = server.address.rsplit(':').next().expect("a port");
    let folder = TempDir::new().expect("a folder");
    let ran = command(folder.path(), &format!("stack --port {port}")).output().expect("it runs");
    assert_eq!(ran.status.code(), Some(2));
}

/// The usual port, or the next free one.
#[test]
fn two_servers_find_a_port_each() {
    use std::io::{BufRead, BufReader};
    let folder = TempDir::new().expect("a folder");
    let mut servers: Vec<_> =
        (0..2).map(|_| command(folder.path(), "stack").spawn().expect("it runs")).collect();
    let mut ports: Vec<u16> = Vec::new();
    for server in &mut servers {
        let mut line = String::new();
        let stdout = server.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("an address");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().expect("a port");
        ports.push(port.parse().expect("a number"));
    }
    for mut server in servers {
        server.kill().expect("it was there");
        server.wait().expect("it ends");
    }
    assert!(
        ports[0] != ports[1] && ports.iter().all(|port| (7117..7218).contains(port)),
        "{ports:?}"
    );
}

#[test]
fn an_interrupt_ends_it_cleanly() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::start("stack");
        let mut page = Page::open(&server);
        page.say(serde_json::json!({"type": "play"}));
        page.frame(0, |frame| frame.step > 2);
        assert_eq!(server.end(signal).code(), Some(0), "{signal}");
        assert!(page.is_closed());
    }
}

#[test]
fn bad_arguments_are_said() {
    let folder = TempDir::new().expect("a folder");
    for words in [
        "no-such-scene",
        "no-such-file.toml",
        "stack --solver bp",
        "stack --set m=1",
        "stack --folder none",
        "stack --host example.com",
        "stack --port 70000",
        "stack --solver cone-ip",
    ] {
        let mut command = command(folder.path(), &format!("--port 0 {words}"));
        let ran = command.stderr(std::process::Stdio::piped()).output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains("error:") && !said.contains("panicked"), "{words}: {said}");
    }
}
