//! Facts as JSON, under the names that other programs' values have in our tests.

mod state;

pub use state::at_state;

use glam::{DMat3, DVec3};
use serde_json::{Map, Value, json};
use stickslip_contact::Pose;
use stickslip_dynamics::Activation;

use super::may_touch;
use crate::mechanism::{
    EqualityKind, Format, GeomShape, Joint, Mechanism, TendonPath, Transmission,
};
use crate::remark::{Level, Remark};

/// Pairs that may touch are told up to so many shapes.
const MAX_SHAPES: usize = 5_000;

fn vector(v: DVec3) -> Value {
    json!(v.to_array())
}

fn matrix(m: DMat3) -> Value {
    json!([m.row(0).to_array(), m.row(1).to_array(), m.row(2).to_array()])
}

fn place(pose: &Pose) -> (Value, Value) {
    let turn = pose.orientation;
    (vector(pose.position), json!([turn.w, turn.x, turn.y, turn.z]))
}

/// Number of a body in the order of the file; −1 for the world.
struct Listed {
    bodies: Vec<usize>,
    numbers: Vec<i64>,
}

impl Listed {
    fn new(mechanism: &Mechanism) -> Self {
        let bodies = mechanism.listed();
        let mut numbers = vec![0; bodies.len()];
        for (number, body) in (0..).zip(&bodies) {
            numbers[*body] = number;
        }
        Self { bodies, numbers }
    }

    fn of(&self, body: Option<usize>) -> i64 {
        body.map_or(-1, |body| self.numbers[body])
    }
}

