//! Cables against the closed forms of rods.

use std::f64::consts::FRAC_PI_2;

use glam::DVec3;
use stickslip_contact::{Pose, ShapeKind};

use super::chain::Chain;
use super::{CableDescription, CableEnd, CableJoint, CableRest};
use crate::joint::tests::mover::{Mover, ball};
use crate::joint::{JointKind, SixDof};
use crate::model::Model;
use crate::parts::{
    BodyId, Compliance, MassDescription, Material, MaterialId, ModelError, Surface,
};

const LENGTH: f64 = 5.0;

/// Five metres, hanging down from the origin.
fn rope(segments: usize) -> CableDescription {
    CableDescription::new("rope", vec![DVec3::ZERO, -DVec3::Y * LENGTH], segments, 0.01, 2.5)
}

/// Segments without shapes, and joints.
fn bare(description: &CableDescription) -> Model {
    let mut model = Model::default();
    model.add_body(ball("hook", DVec3::ZERO, 1.0, 1.0)).expect("a sound body");
    let chain = Chain::new(description, 1).expect("a sound cable");
    let bodies: Vec<BodyId> = (0..description.segments)
        .map(|at| model.add_body(chain.rod(at)).expect("a sound segment"))
        .collect();
    for joint in chain.joints(&bodies) {
        model.add_joint(joint).expect("a sound joint");
    }
    model
}

fn stiffness(compliance: &Compliance) -> (f64, f64) {
    match *compliance {
        Compliance::Spring { stiffness, damping } => (stiffness, damping),
        Compliance::Row { .. } => panic!("a spring"),
    }
}

#[test]
fn segments_are_equal_rods_along_the_path() {
    let description = rope(20);
    let chain = Chain::new(&description, 0).expect("a sound cable");
    for at in 0..20 {
        let rod = chain.rod(at);
        let place = -DVec3::Y * (0.25 * at as f64 + 0.125);
        assert!(rod.pose.position.distance(place) < 1e-8);
        assert!((rod.pose.direction(DVec3::Y) + DVec3::Y).length() < 1e-8);
        let MassDescription::Given { mass, inertia, .. } = rod.mass else { panic!("given") };
        assert!((mass - 2.5 * 0.25).abs() < 1e-8);
        assert!((inertia.y_axis.y - 0.5 * mass * 1e-4).abs() < 1e-12);
        assert!((inertia.x_axis.x - mass * (3e-4 + 0.0625) / 12.0).abs() < 1e-9);
    }
}

/// What is touched of a cable: capsules of its radius, from node to node, of
/// its material.
#[test]
fn segments_are_capsules_of_their_material() {
    let mut model = Model::default();
    let surface = Surface { friction: 0.9, ..Surface::default() };
    let rubber = Material { name: "rubber".into(), surface };
    let material = model.materials.add(rubber).expect("a sound material");
    let cable = model.add_cable(CableDescription { material, ..rope(20) }).expect("a sound cable");
    assert_eq!(model.cables(), std::slice::from_ref(&cable));
    for id in cable.bodies {
        let body = &model.bodies()[id.0];
        let [collider] = body.colliders.as_slice() else { panic!("one capsule") };
        assert_eq!((collider.material, collider.pose), (material, Pose::IDENTITY));
        let ShapeKind::Capsule { radius, half_length } = collider.shape.kind() else {
            panic!("a capsule")
        };
        assert_eq!(radius, 0.01);
        assert!((half_length - 0.125).abs() < 1e-9);
    }
    let stranger = CableDescription { material: MaterialId(2), ..rope(20) };
    let before = model.bodies().len();
    assert!(model.add_cable(stranger).is_err_and(|error| error.to_string().contains("material")));
    assert_eq!((model.bodies().len(), model.cables().len()), (before, 1));
}

