//! Links that begin inside each other, and joints that begin beyond a stop.

use std::path::Path;

use stickslip_dynamics::{Model, Settings, Simulation};
use stickslip_import::facts::Configuration;
use stickslip_import::{Built, ImportError, Overlaps, Placement, ReadOptions, Strictness};

/// Four bars of 1 m whose hinges are 0.4 m apart along x: each is inside its neighbours by
/// 0.6 m, and inside the one after them by 0.2 m.
fn arm() -> String {
    let links: String = (0..4)
        .map(|at| {
            format!(
                r#"<link name="link{at}"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
                <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
                <collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry>
                </collision></link>"#
            )
        })
        .collect();
    let joints: String = (1..4)
        .map(|at| {
            let before = at - 1;
            format!(
                r#"<joint name="joint{at}" type="continuous"><parent link="link{before}"/>
                <child link="link{at}"/><origin xyz="0.4 0 0"/><axis xyz="0 1 0"/></joint>"#
            )
        })
        .collect();
    format!(r#"<robot name="arm">{links}{joints}</robot>"#)
}

/// The same in MJCF, over a floor that the first bar is inside of; a pair may touch by name.
const MJCF: &str = r#"<mujoco><worldbody><geom type="plane" size="9 9 1"/>
    <body name="link0" pos="0 0 0.04"><freejoint/><geom name="bar0" type="box" size=".5 .05 .05"/>
    <body name="link1" pos=".4 0 0"><joint axis="0 1 0"/><geom type="box" size=".5 .05 .05"/>
    <body name="link2" pos=".4 0 0"><joint axis="0 1 0"/><geom name="bar2" type="box" size=".5 .05 .05"/>
    <body name="link3" pos=".4 0 0"><joint axis="0 1 0"/><geom type="box" size=".5 .05 .05"/>
    </body></body></body></body></worldbody>
    <contact><pair geom1="bar0" geom2="bar2"/></contact></mujoco>"#;

fn built(
    text: &str,
    overlaps: Overlaps,
    strictness: Strictness,
) -> Result<(Model, Built), ImportError> {
    let file = if text.starts_with("<robot") { "arm.urdf" } else { "arm.xml" };
    let read = stickslip_import::read_text(text, Path::new(file), &ReadOptions::default())?;
    let start = Configuration::initial(&read.mechanism);
    let placement = Placement { overlaps, ..Placement::plain(strictness) };
    let mut model = Model::default();
    let built = stickslip_import::build(&mut model, &read.mechanism, &start, &placement)?;
    Ok((model, built))
}

/// Pairs that pass through each other, by the numbers at the ends of their names; the world
/// has none.
fn passing(model: &Model) -> Vec<[Option<u32>; 2]> {
    let number = |body: usize| {
        let name = &model.bodies()[body].description.name;
        name.chars().last().and_then(|last| last.to_digit(10))
    };
    let pairs = model.ignored_contacts().iter().map(|pair| [number(pair.0.0), number(pair.1.0)]);
    let mut pairs: Vec<_> = pairs
        .map(|mut pair| {
            pair.sort_unstable();
            pair
        })
        .collect();
    pairs.sort_unstable();
    pairs
}

/// Neighbours pass by the rule of joints, the first of them standing, and what overlaps is
/// said; nothing passes that is apart.
#[test]
fn links_of_a_urdf_that_begin_inside_each_other_pass() {
    let text = arm();
    let (model, said) = built(&text, Overlaps::Format, Strictness::Normal).expect("an arm");
    let neighbours = [[None, Some(1)], [Some(1), Some(2)], [Some(2), Some(3)]];
    let mut all = neighbours.to_vec();
    all.extend([[None, Some(2)], [Some(1), Some(3)]]);
    all.sort_unstable();
    assert_eq!(passing(&model), all);
    let [remark] = said.remarks.as_slice() else { panic!("{:?}", said.remarks) };
    let remark = remark.to_string();
    let words = ["2 pairs", "0.1000 m", "link0 and link2, link1 and link3", "overlaps = \"touch\""];
    assert!(words.iter().all(|word| remark.contains(word)), "{remark}");
    let (model, said) = built(&text, Overlaps::Touch, Strictness::Normal).expect("an arm");
    assert_eq!(passing(&model), neighbours);
    assert!(said.remarks.is_empty(), "{:?}", said.remarks);
    let error = built(&text, Overlaps::Format, Strictness::Strict).expect_err("a refusal");
    assert!(error.to_string().contains("(--strict)"), "{error}");
}

/// MJCF says itself what may touch; asked to, it passes over what it pairs by name and over
/// floors.
#[test]
fn links_of_mjcf_pass_where_asked() {
    let rules = [[Some(0), Some(1)], [Some(1), Some(2)], [Some(2), Some(3)]];
    let (model, said) = built(MJCF, Overlaps::Format, Strictness::Normal).expect("an arm");
    assert_eq!(passing(&model), rules);
    assert!(said.remarks[0].to_string().contains("(--overlaps pass)"), "{:?}", said.remarks);
    let (model, said) = built(MJCF, Overlaps::Pass, Strictness::Normal).expect("an arm");
    let mut all = rules.to_vec();
    all.insert(2, [Some(1), Some(3)]);
    assert_eq!(passing(&model), all);
    assert!(said.remarks[0].to_string().contains("1 pair ("), "{:?}", said.remarks);
}

/// The arm swings down to its accuracy, and nothing of it is inside anything that it touches.
#[test]
fn an_arm_of_links_inside_each_other_swings() {
    let swing = |overlaps| {
        let (model, _) = built(&arm(), overlaps, Strictness::Normal).expect("an arm");
        let gravity = stickslip_dynamics::glam::DVec3::NEG_Z * 9.81;
        let settings = Settings { gravity, time_step: 2e-3, ..Settings::default() };
        let mut simulation = Simulation::new(model, settings).expect("a simulation");
        let (mut missed, mut begun) = (0, 0.0_f64);
        for _ in 0..150 {
            let report = simulation.step().expect("a step");
            missed += usize::from(!report.converged());
            begun = begun.max(report.penetration_begun);
        }
        let last = simulation.model().find_body("link3").expect("a link");
        (missed, begun, simulation.state().bodies[last.0].pose.position.z)
    };
    let (missed, begun, height) = swing(Overlaps::Format);
    assert!(missed == 0 && begun == 0.0 && height < -0.2, "{missed} steps, {begun} and {height} m");
    let (_, begun, _) = swing(Overlaps::Touch);
    assert!(begun > 0.05, "{begun} m");
}

/// A hinge that begins 0.3 rad beyond its stop comes back to it at 2 rad/s, in every step as right
/// as asked; it is not thrown.
#[test]
fn a_joint_that_begins_beyond_its_stop_comes_back() {
    let text = r#"<mujoco><compiler angle="radian"/><worldbody><body name="arm">
        <joint axis="0 1 0" range="0.3 2"/><geom type="box" size=".5 .05 .05"/>
        </body></worldbody></mujoco>"#;
    let (model, _) = built(text, Overlaps::Format, Strictness::Normal).expect("an arm");
    let settings = Settings {
        gravity: stickslip_dynamics::glam::DVec3::ZERO,
        time_step: 2e-3,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(model, settings).expect("a simulation");
    let arm = simulation.model().find_body("arm").expect("an arm");
    for step in 1..=200 {
        let report = simulation.step().expect("a step");
        assert!(report.converged(), "step {step}: {report:?}");
        let speed = simulation.state().bodies[arm.0].angular_velocity.y;
        assert!((speed - 2.0).abs() < 1e-3, "step {step}: {speed} rad/s");
    }
}
