//! What else pages are sent: convergence, matrices, islands, joints.

use std::path::Path;

use serde_json::{Value, json};
use stickslip_dynamics::JointId;

use crate::page::Page;
use crate::scenes::{beside, steps};
use crate::server::Server;

fn indices(value: &Value) -> Vec<usize> {
    let list = value.as_array().expect("a list");
    list.iter().map(|it| it.as_u64().expect("an index") as usize).collect()
}

#[test]
fn convergence_ends_at_the_residual_of_the_solution() {
    let server = Server::start("stack --solver pgs");
    let mut page = Page::open(&server);
    page.say(json!({"type": "watch", "convergence": true}));
    page.step(3, 0);
    let told = page.until(|said| match said {
        crate::page::Said::Text(text) if text["type"] == "convergence" && text["step"] == 3 => {
            Some(text.clone())
        }
        _ => None,
    });
    let mut settings = beside("stack", &[]).settings().clone();
    settings.solver.name = Some("pgs".into());
    let model = beside("stack", &[]).model().clone();
    let mut simulation = stickslip_dynamics::Simulation::new(model, settings).expect("it steps");
    simulation.keep_history(true);
    steps(&mut simulation, 3);
    let (problem, outcome) =
        simulation.islands().find_map(|island| island.solved).expect("one island");
    assert_eq!(told["rows"], problem.size());
    assert_eq!(
        (&told["measure"], &told["status"]),
        (&json!("natural"), &json!(outcome.status.name()))
    );
    assert_eq!(told["iterations"], outcome.counts.iterations);
    assert_eq!(told["tolerance"], outcome.tolerance);
    let residual = told["residual"].as_array().expect("a list");
    let iteration = indices(&told["iteration"]);
    assert_eq!(iteration.len(), residual.len());
    assert!(iteration.is_sorted() && iteration.last() == Some(&outcome.counts.iterations));
    assert!(residual.len() > 10, "{}", residual.len());
    let last = residual.last().and_then(Value::as_f64).expect("a number");
    assert_eq!(last, outcome.residuals.decisive());
    let first = residual[0].as_f64().expect("a number");
    assert!(first > last);
    page.say(json!({"type": "watch", "convergence": false}));
    page.step(1, 3);
}

#[test]
fn the_matrix_is_that_of_the_island() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    page.step(30, 0);
    page.say(json!({"type": "matrix"}));
    let told = page.text("matrix");
    let mut simulation = beside("stack", &[]);
    steps(&mut simulation, 30);
    let (problem, outcome) =
        simulation.islands().find_map(|island| island.solved).expect("one island");
    let size = problem.size();
    assert_eq!((&told["rows"], &told["islands"]), (&json!(size), &json!([size])));
    // Four corners of five boxes: a normal and two tangents each.
    let kinds = indices(&told["kinds"]);
    assert_eq!(kinds, [1, 2, 2].repeat(size / 3));
    let labels = outcome.labels.as_ref().expect("a pivoting method has them");
    let numbers: Vec<usize> = labels.iter().map(|&label| label as usize).collect();
    assert_eq!(indices(&told["labels"]), numbers);
    let views = told["views"].as_array().expect("a list");
    let names: Vec<&str> = views.iter().filter_map(|view| view["name"].as_str()).collect();
    assert_eq!(names, ["A", "factor, natural order", "A, ordered", "factor, ordered"]);
    let matrix = problem.matrix();
    for view in views {
        let (rows, columns) = (indices(&view["rows"]), indices(&view["columns"]));
        let order = indices(&view["order"]);
        assert_eq!(view["entries"], rows.len());
        let shown: std::collections::BTreeSet<_> = rows.into_iter().zip(columns).collect();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..size).collect::<Vec<_>>());
        // Every entry of A has its place, and a factor has at least those.
        let mut own = 0;
        for row in 0..size {
            for column in 0..=row {
                if matrix.row_slices(order[row]).0.contains(&order[column]) {
                    own += 1;
                    assert!(shown.contains(&(row, column)), "{}: {row} {column}", view["name"]);
                }
            }
        }
        let is_factor = view["name"].as_str().is_some_and(|name| name.starts_with("factor"));
        assert!(shown.len() == own || is_factor && shown.len() > own, "{}", view["name"]);
        assert!(shown.iter().all(|(row, column)| column <= row));
    }
}

const TWO_PILES: &str = "name = 'two-piles'\n[settings]\nsleeping = { speed = 0.05, seconds = 0.2 }\n\
    [[body]]\nname = 'ground'\nmotion = 'static'\nshape = { type = 'half-space' }\n\
    [[body]]\nname = 'left'\nposition = [-2, '= 0.5 + i', 0]\nrepeat = 2\nmass = 1\n\
    shape = { type = 'box', size = [1, 1, 1] }\n\
    [[body]]\nname = 'right'\nposition = [2, 0.5, 0]\nmass = 1\nvelocity = [1, 0, 0]\n\
    shape = { type = 'box', size = [1, 1, 1] }\n\
    [[body]]\nname = 'flying'\nposition = [0, 50, 0]\nmass = 1\n\
    shape = { type = 'sphere', radius = 0.5 }\n";