/// E = 2·10¹¹ Pa on a round section of 10 mm: EA = E π r², EI = E π r⁴/4,
/// and GJ = EI/1.3 where nothing is said.
#[test]
fn a_cable_is_of_steel_unless_it_says_otherwise() {
    let steel = rope(4);
    let area = std::f64::consts::PI * 1e-4;
    assert!((steel.axial_stiffness / (2e11 * area) - 1.0).abs() < 1e-12);
    assert!((steel.bending_stiffness / (2e11 * area * 1e-4 / 4.0) - 1.0).abs() < 1e-12);
    let model = bare(&steel);
    let JointKind::SixDof(SixDof { axes, .. }) = &model.joints()[0].description().kind else {
        panic!("six axes")
    };
    let [bend, twist] = [3, 4].map(|at| stiffness(&axes[at].compliance).0);
    assert!((bend / (steel.bending_stiffness / 1.25) - 1.0).abs() < 1e-8);
    assert!((bend / twist - 1.3).abs() < 1e-8);
}

#[test]
fn ends_may_touch_what_they_are_tied_to() {
    for touching in [false, true] {
        let end = CableEnd::Body(BodyId(0));
        let model = bare(&CableDescription { first_end: end, touching, ..rope(3) });
        let touches: Vec<bool> =
            model.joints().iter().map(|joint| joint.description().touching).collect();
        assert_eq!(touches, [touching, false, false]);
        assert_eq!(model.joints()[0].description().first, Some(BodyId(0)));
    }
}

#[test]
fn joints_are_as_many_as_ends_ask_for() {
    for (ends, count) in [
        ([CableEnd::Free, CableEnd::Free], 6),
        ([CableEnd::World, CableEnd::Free], 7),
        ([CableEnd::World, CableEnd::Body(BodyId(0))], 8),
    ] {
        let [first_end, second_end] = ends;
        let model = bare(&CableDescription { first_end, second_end, ..rope(7) });
        assert_eq!(model.joints().len(), count);
        assert!(model.joints().iter().all(|joint| !joint.description().touching));
    }
    for (joint, rows) in
        [(CableJoint::Ball, 3), (CableJoint::Universal, 4), (CableJoint::SixDof, 6)]
    {
        let model = bare(&CableDescription { joint, ..rope(3) });
        assert!(model.joints().iter().all(|joint| joint.row_count() == rows));
    }
}

/// Springs in series: Σ 1/k = l/EA, l/EI and l/GJ for any number of segments.
#[test]
fn stiffness_adds_up_to_that_of_the_whole() {
    for segments in [1, 2, 9] {
        let description = CableDescription {
            axial_stiffness: 1e5,
            bending_stiffness: 30.0,
            torsional_stiffness: Some(20.0),
            stretch_damping: 0.5,
            bend_damping: 0.25,
            first_end: CableEnd::World,
            second_end: CableEnd::World,
            clamped: true,
            ..rope(segments)
        };
        let model = bare(&description);
        let mut compliances = [0.0; 6];
        for joint in model.joints() {
            let JointKind::SixDof(SixDof { axes, .. }) = &joint.description().kind else {
                panic!("six axes")
            };
            for (at, axis) in axes.iter().enumerate() {
                let (k, d) = stiffness(&axis.compliance);
                compliances[at] += 1.0 / k;
                assert!((d / k - if at < 3 { 0.5 } else { 0.25 }).abs() < 1e-12);
            }
        }
        for (compliance, whole) in compliances.iter().zip([1e5, 1e5, 1e5, 30.0, 20.0, 30.0]) {
            assert!((compliance * whole / LENGTH - 1.0).abs() < 1e-8);
        }
    }
}

/// A hanging cable stretches by ρ g l²/(2 EA), segments or not.
#[test]
fn a_hanging_cable_stretches_under_its_weight() {
    for joint in [CableJoint::Ball, CableJoint::SixDof] {
        let description = CableDescription {
            axial_stiffness: 2e4,
            stretch_damping: 0.1,
            first_end: CableEnd::World,
            joint,
            ..rope(5)
        };
        let mut mover = Mover::new(bare(&description), -DVec3::Y * 9.81, 0.02);
        for _ in 0..200 {
            mover.step();
        }
        // The last segment's centre is half a rigid segment above the end.
        let stretch = -LENGTH + 0.5 - mover.states[5].pose.position.y;
        let expected = 2.5 * 9.81 * LENGTH * LENGTH / (2.0 * 2e4);
        assert!((stretch - expected).abs() < 1e-7, "{stretch} for {expected}");
    }
}

