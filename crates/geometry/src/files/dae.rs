//! COLLADA (`.dae`): triangles, polygons and lists of polygons of all geometries of the
//! scene that is shown, moved by their nodes and scaled to metres (`unit`). Which
//! axis is up is not looked at, as tools for robots do it. What only looks is left out;
//! lines and points, skins and shapes given by their curves are refused or passed over.

use std::collections::HashMap;

use crate::rotation;
use glam::{DAffine3, DMat4, DVec3};
use roxmltree::{Document, Node};

use super::text::quoted;
use super::{ContentError, Location};
use crate::mesh::Surface;

/// Nodes inside nodes at most; a loop of nodes would have no end.
const DEEPEST: usize = 64;
/// Nodes that are looked at at most: each may be shown by many.
const MAX_NODES: usize = 100_000;
/// Corners and points of all nodes together: one geometry may be shown by many.
const MAX: usize = 1 << 26;

pub(super) fn read(bytes: &[u8]) -> Result<Surface, ContentError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        ContentError::new(Location::Byte(error.valid_up_to()), "this is no text")
    })?;
    let document = Document::parse(text).map_err(|error| {
        let said: String = error.to_string().chars().take(200).collect();
        ContentError::line(error.pos().row as usize, format!("this is no XML: {said}"))
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        return Err(wrong(root, "expected COLLADA"));
    }
    let by_id = document.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
    let (by_id, points, faces) = (by_id.collect(), Vec::new(), Vec::new());
    let mut found = Found { by_id, nodes: 0, points, faces };
    let unit = child(root, "asset").and_then(|asset| child(asset, "unit"));
    let meter = match unit.and_then(|unit| Some((unit, unit.attribute("meter")?))) {
        None => 1.0,
        Some((unit, text)) => match text.trim().parse::<f64>() {
            Ok(meter) if meter.is_finite() && meter > 0.0 => meter,
            _ => return Err(wrong(unit, format!("meter is no length: {}", quoted(text)))),
        },
    };
    let scene = child(root, "scene")
        .and_then(|scene| child(scene, "instance_visual_scene"))
        .ok_or_else(|| wrong(root, "there is no scene"))?;
    let scene = found.named(scene, "url")?;
    for node in children(scene, "node") {
        found.add_node(node, DAffine3::from_scale(DVec3::splat(meter)), 0)?;
    }
    Ok(Surface::new(found.points, found.faces)?)
}

fn wrong(node: Node, what: impl Into<String>) -> ContentError {
    let line = node.document().text_pos_at(node.range().start).row as usize;
    ContentError::line(line, format!("{}: {}", node.tag_name().name(), what.into()))
}

fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

fn child<'a>(node: Node<'a, 'a>, name: &'static str) -> Option<Node<'a, 'a>> {
    children(node, name).next()
}

/// The numbers of an element.
fn numbers<T: std::str::FromStr>(node: Node) -> Result<Vec<T>, ContentError> {
    let words = node.text().unwrap_or_default().split_ascii_whitespace();
    let number =
        |word: &str| word.parse().map_err(|_| wrong(node, format!("no number: {}", quoted(word))));
    words.map(number).collect()
}

fn exactly<const N: usize>(node: Node) -> Result<[f64; N], ContentError> {
    let all: Vec<f64> = numbers(node)?;
    let found = all.len();
    match <[f64; N]>::try_from(all) {
        Ok(numbers) if numbers.iter().all(|number| number.is_finite()) => Ok(numbers),
        Ok(_) => Err(wrong(node, "a number is not finite")),
        Err(_) => Err(wrong(node, format!("expected {N} numbers, found {found}"))),
    }
}

fn count(node: Node, key: &str, default: usize) -> Result<usize, ContentError> {
    let Some(text) = node.attribute(key) else { return Ok(default) };
    let known = text.trim().parse().ok().filter(|count| *count <= MAX);
    known.ok_or_else(|| wrong(node, format!("{key} is no count: {}", quoted(text))))
}

struct Found<'a> {
    by_id: HashMap<&'a str, Node<'a, 'a>>,
    nodes: usize,
    points: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
}

impl<'a> Found<'a> {
    /// The element that an attribute names by `#id`.
    fn named(&self, node: Node<'a, 'a>, key: &str) -> Result<Node<'a, 'a>, ContentError> {
        let Some(text) = node.attribute(key) else {
            return Err(wrong(node, format!("{key} is missing")));
        };
        let found = text.strip_prefix('#').and_then(|id| self.by_id.get(id));
        found.copied().ok_or_else(|| wrong(node, format!("{key} names nothing: {}", quoted(text))))
    }

