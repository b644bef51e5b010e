//! MJCF, the format of MuJoCo.

mod actuator;
mod asset;
mod body;
mod compile;
mod compiler;
mod contact;
mod defaults;
mod equality;
mod fastened;
mod fit;
mod geom;
pub(crate) mod include;
mod joint;
mod names;
mod option;
mod sensor;
mod tendon;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use compiler::Compiler;
use defaults::Classes;
use names::Names;

use crate::Outline;
use crate::error::ImportError;
use crate::mechanism::{Format, Mechanism};
use crate::remark::{Remarks, Strictness};
use crate::xml::Element;

const SECTIONS: [&str; 17] = [
    "compiler",
    "option",
    "size",
    "statistic",
    "visual",
    "default",
    "extension",
    "asset",
    "worldbody",
    "deformable",
    "contact",
    "tendon",
    "equality",
    "actuator",
    "sensor",
    "custom",
    "keyframe",
];

/// A file that is being read.
struct Reader<'a> {
    compiler: &'a Compiler,
    classes: Classes,
    names: Names,
    colors: HashMap<String, [f64; 4]>,
    folder: PathBuf,
    remarks: &'a mut Remarks,
    mechanism: Mechanism,
    /// Time constants and damping ratios of joints, from which springs are made
    /// once masses are known.
    spring_dampers: Vec<(usize, [f64; 2])>,
}

impl<'a> Reader<'a> {
    fn new(
        compiler: &'a Compiler,
        classes: Classes,
        path: &Path,
        name: String,
        remarks: &'a mut Remarks,
    ) -> Self {
        Self {
            compiler,
            classes,
            names: Names::new(),
            colors: HashMap::new(),
            folder: path.parent().unwrap_or(Path::new("")).into(),
            remarks,
            mechanism: Mechanism::empty(name, Format::Mjcf),
            spring_dampers: Vec::new(),
        }
    }
}

/// Reads name, gravity and time step alone.
pub(crate) fn outline(mut root: Element, path: &Path) -> Result<Outline, ImportError> {
    include::expand(&mut root, path)?;
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("model");
    let name = root.text("model").unwrap_or(stem).to_owned();
    let mut remarks = Remarks::new(Strictness::Lenient);
    let compiler = Compiler::default();
    let mut reader = Reader::new(&compiler, Classes::new(), path, name, &mut remarks);
    root.named("option").try_for_each(|element| reader.option(element))?;
    let Mechanism { name, gravity, timestep, .. } = reader.mechanism;
    Ok(Outline { name, gravity, timestep })
}

/// Reads a model from its root element.
pub(crate) fn read(
    mut root: Element,
    path: &Path,
    remarks: &mut Remarks,
) -> Result<Mechanism, ImportError> {
    include::expand(&mut root, path)?;
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("model");
    let name = root.text("model").unwrap_or(stem).to_owned();
    root.finish()?;
    for child in root.children() {
        match child.name() {
            "size" | "statistic" | "visual" | "custom" => remarks.note(child),
            "extension" | "deformable" => {
                remarks.missing(child, child.name(), "there is nothing of the kind here")?;
            }
            name if SECTIONS.contains(&name) => {}
            _ => return Err(root.unknown(child, &SECTIONS)),
        }
    }
    // One kind of section after the other: each may stand anywhere, and several times.
    let mut compiler = Compiler::default();
    root.named("compiler").try_for_each(|element| compiler.read(element, remarks))?;
    let mut classes = Classes::new();
    root.named("default").try_for_each(|element| classes.read_main(element, &compiler, remarks))?;
    let mut reader = Reader::new(&compiler, classes, path, name, remarks);
    root.named("option").try_for_each(|element| reader.option(element))?;
    root.named("asset").try_for_each(|element| reader.assets(element))?;
    root.named("worldbody").try_for_each(|element| reader.world(element))?;
    root.named("contact").try_for_each(|element| reader.contacts(element))?;
    root.named("tendon").try_for_each(|element| reader.tendons(element))?;
    reader.scale_masses();
    reader.spring_lengths();
    root.named("equality").try_for_each(|element| reader.equalities(element))?;
    root.named("actuator").try_for_each(|element| reader.actuators(element))?;
    reader.springs_and_dampers()?;
    root.named("sensor").try_for_each(|element| reader.sensors(element))?;
    root.named("keyframe").try_for_each(|element| reader.keyframes(element))?;
    Ok(reader.mechanism)
}
