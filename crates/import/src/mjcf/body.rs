//! The tree: bodies, frames, replicated parts and what is fastened to them.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::Pose;

use super::Reader;
use super::joint;
use crate::error::ImportError;
use crate::mass::{self, Mass};
use crate::mechanism::{Body, Joint, MAX_BODIES};
use crate::xml::Element;

const KNOWN: [&str; 10] = [
    "body",
    "frame",
    "replicate",
    "inertial",
    "joint",
    "freejoint",
    "geom",
    "site",
    "camera",
    "light",
];

/// Where an element stands.
#[derive(Clone, Debug)]
pub(super) struct Around {
    pub(super) body: Option<usize>,
    /// Frames between the body and the element.
    pub(super) frame: Pose,
    pub(super) class: usize,
    /// What `<replicate>` appends to names.
    suffix: String,
}

/// What a body is made of.
#[derive(Debug, Default)]
pub(super) struct Matter {
    given: Option<Mass>,
    pub(super) parts: Vec<Mass>,
}

impl Reader<'_> {
    /// Reads a `<worldbody>`.
    pub(super) fn world(&mut self, element: &Element) -> Result<(), ImportError> {
        let class = self.classes.named(element, "childclass", self.classes.main())?;
        element.ignore(&["name", "pos", "quat"]);
        element.finish()?;
        let around = Around { body: None, frame: Pose::IDENTITY, class, suffix: String::new() };
        let mut matter = Matter::default();
        self.own(element, &around, &mut matter)?;
        self.inner_bodies(element, &around)
    }

    /// All but the bodies of an element: what belongs to the body around it.
    fn own(
        &mut self,
        element: &Element,
        around: &Around,
        matter: &mut Matter,
    ) -> Result<(), ImportError> {
        for child in element.children() {
            match child.name() {
                "body" => {}
                "frame" | "replicate" => {
                    for copy in self.copies(child, around)? {
                        self.own(child, &copy, matter)?;
                    }
                }
                "inertial" | "joint" | "freejoint" if around.body.is_none() => {
                    return Err(child.error("belongs to a body, not to the world"));
                }
                "inertial" => {
                    if matter.given.is_some() {
                        return Err(child.error("is there twice"));
                    }
                    matter.given = Some(self.inertial(child, &around.frame)?);
                }
                "joint" | "freejoint" => self.joint(child, around)?,
                "geom" => self.geom(child, around, matter)?,
                "site" => self.site(child, around)?,
                "camera" | "light" => self.remarks.note(child),
                name @ ("attach" | "plugin" | "composite" | "flexcomp") => {
                    self.remarks.missing(child, name, "there is nothing of the kind here")?;
                }
                _ => return Err(element.unknown(child, &KNOWN)),
            }
        }
        Ok(())
    }

    /// The bodies inside an element.
    fn inner_bodies(&mut self, element: &Element, around: &Around) -> Result<(), ImportError> {
        for child in element.children() {
            match child.name() {
                "body" => self.body(child, around)?,
                "frame" | "replicate" => {
                    for copy in self.copies(child, around)? {
                        self.inner_bodies(child, &copy)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What is around the content of a `<frame>`, or of each copy of a `<replicate>`.
    fn copies(&mut self, element: &Element, around: &Around) -> Result<Vec<Around>, ImportError> {
        let class = self.classes.named(element, "childclass", around.class)?;
        if element.name() == "frame" {
            let frame = around.frame.compose(&self.pose(element)?);
            element.ignore(&["name"]);
            element.finish()?;
            return Ok(vec![Around { frame, class, ..around.clone() }]);
        }
        let count = element.whole("count")?.ok_or_else(|| element.error("count is missing"))?;
        let count = usize::try_from(count).ok().filter(|count| (1..=MAX_BODIES).contains(count));
        let count = count.ok_or_else(|| element.error_at("count", "must be 1 to 100000"))?;
        let offset = element.vector("offset")?.unwrap_or_default();
        let turn = element.vector("euler")?.map_or(DQuat::IDENTITY, |a| self.compiler.euler(a));
        let step = Pose::new(offset, turn);
        let separator = element.text("sep").unwrap_or("").to_owned();
        element.finish()?;
        let digits = count.to_string().len();
        let mut at = Pose::IDENTITY;
        let copy = |number: usize| {
            let frame = around.frame.compose(&at);
            at = at.compose(&step);
            let suffix = format!("{}{separator}{number:0digits$}", around.suffix);
            Around { frame, class, suffix, body: around.body }
        };
        Ok((0..count).map(copy).collect())
    }

    fn pose(&self, element: &Element) -> Result<Pose, ImportError> {
        let position = element.vector("pos")?.unwrap_or_default();
        Ok(Pose::new(position, self.compiler.orientation(element)?.unwrap_or_default()))
    }

    pub(super) fn name(element: &Element, around: &Around) -> Option<String> {
        element.text("name").map(|name| format!("{name}{}", around.suffix))
    }

    fn body(&mut self, element: &Element, around: &Around) -> Result<(), ImportError> {
        let number = self.mechanism.bodies.len();
        if number >= MAX_BODIES {
            return Err(element.error(format!("there are more than {MAX_BODIES} bodies")));
        }
        let name = Self::name(element, around);
        self.names.body.add(element, name.as_deref(), number)?;
        let class = self.classes.named(element, "childclass", around.class)?;
        let mut body = Body {
            name,
            parent: around.body,
            pose: around.frame.compose(&self.pose(element)?),
            mass: 0.0,
            centre: DVec3::ZERO,
            inertia: DMat3::ZERO,
            mocap: element.flag("mocap")?.unwrap_or(false),
            gravity_compensation: 0.0,
            joints: 0..0,
            place: element.place(),
        };
        element.set("gravcomp", &mut body.gravity_compensation)?;
        element.ignore(&["sleep", "simple", "user"]);
        element.finish()?;
        let (mocap, first) = (body.mocap, self.mechanism.joints.len());
        self.mechanism.bodies.push(body);
        let inner = Around {
            body: Some(number),
            frame: Pose::IDENTITY,
            class,
            suffix: around.suffix.clone(),
        };
        let mut matter = Matter::default();
        self.own(element, &inner, &mut matter)?;
        let joints = first..self.mechanism.joints.len();
        if mocap && (around.body.is_some() || !joints.is_empty()) {
            return Err(element.error("a mocap body hangs on the world without a joint"));
        }
        let mass = match (self.compiler.inertia_from_geom, matter.given) {
            (Some(false) | None, Some(given)) => given,
            (Some(false), None) => Mass::NONE,
            _ => Mass::sum(&matter.parts),
        };
        let mut mass = self.bounded(element, mass)?;
        let body = &mut self.mechanism.bodies[number];
        if mass.mass == 0.0 && matter.given.is_none() {
            // Where nothing is there is no centre; MuJoCo's is at the place of the body in its
            // parent, and so are its values that ours are held against.
            mass.centre = body.pose.position;
        }
        (body.mass, body.centre, body.inertia) = (mass.mass, mass.centre, mass.inertia);
        body.joints = joints;
        self.inner_bodies(element, &inner)
    }

    fn inertial(&mut self, element: &Element, frame: &Pose) -> Result<Mass, ImportError> {
        let mass = element.number("mass")?.ok_or_else(|| element.error("mass is missing"))?;
        if mass < 0.0 {
            return Err(element.error_at("mass", format!("is {mass}, but must be ≥ 0")));
        }
        let position = element.vector("pos")?.ok_or_else(|| element.error("pos is missing"))?;
        let turn = self.compiler.orientation(element)?;
        let inertia = match (element.vector("diaginertia")?, element.exactly::<6>("fullinertia")?) {
            (Some(diagonal), None) => DMat3::from_diagonal(diagonal),
            (None, Some([xx, yy, zz, xy, xz, yz])) => {
                if turn.is_some() {
                    let what = "stands in the axes of the body and has no orientation";
                    return Err(element.error_at("fullinertia", what));
                }
                DMat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz])
            }
            (Some(_), Some(_)) => {
                return Err(element.error("has diaginertia and fullinertia, but one inertia only"));
            }
            (None, None) => return Err(element.error("has neither diaginertia nor fullinertia")),
        };
        element.finish()?;
        element.no_children()?;
        let pose = Pose::new(position, turn.unwrap_or_default());
        Ok(Mass { mass, centre: DVec3::ZERO, inertia }.moved(&pose).moved(frame))
    }

    /// What the compiler's bounds make of a mass.
    fn bounded(&mut self, element: &Element, mass: Mass) -> Result<Mass, ImportError> {
        let compiler = self.compiler;
        let mut bounded = Mass { mass: mass.mass.max(compiler.least_mass), ..mass };
        let (values, axes) = mass::principal(mass.inertia);
        let mut kept = values.max(DVec3::splat(compiler.least_inertia));
        let [a, b, c] = kept.to_array();
        let slack = 1e-9 * (a + b + c);
        if a + b + slack < c || b + c + slack < a || c + a + slack < b {
            if compiler.balance_inertia {
                kept = DVec3::splat((a + b + c) / 3.0);
            } else {
                let reason = "no rigid body has it, as one of its principal moments is larger than \
                              the sum of the others";
                self.remarks.warn(element, "inertia", reason)?;
            }
        }
        if kept != values {
            bounded.inertia = axes * DMat3::from_diagonal(kept) * axes.transpose();
        }
        Ok(bounded)
    }

    fn joint(&mut self, element: &Element, around: &Around) -> Result<(), ImportError> {
        // `own` refuses joints of the world.
        let body = around.body.unwrap_or_default();
        let mut joint = if element.name() == "freejoint" {
            joint::free(element, body, self.remarks)?
        } else {
            let class = self.classes.of(element, around.class)?;
            let mut attributes = self.classes.get(class).joint.clone();
            attributes.apply(element, self.remarks)?;
            self.spring_dampers.push((self.mechanism.joints.len(), attributes.spring_damper));
            attributes.joint(element, self.compiler, &around.frame, body)?
        };
        joint.name = Self::name(element, around);
        element.finish()?;
        element.no_children()?;
        self.names.joint.add(element, joint.name.as_deref(), self.mechanism.joints.len())?;
        self.push_joint(element, joint)
    }

    fn push_joint(&mut self, element: &Element, mut joint: Joint) -> Result<(), ImportError> {
        use crate::mechanism::JointType::Free;
        let last = self.mechanism.joints.last();
        let others = last.is_some_and(|last| last.body == joint.body);
        let nested = self.mechanism.bodies[joint.body].parent.is_some();
        if joint.kind == Free && (others || nested) {
            return Err(element.error("a free joint stands alone, on a child of the world"));
        }
        if others && last.is_some_and(|last| last.kind == Free) {
            return Err(element.error("stands beside a free joint, which stands alone"));
        }
        (joint.coordinate, joint.freedom) = self.mechanism.sizes();
        self.mechanism.joints.push(joint);
        Ok(())
    }
}
