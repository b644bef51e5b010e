//! `cargo xtask bench ranks`: a bed of grains on different numbers of ranks, as threads.
//!
//! Arguments: `--grains N` (20000), `--ranks 1,2,4`, `--steps N` (10 measured, after 20 in which
//! the bed settles), `--weak` for so many grains a rank. `--stirred` tells hashes, migrations and
//! balancings of spheres and boxes with friction and restitution that a paddle stirs, instead.

use std::sync::Arc;

use stickslip_cluster::{Catalogue, ClusterError, Domain, Figures, Threads, on_threads};
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{
    Accuracy, BodyDescription, ColliderDescription, Model, Pose, Settings, Shape, Simulation,
    State, StepperKind,
};

#[allow(dead_code)]
#[path = "../tests/domains/common.rs"]
mod common;

/// Steps in which contacts form before anything is measured.
const SETTLING: usize = 20;
const RADIUS: f64 = 0.05;
const LAYERS: usize = 20;

fn bed(grains: usize) -> Result<(Model, Settings), Box<dyn std::error::Error>> {
    let mut model = Model::default();
    let width = ((grains / LAYERS) as f64).sqrt().ceil() as usize;
    let space = 2.02 * RADIUS;
    let side = width as f64 * space;
    let planes = [
        (DVec3::ZERO, DVec3::Y),
        (DVec3::ZERO, DVec3::X),
        (DVec3::ZERO, DVec3::Z),
        (DVec3::X * side, DVec3::NEG_X),
        (DVec3::Z * side, DVec3::NEG_Z),
    ];
    for (place, normal) in planes {
        let shape = ColliderDescription::new(Shape::half_space(normal)?);
        let pose = Pose::new(place, DQuat::IDENTITY);
        model.add_body(BodyDescription::fixed("wall", pose, vec![shape]))?;
    }
    let shapes = [0.9, 0.95, 1.0].map(|share| Shape::sphere(share * RADIUS));
    let [one, two, three] = shapes;
    let shapes = [one?, two?, three?];
    for at in 0..grains {
        let noise = |salt: usize| ((at * 7919 + salt * 104_729) % 1009) as f64 / 1009.0 - 0.5;
        let place = [at % width, at / (width * width), at / width % width].map(|k| k as f64 + 0.5);
        let place = space * DVec3::from_array(place)
            + 0.02 * RADIUS * DVec3::new(noise(1), noise(2), noise(3));
        let shape = ColliderDescription::new(shapes[at % 3].clone());
        let pose = Pose::new(place, DQuat::IDENTITY);
        model.add_body(BodyDescription::dynamic("grain", pose, vec![shape]))?;
    }
    let settings = Settings {
        stepper: StepperKind::SmallSteps,
        accuracy: Accuracy::Off,
        substeps: 8,
        ..Settings::default()
    };
    Ok((model, settings))
}

/// What one rank measured before and after so many steps of the settled bed, the hash of the
/// state, which rank 0 knows, and the memory that it holds then (bytes).
struct Measured {
    before: Figures,
    after: Figures,
    hash: Option<u64>,
    memory: f64,
}

fn measure(
    catalogue: &Arc<Catalogue>,
    state: &State,
    ranks: usize,
    steps: usize,
) -> Result<Vec<Measured>, ClusterError> {
    on_threads(ranks, |comm| {
        let mut ended = Err(ClusterError::Outside("nothing was measured".into()));
        let allocated = allocation_counter::measure(|| {
            ended = run(catalogue, state, comm, steps);
        });
        let (domain, before) = ended?;
        let (after, memory) = (domain.figures(), allocated.bytes_current as f64);
        let hash = domain.state()?.map(|state| state.hash());
        Ok(Measured { before, after, hash, memory })
    })
}