    fn add_node(
        &mut self,
        node: Node<'a, 'a>,
        above: DAffine3,
        depth: usize,
    ) -> Result<(), ContentError> {
        self.nodes += 1;
        if depth > DEEPEST || self.nodes > MAX_NODES {
            return Err(wrong(node, "nodes lie in nodes without end"));
        }
        let mut here = above;
        for part in node.children().filter(Node::is_element) {
            let turn = |[x, y, z, angle]: [f64; 4]| -> Result<DAffine3, ContentError> {
                let axis = DVec3::new(x, y, z).try_normalize();
                let axis = axis.ok_or_else(|| wrong(part, "the axis has no length"))?;
                Ok(DAffine3::from_quat(rotation::about(axis, angle.to_radians())))
            };
            here *= match part.tag_name().name() {
                "matrix" => {
                    let rows = DMat4::from_cols_array(&exactly::<16>(part)?);
                    DAffine3::from_mat4(rows.transpose())
                }
                "translate" => DAffine3::from_translation(exactly::<3>(part)?.into()),
                "scale" => DAffine3::from_scale(exactly::<3>(part)?.into()),
                "rotate" => turn(exactly::<4>(part)?)?,
                "lookat" | "skew" => return Err(wrong(part, "is not read here")),
                _ => continue,
            };
        }
        for part in node.children().filter(Node::is_element) {
            match part.tag_name().name() {
                "node" => self.add_node(part, here, depth + 1)?,
                "instance_node" => self.add_node(self.named(part, "url")?, here, depth + 1)?,
                "instance_geometry" => self.add_geometry(self.named(part, "url")?, &here)?,
                "instance_controller" => return Err(wrong(part, "skins are not read here")),
                _ => {}
            }
        }
        Ok(())
    }

    fn add_geometry(&mut self, node: Node<'a, 'a>, place: &DAffine3) -> Result<(), ContentError> {
        let Some(mesh) = child(node, "mesh") else {
            return Err(wrong(node, "only meshes are read here"));
        };
        for part in mesh.children().filter(Node::is_element) {
            match part.tag_name().name() {
                "triangles" | "polylist" | "polygons" => self.add_faces(part, place)?,
                "lines" | "linestrips" | "source" | "vertices" | "extra" => {}
                _ => return Err(wrong(part, "is not read here")),
            }
        }
        Ok(())
    }

    /// The points that a list of faces is about.
    fn points_of(&self, vertices: Node<'a, 'a>) -> Result<Vec<DVec3>, ContentError> {
        let is_position = |input: &Node| input.attribute("semantic") == Some("POSITION");
        let position = children(vertices, "input").find(is_position);
        let position = position.ok_or_else(|| wrong(vertices, "there is no POSITION"))?;
        let source = self.named(position, "source")?;
        let accessor = child(source, "technique_common").and_then(|part| child(part, "accessor"));
        let accessor = accessor.ok_or_else(|| wrong(source, "there is no accessor"))?;
        let values: Vec<f64> = numbers(self.named(accessor, "source")?)?;
        let (stride, offset) = (count(accessor, "stride", 3)?, count(accessor, "offset", 0)?);
        let many = count(accessor, "count", 0)?;
        if stride < 3 {
            return Err(wrong(accessor, "points have less than three coordinates"));
        }
        let point = |at: usize| {
            let begin = offset + at * stride;
            let values = values.get(begin..begin + 3).filter(|v| v.iter().all(|v| v.is_finite()));
            let values = values.ok_or_else(|| wrong(accessor, format!("point {at} is not there")));
            values.map(DVec3::from_slice)
        };
        (0..many).map(point).collect()
    }

    fn add_faces(&mut self, node: Node<'a, 'a>, place: &DAffine3) -> Result<(), ContentError> {
        if let Some(hole) = child(node, "ph") {
            return Err(wrong(hole, "polygons with holes are not read here"));
        }
        let (mut vertices, mut stride) = (None, 1);
        for input in children(node, "input") {
            let offset = count(input, "offset", 0)?;
            stride = stride.max(offset + 1);
            if input.attribute("semantic") == Some("VERTEX") {
                vertices = Some((self.named(input, "source")?, offset));
            }
        }
        let (vertices, own) = vertices.ok_or_else(|| wrong(node, "there is no VERTEX"))?;
        let points = self.points_of(vertices)?;
        let sizes: Option<Vec<usize>> = child(node, "vcount").map(numbers).transpose()?;
        let is_whole = node.tag_name().name() == "polygons";
        let (first, reflects) = (self.points.len(), place.matrix3.determinant() < 0.0);
        for list in children(node, "p") {
            let all: Vec<usize> = numbers(list)?;
            let corners: Vec<usize> = all.chunks_exact(stride).map(|corner| corner[own]).collect();
            if let Some(at) = corners.iter().find(|at| **at >= points.len()) {
                let many = points.len();
                return Err(wrong(list, format!("index {at} is not below the {many} points")));
            }
            if first + points.len() + corners.len() + 3 * self.faces.len() > MAX {
                return Err(wrong(list, "more than 2²⁶ points and corners"));
            }
            let mut rest = corners.as_slice();
            let mut sizes = sizes.iter().flatten().copied();
            while !rest.is_empty() {
                let size = match (is_whole, node.tag_name().name()) {
                    (true, _) => rest.len(),
                    (_, "triangles") => 3,
                    _ => sizes.next().unwrap_or(0),
                };
                let Some((face, more)) = rest.split_at_checked(size).filter(|_| size > 0) else {
                    return Err(wrong(list, "the corners do not come out even"));
                };
                rest = more;
                self.faces.extend(face.windows(2).skip(1).map(|pair| {
                    let [a, b, c] = [face[0], pair[0], pair[1]].map(|at| (first + at) as u32);
                    if reflects { [a, c, b] } else { [a, b, c] }
                }));
            }
        }
        self.points.extend(points.iter().map(|point| place.transform_point3(*point)));
        Ok(())
    }
}
