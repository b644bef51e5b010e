//! A page without a browser.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::frame::Frame;
use crate::server::Server;

/// Anything that a server says.
#[derive(Clone, Debug)]
pub enum Said {
    Text(Value),
    Frame(Frame),
}

/// A connection that has been greeted.
pub struct Page {
    socket: WebSocket<TcpStream>,
    pub hello: Value,
    pub world: Value,
    pub state: Value,
    /// Frames that came before the state did: they wait for nobody.
    early: VecDeque<Said>,
}

/// Opens a socket with these headers besides the usual ones, or instead of them.
pub fn connect(
    server: &Server,
    headers: &[(&'static str, &str)],
) -> Result<WebSocket<TcpStream>, String> {
    let address = format!("ws://{}/socket", server.address);
    let mut request = address.into_client_request().expect("an address");
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().expect("a header"));
    }
    let stream = TcpStream::connect(&server.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
    stream.set_nodelay(true).expect("no delay");
    let connected = tungstenite::client(request, stream);
    connected.map(|connected| connected.0).map_err(|error| error.to_string())
}

impl Page {
    /// Connects and takes what every page is sent first, in order.
    pub fn open(server: &Server) -> Self {
        let socket = connect(server, &[]).expect("a socket");
        let early = VecDeque::new();
        let [hello, world, state] = [Value::Null, Value::Null, Value::Null];
        let mut page = Self { socket, hello, world, state, early };
        page.hello = page.first("hello");
        page.world = page.first("world");
        page.state = page.first("state");
        page
    }

    /// The next text, which is of this type; frames before it are kept.
    fn first(&mut self, kind: &str) -> Value {
        loop {
            match self.read() {
                Said::Text(text) if text["type"] == kind => return text,
                frame @ Said::Frame(_) if kind == "state" => self.early.push_back(frame),
                other => panic!("{kind} comes next, not {other:?}"),
            }
        }
    }

    /// Says something.
    pub fn say(&mut self, message: Value) {
        self.send(Message::text(message.to_string()));
    }

    pub fn send(&mut self, message: Message) {
        assert!(self.offer(message), "the server reads");
    }

    /// Sends what the server may refuse to read to its end.
    pub fn offer(&mut self, message: Message) -> bool {
        self.socket.send(message).is_ok()
    }

    /// The next message.
    pub fn next(&mut self) -> Said {
        self.early.pop_front().unwrap_or_else(|| self.read())
    }

    fn read(&mut self) -> Said {
        loop {
            match self.socket.read().expect("the server speaks") {
                Message::Text(text) => {
                    return Said::Text(serde_json::from_str(&text).expect("JSON"));
                }
                Message::Binary(bytes) => return Said::Frame(Frame::read(&bytes)),
                _ => {}
            }
        }
    }

    /// The next text of a type; an error that was not asked for fails the test.
    pub fn text(&mut self, kind: &str) -> Value {
        self.until(|said| match said {
            Said::Text(text) if text["type"] == kind => Some(text.clone()),
            Said::Text(text) if text["type"] == "error" => panic!("{text}"),
            _ => None,
        })
    }

    /// The next error.
    pub fn error(&mut self) -> Value {
        self.text("error")
    }

    /// The next frame of a lane for which this holds.
    pub fn frame(&mut self, lane: u32, wanted: impl Fn(&Frame) -> bool) -> Frame {
        self.until(|said| match said {
            Said::Frame(frame) if frame.lane == lane && wanted(frame) => Some(frame.clone()),
            Said::Text(text) if text["type"] == "error" => panic!("{text}"),
            _ => None,
        })
    }

    /// Skips messages until one gives something.
    pub fn until<T>(&mut self, mut wanted: impl FnMut(&Said) -> Option<T>) -> T {
        loop {
            let said = self.next();
            if let Some(found) = wanted(&said) {
                return found;
            }
        }
    }

    /// Goes so many steps on; the frame of lane 0 there.
    pub fn step(&mut self, count: u32, from: u32) -> Frame {
        self.say(json!({"type": "step", "count": count}));
        self.frame(0, |frame| frame.step == from + count)
    }

    /// Whether the other side has ended the connection.
    pub fn is_closed(&mut self) -> bool {
        loop {
            match self.socket.read() {
                Ok(Message::Close(_)) | Err(_) => return true,
                Ok(Message::Text(text)) if text.contains("\"error\"") => return false,
                Ok(_) => {}
            }
        }
    }
}
