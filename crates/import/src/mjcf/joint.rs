//! `<joint>` and `<freejoint>`.

use glam::DVec3;
use stickslip_contact::Pose;

use super::compiler::{AUTO, Compiler};
use crate::error::ImportError;
use crate::mechanism::{Joint, JointType};
use crate::remark::Remarks;
use crate::xml::Element;

/// What our stops and springs do not follow.
pub(super) const HARD: &str = "stops and contacts are hard here";

const TYPES: [(&str, JointType); 4] = [
    ("hinge", JointType::Hinge),
    ("slide", JointType::Slide),
    ("ball", JointType::Ball),
    ("free", JointType::Free),
];

/// The attributes as far as they are known, in the units of the file.
#[derive(Clone, Debug)]
pub(super) struct JointAttributes {
    kind: JointType,
    anchor: [f64; 3],
    axis: [f64; 3],
    limited: Option<bool>,
    range: Option<[f64; 2]>,
    force_limited: Option<bool>,
    force_range: Option<[f64; 2]>,
    reference: f64,
    spring_reference: f64,
    stiffness: f64,
    damping: f64,
    armature: f64,
    friction_loss: f64,
    pub(super) spring_damper: [f64; 2],
}

impl Default for JointAttributes {
    fn default() -> Self {
        Self {
            kind: JointType::Hinge,
            anchor: [0.0; 3],
            axis: [0.0, 0.0, 1.0],
            limited: None,
            range: None,
            force_limited: None,
            force_range: None,
            reference: 0.0,
            spring_reference: 0.0,
            stiffness: 0.0,
            damping: 0.0,
            armature: 0.0,
            friction_loss: 0.0,
            spring_damper: [0.0; 2],
        }
    }
}

impl JointAttributes {
    /// Takes over what an element says.
    pub(super) fn apply(
        &mut self,
        element: &Element,
        remarks: &mut Remarks,
    ) -> Result<(), ImportError> {
        self.kind = element.word("type", &TYPES)?.unwrap_or(self.kind);
        element.overlay("pos", 3, &mut self.anchor)?;
        element.overlay("axis", 3, &mut self.axis)?;
        self.limited = element.word("limited", &AUTO)?.unwrap_or(self.limited);
        self.force_limited =
            element.word("actuatorfrclimited", &AUTO)?.unwrap_or(self.force_limited);
        self.range = element.exactly("range")?.or(self.range);
        self.force_range = element.exactly("actuatorfrcrange")?.or(self.force_range);
        element.set("ref", &mut self.reference)?;
        element.set("springref", &mut self.spring_reference)?;
        element.set_at_least_zero("armature", &mut self.armature)?;
        element.set_at_least_zero("frictionloss", &mut self.friction_loss)?;
        element.overlay("springdamper", 2, &mut self.spring_damper)?;
        linear(element, "stiffness", &mut self.stiffness, remarks)?;
        linear(element, "damping", &mut self.damping, remarks)?;
        let soft = ["solreflimit", "solimplimit", "solreffriction", "solimpfriction"];
        remarks.warn_of(element, &soft, HARD)?;
        if element.number("margin")?.is_some_and(|margin| margin != 0.0) {
            remarks.warn(element, "margin", HARD)?;
        }
        if element.flag("actuatorgravcomp")? == Some(true) {
            remarks.warn(
                element,
                "actuatorgravcomp",
                "weight is taken from bodies, not by motors",
            )?;
        }
        element.ignore(&["group", "user"]);
        Ok(())
    }

    /// The joint, in the frame that its element stands in.
    pub(super) fn joint(
        &self,
        element: &Element,
        compiler: &Compiler,
        frame: &Pose,
        body: usize,
    ) -> Result<Joint, ImportError> {
        let turns = matches!(self.kind, JointType::Hinge | JointType::Ball);
        let unit = if turns { compiler.angle } else { 1.0 };
        let limits = match self.kind {
            JointType::Free => None,
            _ => compiler.limits(element, "range", self.limited, self.range)?,
        };
        if let (JointType::Ball, Some([low, _])) = (self.kind, limits)
            && low != 0.0
        {
            return Err(element.error_at("range", format!("of a ball begins at {low}, not at 0")));
        }
        let single = matches!(self.kind, JointType::Hinge | JointType::Slide);
        let force_range = match single {
            true => {
                let key = "actuatorfrcrange";
                compiler.limits(element, key, self.force_limited, self.force_range)?
            }
            false => None,
        };
        let axis = DVec3::from_array(self.axis).try_normalize();
        let axis = axis.ok_or_else(|| element.error_at("axis", "has no direction"))?;
        let free = self.kind == JointType::Free;
        let reference = if single { self.reference * unit } else { 0.0 };
        Ok(Joint {
            name: None,
            kind: self.kind,
            body,
            anchor: if free { DVec3::ZERO } else { frame.point(DVec3::from_array(self.anchor)) },
            axis: if free { DVec3::Z } else { frame.direction(axis) },
            reference,
            limits: limits.map(|limits| limits.map(|limit| limit * unit)),
            stiffness: self.stiffness,
            spring_reference: if single { self.spring_reference * unit } else { 0.0 },
            damping: self.damping,
            armature: self.armature,
            friction_loss: self.friction_loss,
            force_range,
            coordinate: 0,
            freedom: 0,
            urdf: None,
            place: element.place(),
        })
    }
}

/// A polynomial of which only the first coefficient is there.
pub(super) fn linear(
    element: &Element,
    key: &'static str,
    value: &mut f64,
    remarks: &mut Remarks,
) -> Result<(), ImportError> {
    let Some(coefficients) = element.numbers(key, 1, 3)? else { return Ok(()) };
    *value = coefficients[0];
    if *value < 0.0 {
        return Err(element.error_at(key, format!("is {value}, but must be ≥ 0")));
    }
    if coefficients[1..].iter().any(|coefficient| *coefficient != 0.0) {
        remarks.warn(element, key, "only the linear part of it acts")?;
    }
    Ok(())
}

/// `<freejoint>`: no defaults, nothing but its name.
pub(super) fn free(
    element: &Element,
    body: usize,
    remarks: &mut Remarks,
) -> Result<Joint, ImportError> {
    if element.word("align", &AUTO)? == Some(Some(true)) {
        remarks.warn(element, "align", "frames of free bodies stay as they are")?;
    }
    element.ignore(&["group"]);
    let attributes = JointAttributes { kind: JointType::Free, ..Default::default() };
    attributes.joint(element, &Compiler::default(), &Pose::IDENTITY, body)
}
