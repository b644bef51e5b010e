//! Spheres and boxes settle in a container.

use crate::crowd::Crowd;
use crate::stage::Stage;

/// As many as Preclik et al. have.
const CONTACTS: usize = 1702;

/// How far a sphere may sink into the ground or a wall (m): at rest ε x h/γ,
/// with x the weight of a column of ten in a step, and more where it falls in.
const SUNK: f64 = 0.02;

/// Runs until `time`, and asserts that energy is only ever lost, that no body
/// leaves the container with walls at ±`half`, and that none sinks in below
/// `lowest`. Gives the most contacts there were while a body moved faster
/// than 0.1 m/s.
fn settle(stage: &mut Stage, crowd: &Crowd, time: f64, half: f64, lowest: f64) -> usize {
    let mut contacts = 0;
    let mut energy = f64::MAX;
    stage.watch_until(time, |simulation| {
        let now = simulation.energy();
        assert!(now < energy + 1e-3 * now.abs(), "energy rises from {energy} to {now} J");
        energy = now;
        if crowd.fastest(simulation) > 0.1 {
            contacts = contacts.max(simulation.contacts().len());
        }
        for body in crowd.now(simulation) {
            let at = body.pose.position;
            let inside = at.x.abs() < half && at.z.abs() < half && at.y > lowest;
            assert!(inside, "a body is at {at}");
        }
    });
    contacts
}

#[test]
fn spheres_have_many_contacts_while_they_still_move() {
    let mut stage = Stage::new("granular-spheres", &[]);
    let spheres = Crowd::new(&stage, "sphere");
    // Walls at 8 · 0.55 m; a sphere's centre stays half a metre from them.
    // The denser the heap the longer a step takes: it need not go on once it is dense enough.
    let mut contacts = 0;
    let mut times = (1..=25).map(|at| 0.05 * f64::from(at));
    while let Some(time) = times.next().filter(|_| contacts < CONTACTS) {
        contacts = settle(&mut stage, &spheres, time, 3.9 + SUNK, 0.5 - SUNK);
    }
    assert!(contacts >= CONTACTS, "{contacts} contacts");
}

#[test]
fn spheres_come_to_rest() {
    let mut stage = Stage::new("granular-spheres", &[("n", 40.0), ("width", 4.0)]);
    let spheres = Crowd::new(&stage, "sphere");
    settle(&mut stage, &spheres, 10.0, 1.7 + SUNK, 0.5 - SUNK);
    let fastest = spheres.fastest(&stage.simulation);
    assert!(fastest < 0.05, "a sphere still moves at {fastest} m/s");
    // 40 spheres of 1 m in a container of 4.4 m by 4.4 m: two layers and a few.
    let (_, highest) = spheres.heights(&stage.simulation);
    assert!(highest > 1.0 && highest < 3.5, "the heap is {highest} m high");
}

#[test]
fn boxes_have_many_contacts_while_they_still_move() {
    let mut stage = Stage::new("granular-boxes", &[]);
    let boxes = Crowd::new(&stage, "box");
    // Walls at 8 · 0.75 m; half the shortest edge is 0.3 m.
    let contacts = settle(&mut stage, &boxes, 1.5, 6.0, 0.25);
    assert!(contacts >= CONTACTS / 2, "{contacts} contacts");
}

#[test]
fn boxes_come_to_rest() {
    let mut stage = Stage::new("granular-boxes", &[("n", 27.0), ("width", 3.0)]);
    let boxes = Crowd::new(&stage, "box");
    settle(&mut stage, &boxes, 10.0, 2.25, 0.25);
    let fastest = boxes.fastest(&stage.simulation);
    assert!(fastest < 0.05, "a box still moves at {fastest} m/s");
}
