//! `[[model]]`: a robot or machine from an MJCF or URDF file.

use std::path::{Path, PathBuf};

use stickslip_dynamics::{Model, Pose, Solidity};
use stickslip_import::facts::Configuration;
use stickslip_import::{
    Built, DriveMode, ImportError, JointDrive, Keyframe, Outline, Overlaps, Placement, ReadOptions,
    Strictness,
};

use super::item::Item;
use super::section::TomlTable;
use crate::builtin::find_model;
use crate::error::SceneError;

/// The step of models that ask for none (s): MuJoCo's.
const STEP: f64 = 0.002;

const READING: [(&str, Strictness); 3] = [
    ("normal", Strictness::Normal),
    ("strict", Strictness::Strict),
    ("lenient", Strictness::Lenient),
];

/// Which joints get motors.
#[derive(Clone, Copy)]
enum Asked {
    /// None but those of the section.
    None,
    /// Those that the file names.
    File,
    /// All that have none.
    All(DriveMode),
}

const DRIVES: [(&str, Asked); 5] = [
    ("file", Asked::File),
    ("none", Asked::None),
    ("position", Asked::All(DriveMode::Position)),
    ("velocity", Asked::All(DriveMode::Velocity)),
    ("force", Asked::All(DriveMode::Force)),
];

/// How meshes may touch; parts are found on so many voxels along the longest side.
const MESHES: [(&str, Solidity); 3] = [
    ("convex", Solidity::Convex),
    ("decompose", Solidity::Decompose { resolution: 64 }),
    ("surface", Solidity::Features),
];

/// What becomes of links that begin inside each other.
const OVERLAPS: [(&str, Overlaps); 3] =
    [("format", Overlaps::Format), ("pass", Overlaps::Pass), ("touch", Overlaps::Touch)];

/// Adds the model of a section; `frame` is where the section stands, `prefix` goes
/// before the names of its parts. `None` where only the keys are wanted.
pub fn read(
    section: &TomlTable<'_>,
    frame: &Pose,
    prefix: String,
    model: &mut Model,
) -> Result<Option<Built>, SceneError> {
    let file = section.required("file", Item::text)?.to_owned();
    let pose = frame.compose(&super::pose::pose(section)?);
    let strictness = section.or("reading", Strictness::Normal, |item| item.choice(&READING))?;
    let floating = section.or("floating", false, Item::truth)?;
    let key = section.optional("key", Item::text)?;
    let state = section.optional("state", Item::text)?;
    let packages = section.or("packages", Vec::new(), packages)?;
    let drive = section.or("drive", Asked::File, |item| item.choice(&DRIVES))?;
    let motors = section.or("motors", Vec::new(), motors)?;
    let meshes = section.or("meshes", Solidity::Convex, |item| item.choice(&MESHES))?;
    let overlaps = section.or("overlaps", Overlaps::Format, |item| item.choice(&OVERLAPS))?;
    let source = section.place.source;
    // Who only wants to know the keys has no files.
    if source.asked.is_some() {
        return Ok(None);
    }
    let path = Path::new(source.file);
    // A model that is run alone has a text that nobody wrote: its lines mean nothing.
    let refuse = |what: String| match stickslip_import::is_model(path) {
        true => SceneError::Import(ImportError::file(path, what)),
        false => section.error(what),
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = |(name, path): (String, PathBuf)| (name, folder.join(path));
    let packages = packages.into_iter().map(beside).collect();
    let options = ReadOptions { floating, packages, strictness };
    let is_builtin = source.file.starts_with("builtin:");
    let read = match is_builtin {
        false => stickslip_import::read(&folder.join(&file), &options),
        true => {
            let text = find_model(&file)
                .ok_or_else(|| section.error(format!("no model \"{file}\" is built in")))?;
            stickslip_import::read_text(text, Path::new(&file), &options)
        }
    };
    let mut imported = read.map_err(SceneError::Import)?;
    let mechanism = &imported.mechanism;
    let mut start = Configuration::initial(mechanism);
    if let Some(key) = key {
        let found = mechanism.keyframe(key).ok_or_else(|| {
            let known = mechanism.keyframes.iter().filter_map(|key| key.name.as_deref());
            let hint = crate::error::hint(key, known.collect::<Vec<_>>());
            refuse(format!("{file} has no key \"{key}\"{hint}"))
        })?;
        let Keyframe { qpos, qvel, ctrl, act, .. } = found.clone();
        start = Configuration { qpos, qvel, ctrl, act };
    }
    if let Some(state) = state {
        if is_builtin {
            return Err(section.error("a built-in scene has no files beside it"));
        }
        let bad = |what: String| refuse(format!("{state}: {what}"));
        let text = std::fs::read_to_string(folder.join(state));
        let text = text.map_err(|error| bad(format!("cannot be read: {error}")))?;
        start = Configuration::from_json(mechanism, &text).map_err(bad)?;
    }
    start.check(mechanism).map_err(refuse)?;
    let mut drives = match drive {
        Asked::None => Vec::new(),
        Asked::File => mechanism.drives.clone(),
        Asked::All(mode) => {
            let idle = mechanism.idle_joints().into_iter();
            idle.map(|joint| JointDrive::new(joint, mode)).collect()
        }
    };
    drives.retain(|drive| !motors.iter().any(|motor| motor.joint == drive.joint));
    for drive in drives.iter().chain(&motors) {
        imported.mechanism.drive(drive, &mut start).map_err(refuse)?;
    }
    let mechanism = &imported.mechanism;
    let placement = Placement { pose, prefix, strictness, meshes, overlaps };
    let built = stickslip_import::build(model, mechanism, &start, &placement);
    let mut built = built.map_err(SceneError::Import)?;
    imported.remarks.append(&mut built.remarks);
    built.remarks = imported.remarks;
    Ok(Some(built))
}

/// Motors for single joints.
fn motors(item: &Item<'_>) -> Result<Vec<JointDrive>, SceneError> {
    let motor = |item: &Item<'_>| {
        item.section()?.whole(|section| {
            Ok(JointDrive {
                joint: section.required("joint", Item::name)?,
                mode: section.required("mode", |item| item.choice(&DriveMode::ALL))?,
                stiffness: section.optional("stiffness", Item::positive)?,
                damping: section.optional("damping", Item::at_least_zero)?,
                limit: section.optional("limit", Item::positive)?,
            })
        })
    };
    item.list()?.iter().map(motor).collect()
}

/// Texts NAME=DIR.
fn packages(item: &Item<'_>) -> Result<Vec<(String, PathBuf)>, SceneError> {
    item.list()?
        .iter()
        .map(|item| match item.text()?.split_once('=') {
            Some((name, folder)) => Ok((name.to_owned(), PathBuf::from(folder))),
            None => Err(item.expected("\"NAME=DIR\"")),
        })
        .collect()
}

/// The text of a scene that is nothing but a model.
pub fn scene_of(outline: &Outline, file: &str, lines: &[String]) -> String {
    let [x, y, z] = outline.gravity.to_array();
    let step = outline.timestep.unwrap_or(STEP);
    let name = outline.name.replace(['"', '\\', '{', '}', '\n'], "-");
    let name = if name.is_empty() { "model" } else { &name };
    let mut text = format!(
        "name = \"{name}\"\ndescription = \"{file}\"\n\n[settings]\ngravity = [{x:?}, {y:?}, {z:?}]\n\
         dt = {step:?}\n\n[[model]]\nfile = {file:?}\n"
    );
    lines.iter().for_each(|line| text += &format!("{line}\n"));
    text
}
