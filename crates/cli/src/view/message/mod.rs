//! What a page may say: one JSON object with a `type`, of bounded size. All
//! that does not fit is refused with a sentence and changes nothing.

mod keys;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use stickslip_dynamics::glam::DVec3;

pub use keys::{
    BodyInLane, Change, Drag, DragTarget, Draw, LaneChoice, Matrix, Open, OpenRecording, Watch,
};
use keys::{
    Control, Coordinate, Count, DragKeys, DropKeys, Nothing, Pick, Record, Remove, Rewind, Seek,
    Speed,
};

/// Longest message (bytes).
pub const MAX_BYTES: usize = 64 << 10;

/// Most steps that can be waiting to be done.
pub const MAX_STEPS: u64 = 1000;

/// A message that was understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Starts a scene.
    Open(Box<Open>),
    /// Starts a recording.
    OpenRecording(OpenRecording),
    /// Changes settings of the run.
    Change(Change),
    /// Goes on until stopped.
    Play,
    /// Stands still.
    Pause,
    /// Goes back to the beginning.
    Reset,
    /// So many steps.
    Step(u64),
    /// Simulated seconds per second; 0 for as fast as it goes.
    Speed(f64),
    /// Shows a frame of a recording.
    Seek(usize),
    /// Leads a live run back to a step.
    Rewind(u64),
    /// Tells a motor what to do.
    Control(String, f64),
    /// Puts a coordinate of a joint at a value.
    Coordinate(String, f64),
    /// Lets a box fall from above a point.
    Drop(DVec3),
    /// Takes a body out of the run.
    Remove(usize),
    /// Begins or ends writing a recording.
    Record(bool),
    /// What this page wants in its frames.
    Draw(Draw),
    /// What this page wants to be told after its frames.
    Watch(Watch),
    /// Which body this page wants to know more of.
    Pick(Option<BodyInLane>),
    /// Pulls a body.
    Drag(Drag),
    /// Lets it go.
    Release,
    /// Asks for the matrix of an island.
    Matrix(Matrix),
}

/// Why a message was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Type of the message, as far as it has one.
    pub about: String,
    /// A sentence.
    pub message: String,
}

impl Refused {
    /// A sentence about a type of message.
    pub fn new(about: impl Into<String>, message: impl ToString) -> Self {
        Self { about: about.into(), message: message.to_string() }
    }
}

impl Message {
    /// Reads a text.
    pub fn read(text: &str) -> Result<Self, Refused> {
        if text.len() > MAX_BYTES {
            let reason = format!("a message has at most {MAX_BYTES} bytes, not {}", text.len());
            return Err(Refused::new("", reason));
        }
        let mut keys: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| Refused::new("", format!("not a JSON object: {error}")))?;
        let Some(Value::String(name)) = keys.remove("type") else {
            return Err(Refused::new("", "a message needs a \"type\", a text"));
        };
        // A name of any length would come back in every error.
        let about: String = name.chars().take(40).collect();
        Self::of(&name, Value::Object(keys)).map_err(|reason| Refused::new(about, reason))
    }

    fn of(name: &str, keys: Value) -> Result<Self, String> {
        Ok(match name {
            "open" => Self::Open(open(read(keys)?)?),
            "open-recording" => Self::OpenRecording(read(keys)?),
            "change" => Self::Change(change(read(keys)?)?),
            "play" => read::<Nothing>(keys).map(|_| Self::Play)?,
            "pause" => read::<Nothing>(keys).map(|_| Self::Pause)?,
            "reset" => read::<Nothing>(keys).map(|_| Self::Reset)?,
            "release" => read::<Nothing>(keys).map(|_| Self::Release)?,
            "step" => {
                let count = read::<Count>(keys)?.count.unwrap_or(1);
                Self::Step(within("count", count, 1, MAX_STEPS)?)
            }
            "speed" => Self::Speed(within("speed", read::<Speed>(keys)?.speed, 0.0, 10.0)?),
            "seek" => Self::Seek(read::<Seek>(keys)?.frame),
            "rewind" => Self::Rewind(read::<Rewind>(keys)?.step),
            "control" => {
                let Control { name, value } = read(keys)?;
                Self::Control(name, within("value", value, -LARGEST, LARGEST)?)
            }
            "coordinate" => {
                let Coordinate { name, value } = read(keys)?;
                Self::Coordinate(name, within("value", value, -LARGEST, LARGEST)?)
            }
            "drop" => Self::Drop(point("at", read::<DropKeys>(keys)?.at)?),
            "remove" => Self::Remove(read::<Remove>(keys)?.body),
            "record" => Self::Record(read::<Record>(keys)?.on),
            "draw" => Self::Draw(read(keys)?),
            "watch" => Self::Watch(read(keys)?),
            "pick" => {
                let Pick { body, lane } = read(keys)?;
                Self::Pick(body.map(|body| BodyInLane { lane, body }))
            }
            "drag" => Self::Drag(drag(&read(keys)?)?),
            "matrix" => Self::Matrix(read(keys)?),
            _ => return Err("there is no message of that type".into()),
        })
    }
}

