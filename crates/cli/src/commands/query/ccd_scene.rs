//! `stickslip query ccd-scene`: pairs of moving meshes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};
use stickslip_geometry::ccd::{ContactKind, FeatureContact, Moving, contacts, swept_pairs};
use stickslip_geometry::glam::DVec3;

use super::document::{self, Part};
use super::{Detection, wrong};
use crate::error::{Exit, Failure};
use crate::output::Report;
use crate::table::{self, Align, number, scientific};

#[derive(Args, Debug)]
pub struct Arguments {
    /// Scenes: vertices_t0, vertices_t1, faces, edges and body_a_vertices of each
    file: PathBuf,
    #[command(flatten)]
    detection: Detection,
    /// Print one JSON document: the scenes with our answers
    #[arg(long)]
    json: bool,
}

/// A mesh of two bodies; features are identified by their numbers in the file.
struct Scene {
    start: Vec<DVec3>,
    end: Vec<DVec3>,
    bodies: [Body; 2],
}

#[derive(Default)]
struct Body {
    vertices: Vec<u32>,
    edges: Vec<[u32; 2]>,
    edge_numbers: Vec<u32>,
    faces: Vec<[u32; 3]>,
    face_numbers: Vec<u32>,
}

impl Scene {
    fn read(part: &Part) -> Result<Self, Failure> {
        let (start, end) = (part.key("vertices_t0").points()?, part.key("vertices_t1").points()?);
        if end.len() != start.len() {
            return Err(part.key("vertices_t1").wrong("expected as many as in vertices_t0"));
        }
        let split: u32 = part.key("body_a_vertices").read("a number of vertices")?;
        let mut bodies = [Body::default(), Body::default()];
        (0..start.len() as u32).for_each(|at| bodies[usize::from(at >= split)].vertices.push(at));
        let owner = |part: &Part, feature: &[u32]| {
            if feature.iter().any(|&at| at as usize >= start.len()) {
                return Err(part.wrong("names a vertex that is not there"));
            }
            match feature.iter().filter(|&&at| at < split).count() {
                0 => Ok(1),
                all if all == feature.len() => Ok(0),
                _ => Err(part.wrong("has vertices of both bodies")),
            }
        };
        for (at, entry) in part.key("edges").entries()?.iter().enumerate() {
            let edge: [u32; 2] = entry.read("two vertices")?;
            let body = &mut bodies[owner(entry, &edge)?];
            body.edges.push(edge);
            body.edge_numbers.push(at as u32);
        }
        for (at, entry) in part.key("faces").entries()?.iter().enumerate() {
            let face: [u32; 3] = entry.read("three vertices")?;
            let body = &mut bodies[owner(entry, &face)?];
            body.faces.push(face);
            body.face_numbers.push(at as u32);
        }
        Ok(Self { start, end, bodies })
    }

    fn moving(&self) -> [Moving<'_>; 2] {
        self.bodies.each_ref().map(|body| Moving {
            start: &self.start,
            end: &self.end,
            vertices: &body.vertices,
            edges: &body.edges,
            faces: &body.faces,
        })
    }

    fn numbers(&self, contact: &FeatureContact) -> (bool, u32, u32) {
        let [a, b] = &self.bodies;
        let (first, second) = (contact.first as usize, contact.second as usize);
        match contact.kind {
            ContactKind::VertexFace => (true, a.vertices[first], b.face_numbers[second]),
            ContactKind::FaceVertex => (true, b.vertices[second], a.face_numbers[first]),
            ContactKind::EdgeEdge => (false, a.edge_numbers[first], b.edge_numbers[second]),
        }
    }
}