/// Laid round a corner and then pulled straight: the one that rests straight
/// is bent at first, the one that rests as laid is bent at last, both by the
/// corner's right angle in all.
#[test]
fn a_corner_bends_a_cable_that_rests_straight() {
    let path = vec![DVec3::ZERO, DVec3::X * 2.0, DVec3::new(2.0, 0.0, 2.0)];
    for (rest, laid, pulled) in
        [(CableRest::Straight, FRAC_PI_2, 0.0), (CableRest::AsLaid, 0.0, FRAC_PI_2)]
    {
        let cable = CableDescription { path: path.clone(), rest, ..rope(8) };
        let mut mover = Mover::new(bare(&cable), DVec3::ZERO, 0.01);
        assert!((bend(&mut mover) - laid).abs() < 1e-7);
        let first = mover.states[1].pose;
        for (at, state) in mover.states[1..].iter_mut().enumerate() {
            let position = first.position * (1.0 + 2.0 * at as f64);
            state.pose = Pose::new(position, first.orientation);
        }
        assert!((bend(&mut mover) - pulled).abs() < 1e-7);
    }
}

/// Sum of the bending angles; nothing else may be strained.
fn bend(mover: &mut Mover) -> f64 {
    let errors: Vec<f64> = mover.rows().iter().map(|row| row.error).collect();
    let joint = |rows: &[f64]| {
        assert!(rows[..3].iter().chain([&rows[4]]).all(|error| error.abs() < 1e-8), "{rows:?}");
        rows[3].hypot(rows[5])
    };
    errors.chunks(6).map(joint).sum()
}

#[test]
fn a_cable_becomes_part_of_the_model() {
    let mut model = Model::default();
    let hook = model.add_body(ball("hook", DVec3::ZERO, 1.0, 1.0)).expect("a sound body");
    let cable = model
        .add_cable(CableDescription { first_end: CableEnd::Body(hook), ..rope(10) })
        .expect("a sound cable");
    assert_eq!((cable.bodies.len(), cable.joints.len()), (10, 10));
    let mass: f64 = cable.bodies.iter().map(|body| model.bodies()[body.0].mass.mass).sum();
    assert!((mass - 12.5).abs() < 1e-8);
    assert_eq!(model.find_body("rope segment 9"), cable.bodies.last().copied());
    assert_eq!(model.find_joint("rope first end"), Some(cable.joints[0]));
}

#[test]
fn bad_cables_are_refused_by_name_and_leave_nothing_behind() {
    let good = rope(4);
    let points = |path| CableDescription { path, ..rope(4) };
    let cases = [
        (rope(0), "at least one segment"),
        (rope(400), "shorter than they are thick"),
        (rope(usize::MAX), "shorter than they are thick"),
        (CableDescription { name: String::new(), ..rope(4) }, "no name"),
        (points(vec![]), "at least two points"),
        (points(vec![DVec3::X; 2]), "points 0 and 1 of the path are the same"),
        (points(vec![DVec3::X, DVec3::NAN]), "point 1 of the path is not finite"),
        (points(vec![DVec3::ZERO, DVec3::X, DVec3::ZERO]), "turns too sharply"),
        (CableDescription { radius: 0.0, ..good.clone() }, "radius is 0"),
        (CableDescription { linear_density: -1.0, ..good.clone() }, "linear_density is -1"),
        (CableDescription { axial_stiffness: f64::NAN, ..good.clone() }, "axial_stiffness is NaN"),
        (CableDescription { bending_stiffness: 0.0, ..good.clone() }, "bending_stiffness is 0"),
        (CableDescription { torsional_stiffness: Some(0.0), ..good.clone() }, "torsional"),
        (CableDescription { stretch_damping: -0.1, ..good.clone() }, "stretch_damping is -0.1"),
        (CableDescription { bend_damping: f64::INFINITY, ..good.clone() }, "bend_damping is inf"),
        (CableDescription { first_end: CableEnd::Body(BodyId(3)), ..good }, "tied to body 3"),
    ];
    for (description, message) in cases {
        let mut model = Model::default();
        match model.add_cable(description) {
            Err(ModelError::Cable { name, reason }) => {
                assert!(name == "rope" || reason.contains("no name"));
                assert!(reason.contains(message), "{reason:?} does not say {message:?}");
            }
            other => panic!("{other:?} instead of {message:?}"),
        }
        assert!(model.bodies().is_empty() && model.joints().is_empty());
    }
}
