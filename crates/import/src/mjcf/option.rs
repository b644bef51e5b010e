//! `<option>` and `<keyframe>`.

use super::Reader;
use crate::error::ImportError;
use crate::mechanism::{JointType, Keyframe};
use crate::xml::Element;

const ON: [(&str, bool); 2] = [("enable", true), ("disable", false)];

impl Reader<'_> {
    /// Reads an `<option>`.
    pub(super) fn option(&mut self, element: &Element) -> Result<(), ImportError> {
        if let Some(gravity) = element.vector("gravity")? {
            self.mechanism.gravity = gravity;
        }
        if let Some(timestep) = element.number("timestep")? {
            if timestep <= 0.0 {
                return Err(element.error_at("timestep", "must be > 0"));
            }
            self.mechanism.timestep = Some(timestep);
        }
        for key in ["density", "viscosity"] {
            if element.number(key)?.is_some_and(|value| value != 0.0) {
                self.remarks.warn(element, key, "there is no air here")?;
            }
        }
        if element.vector("wind")?.is_some_and(|wind| wind.length() > 0.0) {
            self.remarks.warn(element, "wind", "there is no air here")?;
        }
        let own = ["o_margin", "o_solref", "o_solimp", "o_friction"];
        self.remarks.warn_of(element, &own, "contacts have numbers of their own")?;
        element.ignore(&["impratio", "tolerance", "ls_tolerance", "noslip_tolerance"]);
        element.ignore(&["ccd_tolerance", "sleep_tolerance", "magnetic", "integrator", "cone"]);
        element.ignore(&["jacobian", "solver", "iterations", "ls_iterations"]);
        element.ignore(&["noslip_iterations", "ccd_iterations", "sdf_iterations"]);
        element.ignore(&["sdf_initpoints", "apirate", "collision", "mpr_tolerance"]);
        if element.text("actuatorgroupdisable").is_some() {
            let reason = "actuators are all there";
            self.remarks.warn(element, "actuatorgroupdisable", reason)?;
        }
        element.finish()?;
        for child in element.children() {
            match child.name() {
                "flag" => self.flags(child)?,
                _ => return Err(element.unknown(child, &["flag"])),
            }
        }
        Ok(())
    }

    fn flags(&mut self, element: &Element) -> Result<(), ImportError> {
        let on = |key| element.word(key, &ON);
        if on("contact")? == Some(false) || on("constraint")? == Some(false) {
            self.mechanism.contacts = false;
        }
        if on("filterparent")? == Some(false) {
            self.mechanism.filter_parent = false;
        }
        if on("gravity")? == Some(false) {
            self.mechanism.gravity = glam::DVec3::ZERO;
        }
        let parts = ["constraint", "equality", "frictionloss", "limit", "spring", "damper"];
        for key in parts.into_iter().chain(["clampctrl", "actuation"]) {
            if on(key)? == Some(false) {
                self.remarks.warn(element, key, "it cannot be switched off here")?;
            }
        }
        if on("override")? == Some(true) {
            self.remarks.warn(element, "override", "contacts have numbers of their own")?;
        }
        let others = ["warmstart", "refsafe", "sensor", "midphase", "eulerdamp", "autoreset"];
        element.ignore(&others);
        element.ignore(&["nativeccd", "island", "multiccd", "energy", "fwdinv", "invdiscrete"]);
        element.ignore(&["sleep", "diagexact", "passive"]);
        element.finish()
    }

    /// Reads a section of named states.
    pub(super) fn keyframes(&mut self, section: &Element) -> Result<(), ImportError> {
        section.finish()?;
        let (coordinates, freedoms) = self.mechanism.sizes();
        let controls = self.mechanism.actuators.len();
        for element in section.children() {
            if element.name() != "key" {
                return Err(section.unknown(element, &["key"]));
            }
            let name = element.text("name").map(str::to_owned);
            let list = |key, count| element.numbers(key, count, count);
            let start = crate::facts::Configuration::initial(&self.mechanism);
            let keyframe = Keyframe {
                name,
                time: element.number("time")?.unwrap_or(0.0),
                qpos: list("qpos", coordinates)?.unwrap_or(start.qpos),
                qvel: list("qvel", freedoms)?.unwrap_or(start.qvel),
                ctrl: list("ctrl", controls)?.unwrap_or(start.ctrl),
                act: list("act", start.act.len())?.unwrap_or(start.act),
            };
            let keyframe = self.unit_quaternions(element, keyframe)?;
            self.remarks.warn_of(element, &["mpos", "mquat"], "is not part of a state")?;
            element.finish()?;
            let number = self.mechanism.keyframes.len();
            self.names.keyframe.add(element, keyframe.name.as_deref(), number)?;
            self.mechanism.keyframes.push(keyframe);
        }
        Ok(())
    }

    /// Quaternions of a state, brought to length 1.
    fn unit_quaternions(
        &self,
        element: &Element,
        mut keyframe: Keyframe,
    ) -> Result<Keyframe, ImportError> {
        for joint in &self.mechanism.joints {
            let at = match joint.kind {
                JointType::Free => joint.coordinate + 3,
                JointType::Ball => joint.coordinate,
                JointType::Hinge | JointType::Slide => continue,
            };
            let part = &mut keyframe.qpos[at..at + 4];
            let length = part.iter().map(|value| value * value).sum::<f64>().sqrt();
            if length < 1e-10 {
                return Err(element.error_at("qpos", "has a quaternion without length"));
            }
            part.iter_mut().for_each(|value| *value /= length);
        }
        Ok(keyframe)
    }
}
