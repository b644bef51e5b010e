//! The real binary, serving on any free port.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A server that ends with its test.
pub struct Server {
    child: Child,
    /// Host and port.
    pub address: String,
    /// Its folder, also that of its recordings.
    pub folder: TempDir,
}

/// Starts `stickslip view` with these words in this folder.
pub fn command(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stickslip"));
    // A page of one file, so that the tests need no Node.js.
    std::fs::create_dir_all(folder.join("page")).expect("a folder for the page");
    std::fs::write(folder.join("page/index.html"), "<p>a page").expect("a page");
    command.arg("view").args(words.split_whitespace()).args(["--page", "page", "--quiet"]);
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

impl Server {
    /// Serves with these words after `stickslip view`.
    pub fn start(words: &str) -> Self {
        Self::with(words, |_| {})
    }

    /// The same in a folder with something in it.
    pub fn with(words: &str, prepare: impl FnOnce(&Path)) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        prepare(folder.path());
        let mut child =
            command(folder.path(), &format!("{words} --port 0")).spawn().expect("the binary runs");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("the address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{line}");
        Self { child, address, folder }
    }

    /// Ends it as Ctrl-C (INT) or a power cut (KILL) would.
    pub fn end(&mut self, signal: &str) -> ExitStatus {
        let process = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &process]).status();
        assert!(sent.expect("kill runs").success());
        self.child.wait().expect("it ends")
    }

    /// The whole answer to a request of these lines.
    pub fn request(&self, lines: &[&str]) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        stream.write_all((lines.join("\r\n") + "\r\n\r\n").as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
