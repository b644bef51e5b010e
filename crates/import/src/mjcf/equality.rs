//! `<equality>`: what is held beside the tree.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use super::Reader;
use super::joint::HARD;
use crate::error::ImportError;
use crate::facts::Configuration;
use crate::mechanism::{Equality, EqualityKind, JointType};
use crate::xml::Element;

const KNOWN: [&str; 4] = ["connect", "weld", "joint", "tendon"];

impl Reader<'_> {
    /// Reads a section of equalities.
    pub(super) fn equalities(&mut self, section: &Element) -> Result<(), ImportError> {
        section.finish()?;
        for element in section.children() {
            let class = self.classes.of(element, self.classes.main())?;
            let kind = match element.name() {
                "connect" => self.connect(element)?,
                "weld" => self.weld(element)?,
                "joint" => self.coupled_joints(element)?,
                "tendon" => self.coupled_tendons(element)?,
                name @ ("flex" | "flexvert" | "flexstrain" | "distance") => {
                    self.remarks.missing(element, name, "there is nothing of the kind here")?;
                    continue;
                }
                _ => return Err(section.unknown(element, &KNOWN)),
            };
            self.remarks.warn_of(element, &["solref", "solimp"], HARD)?;
            let active = element.flag("active")?.unwrap_or(!self.classes.get(class).inactive);
            let name = element.text("name").map(str::to_owned);
            element.finish()?;
            self.names.equality.add(element, name.as_deref(), self.mechanism.equalities.len())?;
            self.mechanism.equalities.push(Equality { name, active, kind, place: element.place() });
        }
        Ok(())
    }

    /// The two sites of an element, if it names sites.
    fn sites(&self, element: &Element) -> Result<Option<[usize; 2]>, ImportError> {
        if element.text("site1").is_none() && element.text("site2").is_none() {
            return Ok(None);
        }
        let find = |key| self.names.site.find(element, key);
        Ok(Some([find("site1")?, find("site2")?]))
    }

    fn two_bodies(&self, element: &Element) -> Result<[Option<usize>; 2], ImportError> {
        let first = self.names.body(element, "body1")?;
        let second = match element.text("body2") {
            Some(_) => self.names.body(element, "body2")?,
            None => None,
        };
        match first == second {
            true => Err(element.error("holds a body to itself")),
            false => Ok([first, second]),
        }
    }

    /// The anchor is given in the first body; where the second has it in the
    /// initial pose, it stays.
    fn connect(&self, element: &Element) -> Result<EqualityKind, ImportError> {
        if let Some(sites) = self.sites(element)? {
            let sites = sites.map(|site| &self.mechanism.sites[site]);
            return Ok(EqualityKind::Connect {
                bodies: sites.map(|site| site.body),
                anchors: sites.map(|site| site.pose.position),
            });
        }
        let bodies = self.two_bodies(element)?;
        let anchor = element.vector("anchor")?;
        let anchor = anchor.ok_or_else(|| element.error("anchor is missing"))?;
        let [first, second] = self.initial(bodies);
        let anchors = [anchor, second.local_point(first.point(anchor))];
        Ok(EqualityKind::Connect { bodies, anchors })
    }

    /// With `relpose` x y z w x y z the `anchor` of the second body is held at that place
    /// of the first, in that orientation; a quaternion of 0 means: as in the initial pose.
    fn weld(&self, element: &Element) -> Result<EqualityKind, ImportError> {
        let torque_scale = element.number("torquescale")?.unwrap_or(1.0);
        if let Some(sites) = self.sites(element)? {
            let sites = sites.map(|site| &self.mechanism.sites[site]);
            return Ok(EqualityKind::Weld {
                bodies: sites.map(|site| site.body),
                frames: sites.map(|site| site.pose),
                torque_scale,
            });
        }
        let bodies = self.two_bodies(element)?;
        let [first, second] = self.initial(bodies);
        let given = element.exactly::<7>("relpose")?.filter(|pose| pose[3..] != [0.0; 4]);
        let anchor = Pose::at(element.vector("anchor")?.unwrap_or_default());
        let held = match given {
            Some([x, y, z, qw, qx, qy, qz]) => {
                let turn = DQuat::from_xyzw(qx, qy, qz, qw);
                if turn.length() < 1e-10 {
                    return Err(element.error_at("relpose", "has a quaternion without length"));
                }
                Pose::new(DVec3::new(x, y, z), turn.normalize())
            }
            None => {
                let place = first.local_point(second.position);
                let turn = (first.orientation.inverse() * second.orientation).normalize();
                Pose::new(place, turn).compose(&anchor)
            }
        };
        let frames = [held, anchor];
        Ok(EqualityKind::Weld { bodies, frames, torque_scale })
    }

    /// Poses of two bodies when all coordinates have their reference value.
    fn initial(&self, bodies: [Option<usize>; 2]) -> [Pose; 2] {
        let start = Configuration::initial(&self.mechanism);
        let poses = crate::facts::Kinematics::new(&self.mechanism, &start.qpos);
        bodies.map(|body| body.map_or(Pose::IDENTITY, |body| poses.bodies[body]))
    }

    fn coupled_joints(&self, element: &Element) -> Result<EqualityKind, ImportError> {
        let find = |key| {
            let joint = self.names.joint.find(element, key)?;
            match self.mechanism.joints[joint].kind {
                JointType::Hinge | JointType::Slide => Ok(joint),
                _ => Err(element.error_at(key, "has no single coordinate")),
            }
        };
        let first = find("joint1")?;
        let second = element.text("joint2").map(|_| find("joint2")).transpose()?;
        let polynomial = polynomial(element)?;
        Ok(EqualityKind::Joint { joints: (first, second), polynomial })
    }

    fn coupled_tendons(&self, element: &Element) -> Result<EqualityKind, ImportError> {
        let find = |key| self.names.tendon.find(element, key);
        let first = find("tendon1")?;
        let second = element.text("tendon2").map(|_| find("tendon2")).transpose()?;
        let polynomial = polynomial(element)?;
        Ok(EqualityKind::Tendon { tendons: (first, second), polynomial })
    }
}

fn polynomial(element: &Element) -> Result<[f64; 5], ImportError> {
    let mut polynomial = [0.0, 1.0, 0.0, 0.0, 0.0];
    element.overlay("polycoef", 1, &mut polynomial)?;
    Ok(polynomial)
}
