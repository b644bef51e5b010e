//! `stickslip model`: what was read of a robot or machine.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;
use stickslip_import::facts::{self, Configuration};
use stickslip_import::{Format, Imported, JointType, Mechanism, ReadOptions, Strictness};
use stickslip_scene::SceneSource;

use crate::error::{Exit, Failure};
use crate::output::Report;
use crate::table::{Align, count, layout, number};

/// How model files are read, for every command that takes them.
#[derive(Args, Clone, Debug, Default)]
pub struct Reading {
    /// Folder of a package that a URDF names by package://NAME/…; may be given several times
    #[arg(long = "package", value_name = "NAME=DIR")]
    packages: Vec<String>,
    /// Let the root of a URDF move freely
    #[arg(long)]
    floating: bool,
    /// Make errors of all warnings
    #[arg(long, conflicts_with = "lenient")]
    strict: bool,
    /// Make warnings of features that are missing here, such as muscles
    #[arg(long)]
    lenient: bool,
}

/// How a model that is run is read, and where it begins.
#[derive(Args, Clone, Debug, Default)]
pub struct Beginning {
    #[command(flatten)]
    reading: Reading,
    /// Begin in a named state of the model
    #[arg(long, value_name = "NAME")]
    key: Option<String>,
    /// Begin in a state of the model: {"qpos": […], "qvel": […], "ctrl": […]}
    #[arg(long, value_name = "STATE.json", conflicts_with = "key")]
    at: Option<PathBuf>,
    /// How meshes touch: convex (their hulls), decompose (convex parts) or surface
    #[arg(long, value_name = "HOW", value_parser = ["convex", "decompose", "surface"])]
    meshes: Option<String>,
    /// Give every hinge and slider without a motor one that is commanded a position, velocity or
    /// force; `none` passes over those that a URDF names, too
    #[arg(long, value_name = "MODE", value_parser = ["position", "velocity", "force", "none"])]
    drive: Option<String>,
}

impl Beginning {
    /// The scene that a model file is.
    pub fn scene(&self, path: &Path) -> Result<SceneSource, Failure> {
        let options = self.reading.options()?;
        let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.into());
        let quoted = |text: String| format!("{text:?}");
        let mut lines = Vec::new();
        if options.floating {
            lines.push("floating = true".to_owned());
        }
        let packages = options
            .packages
            .iter()
            .map(|(name, folder)| quoted(format!("{name}={}", whole(folder).display())));
        lines.push(format!("packages = [{}]", packages.collect::<Vec<_>>().join(", ")));
        lines.extend(self.key.clone().map(|key| format!("key = {}", quoted(key))));
        let state = self.at.as_deref().map(|at| quoted(whole(at).display().to_string()));
        lines.extend(state.map(|state| format!("state = {state}")));
        lines.extend(self.meshes.clone().map(|how| format!("meshes = {}", quoted(how))));
        lines.extend(self.drive.clone().map(|mode| format!("drive = {}", quoted(mode))));
        match options.strictness {
            Strictness::Normal => {}
            Strictness::Strict => lines.push("reading = \"strict\"".to_owned()),
            Strictness::Lenient => lines.push("reading = \"lenient\"".to_owned()),
        }
        Ok(SceneSource::of_model(path, &lines)?)
    }

    /// An error where something is asked of a model, and there is none.
    pub fn refuse(&self, name: &str) -> Result<(), Failure> {
        let Self { reading, key, at, meshes, drive } = self;
        let flags = [
            ("--package", !reading.packages.is_empty()),
            ("--floating", reading.floating),
            ("--strict", reading.strict),
            ("--lenient", reading.lenient),
            ("--key", key.is_some()),
            ("--at", at.is_some()),
            ("--meshes", meshes.is_some()),
            ("--drive", drive.is_some()),
        ];
        match flags.iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((flag, _)) => Err(Failure::OnlyModels { flag, name: name.to_owned() }),
        }
    }
}

impl Reading {
    /// Reads a model.
    pub fn read(&self, path: &Path) -> Result<Imported, Failure> {
        Ok(stickslip_import::read(path, &self.options()?)?)
    }

    fn options(&self) -> Result<ReadOptions, Failure> {
        let package = |text: &String| {
            text.split_once('=')
                .map(|(name, folder)| (name.to_owned(), PathBuf::from(folder)))
                .ok_or_else(|| Failure::Package(text.clone()))
        };
        Ok(ReadOptions {
            floating: self.floating,
            packages: self.packages.iter().map(package).collect::<Result<_, _>>()?,
            strictness: match (self.strict, self.lenient) {
                (true, _) => Strictness::Strict,
                (_, true) => Strictness::Lenient,
                _ => Strictness::Normal,
            },
        })
    }
}

