//! A solver of another crate steps a scene.

use std::sync::atomic::{AtomicUsize, Ordering};

use stickslip_dynamics::FrictionModel;
use stickslip_dynamics::glam::DVec3;
use stickslip_solve::registry::{self, Registry};
use stickslip_solve::{
    Accepts, Attempt, Entry, Kind, Method, OptionValues, Problem, Refusal, Request,
};

use crate::support::{World, cube, run};

static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Block pivoting under another name, which counts.
struct Counted(stickslip_solve::Solver);

impl Method for Counted {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        RUNS.fetch_add(1, Ordering::Relaxed);
        let found = self.0.solve(problem, request)?;
        Ok(Attempt { x: found.x, labels: found.labels, ..Attempt::default() })
    }
}

const COUNTED: Entry = Entry {
    name: "counted",
    family: "outside",
    summary: "block pivoting, counted",
    accepts: Accepts {
        kinds: &[Kind::Blcp],
        symmetric: true,
        coupled: true,
        positive_diagonal: true,
        sections: stickslip_solve::Sections::Disc,
    },
    options: Vec::new,
    make: |_| {
        let inner = registry::find("bpp").expect("standard").build(&OptionValues::new())?;
        Ok(Box::new(Counted(inner)))
    },
};

fn boxes(change: impl FnOnce(&mut World)) -> World {
    let mut world = World::new();
    world.friction(FrictionModel::Pyramid, 0.4);
    world.ground();
    world.add(cube(0.5).at(DVec3::Y * 0.52).moving(DVec3::X));
    change(&mut world);
    world
}

#[test]
fn a_solver_of_another_crate_steps_a_scene() {
    let mut own = boxes(|_| {}).start();
    run(&mut own, 30);
    let mut other = boxes(|world| {
        let registry = Registry::standard().with(COUNTED).expect("a new name");
        world.settings.solver.registry = registry;
        world.settings.solver.name = Some("counted".into());
    })
    .start();
    run(&mut other, 30);
    assert!(RUNS.load(Ordering::Relaxed) >= 20, "it was not asked");
    assert_eq!(other.solver_name(), "counted");
    assert_eq!(other.state().hash(), own.state().hash());
    assert_ne!(other.settings(), own.settings());
    let unknown = boxes(|world| world.settings.solver.name = Some("counted".into()));
    let error = stickslip_dynamics::Simulation::new(unknown.model, unknown.settings);
    assert!(error.is_err_and(|error| error.to_string().contains("counted")));
}