/// Reads keys; the error names the key.
fn read<T: DeserializeOwned>(keys: Value) -> Result<T, String> {
    serde_path_to_error::deserialize(keys).map_err(|error| match error.path().to_string() {
        path if path == "." => error.inner().to_string(),
        path => format!("{path}: {}", error.inner()),
    })
}

/// Farther than this (m) nothing is dragged or dropped.
const FARTHEST: f64 = 1e6;
const STIFFEST: f64 = 1e12;
/// No motor is commanded more than this, and no joint is put farther.
const LARGEST: f64 = 1e9;

fn within<T: PartialOrd + std::fmt::Display>(
    key: &str,
    value: T,
    least: T,
    most: T,
) -> Result<T, String> {
    if value >= least && value <= most {
        Ok(value)
    } else {
        Err(format!("{key}: is {value}, but must be from {least} to {most}"))
    }
}

fn open(keys: Open) -> Result<Box<Open>, String> {
    settings(keys.lanes.as_deref(), keys.dt, keys.substeps, keys.mu)?;
    within("time", keys.time, 0.0, 60.0)?;
    Ok(Box::new(keys))
}

fn change(keys: Change) -> Result<Change, String> {
    settings(keys.lanes.as_deref(), keys.dt, keys.substeps, keys.mu.flatten())?;
    Ok(keys)
}

fn settings(
    lanes: Option<&[LaneChoice]>,
    dt: Option<f64>,
    substeps: Option<usize>,
    mu: Option<f64>,
) -> Result<(), String> {
    if let Some(lanes) = lanes {
        within("lanes", lanes.len(), 1, 2)?;
    }
    dt.map_or(Ok(0.0), |dt| within("dt", dt, 1e-6, 1.0))?;
    substeps.map_or(Ok(0), |substeps| within("substeps", substeps, 1, 1000))?;
    mu.map_or(Ok(0.0), |mu| within("mu", mu, 0.0, 2.0))?;
    Ok(())
}

fn point(key: &str, point: [f64; 3]) -> Result<DVec3, String> {
    for value in point {
        within(key, value, -FARTHEST, FARTHEST)?;
    }
    Ok(DVec3::from_array(point))
}

fn drag(keys: &DragKeys) -> Result<Drag, String> {
    let (at, to) = (point("at", keys.at.unwrap_or_default())?, point("to", keys.to)?);
    if let Some(stiffness) = keys.stiffness {
        within("stiffness", stiffness, 0.0, STIFFEST)?;
    }
    let target = match (keys.at, keys.vertex) {
        (Some(_), None) => DragTarget::Point(at),
        (None, Some(vertex)) => DragTarget::Vertex(vertex),
        _ => return Err("drag: needs one of at and vertex".into()),
    };
    Ok(Drag {
        place: BodyInLane { lane: keys.lane, body: keys.body },
        target,
        to,
        stiffness: keys.stiffness,
    })
}
