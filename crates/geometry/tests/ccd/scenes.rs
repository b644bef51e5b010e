//! Pairs of moving meshes: all hits, the first time, and the same bits for any
//! number of threads.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;
use stickslip_geometry::ccd::{
    ContactKind, FeatureContact, Method, Moving, Tolerance, contacts, first_time, swept_pairs,
};
use stickslip_geometry::glam::DVec3;

use crate::{sample, shared};

struct Scene {
    start: Vec<DVec3>,
    end: Vec<DVec3>,
    /// Vertices, edges and faces of both, with their numbers in the file.
    bodies: [Body; 2],
    file: Value,
}

#[derive(Default)]
struct Body {
    vertices: Vec<u32>,
    edges: (Vec<u32>, Vec<[u32; 2]>),
    faces: (Vec<u32>, Vec<[u32; 3]>),
}

impl Scene {
    fn new(file: Value) -> Self {
        let points = |key: &str| -> Vec<DVec3> {
            serde_json::from_value::<Vec<[f64; 3]>>(file[key].clone())
                .unwrap()
                .into_iter()
                .map(DVec3::from_array)
                .collect()
        };
        let (start, end) = (points("vertices_t0"), points("vertices_t1"));
        let split = file["body_a_vertices"].as_u64().unwrap() as u32;
        let mut bodies = [Body::default(), Body::default()];
        for at in 0..start.len() as u32 {
            bodies[usize::from(at >= split)].vertices.push(at);
        }
        let edges: Vec<[u32; 2]> = serde_json::from_value(file["edges"].clone()).unwrap();
        for (at, edge) in edges.into_iter().enumerate() {
            let body = &mut bodies[usize::from(edge[0] >= split)].edges;
            body.0.push(at as u32);
            body.1.push(edge);
        }
        let faces: Vec<[u32; 3]> = serde_json::from_value(file["faces"].clone()).unwrap();
        for (at, face) in faces.into_iter().enumerate() {
            let body = &mut bodies[usize::from(face[0] >= split)].faces;
            body.0.push(at as u32);
            body.1.push(face);
        }
        Self { start, end, bodies, file }
    }

    fn moving(&self) -> [Moving<'_>; 2] {
        self.bodies.each_ref().map(|body| Moving {
            start: &self.start,
            end: &self.end,
            vertices: &body.vertices,
            edges: &body.edges.1,
            faces: &body.faces.1,
        })
    }

    /// The features' numbers in the file: vertex and face, or edge of A and edge of B.
    fn name(&self, contact: &FeatureContact) -> (bool, u32, u32) {
        let [a, b] = &self.bodies;
        let (first, second) = (contact.first as usize, contact.second as usize);
        match contact.kind {
            ContactKind::VertexFace => (true, a.vertices[first], b.faces.0[second]),
            ContactKind::FaceVertex => (true, b.vertices[second], a.faces.0[first]),
            ContactKind::EdgeEdge => (false, a.edges.0[first], b.edges.0[second]),
        }
    }
}

fn scenes(bytes: &[u8]) -> Vec<Scene> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    serde_json::from_str::<Vec<Value>>(&text).unwrap().into_iter().map(Scene::new).collect()
}

fn agrees(scene: &Scene) {
    let [a, b] = scene.moving();
    let pairs = swept_pairs(&a, &b, 0.0);
    let expected = &scene.file["swept_aabb_pairs"];
    assert_eq!((pairs.vertex_face.len() + pairs.face_vertex.len()) as u64, expected["vf"]);
    assert_eq!(pairs.edge_edge.len() as u64, expected["ee"]);
    let mut truth = BTreeMap::new();
    for (is_face, key) in [(true, "vf_hits"), (false, "ee_hits")] {
        let hits: Vec<(u32, u32, f64)> = serde_json::from_value(scene.file[key].clone()).unwrap();
        truth.extend(hits.into_iter().map(|(x, y, time)| ((is_face, x, y), time)));
    }
    let [low, high] = serde_json::from_value::<[f64; 2]>(scene.file["toi"].clone()).unwrap();
    for method in [Method::Inclusion, Method::Cubic] {
        let tolerance = Tolerance::default();
        let found = contacts(&a, &b, method, &tolerance).unwrap();
        let times: BTreeMap<_, _> =
            found.iter().map(|contact| (scene.name(contact), contact.time)).collect();
        for (name, &time) in &truth {
            let told = times.get(name).unwrap_or_else(|| panic!("{name:?} is missed"));
            assert!(*told <= time + 1e-15 && *told > time - 1e-3, "{name:?}: {told} for {time}");
        }
        let extra = times.len() - truth.len();
        println!("{} {}: {extra} false", scene.file["name"], method.name());
        assert!(extra <= 1, "{extra} false hits");
        let first = first_time(&a, &b, method, &tolerance).unwrap().unwrap();
        assert!(first <= high && first > low - 1e-4, "{first} for {low}");
        assert_eq!(first, times.values().fold(f64::INFINITY, |all, &time| all.min(time)));
    }
}

#[test]
fn a_pair_of_meshes_has_all_hits_of_the_file() {
    scenes(&sample("ccd-scenes-sample.json.gz")).iter().for_each(agrees);
}

#[test]
fn all_pairs_of_meshes_have_all_hits_of_the_file() {
    if let Some(bytes) = shared("ccd-scenes.json.gz") {
        scenes(&bytes).iter().for_each(agrees);
    }
}

#[test]
fn threads_change_no_bit() {
    for scene in scenes(&sample("ccd-scenes-sample.json.gz")) {
        let [a, b] = scene.moving();
        let ask = || {
            let found = contacts(&a, &b, Method::Inclusion, &Tolerance::default()).unwrap();
            let first = first_time(&a, &b, Method::Inclusion, &Tolerance::default()).unwrap();
            (swept_pairs(&a, &b, 0.1), found, first)
        };
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(ask)
        };
        let one = with(1);
        assert!(one.1.len() > 10);
        for threads in [2, 3, 8] {
            assert_eq!(one, with(threads));
        }
    }
}

/// The swept boxes by two loops over everything.
#[test]
fn no_pair_is_lost_by_the_tree() {
    for scene in scenes(&sample("ccd-scenes-sample.json.gz")) {
        let [a, b] = scene.moving();
        for distance in [0.0, 0.3] {
            let mut pairs = Vec::new();
            for (i, edge) in a.edges.iter().enumerate() {
                for (j, other) in b.edges.iter().enumerate() {
                    let range = |body: &Moving, edge: &[u32; 2], axis: usize| {
                        let all = edge.iter().flat_map(|&at| {
                            [body.start[at as usize][axis], body.end[at as usize][axis]]
                        });
                        all.fold((f64::MAX, f64::MIN), |(l, m), x| (l.min(x), m.max(x)))
                    };
                    let meets = (0..3).all(|axis| {
                        let (one, two) = (range(&a, edge, axis), range(&b, other, axis));
                        one.0 - distance <= two.1 && two.0 <= one.1 + distance
                    });
                    if meets {
                        pairs.push([i as u32, j as u32]);
                    }
                }
            }
            assert_eq!(swept_pairs(&a, &b, distance).edge_edge, pairs);
        }
    }
}
