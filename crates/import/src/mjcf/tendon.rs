//! `<fixed>` and `<spatial>` tendons.

use super::Reader;
use super::compiler::AUTO;
use super::joint::{HARD, linear};
use crate::error::ImportError;
use crate::mechanism::{JointType, Tendon, TendonPath};
use crate::remark::Remarks;
use crate::xml::Element;

/// The attributes as far as they are known.
#[derive(Clone, Debug)]
pub(super) struct TendonAttributes {
    limited: Option<bool>,
    range: Option<[f64; 2]>,
    force_limited: Option<bool>,
    force_range: Option<[f64; 2]>,
    stiffness: f64,
    damping: f64,
    armature: f64,
    friction_loss: f64,
    /// Negative for the length in the initial pose.
    spring_length: [f64; 2],
}

impl Default for TendonAttributes {
    fn default() -> Self {
        Self {
            limited: None,
            range: None,
            force_limited: None,
            force_range: None,
            stiffness: 0.0,
            damping: 0.0,
            armature: 0.0,
            friction_loss: 0.0,
            spring_length: [-1.0; 2],
        }
    }
}

impl TendonAttributes {
    /// Takes over what an element says.
    pub(super) fn apply(
        &mut self,
        element: &Element,
        remarks: &mut Remarks,
    ) -> Result<(), ImportError> {
        self.limited = element.word("limited", &AUTO)?.unwrap_or(self.limited);
        self.range = element.exactly("range")?.or(self.range);
        self.force_limited =
            element.word("actuatorfrclimited", &AUTO)?.unwrap_or(self.force_limited);
        self.force_range = element.exactly("actuatorfrcrange")?.or(self.force_range);
        linear(element, "stiffness", &mut self.stiffness, remarks)?;
        linear(element, "damping", &mut self.damping, remarks)?;
        element.set_at_least_zero("armature", &mut self.armature)?;
        element.set_at_least_zero("frictionloss", &mut self.friction_loss)?;
        if let Some(lengths) = element.numbers("springlength", 1, 2)? {
            self.spring_length = [lengths[0], *lengths.last().unwrap_or(&lengths[0])];
        }
        let soft = ["solreflimit", "solimplimit", "solreffriction", "solimpfriction"];
        remarks.warn_of(element, &soft, HARD)?;
        if element.number("margin")?.is_some_and(|margin| margin != 0.0) {
            remarks.warn(element, "margin", HARD)?;
        }
        element.ignore(&["group", "width", "material", "rgba", "user"]);
        Ok(())
    }
}

impl Reader<'_> {
    /// Reads a section of tendons.
    pub(super) fn tendons(&mut self, section: &Element) -> Result<(), ImportError> {
        section.finish()?;
        for element in section.children() {
            let class = self.classes.of(element, self.classes.main())?;
            let mut attributes = self.classes.get(class).tendon.clone();
            let path = match element.name() {
                "fixed" => Some(self.fixed(element)?),
                "spatial" => self.spatial(element)?,
                _ => return Err(section.unknown(element, &["fixed", "spatial"])),
            };
            attributes.apply(element, self.remarks)?;
            let name = element.text("name").map(str::to_owned);
            element.finish()?;
            let Some(path) = path else { continue };
            self.names.tendon.add(element, name.as_deref(), self.mechanism.tendons.len())?;
            let limits = |key, limited, range| self.compiler.limits(element, key, limited, range);
            self.mechanism.tendons.push(Tendon {
                name,
                path,
                limits: limits("range", attributes.limited, attributes.range)?,
                stiffness: attributes.stiffness,
                spring_length: attributes.spring_length,
                damping: attributes.damping,
                armature: attributes.armature,
                friction_loss: attributes.friction_loss,
                force_range: limits(
                    "actuatorfrcrange",
                    attributes.force_limited,
                    attributes.force_range,
                )?,
                place: element.place(),
            });
        }
        Ok(())
    }

    fn fixed(&mut self, element: &Element) -> Result<TendonPath, ImportError> {
        let mut terms = Vec::new();
        for child in element.children() {
            if child.name() != "joint" {
                return Err(element.unknown(child, &["joint"]));
            }
            let joint = self.names.joint.find(child, "joint")?;
            if !matches!(self.mechanism.joints[joint].kind, JointType::Hinge | JointType::Slide) {
                return Err(child.error_at("joint", "has no single coordinate"));
            }
            let coefficient = child.number("coef")?;
            terms.push((joint, coefficient.ok_or_else(|| child.error("coef is missing"))?));
            child.finish()?;
        }
        match terms.is_empty() {
            true => Err(element.error("has no joint")),
            false => Ok(TendonPath::Fixed(terms)),
        }
    }

    /// Pieces between sites that follow each other; a pulley begins anew with another divisor.
    fn spatial(&mut self, element: &Element) -> Result<Option<TendonPath>, ImportError> {
        let (mut pieces, mut last, mut divisor) = (Vec::new(), None, 1.0);
        for child in element.children() {
            match child.name() {
                "site" => {
                    let site = self.names.site.find(child, "site")?;
                    if let Some(before) = last {
                        pieces.push(([before, site], divisor));
                    }
                    last = Some(site);
                }
                "pulley" => {
                    divisor = child.number("divisor")?.unwrap_or(1.0);
                    if divisor <= 0.0 {
                        return Err(child.error_at("divisor", "must be > 0"));
                    }
                    last = None;
                }
                "geom" => {
                    let reason = "tendons run straight between sites here";
                    self.remarks.missing(child, "wrapping", reason)?;
                    return Ok(None);
                }
                _ => return Err(element.unknown(child, &["site", "geom", "pulley"])),
            }
            child.finish()?;
        }
        match pieces.is_empty() {
            true => Err(element.error("has no two sites")),
            false => Ok(Some(TendonPath::Spatial(pieces))),
        }
    }
}