/// All that a file says, but for what depends on the state.
pub fn description(mechanism: &Mechanism, remarks: &[Remark]) -> Map<String, Value> {
    let listed = Listed::new(mechanism);
    let (coordinates, freedoms) = mechanism.sizes();
    let urdf = mechanism.format == Format::Urdf;
    let bodies: Vec<Value> =
        listed.bodies.iter().map(|&body| describe_body(mechanism, &listed, body)).collect();
    let mut joints: Vec<Value> = mechanism
        .joints
        .iter()
        .map(|joint| if urdf { urdf_joint(mechanism, joint) } else { mjcf_joint(&listed, joint) })
        .collect();
    joints.extend(mechanism.fixed_joints.iter().map(|(name, body)| {
        let mut fixed = between(mechanism, *body);
        fixed.insert("name".into(), json!(name));
        fixed.insert("type".into(), json!("fixed"));
        Value::Object(fixed)
    }));
    let solid = mechanism.geoms.iter().filter(|geom| !geom.visual).count();
    let touches = (solid <= MAX_SHAPES).then(|| {
        let pairs = may_touch(mechanism);
        let pair = |touch: &super::CollisionPair| {
            let mut pair = touch.bodies.map(|body| listed.of(body));
            pair.sort_unstable();
            pair
        };
        let mut pairs: Vec<[i64; 2]> = pairs.iter().map(pair).collect();
        pairs.sort_unstable();
        pairs
    });
    let of = |level| -> Vec<String> {
        remarks.iter().filter(|remark| remark.level == level).map(ToString::to_string).collect()
    };
    let entries = [
        ("model", json!(mechanism.name)),
        ("format", json!(mechanism.format.name())),
        (
            "option",
            json!({"gravity": mechanism.gravity.to_array(), "timestep": mechanism.timestep,
            "contact_disabled": !mechanism.contacts}),
        ),
        (
            "counts",
            json!({"bodies": bodies.len(), "joints": joints.len(),
            "moving_joints": mechanism.joints.len(), "nq": coordinates, "nv": freedoms,
            "geoms": mechanism.geoms.len(), "sites": mechanism.sites.len(),
            "actuators": mechanism.actuators.len(), "tendons": mechanism.tendons.len(),
            "equalities": mechanism.equalities.len(), "keyframes": mechanism.keyframes.len(),
            "excludes": mechanism.excludes.len(), "pairs": mechanism.pairs.len(),
            "meshes": mechanism.meshes.len(), "hfields": mechanism.height_fields.len()}),
        ),
        ("total_mass", json!(mechanism.total_mass())),
        (if urdf { "links" } else { "bodies" }, Value::Array(bodies)),
        ("joints", Value::Array(joints)),
        ("geoms", geoms(mechanism, &listed)),
        ("actuators", actuators(mechanism)),
        ("tendons", tendons(mechanism)),
        ("equalities", equalities(mechanism)),
        ("sites", sites(mechanism, &listed)),
        ("keyframes", keyframes(mechanism)),
        ("may_touch", json!(touches)),
        ("warnings", json!(of(Level::Warning))),
        ("notes", json!(of(Level::Note))),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn describe_body(mechanism: &Mechanism, listed: &Listed, number: usize) -> Value {
    let body = &mechanism.bodies[number];
    let root = mechanism.root_of(Some(number));
    let mut value = json!({
        "name": body.name, "mass": body.mass, "center": body.centre.to_array(),
        "inertia": matrix(body.inertia), "fixed_to_world": root.is_none(),
    });
    let name = |body: usize| json!(mechanism.bodies[body].name);
    value["parent"] = match mechanism.format {
        Format::Mjcf => json!(listed.of(body.parent)),
        Format::Urdf => body.parent.map_or(Value::Null, name),
    };
    if mechanism.format == Format::Urdf {
        let above = |mut at: usize| {
            while let Some(parent) = mechanism.bodies[at].parent {
                at = parent;
            }
            at
        };
        value["moves_with"] = name(root.unwrap_or_else(|| above(number)));
    }
    if body.mocap {
        value["mocap"] = json!(true);
    }
    if body.gravity_compensation != 0.0 {
        value["gravcomp"] = json!(body.gravity_compensation);
    }
    value
}

fn mjcf_joint(listed: &Listed, joint: &Joint) -> Value {
    json!({
        "name": joint.name, "type": joint.kind.name(), "body": listed.of(Some(joint.body)),
        "qpos": joint.coordinate, "dof": joint.freedom, "limits": joint.limits,
        "stiffness": joint.stiffness, "spring_reference": joint.spring_reference,
        "reference": joint.reference, "damping": joint.damping, "armature": joint.armature,
        "friction_loss": joint.friction_loss, "force_range": joint.force_range,
    })
}

/// Parent, child and place of the joint of a link.
fn between(mechanism: &Mechanism, body: usize) -> Map<String, Value> {
    let body = &mechanism.bodies[body];
    let (position, quaternion) = place(&body.pose);
    let parent = body.parent.map(|parent| &mechanism.bodies[parent].name);
    let value = json!({
        "parent": parent, "child": body.name, "position": position, "quaternion": quaternion,
    });
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn urdf_joint(mechanism: &Mechanism, joint: &Joint) -> Value {
    let mut map = between(mechanism, joint.body);
    let urdf = joint.urdf.as_ref();
    let other = |at: usize| json!(mechanism.joints[at].name);
    let mimic = urdf.and_then(|urdf| urdf.mimic).map(|(at, multiplier, offset)| {
        json!({"joint": other(at), "multiplier": multiplier, "offset": offset})
    });
    for (key, value) in [
        ("name", json!(joint.name)),
        ("type", json!(urdf.map_or("floating", |urdf| urdf.kind))),
        ("axis", vector(joint.axis)),
        ("limits", json!(joint.limits)),
        ("effort", json!(urdf.and_then(|urdf| urdf.effort))),
        ("velocity", json!(urdf.and_then(|urdf| urdf.velocity))),
        ("damping", json!(joint.damping)),
        ("friction_loss", json!(joint.friction_loss)),
        ("mimic", json!(mimic)),
        ("qpos", json!(joint.coordinate)),
        ("dof", json!(joint.freedom)),
    ] {
        map.insert(key.into(), value);
    }
    Value::Object(map)
}

fn geoms(mechanism: &Mechanism, listed: &Listed) -> Value {
    let geom = |geom: &crate::mechanism::Geom| {
        let (position, quaternion) = place(&geom.pose);
        let mut value = json!({
            "name": geom.name, "body": listed.of(geom.body), "contype": geom.contact_type,
            "conaffinity": geom.contact_affinity, "condim": geom.dimensions,
            "friction": geom.friction, "position": position, "quaternion": quaternion,
        });
        let (kind, size) = match &geom.shape {
            GeomShape::Plane(size) => ("plane", *size),
            GeomShape::Sphere(r) => ("sphere", [*r, 0.0, 0.0]),
            GeomShape::Capsule(r, half) => ("capsule", [*r, *half, 0.0]),
            GeomShape::Cylinder(r, half) => ("cylinder", [*r, *half, 0.0]),
            GeomShape::Ellipsoid(half) => ("ellipsoid", half.to_array()),
            GeomShape::Box(half) => ("box", half.to_array()),
            GeomShape::HeightField(_) => ("hfield", [0.0; 3]),
            GeomShape::Mesh(mesh) => {
                value["mesh"] = json!(mechanism.meshes[*mesh].name);
                let points = mechanism.meshes[*mesh].surface.points();
                let [low, high] = bounds(points.iter().map(|point| geom.pose.point(*point)));
                value["bounds_in_body"] = json!([low.to_array(), high.to_array()]);
                ("mesh", [0.0; 3])
            }
        };
        value["type"] = json!(kind);
        if size != [0.0; 3] {
            value["size"] = json!(size);
        }
        value
    };
    mechanism.geoms.iter().map(geom).collect()
}

fn bounds(points: impl Iterator<Item = DVec3>) -> [DVec3; 2] {
    let empty = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    points.fold(empty, |[low, high], point| [low.min(point), high.max(point)])
}

fn actuators(mechanism: &Mechanism) -> Value {
    let actuator = |actuator: &crate::mechanism::Actuator| {
        let (on, target) = match actuator.on {
            Transmission::Joint { joint, .. } => ("joint", &mechanism.joints[joint].name),
            Transmission::Tendon(tendon) => ("tendon", &mechanism.tendons[tendon].name),
            Transmission::Site(site) => ("site", &mechanism.sites[site].name),
        };
        json!({
            "name": actuator.name, "on": on, "target": target, "gear": actuator.gear,
            "gain": actuator.gain, "gain_type": u8::from(actuator.gain_is_affine),
            "bias": actuator.bias, "bias_type": u8::from(actuator.bias_is_affine),
            "dynamics": match actuator.activation {
                Activation::Direct => 0,
                Activation::Integrator { .. } => 1,
                Activation::Filter { exact: false, .. } => 2,
                Activation::Filter { exact: true, .. } => 3,
            },
            "control_range": actuator.control_range, "force_range": actuator.force_range,
        })
    };
    mechanism.actuators.iter().map(actuator).collect()
}

fn tendons(mechanism: &Mechanism) -> Value {
    let tendon = |tendon: &crate::mechanism::Tendon| {
        json!({
            "name": tendon.name, "spatial": matches!(tendon.path, TendonPath::Spatial(_)),
            "stiffness": tendon.stiffness, "damping": tendon.damping, "limits": tendon.limits,
            "spring_length": tendon.spring_length, "friction_loss": tendon.friction_loss,
        })
    };
    mechanism.tendons.iter().map(tendon).collect()
}

fn equalities(mechanism: &Mechanism) -> Value {
    let equality = |equality: &crate::mechanism::Equality| {
        let (kind, data) = match &equality.kind {
            EqualityKind::Connect { anchors: [first, second], .. } => {
                ("connect", [first.to_array(), second.to_array()].concat())
            }
            EqualityKind::Weld { frames: [first, second], .. } => {
                ("weld", [second.position.to_array(), first.position.to_array()].concat())
            }
            EqualityKind::Joint { polynomial, .. } => ("joint", polynomial.to_vec()),
            EqualityKind::Tendon { polynomial, .. } => ("tendon", polynomial.to_vec()),
        };
        json!({"name": equality.name, "type": kind, "active": equality.active, "data": data})
    };
    mechanism.equalities.iter().map(equality).collect()
}

fn sites(mechanism: &Mechanism, listed: &Listed) -> Value {
    let site = |site: &crate::mechanism::Site| {
        let (position, quaternion) = place(&site.pose);
        json!({
            "name": site.name, "body": listed.of(site.body), "position": position,
            "quaternion": quaternion,
        })
    };
    mechanism.sites.iter().map(site).collect()
}

fn keyframes(mechanism: &Mechanism) -> Value {
    let key = |key: &crate::mechanism::Keyframe| {
        json!({
            "name": key.name, "time": key.time, "qpos": key.qpos, "qvel": key.qvel,
            "ctrl": key.ctrl,
        })
    };
    mechanism.keyframes.iter().map(key).collect()
}
