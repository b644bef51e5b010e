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

#[test]
fn the_chain_wraps_round_the_rod_and_holds_the_box() {
    let mut stage = Stage::new("chain", &[]);
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
    assert!(turns(&stage) > 1.0, "{} turns", turns(&stage));
    // The box hangs from the rod by less than was left of the chain below it,
    // and the chain is whole: no link is farther from the next than it is long.
    let hang = rod.y - stage.position("box").y;
    assert!((0.0..2.5).contains(&hang), "the box hangs {hang} m below the rod");
    assert!(stage.body("box").velocity.length() < 3.0, "{}", stage.body("box").velocity);
    for at in 1..LINKS {
        let [one, two] = [at - 1, at].map(|at| stage.position(&format!("link-{at}")));
        assert!(one.distance(two) < 0.105, "links {at} and the one before: {one} {two}");
        let out = (two - rod).truncate().length();
        assert!(out > 0.3, "link {at} is inside the rod: {out}");
    }
}
