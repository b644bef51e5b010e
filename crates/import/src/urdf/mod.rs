//! URDF, the format of ROS.

mod joint;
mod link;
mod package;
mod transmission;

use std::collections::HashMap;
use std::path::Path;

use joint::UrdfType;
use link::Link;
use package::Packages;

use crate::ReadOptions;
use crate::error::{ImportError, hint};
use crate::mechanism::{Body, Format, Geom, Joint, JointType, MAX_BODIES, Mechanism, UrdfJoint};
use crate::mechanism::{Equality, EqualityKind};
use crate::remark::Remarks;
use crate::xml::Element;

const KNOWN: [&str; 6] = ["link", "joint", "material", "transmission", "ros2_control", "gazebo"];

/// Elements of xacro, of which plain URDF is made; what calls a macro has its name.
const XACRO: &str = "xacro:";

/// A file that is being read.
struct Reader<'a> {
    remarks: &'a mut Remarks,
    packages: Packages<'a>,
    colors: HashMap<String, [f64; 4]>,
    mechanism: Mechanism,
}

/// Reads a model from its root element.
pub(crate) fn read(
    root: &Element,
    path: &Path,
    options: &ReadOptions,
    remarks: &mut Remarks,
) -> Result<Mechanism, ImportError> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("model");
    let name = root.text("name").unwrap_or(stem).to_owned();
    root.ignore(&["version"]);
    root.finish()?;
    let mut reader = Reader {
        remarks,
        packages: Packages::new(path, &options.packages),
        colors: HashMap::new(),
        mechanism: Mechanism::empty(name, Format::Urdf),
    };
    let (mut links, mut joints) = (Vec::new(), Vec::new());
    for child in root.children() {
        match child.name() {
            "link" | "joint" => {}
            "material" => _ = reader.material(child)?,
            "transmission" => reader.transmission(child),
            "ros2_control" => reader.ros2_control(child),
            "gazebo" | "sensor" | "safety_controller" => reader.remarks.note(child),
            name if name.starts_with(XACRO) => {
                let what = "is a macro of xacro, which has to be expanded before: \
                            `xacro FILE > robot.urdf`";
                return Err(child.error(what));
            }
            name if name.contains(':') => reader.remarks.note(child),
            _ => return Err(root.unknown(child, &KNOWN)),
        }
    }
    for child in root.named("link") {
        if links.len() >= MAX_BODIES {
            return Err(child.error(format!("there are more than {MAX_BODIES} links")));
        }
        links.push((child, reader.link(child)?));
    }
    let mut numbers = HashMap::new();
    for (number, (element, link)) in links.iter().enumerate() {
        if numbers.insert(link.name.clone(), number).is_some() {
            let what = format!("\"{}\": there is such a link already", link.name);
            return Err(element.error_at("name", what));
        }
    }
    for child in root.named("joint") {
        joints.push(reader.joint(child, &numbers)?);
    }
    if links.is_empty() {
        return Err(root.error("has no link"));
    }
    reader.assemble(root, links, joints, options.floating)
}