/// Show what was read of a model file: bodies, joints, masses, what is passed over
///
/// Takes MJCF (.xml) and URDF (.urdf). With --at, also poses, forces and energies in a state.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The model
    file: PathBuf,
    /// A state: {"qpos": […], "qvel": […], "ctrl": […]}, of a URDF also
    /// {"joint_values": {…}, "joint_velocities": …}
    #[arg(long, value_name = "STATE.json")]
    at: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let imported = arguments.reading.read(&arguments.file)?;
    let mechanism = &imported.mechanism;
    let at = arguments.at.as_deref().map(|path| read_state(mechanism, path)).transpose()?;
    if arguments.json {
        let mut document = facts::description(mechanism, &imported.remarks);
        if let Some(at) = &at {
            let state = facts::at_state(mechanism, at);
            let bodies = if mechanism.format == Format::Urdf { "links" } else { "bodies" };
            for key in ["position", "quaternion"] {
                put_into(&mut document, bodies, key, &state[key]);
            }
            document.extend(state);
        }
        return Ok(Report::json(&document, Exit::Done));
    }
    Ok(Report::done(text(&imported, at.as_ref())))
}

/// Gives every object of a list its value of another list.
fn put_into(document: &mut serde_json::Map<String, Value>, list: &str, key: &str, values: &Value) {
    let Some(Value::Array(objects)) = document.get_mut(list) else { return };
    for (object, value) in objects.iter_mut().zip(values.as_array().into_iter().flatten()) {
        object[key] = value.clone();
    }
}

/// Reads a state of a model from a file.
fn read_state(mechanism: &Mechanism, path: &Path) -> Result<Configuration, Failure> {
    let bad = |what: String| Failure::Content { path: path.into(), what };
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| bad(format!("cannot read it: {error}")))?;
    Configuration::from_json(mechanism, &text).map_err(bad)
}

fn text(imported: &Imported, at: Option<&Configuration>) -> String {
    let mechanism = &imported.mechanism;
    let (_, freedoms) = mechanism.sizes();
    let parts = [
        count(mechanism.bodies.len(), "body"),
        count(mechanism.joints.len(), "joint"),
        count(freedoms, "freedom"),
        count(mechanism.geoms.len(), "shape"),
        count(mechanism.actuators.len() + mechanism.drives.len(), "actuator"),
        count(mechanism.tendons.len(), "tendon"),
        format!("{} kg", number(mechanism.total_mass())),
    ];
    let format = mechanism.format.name();
    let mut text = format!(" {} ({format}): {}\n", mechanism.name, parts.join(", "));
    let state = at.map(|at| facts::at_state(mechanism, at));
    let rows = mechanism.listed().into_iter().enumerate().map(|(listed, body)| {
        let at = &mechanism.bodies[body];
        let joints = mechanism.joints[at.joints.clone()].iter().map(describe_joint);
        let joints: Vec<String> = joints.collect();
        let place = state.as_ref().map_or_else(
            || at.pose.position.to_array().map(number).join(" "),
            |state| {
                let place = state["position"][listed].as_array().into_iter().flatten();
                let place = place.filter_map(Value::as_f64).map(number);
                place.collect::<Vec<_>>().join(" ")
            },
        );
        let name = |body: usize| {
            mechanism.bodies[body].name.clone().unwrap_or_else(|| format!("body {body}"))
        };
        [
            name(body),
            at.parent.map_or_else(|| "world".into(), name),
            number(at.mass),
            place,
            if joints.is_empty() { "fixed".into() } else { joints.join("; ") },
        ]
    });
    let columns = [
        ("body", Align::Left),
        ("on", Align::Left),
        ("mass", Align::Right),
        (if at.is_some() { "position" } else { "place on it" }, Align::Right),
        ("joints", Align::Left),
    ];
    text += &layout(columns, rows);
    if let Some(state) = state {
        for (key, unit) in [("kinetic_energy", "J"), ("potential_energy", "J")] {
            let value = state[key].as_f64().unwrap_or(f64::NAN);
            text += &format!(" {} {} {unit}\n", key.replace('_', " "), number(value));
        }
    }
    for remark in &imported.remarks {
        let head = match remark.level {
            stickslip_import::Level::Warning => "warning",
            stickslip_import::Level::Note => "note",
        };
        text += &format!(" {head}: {remark}\n");
    }
    text
}

fn describe_joint(joint: &stickslip_import::Joint) -> String {
    let name = joint.name.as_deref().unwrap_or("");
    let kind = joint.kind.name();
    let limits = joint.limits.filter(|_| joint.kind != JointType::Free);
    let limits = limits
        .map_or_else(String::new, |[low, high]| format!(" {} to {}", number(low), number(high)));
    format!("{kind} {name}{limits}").trim_end().to_owned()
}
