//! Which row comes from where, and why a step was not solved.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{
    Axis, BodyId, FrictionModel, JointId, RowKind, RowSource, Simulation, SolverChoice,
};

use crate::support::{World, cube, run, speed_motor};

/// A box on the ground with another on a driven hinge beside it.
fn begin(friction: FrictionModel) -> Simulation {
    let mut world = World::new();
    world.friction(friction, 0.5);
    world.ground();
    let base = world.add(cube(0.5).mass(2.0).at(DVec3::Y * 0.5).named("base"));
    let arm = world.add(cube(0.2).mass(1.0).at(DVec3::new(1.0, 0.8, 0.0)).named("arm"));
    let rotation = Axis { friction: 0.1, ..speed_motor(0.1, 20.0) };
    let kind = Hinge { anchor: DVec3::new(0.5, 0.8, 0.0), axis: DVec3::Z, rotation };
    world.join(Some(base), arm, kind);
    world.start()
}

#[test]
fn every_row_knows_its_joint_or_contact() {
    for friction in [
        FrictionModel::Frictionless,
        FrictionModel::Pyramid,
        FrictionModel::Polyhedral { facets: 6 },
        FrictionModel::Cone,
    ] {
        let mut simulation = begin(friction);
        run(&mut simulation, 2);
        let island = simulation.islands().next().expect("one");
        let (sources, kinds) = (island.row_sources(), island.row_kinds());
        assert_eq!(sources.len(), kinds.len());
        assert_eq!(sources.len(), island.solved.expect("awake").0.size());
        for (at, (source, kind)) in sources.iter().zip(kinds).enumerate() {
            match *source {
                RowSource::Joint { joint, row } => {
                    assert_eq!((joint, row, kind), (JointId(0), at, RowKind::Joint));
                }
                RowSource::Attachment => panic!("nothing is attached"),
                RowSource::Contact { contact, kind: own } => {
                    assert_eq!(own, kind);
                    assert!(contact < simulation.contacts().len());
                }
            }
        }
        // Five rows hold the hinge, then its motor and its friction.
        let joints = sources.iter().filter(|source| matches!(source, RowSource::Joint { .. }));
        assert_eq!(joints.count(), 7);
        // The impulse of a normal row is that of its contact.
        let impulses = &island.solved.expect("awake").1.x;
        for (source, impulse) in sources.iter().zip(impulses) {
            if let RowSource::Contact { contact, kind: RowKind::Normal } = *source {
                let report = &simulation.contacts()[contact];
                let normal = report.impulse.dot(report.normal);
                assert!((normal - impulse).abs() < 1e-9, "{normal} {impulse}");
            }
        }
    }
}

#[test]
fn what_was_not_solved_is_told_with_its_place() {
    let mut simulation = begin(FrictionModel::Pyramid);
    run(&mut simulation, 2);
    assert_eq!(simulation.failures(), []);
    let mut world = World::new();
    world.ground();
    world.settings.solver =
        SolverChoice { name: Some("pgs".into()), max_iterations: Some(1), ..Default::default() };
    for at in 0..4 {
        let name = format!("box{at}");
        world.add(cube(0.5).mass(1.0).at(DVec3::Y * (0.5 + f64::from(at))).named(&name));
    }
    let mut simulation = world.start();
    let report = simulation.step().expect("finite");
    assert_eq!(report.failed_solves, 1);
    let failure = simulation.failures().remove(0);
    let text = failure.to_string();
    assert!(text.starts_with("pgs: max_iterations after 1 iterations on 48 rows"), "{text}");
    assert!(text.contains("of a contact between \"") && text.contains("box"), "{text}");
    assert!(
        text.ends_with("try the solver bpp, or allow more iterations (max_iterations)"),
        "{text}"
    );
    let Some((RowSource::Contact { contact, .. }, value)) = failure.worst else { panic!("{text}") };
    assert!(value >= failure.tolerance && contact < simulation.contacts().len());
}

/// Weight at rest, up on the box and down on the ground.
#[test]
fn forces_on_a_body_have_its_sign() {
    let mut world = World::new();
    let ground = world.ground();
    let body = world.add(cube(0.5).mass(3.0).at(DVec3::Y * 0.5));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    let weight = DVec3::Y * 3.0 * 9.81;
    assert!((simulation.contact_force(body) - weight).length() < 1e-6);
    assert!((simulation.contact_force(ground) + weight).length() < 1e-6);
    assert_eq!(simulation.contact_force(BodyId(7)), DVec3::ZERO);
}
