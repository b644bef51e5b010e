//! The page in a browser without a window: it draws every frame, makes a film
//! of them and hands it back.
//!
//! ```text
//! GET  /?film     the page with the motion inside it
//! POST /progress  frames that are drawn, as a number
//! POST /film      the film
//! POST /failed    why there is none
//! ```

use std::future::IntoFuture;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Html;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::timeout;

use crate::error::Failure;
use crate::progress::{COUNTED, progress};

/// Names a browser that is not under one of the usual names.
const VARIABLE: &str = "CHROMIUM";
const NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/// A browser that says nothing for this long has failed.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is looked after.
const LOOK: Duration = Duration::from_millis(200);

/// What the page says.
enum Said {
    Progress(u64),
    Film(Bytes),
    Failed(String),
}

/// A Chromium that is there.
pub struct Browser {
    program: PathBuf,
}

impl Browser {
    /// The one that the environment names, or the first of the usual ones.
    pub fn find() -> Result<Self, Failure> {
        let named = std::env::var_os(VARIABLE).map(PathBuf::from);
        let all = named.into_iter().chain(NAMES.map(PathBuf::from));
        let works = |program: &PathBuf| {
            let mut asked = Command::new(program);
            asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            asked.status().is_ok_and(|status| status.success())
        };
        let found = all.into_iter().find(works);
        found.map(|program| Self { program }).ok_or(Failure::NoBrowser)
    }

    /// Makes the film of a page with a motion inside it.
    pub fn film(&self, page: String, frames: usize, quiet: bool) -> Result<Vec<u8>, Failure> {
        let cannot = |error: std::io::Error| Failure::Film(error.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(cannot)?.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.map_err(cannot)?;
            let address = format!("http://{}", listener.local_addr().map_err(cannot)?);
            let (sender, said) = mpsc::channel(16);
            let server = axum::serve(listener, router(page, address.clone(), sender)).into_future();
            let mut open = Open::new(&self.program, &address)?;
            tokio::select! {
                _ = server => Err(Failure::Film("the page cannot be served".into())),
                film = open.listen(said, frames, quiet) => film,
            }
        })
    }
}

/// A browser at work, with a folder for what it keeps; both go with this.
struct Open {
    child: Child,
    folder: PathBuf,
}

impl Open {
    fn new(program: &PathBuf, address: &str) -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("stickslip-film-{}", std::process::id()));
        let child = Command::new(program)
            .args(["--headless", "--no-first-run", "--mute-audio", "--hide-scrollbars"])
            // Drawn by the processor, which is there everywhere.
            .args(["--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
            // It opens nothing but this program's own page, and in containers and
            // for root there is no sandbox.
            .args(["--no-sandbox", "--disable-extensions", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", folder.display()))
            .arg(format!("{address}/?film"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Failure::Film(format!("the browser does not start: {error}")))?;
        Ok(Self { child, folder })
    }

    async fn listen(
        &mut self,
        mut said: Receiver<Said>,
        frames: usize,
        quiet: bool,
    ) -> Result<Vec<u8>, Failure> {
        let bar = progress(frames, COUNTED, quiet);
        let mut heard = Instant::now();
        loop {
            match timeout(LOOK, said.recv()).await {
                Ok(Some(Said::Film(bytes))) => {
                    bar.finish_and_clear();
                    return Ok(bytes.into());
                }
                Ok(Some(Said::Failed(reason))) => return Err(Failure::Film(reason)),
                Ok(Some(Said::Progress(done))) => {
                    heard = Instant::now();
                    bar.set_position(done);
                }
                Ok(None) => return Err(Failure::Film("the page cannot be served".into())),
                Err(_) if heard.elapsed() > PATIENCE => {
                    return Err(Failure::Film("the browser has stopped to draw".into()));
                }
                Err(_) => {
                    if let Ok(Some(status)) = self.child.try_wait() {
                        return Err(Failure::Film(format!("the browser has ended ({status})")));
                    }
                }
            }
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        // It may be gone already, and what it kept with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[derive(Clone)]
struct Service {
    address: String,
    sender: Sender<Said>,
}

impl Service {
    /// Hears what the page says; nobody else is listened to.
    async fn hear(&self, headers: &HeaderMap, said: Said) -> StatusCode {
        let origin = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok());
        if origin != Some(&*self.address) {
            return StatusCode::FORBIDDEN;
        }
        match self.sender.send(said).await {
            Ok(()) => StatusCode::NO_CONTENT,
            Err(_) => StatusCode::GONE,
        }
    }
}

fn router(page: String, address: String, sender: Sender<Said>) -> Router {
    let number = |text: String| text.trim().parse().unwrap_or(0);
    Router::new()
        .route("/", get(move || std::future::ready(Html(page.clone()))))
        .route(
            "/progress",
            post(
                move |State(service): State<Service>, headers: HeaderMap, body: String| async move {
                    service.hear(&headers, Said::Progress(number(body))).await
                },
            ),
        )
        .route(
            "/film",
            post(|State(service): State<Service>, headers: HeaderMap, body: Bytes| async move {
                service.hear(&headers, Said::Film(body)).await
            }),
        )
        .route(
            "/failed",
            post(|State(service): State<Service>, headers: HeaderMap, body: String| async move {
                service.hear(&headers, Said::Failed(body)).await
            }),
        )
        .layer(DefaultBodyLimit::disable())
        .with_state(Service { address, sender })
}
