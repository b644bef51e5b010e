//! `<sensor>`. A sensor here gives all numbers of its kind: an accelerometer is an IMU, a
//! `framepos` gives orientation and velocities, too.

use super::Reader;
use crate::error::ImportError;
use crate::mechanism::{Measured, SensorSpec, Transmission};
use crate::xml::Element;

impl Reader<'_> {
    pub(super) fn sensors(&mut self, element: &Element) -> Result<(), ImportError> {
        element.finish()?;
        for child in element.children() {
            self.sensor(child)?;
        }
        Ok(())
    }

    fn sensor(&mut self, element: &Element) -> Result<(), ImportError> {
        let names = &self.names;
        let measured = match element.name() {
            "accelerometer" | "gyro" => Measured::Inertia(names.site.find(element, "site")?),
            "velocimeter" => Measured::SiteFrame(names.site.find(element, "site")?),
            "force" | "torque" => Measured::Branch(names.site.find(element, "site")?),
            "touch" => Measured::Touch(names.site.find(element, "site")?),
            "rangefinder" if element.text("site").is_some() => {
                Measured::Range(names.site.find(element, "site")?)
            }
            "jointpos" | "jointvel" | "jointactuatorfrc" => {
                Measured::Joint(names.joint.find(element, "joint")?)
            }
            "tendonpos" | "tendonvel" | "tendonactuatorfrc" => {
                Measured::Tendon(names.tendon.find(element, "tendon")?)
            }
            "actuatorpos" | "actuatorvel" | "actuatorfrc" => {
                let actuator = names.actuator.find(element, "actuator")?;
                match self.mechanism.actuators[actuator].on {
                    Transmission::Joint { joint, .. }
                        if self.mechanism.joints[joint].kind.sizes() == (1, 1) =>
                    {
                        Measured::Joint(joint)
                    }
                    Transmission::Tendon(tendon) => Measured::Tendon(tendon),
                    _ => return self.pass_over(element),
                }
            }
            "framepos" | "framequat" | "framexaxis" | "frameyaxis" | "framezaxis"
            | "framelinvel" | "frameangvel"
                if element.text("reftype").is_none() =>
            {
                match element.required("objtype")? {
                    "site" => Measured::SiteFrame(names.site.find(element, "objname")?),
                    "xbody" => Measured::BodyFrame(names.body.find(element, "objname")?),
                    "body" if is_point(element.name()) => {
                        Measured::Center(names.body.find(element, "objname")?)
                    }
                    // Axes of inertias, and frames of shapes.
                    _ => return self.pass_over(element),
                }
            }
            _ => return self.pass_over(element),
        };
        let own = element.text("name").map(str::to_owned);
        let of = ["site", "joint", "tendon", "actuator", "objname"]
            .into_iter()
            .find_map(|key| element.text(key));
        let name = own.unwrap_or_else(|| format!("{}-{}", element.name(), of.unwrap_or("it")));
        let noise = element.number("noise")?.unwrap_or(0.0);
        let cutoff = element.number("cutoff")?.filter(|cutoff| *cutoff > 0.0);
        let place = element.place();
        let sensors = &mut self.mechanism.sensors;
        // One that gives the same numbers is there already.
        let same = |other: &SensorSpec| other.measured == measured && other.noise == noise;
        if !sensors.iter().any(same) {
            sensors.push(SensorSpec { name, measured, noise, cutoff, place });
        }
        Ok(())
    }

    fn pass_over(&mut self, element: &Element) -> Result<(), ImportError> {
        self.remarks.note(element);
        Ok(())
    }
}

/// Whether a kind of sensor asks for no axes of a frame.
fn is_point(kind: &str) -> bool {
    ["framepos", "framelinvel", "frameangvel"].contains(&kind)
}
