//! Classes of defaults: each begins as a copy of the one around it.

use std::collections::HashMap;

use super::actuator::{ActuatorAttributes, is_actuator};
use super::asset::MeshAttributes;
use super::compiler::Compiler;
use super::contact::PairAttributes;
use super::geom::{GeomAttributes, apply_site};
use super::joint::JointAttributes;
use super::tendon::TendonAttributes;
use crate::error::{ImportError, hint};
use crate::remark::Remarks;
use crate::xml::Element;

/// The defaults of every kind of element.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    pub(super) geom: GeomAttributes,
    pub(super) site: GeomAttributes,
    pub(super) joint: JointAttributes,
    pub(super) mesh: MeshAttributes,
    pub(super) actuator: ActuatorAttributes,
    pub(super) tendon: TendonAttributes,
    pub(super) pair: PairAttributes,
    /// Whether equalities are not active.
    pub(super) inactive: bool,
    pub(super) color: Option<[f64; 4]>,
}

/// All classes.
#[derive(Debug)]
pub(super) struct Classes {
    list: Vec<Class>,
    numbers: HashMap<String, usize>,
}

const KNOWN: [&str; 17] = [
    "default", "mesh", "material", "joint", "geom", "site", "camera", "light", "pair", "equality",
    "tendon", "general", "motor", "position", "velocity", "damper", "muscle",
];

impl Classes {
    pub(super) fn new() -> Self {
        let numbers = HashMap::from([("main".to_owned(), 0)]);
        Self { list: vec![Class::default()], numbers }
    }

    /// The class around all others.
    pub(super) fn main(&self) -> usize {
        0
    }

    /// A class by number.
    pub(super) fn get(&self, class: usize) -> &Class {
        &self.list[class]
    }

    /// The class that an element names, or `else_class`.
    pub(super) fn of(&self, element: &Element, else_class: usize) -> Result<usize, ImportError> {
        self.named(element, "class", else_class)
    }

    /// The class that an attribute names, or `else_class`.
    pub(super) fn named(
        &self,
        element: &Element,
        key: &'static str,
        else_class: usize,
    ) -> Result<usize, ImportError> {
        let Some(name) = element.text(key) else { return Ok(else_class) };
        self.numbers.get(name).copied().ok_or_else(|| {
            let mut known: Vec<&str> = self.numbers.keys().map(String::as_str).collect();
            known.sort_unstable();
            let hint = hint(name, known);
            element.error_at(key, format!("\"{name}\": there is no such default class{hint}"))
        })
    }

    /// Reads an outermost `<default>`.
    pub(super) fn read_main(
        &mut self,
        element: &Element,
        compiler: &Compiler,
        remarks: &mut Remarks,
    ) -> Result<(), ImportError> {
        match element.text("class") {
            None | Some("main") => self.read(0, element, compiler, remarks),
            Some(_) => {
                Err(element.error_at("class", "of the outermost defaults can only be \"main\""))
            }
        }
    }

    fn read(
        &mut self,
        class: usize,
        element: &Element,
        compiler: &Compiler,
        remarks: &mut Remarks,
    ) -> Result<(), ImportError> {
        element.finish()?;
        for child in element.children().iter().filter(|child| child.name() != "default") {
            let known = &mut self.list[class];
            match child.name() {
                "geom" => known.geom.apply(child, compiler, remarks)?,
                "site" => apply_site(&mut known.site, child, compiler)?,
                "joint" => known.joint.apply(child, remarks)?,
                "mesh" => known.mesh.apply(child, remarks)?,
                "tendon" => known.tendon.apply(child, remarks)?,
                "pair" => known.pair.apply(child, remarks)?,
                "material" => {
                    known.color = super::asset::color(child)?.or(known.color);
                }
                "equality" => {
                    known.inactive = !child.flag("active")?.unwrap_or(!known.inactive);
                    remarks.warn_of(child, &["solref", "solimp"], super::joint::HARD)?;
                }
                "camera" | "light" => {
                    remarks.note(child);
                    continue;
                }
                name if is_actuator(name) => {
                    if !known.actuator.apply(child, remarks)? {
                        continue;
                    }
                }
                _ => return Err(element.unknown(child, &KNOWN)),
            }
            child.finish()?;
        }
        for child in element.named("default") {
            let name = child.required("class")?.to_owned();
            let number = match self.numbers.get(&name) {
                Some(_) => {
                    let what = format!("\"{name}\": there is such a class already");
                    return Err(child.error_at("class", what));
                }
                None => self.list.len(),
            };
            self.list.push(self.list[class].clone());
            self.numbers.insert(name, number);
            self.read(number, child, compiler, remarks)?;
        }
        Ok(())
    }
}
