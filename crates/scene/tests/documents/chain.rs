//! Ho 2022, §6.1.4.

use std::f64::consts::TAU;

use glam::DVec3;

use crate::stage::Stage;

const LINKS: usize = 100;

/// How often the chain goes round the rod, from the hook to the box.
fn turns(stage: &Stage) -> f64 {
    let rod = stage.position("rod");
    let links = (0..LINKS).map(|at| stage.position(&format!("link-{at}")));
    let places: Vec<DVec3> = links.chain([stage.position("box")]).map(|at| at - rod).collect();
    let turned = |pair: &[DVec3]| {
        let [a, b] = [pair[0].truncate(), pair[1].truncate()];
        a.angle_to(b)
    };
    places.windows(2).map(turned).sum::<f64>().abs() / TAU
}

/// Whether a chain with this coefficient of friction goes round the rod and hangs from it, whole,
/// with the box at its end.
fn holds(friction: f64) -> bool {
    let mut stage = Stage::new("chain", &[("friction", friction)]);
    let rod = stage.position("rod");
    // Straight out from the hook above the rod, it goes less than half round.
    assert!(turns(&stage) < 0.5, "{}", turns(&stage));
    let (mut fastest, mut most_contacts) = (0.0_f64, 0);
    let body = stage.id("box").0;
    stage.watch_until(12.0, |simulation| {
        fastest = fastest.max(simulation.state().bodies[body].velocity.length());
        most_contacts = most_contacts.max(simulation.contacts().len());
    });
    // A fall of 10.25 m gives 14.2 m/s, less what the implicit step takes.
    assert!((11.0..15.0).contains(&fastest), "{fastest}");
    assert!(most_contacts > 60, "{most_contacts} contacts");
    // The box hangs from the rod by less than was left of the chain below it, and the chain
    // is whole: no link is farther from the next than it is long.
    let hang = rod.y - stage.position("box").y;
    let is_whole = (1..LINKS).all(|at| {
        let [one, two] = [at - 1, at].map(|at| stage.position(&format!("link-{at}")));
        one.distance(two) < 0.105 && (two - rod).truncate().length() > 0.3
    });
    println!("{friction}: {} turns, {hang} m below the rod, whole: {is_whole}", turns(&stage));
    turns(&stage) > 1.0
        && (0.0..2.5).contains(&hang)
        && stage.body("box").velocity.length() < 3.0
        && is_whole
}

/// Of five runs that differ by a hair, one may end otherwise: linear steps open joints by up to a
/// metre when the box jerks the chain, and in some runs it then slips off the rod
/// or swings on over it (6 of 33 that were looked at).
#[test]
fn the_chain_wraps_round_the_rod_and_holds_the_box() {
    let runs = [0.3, 0.30003, 0.29997, 0.3001, 0.2999]
        .map(|friction| std::thread::spawn(move || holds(friction)));
    let held = runs.map(|run| run.join().expect("every problem is solved"));
    assert!(held.iter().filter(|&&held| held).count() >= 4, "{held:?}");
}