/// A scene's answers beside what its file says.
struct Row {
    name: String,
    pairs: usize,
    hits: usize,
    missed: usize,
    late: usize,
    false_hits: usize,
    first: Option<f64>,
    error: Option<f64>,
    milliseconds: f64,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let mut document = document::read(&arguments.file)?;
    let mut rows = Vec::new();
    let mut answers = Vec::new();
    for part in Part::new(&arguments.file, &document).entries()? {
        let scene = Scene::read(&part)?;
        let (row, answer) = answer(&scene, &part, arguments)?;
        rows.push(row);
        answers.push(answer);
    }
    let failed = rows.iter().any(|row| row.missed + row.late > 0);
    let exit = if failed { Exit::Failed } else { Exit::Done };
    if arguments.json {
        for (scene, answer) in document.as_array_mut().into_iter().flatten().zip(answers) {
            if let (Some(scene), Value::Object(answer)) = (scene.as_object_mut(), answer) {
                scene.extend(answer);
            }
        }
        return Ok(Report::given_json(&document, exit));
    }
    Ok(Report { text: text(&rows), exit })
}

fn answer(scene: &Scene, part: &Part, arguments: &Arguments) -> Result<(Row, Value), Failure> {
    let [a, b] = scene.moving();
    let (method, tolerance) = (arguments.detection.method.into(), arguments.detection.tolerance());
    let begin = Instant::now();
    let pairs = swept_pairs(&a, &b, 0.0);
    let found =
        contacts(&a, &b, method, &tolerance).map_err(|error| wrong(&arguments.file, error))?;
    let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    let ours: BTreeMap<_, _> =
        found.iter().map(|contact| (scene.numbers(contact), contact.time)).collect();
    let first = ours.values().copied().reduce(f64::min);
    let hits = |faces: bool| -> Vec<_> {
        let of_kind = ours.iter().filter(|((is_face, ..), _)| *is_face == faces);
        of_kind.map(|((_, x, y), time)| json!([x, y, time])).collect()
    };
    let vertex_faces = pairs.vertex_face.len() + pairs.face_vertex.len();
    let answer = json!({
        "swept_aabb_pairs": {"vf": vertex_faces, "ee": pairs.edge_edge.len()},
        "vf_hits": hits(true),
        "ee_hits": hits(false),
        "toi": first.map(|time| [time, time]),
    });
    let mut truth = BTreeMap::new();
    for (faces, key) in [(true, "vf_hits"), (false, "ee_hits")] {
        let told: Option<Vec<(u32, u32, f64)>> = part.key(key).read("a list of hits")?;
        truth.extend(told.into_iter().flatten().map(|(x, y, time)| ((faces, x, y), time)));
    }
    let known = !truth.is_empty();
    let toi: Option<[f64; 2]> = part.key("toi").read("two times")?;
    let row = Row {
        name: part.key("name").read::<Option<String>>("a name")?.unwrap_or_default(),
        pairs: pairs.len(),
        hits: ours.len(),
        missed: truth.keys().filter(|name| !ours.contains_key(name)).count(),
        // The file's times are a few ulp wide.
        late: truth
            .iter()
            .filter(|(name, time)| ours.get(name).is_some_and(|told| *told > **time + 1e-15))
            .count(),
        false_hits: if known {
            ours.keys().filter(|name| !truth.contains_key(name)).count()
        } else {
            0
        },
        first,
        error: toi.zip(first).map(|([low, _], first)| first - low),
        milliseconds,
    };
    Ok((row, answer))
}

fn text(rows: &[Row]) -> String {
    let columns = [
        ("scene", Align::Left),
        ("pairs", Align::Right),
        ("hits", Align::Right),
        ("missed", Align::Right),
        ("late", Align::Right),
        ("false", Align::Right),
        ("first", Align::Right),
        ("error", Align::Right),
        ("time", Align::Right),
    ];
    let lines = rows.iter().map(|row| {
        [
            row.name.clone(),
            row.pairs.to_string(),
            row.hits.to_string(),
            row.missed.to_string(),
            row.late.to_string(),
            row.false_hits.to_string(),
            row.first.map(number).unwrap_or_default(),
            row.error.map(scientific).unwrap_or_default(),
            format!("{:.1} ms", row.milliseconds),
        ]
    });
    table::layout(columns, lines)
}
