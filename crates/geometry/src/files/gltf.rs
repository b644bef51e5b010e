//! glTF 2.0, as JSON or binary, by the crate `gltf`: the triangles of all meshes of the
//! scene that is shown first, moved by their nodes. Buffers are taken from the file
//! itself, from `data:` addresses and from files beside it. What only looks is left
//! out; sparse and compressed data, and lines, are refused.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::{DAffine3, DMat4, DVec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::json::validation::Checked;
use gltf::mesh::Mode;
use gltf::{Accessor, Document, Gltf, Node, Primitive, Semantic, buffer};

use super::{ContentError, Location};
use crate::mesh::Surface;

/// Nodes inside nodes at most; a loop of nodes would have no end.
const DEEPEST: usize = 64;
/// Corners and points of all nodes together: one mesh may be shown by many.
const MAX: usize = 1 << 26;

pub(super) fn read(
    bytes: &[u8],
    beside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<Surface, ContentError> {
    let (file, blob) = parse(bytes)?;
    let mut buffers = Vec::new();
    for buffer in file.buffers() {
        let place = || Location::Part(format!("buffer {}", buffer.index()));
        let data = match buffer.source() {
            buffer::Source::Bin => blob
                .clone()
                .ok_or_else(|| ContentError::new(place(), "the file has no binary part"))?,
            buffer::Source::Uri(address) => {
                fetch(address, beside).map_err(|what| ContentError::new(place(), what))?
            }
        };
        if data.len() < buffer.length() {
            let what = format!("{} bytes are told of, {} are there", buffer.length(), data.len());
            return Err(ContentError::new(place(), what));
        }
        buffers.push(data);
    }
    let mut found = Found { buffers, points: Vec::new(), faces: Vec::new() };
    let scene = file.default_scene().or_else(|| file.scenes().next());
    let Some(scene) = scene else {
        return Err(ContentError::file("there is no scene"));
    };
    for node in scene.nodes() {
        found.add_node(&node, DAffine3::IDENTITY, 0)?;
    }
    Ok(Surface::new(found.points, found.faces)?)
}

/// The checked document, and the binary part.
fn parse(bytes: &[u8]) -> Result<(Document, Option<Vec<u8>>), ContentError> {
    let wrong = |error: gltf::Error| {
        let text: String = error.to_string().chars().take(200).collect();
        ContentError::file(format!("this is no glTF file: {text}"))
    };
    let Gltf { document, blob } = Gltf::from_slice_without_validation(bytes).map_err(wrong)?;
    let json = document.into_json();
    // The library's own checks look there without asking.
    let positions = Checked::Valid(Semantic::Positions);
    for (number, mesh) in json.meshes.iter().enumerate() {
        let mut named = mesh.primitives.iter().filter_map(|one| one.attributes.get(&positions));
        if named.any(|index| index.value() >= json.accessors.len()) {
            let place = Location::Part(format!("mesh {number}"));
            return Err(ContentError::new(place, "POSITION names data that are not there"));
        }
    }
    Ok((Document::from_json(json).map_err(wrong)?, blob))
}

fn fetch(
    address: &str,
    beside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<Vec<u8>, String> {
    match address.strip_prefix("data:") {
        None => beside(address),
        Some(data) => {
            let (_, text) = data.split_once(";base64,").ok_or("a data: address without base64")?;
            STANDARD.decode(text).map_err(|error| format!("not base64: {error}"))
        }
    }
}

struct Found {
    buffers: Vec<Vec<u8>>,
    points: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
}

impl Found {
    fn add_node(&mut self, node: &Node, above: DAffine3, depth: usize) -> Result<(), ContentError> {
        let place = || Location::Part(format!("node {}", node.index()));
        if depth > DEEPEST {
            return Err(ContentError::new(place(), "nodes lie in nodes without end"));
        }
        let columns = node.transform().matrix();
        let local = DMat4::from_cols_array_2d(&columns.map(|column| column.map(f64::from)));
        let here = above * DAffine3::from_mat4(local);
        if let Some(mesh) = node.mesh() {
            for primitive in mesh.primitives() {
                let place = Location::Part(format!(
                    "mesh {}, primitive {}",
                    mesh.index(),
                    primitive.index()
                ));
                self.add_primitive(&primitive, &here)
                    .map_err(|what| ContentError::new(place, what))?;
            }
        }
        for child in node.children() {
            self.add_node(&child, here, depth + 1)?;
        }
        Ok(())
    }

    fn add_primitive(&mut self, primitive: &Primitive, place: &DAffine3) -> Result<(), String> {
        let mode = primitive.mode();
        if matches!(mode, Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip) {
            return Err("points and lines are no surface".into());
        }
        let positions =
            primitive.get(&Semantic::Positions).ok_or("it has no attribute POSITION")?;
        if (positions.data_type(), positions.dimensions()) != (DataType::F32, Dimensions::Vec3) {
            return Err("POSITION is not made of three floats".into());
        }
        let first = self.points.len();
        let mut points = Vec::new();
        self.each(&positions, |raw| {
            let axis = |k: usize| {
                // An item has twelve bytes, see `each`.
                f64::from(f32::from_le_bytes([raw[k], raw[k + 1], raw[k + 2], raw[k + 3]]))
            };
            points.push(place.transform_point3(DVec3::new(axis(0), axis(4), axis(8))));
        })?;
        let count = points.len();
        let mut order: Vec<u32> = Vec::new();
        match primitive.indices() {
            None => order.extend(0..count as u32),
            Some(indices) => {
                if indices.dimensions() != Dimensions::Scalar {
                    return Err("its indices are no plain numbers".into());
                }
                self.each(&indices, |raw| {
                    let bytes = [0, 1, 2, 3].map(|k| raw.get(k).copied().unwrap_or(0));
                    order.push(u32::from_le_bytes(bytes));
                })?;
            }
        }
        if let Some(&wrong) = order.iter().find(|&&at| at as usize >= count) {
            return Err(format!("index {wrong} is not below the number of points, {count}"));
        }
        if first + count + order.len() + 3 * self.faces.len() > MAX {
            return Err("more than 2²⁶ points and corners".into());
        }
        self.points.extend(points);
        let reflects = place.matrix3.determinant() < 0.0;
        let triangles = triangles(mode, &order).into_iter().map(|face| {
            let [a, b, c] = face.map(|at| at + first as u32);
            if reflects { [a, c, b] } else { [a, b, c] }
        });
        self.faces.extend(triangles);
        Ok(())
    }

    /// Visits the bytes of every item.
    fn each(&self, accessor: &Accessor, mut visit: impl FnMut(&[u8])) -> Result<(), String> {
        if accessor.sparse().is_some() {
            return Err("sparse data are not read here".into());
        }
        let view = accessor.view().ok_or("data without a place in a buffer")?;
        let size = accessor.size();
        let stride = view.stride().unwrap_or(size);
        let outside = || "its data do not lie within their buffer".to_owned();
        let data = self.buffers.get(view.buffer().index()).ok_or_else(outside)?;
        let end = view.offset().checked_add(view.length()).ok_or_else(outside)?;
        let data = data.get(view.offset()..end).ok_or_else(outside)?;
        for item in 0..accessor.count() {
            let start = item.checked_mul(stride).and_then(|at| at.checked_add(accessor.offset()));
            let raw = start.and_then(|at| data.get(at..at.checked_add(size)?));
            visit(raw.ok_or_else(outside)?);
        }
        Ok(())
    }
}

fn triangles(mode: Mode, order: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        Mode::TriangleStrip => {
            let turned = |(k, w): (usize, &[u32])| match k % 2 {
                0 => [w[0], w[1], w[2]],
                _ => [w[1], w[0], w[2]],
            };
            order.windows(3).enumerate().map(turned).collect()
        }
        Mode::TriangleFan => {
            let rest = order.get(1..).unwrap_or_default();
            rest.windows(2).map(|w| [order[0], w[0], w[1]]).collect()
        }
        _ => order.chunks_exact(3).map(|w| [w[0], w[1], w[2]]).collect(),
    }
}
