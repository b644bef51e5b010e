//! Continuous collision detection against the IPC Toolkit on the same queries, in
//! turns, and the swept broad phase; then signed distances from a grid.
//!
//! The toolkit is its Python wheel `ipctk`, in a folder of its own under `target/`
//! (`python3 -m venv target/ipctk && target/ipctk/bin/pip install ipctk`). A call through
//! Python has a cost of its own, which is measured by a query that has nothing to
//! compute, and taken off.

mod grids;
mod reference;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};
use stickslip_geometry::ccd::{
    Case, Method, Moving, Tolerance, first_contact, read_cases, swept_pairs,
};
use stickslip_geometry::glam::{DVec3, dvec3};
use stickslip_geometry::mesh::generate::sphere;

use crate::timing::{quartiles, table};
use reference::{Reference, Turn};

/// Nanoseconds of every query, turn by turn.
type Times = Vec<Vec<f64>>;

/// Two moving balls.
pub struct Scene {
    start: Vec<DVec3>,
    end: Vec<DVec3>,
    edges: [Vec<[u32; 2]>; 2],
    faces: [Vec<[u32; 3]>; 2],
    vertices: [Vec<u32>; 2],
}

/// Runs the benchmark.
pub fn run(quick: bool) -> Value {
    let turns = if quick { 3 } else { 9 };
    let files = query_files();
    let cases: Vec<Case> = files
        .iter()
        .filter_map(|path| read_cases(&std::fs::read(path).ok()?).ok())
        .flatten()
        .collect();
    let scenes = [3, 4].map(two_balls);
    let mut reference = Reference::start(&cases, &scenes);
    if let Err(reason) = &reference {
        println!("without the IPC Toolkit: {reason}\n");
    }
    let methods = [Method::Inclusion, Method::Cubic];
    let mut ours: [Times; 2] = Default::default();
    let mut theirs: Vec<Turn> = Vec::new();
    let mut broad: Vec<Vec<f64>> = vec![Vec::new(); scenes.len()];
    for turn in 0..=turns {
        // The first turn warms up.
        for (method, times) in methods.into_iter().zip(&mut ours) {
            let measured = cases.iter().map(|case| ask(case, method)).collect();
            if turn > 0 {
                times.push(measured);
            }
        }
        for (scene, times) in scenes.iter().zip(&mut broad) {
            let begin = Instant::now();
            black_box(scene.pairs());
            times.push(begin.elapsed().as_secs_f64() * 1e3);
        }
        if let Ok(process) = &mut reference {
            match process.turn() {
                Ok(measured) if turn > 0 => theirs.push(measured),
                Ok(_) => {}
                Err(reason) => {
                    println!("the IPC Toolkit stopped: {reason}\n");
                    reference = Err(reason);
                }
            }
        }
    }
    let families = families(&cases);
    let narrow = show_narrow(&families, &ours, &theirs);
    let broad = show_broad(&scenes, &broad, &theirs);
    let grids = grids::show(quick);
    let names: Vec<_> = files.iter().map(|path| path.display().to_string()).collect();
    json!({"files": names, "narrow": narrow, "broad": broad, "grids": grids})
}

/// The collection beside the repository, or the sample of the tests.
fn query_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/problems/soft"))
        .find(|folder| folder.is_dir());
    match folder {
        Some(folder) => {
            ["ccd-made.csv.gz", "Sample-Queries.csv.gz"].map(|name| folder.join(name)).to_vec()
        }
        None => vec![root.join("crates/geometry/tests/data/ccd-made-sample.csv.gz")],
    }
}

fn ask(case: &Case, method: Method) -> f64 {
    let begin = Instant::now();
    let _ = black_box(first_contact(black_box(&case.query), method, &Tolerance::default()));
    begin.elapsed().as_nanos() as f64
}

/// Places of the queries of each family, and of all; the public collection is one family.
fn families(cases: &[Case]) -> BTreeMap<String, Vec<usize>> {
    let mut families: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, case) in cases.iter().enumerate() {
        let public = case.family.contains('-');
        let name = if public { "(public)".into() } else { case.family.clone() };
        families.entry(name).or_default().push(at);
        families.entry("(all)".into()).or_default().push(at);
    }
    families
}

/// Median over the turns of what `summary` makes of a family's times.
fn over_turns(turns: &Times, places: &[usize], summary: fn(Vec<f64>) -> f64) -> f64 {
    let of_turn = |times: &Vec<f64>| summary(places.iter().map(|&at| times[at]).collect());
    quartiles(turns.iter().map(of_turn).collect())[1]
}

fn median(times: Vec<f64>) -> f64 {
    quartiles(times)[1]
}

fn mean(times: Vec<f64>) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