#[test]
fn islands_have_numbers_and_sleep_shows() {
    let write = |folder: &Path| {
        std::fs::write(folder.join("piles.toml"), TWO_PILES).expect("a scene");
    };
    let server = Server::with("piles.toml", write);
    let mut page = Page::open(&server);
    let islands = |frame: &crate::frame::Frame| -> Vec<u32> {
        frame.bodies.iter().map(|body| body.island).collect()
    };
    assert_eq!(islands(&page.frame(0, |_| true)), [0; 5], "nothing was found yet");
    let frame = page.step(5, 0);
    let found = islands(&frame);
    assert_eq!((found[0], found[4]), (0, 0), "the ground joins nothing, the ball touches nothing");
    assert_eq!(found[1], found[2]);
    assert!(found[1] != found[3] && found[1].min(found[3]) == 1 && found[1].max(found[3]) == 2);
    let asleep = islands(&page.step(60, 5));
    assert_eq!(asleep[1], found[1] | 1 << 31);
    assert_eq!(asleep[2], asleep[1]);
}

/// A rope over a wheel, as the scene file lays it, and where it is after some steps.
#[test]
fn belts_are_drawn_where_they_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("atwood.toml");
    std::fs::write(&path, ATWOOD).expect("written");
    let server = Server::start(path.to_str().expect("a path"));
    let mut page = Page::open(&server);
    page.say(json!({"type": "draw", "contacts": false, "joints": true}));
    page.frame(0, |frame| !frame.lines.is_empty());
    let frame = page.step(20, 0);
    assert_eq!(frame.lines.len(), 1);
    let (line, weights) = (&frame.lines[0], [frame.bodies[0].position, frame.bodies[1].position]);
    assert_eq!([line[0], line[line.len() - 1]], weights, "from weight to weight");
    assert!(weights[0][1] > weights[1][1] + 0.1, "the heavier one has sunk");
    let on_the_wheel = |&[x, y, _]: &[f32; 3]| (x.hypot(y - 3.0) - 0.2).abs() < 1e-5;
    let arc: Vec<[f32; 3]> = line.iter().copied().filter(on_the_wheel).collect();
    assert_eq!(arc.len(), line.len() - 2, "all corners but the ends lie on the wheel");
    assert!(arc.iter().any(|point| (point[1] - 3.2).abs() < 1e-3), "over its top: {arc:?}");
}

const ATWOOD: &str = "name = 'atwood'\n\
    [[body]]\nname = 'light'\nposition = [-0.2, 1, 0]\nmass = 1\n\
    shape = { type = 'sphere', radius = 0.1 }\n\
    [[body]]\nname = 'heavy'\nposition = [0.2, 1, 0]\nmass = 3\n\
    shape = { type = 'sphere', radius = 0.1 }\n\
    [[joint]]\ntype = 'belt'\nname = 'rope'\nsecond = 'light'\nroute = [\
    { body = 'light', point = [-0.2, 1, 0] },\
    { point = [0, 3, 0], axis = [0, 0, -1], radius = 0.2 },\
    { body = 'heavy', point = [0.2, 1, 0] }]\n";

#[test]
fn joints_and_cables_are_told() {
    let server = Server::start("cable");
    let mut page = Page::open(&server);
    let mut simulation = beside("cable", &[]);
    let joints = page.world["joints"].as_array().expect("a list").clone();
    assert_eq!(joints.len(), simulation.model().joints().len());
    let cables = page.world["cables"].as_array().expect("a list");
    let segments = indices(&cables[0]["bodies"]);
    assert!(segments.len() > 3 && segments.windows(2).all(|pair| pair[1] == pair[0] + 1));
    page.say(json!({"type": "draw", "contacts": false, "joints": true}));
    page.frame(0, |frame| !frame.joints.is_empty());
    let frame = page.step(20, 0);
    steps(&mut simulation, 20);
    assert_eq!(frame.joints.len(), joints.len());
    for (at, joint) in frame.joints.iter().enumerate() {
        assert_eq!(joint.force, simulation.joint_force(JointId(at)) as f32);
        // A joint that holds has its two anchors at one place, nearly.
        let apart = (0..3).map(|axis| (joint.first[axis] - joint.second[axis]).abs());
        assert!(apart.fold(0.0, f32::max) < 0.05, "{joint:?}");
        assert_eq!(joint.broken, 0);
        let load = simulation.joint_load(JointId(at)).map(|it| it.as_vec3().to_array());
        assert_eq!([joint.load, joint.torque], load);
    }
    assert!(frame.joints.iter().any(|joint| joint.force > 1.0));
}