fn run(
    catalogue: &Arc<Catalogue>,
    state: &State,
    comm: Threads,
    steps: usize,
) -> Result<(Domain, Figures), ClusterError> {
    let mut domain = Domain::new(Arc::clone(catalogue), state, comm)?;
    for _ in 0..SETTLING {
        domain.step()?;
    }
    let before = domain.figures();
    for _ in 0..steps {
        domain.step()?;
    }
    Ok((domain, before))
}

/// A stirred heap on some ranks.
fn stir(grains: usize, ranks: usize, steps: usize) -> Result<(), ClusterError> {
    let (model, settings) = common::heap(grains, 0.5, false);
    let (catalogue, state) = common::begin(&model, &settings);
    let (end, figures) = common::run(&catalogue, &state, ranks, steps)?;
    println!(
        "{ranks:>5} ranks, {grains} bodies, {steps} steps: {:>6} migrations, {:>4} balancings, \
         {} contacts, hashes {:016x} {:016x}",
        figures.iter().map(|own| own.migrations).sum::<u64>(),
        figures[0].balancings,
        end.contacts.len(),
        end.hash(),
        end.memory_hash(),
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut grains, mut steps, mut weak, mut list) = (20_000, 10, false, "1,2,4".to_owned());
    let mut stirred = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--grains" => grains = value()?.parse()?,
            "--steps" => steps = value()?.parse()?,
            "--ranks" => list = value()?,
            "--weak" => weak = true,
            "--stirred" => stirred = true,
            "--quick" => (grains, steps) = (2_000, 3),
            other => return Err(format!("there is no {other}").into()),
        }
    }
    if stirred {
        for ranks in list.split(',') {
            stir(grains, ranks.parse()?, steps)?;
        }
        return Ok(());
    }
    println!(
        "{:>5} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>7} {:>8}  hash",
        "ranks",
        "grains",
        "contacts",
        "ms",
        "cpu max",
        "cpu mean",
        "wait",
        "ghosts",
        "msgs",
        "kB",
        "max/mean",
        "B/grain"
    );
    for ranks in list.split(',') {
        let ranks: usize = ranks.parse()?;
        let grains = if weak { grains * ranks } else { grains };
        let (model, settings) = bed(grains)?;
        let simulation = Simulation::new(model, settings)?;
        let catalogue = Catalogue::new(simulation.model(), simulation.settings(), None)?;
        let state = simulation.state().clone();
        drop(simulation);
        let all = measure(&Arc::new(catalogue), &state, ranks, steps)?;
        let hash = all.iter().find_map(|own| own.hash).unwrap_or(0);
        let memory = all.iter().map(|own| own.memory).sum::<f64>();
        let per_step = |own: &dyn Fn(&Figures) -> f64, measured: &Measured| {
            (own(&measured.after) - own(&measured.before)) / steps as f64
        };
        let most = |own: &dyn Fn(&Figures) -> f64| {
            all.iter().map(|pair| per_step(own, pair)).fold(0.0, f64::max)
        };
        let mean = |own: &dyn Fn(&Figures) -> f64| {
            all.iter().map(|pair| per_step(own, pair)).sum::<f64>() / ranks as f64
        };
        println!(
            "{ranks:>5} {grains:>9} {:>9} {:>9.2} {:>9.2} {:>9.2} {:>8.2} {:>8} {:>8.0} {:>8.0} \
             {:>7.3} {:>8.0}  {hash:016x}",
            all.iter().map(|own| own.after.contacts).sum::<u64>(),
            1e3 * most(&|own| own.wall_s),
            1e3 * most(&|own| own.processor_s),
            1e3 * mean(&|own| own.processor_s),
            1e3 * mean(&|own| own.traffic.waited_s),
            all.iter().map(|own| own.after.ghosts).max().unwrap_or(0),
            most(&|own| own.traffic.messages as f64),
            most(&|own| own.traffic.bytes as f64 / 1e3),
            mean(&|own| own.imbalance_sum),
            memory / grains as f64,
        );
    }
    Ok(())
}
