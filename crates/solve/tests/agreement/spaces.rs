//! The space and the order of elimination change the work, not the result.

use stickslip_solve::Status;

use crate::measure::{assert_honest, distance};
use crate::middle::frozen_scenes;
use crate::roster::{generated, solve};

const SPACES: [&str; 3] = ["space=constraint", "space=body", "space=augmented"];
const ORDERINGS: [&str; 5] =
    ["ordering=natural", "ordering=cm", "ordering=rcm", "ordering=amd", "ordering=nd"];

#[test]
fn every_space_and_order_gives_the_same_impulses() {
    for (_, problem) in frozen_scenes("1e-3") {
        let reference = solve("bpp", &[], &problem);
        assert_eq!(reference.status, Status::Converged, "{}", problem.name());
        for space in SPACES {
            for ordering in ORDERINGS {
                let outcome = solve("bpp", &[space, ordering], &problem);
                let place = format!("{}, {space}, {ordering}", problem.name());
                assert_honest(&problem, &outcome);
                assert_eq!(outcome.status, Status::Converged, "{place}");
                let figure = format!("{}_space", space.trim_start_matches("space="));
                assert!(outcome.figures.contains_key(figure.as_str()), "{place}");
                let gap = distance(&outcome.x, &reference.x);
                assert!(gap <= 1e-8, "{place}: {gap:e}");
            }
        }
    }
}

#[test]
fn every_variant_bears_every_order() {
    let scenes = frozen_scenes("1e-3").into_iter().take(5);
    // Plain pivoting is not sure to get through a heap of boxes.
    for (_, problem) in scenes.filter(|(label, _)| *label != "pile") {
        let reference = solve("dantzig", &[], &problem);
        for variant in ["bpp-full", "bpp-downdate", "bpp-skyline", "bpp-cached"] {
            for ordering in ORDERINGS {
                let outcome = solve(variant, &[ordering], &problem);
                let place = format!("{variant} on {}, {ordering}", problem.name());
                assert_eq!(outcome.status, Status::Converged, "{place}");
                let gap = distance(&outcome.x, &reference.x);
                assert!(gap <= 1e-8, "{place}: {gap:e}");
            }
        }
    }
}

/// Without factors there is no body space: `auto` takes the one that there is.
#[test]
fn auto_chooses_among_the_spaces_that_exist() {
    let problem = generated("spd", 1, &["size=20"]);
    let planted = problem.data().solution.clone().expect("planted");
    for space in ["space=auto", "space=constraint"] {
        let outcome = solve("bpp", &[space], &problem);
        assert_eq!(outcome.status, Status::Converged);
        assert_eq!(outcome.figures["constraint_space"], 20.0);
        assert!(distance(&outcome.x, &planted) < 1e-10);
    }
}

#[test]
fn settings_of_the_loop_change_the_way_not_the_end() {
    let settings: [&[&str]; 9] = [
        &["plain_steps=0"],
        &["plain_steps=1"],
        &["patience=0"],
        &["patience=1000"],
        &["first_weight=1e-4"],
        &["first_weight=10"],
        &["plain_steps=0", "first_weight=1e-6", "patience=2"],
        &["plain_steps=0", "proximal_steps=10"],
        &["plain_steps=5", "first_weight=1", "space=constraint"],
    ];
    let mut problems = frozen_scenes("1e-3");
    problems.push(("spd", generated("spd", 3, &["size=60", "boxed=true"])));
    for (_, problem) in problems {
        let reference = solve("bpp", &[], &problem);
        for options in settings {
            let outcome = solve("bpp", options, &problem);
            let place = format!("{}, {options:?}", problem.name());
            assert_honest(&problem, &outcome);
            assert_eq!(outcome.status, Status::Converged, "{place}");
            let looped = outcome.figures["proximal_rounds"] > 0.0;
            assert!(looped || options[0] != "plain_steps=0", "{place}");
            let gap = distance(&outcome.x, &reference.x);
            // The loop stops at the tolerance, which the compliance magnifies.
            assert!(gap <= 1e-5, "{place}: {gap:e}");
        }
    }
}
