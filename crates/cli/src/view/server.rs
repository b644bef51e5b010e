//! HTTP for the page and the socket.
//!
//! Any web page that is open in a browser can send requests to the loopback
//! address, and a foreign name can be made to point there. So requests are
//! answered only under an address or a name that is the server's own, and the
//! socket only for pages that came from the same one.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::mpsc;

use super::client::Connection;
use super::hello::Hello;
use super::hub::{Command, Newest, text};
use super::library::Library;
use super::page::Page;

/// Pages at a time.
const MAX_PAGES: usize = 32;
/// Longer messages end the connection; between this and the limit of messages
/// there is an answer.
const LONGEST_PACKET: usize = 1 << 20;

/// What every request is answered with.
#[derive(Clone)]
pub struct Service {
    shared: Arc<Shared>,
    embedded: bool,
}

struct Shared {
    page: Page,
    host: String,
    hello: Hello,
    library: Library,
    commands: mpsc::Sender<Command>,
    newest: Newest,
    next: AtomicU64,
    open: AtomicUsize,
}

impl Service {
    /// `host` is the name or address that was asked for.
    pub fn new(
        page: Page,
        host: String,
        (hello, library): (Hello, Library),
        (commands, newest): (mpsc::Sender<Command>, Newest),
    ) -> Self {
        let (next, open) = (AtomicU64::new(1), AtomicUsize::new(0));
        let shared = Shared { page, host, hello, library, commands, newest, next, open };
        Self { shared: Arc::new(shared), embedded: false }
    }

    /// Whether pages of this machine may show the page in a frame.
    pub fn embedded(self, embedded: bool) -> Self {
        Self { embedded, ..self }
    }

    /// The routes.
    pub fn router(self) -> Router {
        Router::new().route("/socket", get(socket)).fallback(file).with_state(self)
    }
}

impl Shared {
    /// Whether `Host` is an address, this machine, or what was asked for.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let Some(host) = value(headers, header::HOST) else { return false };
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let address = name.trim_start_matches('[').trim_end_matches(']');
        name.eq_ignore_ascii_case("localhost")
            || name.eq_ignore_ascii_case(&self.host)
            || address.parse::<IpAddr>().is_ok()
    }
}

fn value(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Whether the page that asks came from here. Programs other than browsers
/// name no origin.
fn is_same_origin(headers: &HeaderMap) -> bool {
    match (headers.contains_key(header::ORIGIN), value(headers, header::ORIGIN)) {
        (false, _) => true,
        (true, origin) => {
            let origin = origin.and_then(|origin| origin.strip_prefix("http://"));
            origin.is_some() && origin == value(headers, header::HOST)
        }
    }
}

fn forbidden() -> Response {
    (StatusCode::FORBIDDEN, "this server answers only its own page\n").into_response()
}

/// Nothing may be fetched from elsewhere, and nobody may show the page in a frame.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; worker-src 'self' blob:; frame-ancestors 'none'";
/// The same, but for pages of this machine, such as notebooks.
const EMBEDDED: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; worker-src 'self' blob:; \
    frame-ancestors http://localhost:* http://127.0.0.1:* vscode-webview:";

async fn file(State(service): State<Service>, uri: Uri, headers: HeaderMap) -> Response {
    if !service.shared.is_own(&headers) {
        return forbidden();
    }
    let policy = if service.embedded { EMBEDDED } else { POLICY };
    match service.shared.page.file(uri.path()) {
        None => (StatusCode::NOT_FOUND, "no such file\n").into_response(),
        Some((kind, content)) => (
            [
                (header::CONTENT_TYPE, kind),
                (header::CONTENT_SECURITY_POLICY, policy),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
                (header::CACHE_CONTROL, "no-cache"),
            ],
            content,
        )
            .into_response(),
    }
}

async fn socket(
    State(Service { shared, .. }): State<Service>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.is_own(&headers) || !is_same_origin(&headers) {
        return forbidden();
    }
    if shared.open.fetch_add(1, Ordering::Relaxed) >= MAX_PAGES {
        shared.open.fetch_sub(1, Ordering::Relaxed);
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n").into_response();
    }
    let upgrade = upgrade.max_message_size(LONGEST_PACKET).max_frame_size(LONGEST_PACKET);
    upgrade.on_upgrade(move |socket| async move {
        let connection = Connection {
            client: shared.next.fetch_add(1, Ordering::Relaxed),
            socket,
            commands: shared.commands.clone(),
            newest: shared.newest.clone(),
        };
        let hello = text(&shared.hello.with(shared.library.list()));
        connection.serve(hello).await;
        shared.open.fetch_sub(1, Ordering::Relaxed);
    })
}