impl Reader<'_> {
    fn material(&mut self, element: &Element) -> Result<Option<[f64; 4]>, ImportError> {
        let name = element.text("name").unwrap_or("").to_owned();
        let mut color = None;
        for child in element.children() {
            if child.name() == "color" {
                color = child.exactly("rgba")?;
            }
        }
        if let (Some(color), false) = (color, name.is_empty()) {
            self.colors.insert(name.clone(), color);
        }
        Ok(color.or_else(|| self.colors.get(&name).copied()))
    }

    /// The tree, depth first, children by the names of their joints: other programs
    /// number freedoms so.
    fn assemble(
        mut self,
        root: &Element,
        links: Vec<(&Element, Link)>,
        joints: Vec<joint::Read<'_>>,
        floating: bool,
    ) -> Result<Mechanism, ImportError> {
        let mut above: Vec<Option<usize>> = vec![None; links.len()];
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
        for (number, joint) in joints.iter().enumerate() {
            if let Some(other) = above[joint.child] {
                let [child, first, second] =
                    [&links[joint.child].1.name, &joints[other].name, &joint.name];
                let what = format!(
                    "link \"{child}\" is the child of two joints, \"{first}\" and \"{second}\": a \
                     URDF is a tree without loops"
                );
                return Err(ImportError::new(joint.element.place(), what));
            }
            above[joint.child] = Some(number);
            below[joint.parent].push(number);
        }
        for joints_below in &mut below {
            joints_below.sort_by(|&a, &b| joints[a].name.cmp(&joints[b].name));
        }
        let roots: Vec<usize> = (0..links.len()).filter(|&link| above[link].is_none()).collect();
        let &[first] = roots.as_slice() else {
            let names: Vec<String> =
                roots.iter().take(5).map(|&link| format!("\"{}\"", links[link].1.name)).collect();
            let what = match roots.len() {
                0 => "has no root: every link hangs on another, in a loop".to_owned(),
                count => format!("has {count} roots, but a tree has one: {}", names.join(", ")),
            };
            return Err(root.error(what));
        };
        // (link, joint above, body of the parent)
        let mut open = vec![(first, None::<usize>, None::<usize>)];
        let mut placed = 0;
        let mut joint_numbers = vec![None; joints.len()];
        let mut listing = vec![0; links.len()];
        while let Some((link, joint, parent)) = open.pop() {
            let number = self.mechanism.bodies.len();
            placed += 1;
            listing[link] = number;
            let (element, content) = &links[link];
            let pose = joint.map_or(stickslip_contact::Pose::IDENTITY, |joint| joints[joint].pose);
            let start = self.mechanism.joints.len();
            let joint_read = joint.map(|joint| &joints[joint]);
            for joint in joint::mechanism_joints(joint_read, floating, number, element)? {
                self.push(joint, joint_read.map(|read| read.element).unwrap_or(element))?;
            }
            match joint {
                Some(joint) if self.mechanism.joints.len() > start => {
                    joint_numbers[joint] = Some(start);
                }
                Some(joint) => {
                    self.mechanism.fixed_joints.push((joints[joint].name.clone(), number));
                }
                None => {}
            }
            self.mechanism.bodies.push(Body {
                name: Some(content.name.clone()),
                parent,
                pose,
                mass: content.mass.mass,
                centre: content.mass.centre,
                inertia: content.mass.inertia,
                mocap: false,
                gravity_compensation: 0.0,
                joints: start..self.mechanism.joints.len(),
                place: element.place(),
            });
            self.mechanism.geoms.extend(
                content.geoms.iter().map(|geom| Geom { body: Some(number), ..geom.clone() }),
            );
            let children = below[link].iter().rev();
            open.extend(children.map(|&at| (joints[at].child, Some(at), Some(number))));
        }
        if placed < links.len() {
            return Err(root.error("has links that hang on themselves, in a loop"));
        }
        self.mechanism.listing = Some(listing);
        self.mimic(&joints, &joint_numbers)?;
        Ok(self.mechanism)
    }

    fn push(&mut self, mut joint: Joint, element: &Element) -> Result<(), ImportError> {
        let nested = joint.kind == JointType::Free && joint.body > 0;
        if nested && self.mechanism.root_of(self.mechanism.bodies.len().checked_sub(1)).is_some() {
            self.remarks.missing(element, "floating", "only links on the fixed root float here")?;
        }
        (joint.coordinate, joint.freedom) = self.mechanism.sizes();
        self.mechanism.joints.push(joint);
        Ok(())
    }

    /// Joints that follow others become equalities q = m q₂ + c.
    fn mimic(
        &mut self,
        joints: &[joint::Read<'_>],
        numbers: &[Option<usize>],
    ) -> Result<(), ImportError> {
        for (at, read) in joints.iter().enumerate() {
            let Some((name, multiplier, offset)) = &read.mimic else { continue };
            let other = joints.iter().position(|joint| joint.name == *name).ok_or_else(|| {
                let hint = hint(name, joints.iter().map(|joint| joint.name.as_str()));
                read.element.error(format!("mimics \"{name}\": there is no such joint{hint}"))
            })?;
            let single = |at: usize| {
                let kind = joints[at].kind;
                numbers[at].filter(|_| {
                    matches!(kind, UrdfType::Revolute | UrdfType::Continuous | UrdfType::Prismatic)
                })
            };
            let (Some(first), Some(second)) = (single(at), single(other)) else {
                let what = format!("mimics \"{name}\", but one of them has no single coordinate");
                return Err(read.element.error(what));
            };
            if first == second {
                return Err(read.element.error("mimics itself"));
            }
            if let Some(UrdfJoint { mimic, .. }) = &mut self.mechanism.joints[first].urdf {
                *mimic = Some((second, *multiplier, *offset));
            }
            self.mechanism.equalities.push(Equality {
                name: Some(read.name.clone()),
                active: true,
                kind: EqualityKind::Joint {
                    joints: (first, Some(second)),
                    polynomial: [*offset, *multiplier, 0.0, 0.0, 0.0],
                },
                place: read.element.place(),
            });
        }
        Ok(())
    }
}