/// The longest query, each taken at its shortest over the turns: a busy machine stops
/// some query in every turn.
fn longest(turns: &Times, places: &[usize]) -> f64 {
    let shortest = |&at: &usize| turns.iter().map(|times| times[at]).fold(f64::INFINITY, f64::min);
    if turns.is_empty() { f64::NAN } else { places.iter().map(shortest).fold(0.0, f64::max) }
}

fn show_narrow(
    families: &BTreeMap<String, Vec<usize>>,
    ours: &[Times; 2],
    theirs: &[Turn],
) -> Value {
    let toolkit: Times = theirs.iter().map(|turn| turn.times.clone()).collect();
    let mut table = table(&[
        "family",
        "queries",
        "inclusion",
        "mean",
        "longest",
        "cubic",
        "mean",
        "longest",
        "toolkit",
        "mean",
        "longest",
        "inclusion / toolkit",
    ]);
    let mut rows = Vec::new();
    for (name, places) in families {
        let figures = |turns: &Times| {
            let [middle, mean] = [median, mean].map(|summary| over_turns(turns, places, summary));
            [middle, mean, longest(turns, places)]
        };
        let all = [figures(&ours[0]), figures(&ours[1]), figures(&toolkit)];
        let cell = |ns: &f64| if ns.is_nan() { String::new() } else { format!("{:.2}", ns / 1e3) };
        let numbers = all.iter().flatten().map(cell);
        // Of the medians.
        let ratio = all[0][0] / all[2][0];
        let shown = if ratio.is_finite() { format!("{ratio:.2}") } else { String::new() };
        let begin = [name.clone(), places.len().to_string()].into_iter();
        table.add_row(begin.chain(numbers).chain([shown]));
        let [inclusion, cubic, toolkit] = all;
        rows.push(json!({"family": name, "queries": places.len(), "inclusion_ns": inclusion,
            "cubic_ns": cubic, "toolkit_ns": toolkit, "ratio_of_medians": ratio}));
    }
    println!(
        "microseconds a query: median and mean, each the median over the turns, and the longest, \
         each query at its shortest\n"
    );
    println!("{}\n", table.trim_fmt());
    Value::Array(rows)
}

fn two_balls(halvings: usize) -> Scene {
    // The numbers are within what the generator takes.
    let ball = sphere(1.0, halvings).expect("a ball");
    let (count, topology) = (ball.points().len() as u32, ball.topology());
    let shifted = ball.points().iter().map(|&point| point + dvec3(2.02, 0.1, 0.05));
    let start: Vec<DVec3> = ball.points().iter().copied().chain(shifted).collect();
    let moved = |(at, point): (usize, &DVec3)| {
        if at < count as usize { *point } else { *point - dvec3(0.1, 0.0, 0.0) }
    };
    let end = start.iter().enumerate().map(moved).collect();
    let second = |at: u32| at + count;
    Scene {
        end,
        edges: [topology.edges.clone(), topology.edges.iter().map(|e| e.map(second)).collect()],
        faces: [ball.faces().to_vec(), ball.faces().iter().map(|f| f.map(second)).collect()],
        vertices: [(0..count).collect(), (count..2 * count).collect()],
        start,
    }
}

impl Scene {
    fn pairs(&self) -> usize {
        let [a, b] = [0, 1].map(|body| Moving {
            start: &self.start,
            end: &self.end,
            vertices: &self.vertices[body],
            edges: &self.edges[body],
            faces: &self.faces[body],
        });
        swept_pairs(&a, &b, 0.0).len()
    }
}

fn show_broad(scenes: &[Scene], ours: &[Vec<f64>], theirs: &[Turn]) -> Value {
    let mut table = table(&["faces", "pairs", "milliseconds", "toolkit's pairs", "milliseconds"]);
    let mut rows = Vec::new();
    for (at, scene) in scenes.iter().enumerate() {
        let faces = scene.faces[0].len() + scene.faces[1].len();
        let mine = median(ours[at].clone());
        let toolkit = median(theirs.iter().map(|turn| turn.broad[at].0 / 1e6).collect());
        let pairs = theirs.first().map(|turn| turn.broad[at].1);
        table.add_row([
            faces.to_string(),
            scene.pairs().to_string(),
            format!("{mine:.2}"),
            pairs.map(|pairs| pairs.to_string()).unwrap_or_default(),
            if toolkit.is_nan() { String::new() } else { format!("{toolkit:.2}") },
        ]);
        rows.push(
            json!({"faces": faces, "pairs": scene.pairs(), "ms": mine, "toolkit_ms": toolkit}),
        );
    }
    println!("swept broad phase of two balls\n\n{}\n", table.trim_fmt());
    Value::Array(rows)
}
