//! Stanford PLY, text and binary in both orders, by `ply-rs-bw`: elements `vertex`
//! with x, y and z, and `face` with `vertex_indices` (or `vertex_index`).

use std::io::Cursor;

use glam::DVec3;
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{Property, PropertyAccess, PropertyAccessResult};

use super::{ContentError, Location};
use crate::mesh::Surface;

/// Elements of both kinds; what is not asked for is dropped at once.
#[derive(Default)]
struct Element {
    point: [Option<f64>; 3],
    corners: Option<Vec<i64>>,
}

impl PropertyAccess for Element {
    fn new() -> Self {
        Self::default()
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        match (name, &property) {
            ("x" | "y" | "z", _) => {
                let axis = usize::from(name.as_bytes()[0] - b'x');
                self.point[axis] = scalar(&property);
                match self.point[axis] {
                    Some(_) => PropertyAccessResult::Set,
                    None => PropertyAccessResult::UnsupportedType,
                }
            }
            ("vertex_indices" | "vertex_index", _) => {
                self.corners = list(property);
                match self.corners {
                    Some(_) => PropertyAccessResult::Set,
                    None => PropertyAccessResult::UnsupportedType,
                }
            }
            _ => PropertyAccessResult::Ignored,
        }
    }
}

fn scalar(property: &Property) -> Option<f64> {
    Some(match *property {
        Property::Char(value) => value.into(),
        Property::UChar(value) => value.into(),
        Property::Short(value) => value.into(),
        Property::UShort(value) => value.into(),
        Property::Int(value) => value.into(),
        Property::UInt(value) => value.into(),
        Property::Float(value) => value.into(),
        Property::Double(value) => value,
        _ => return None,
    })
}

fn list(property: Property) -> Option<Vec<i64>> {
    fn wide<T: Into<i64>>(all: Vec<T>) -> Vec<i64> {
        all.into_iter().map(Into::into).collect()
    }
    Some(match property {
        Property::ListChar(all) => wide(all),
        Property::ListUChar(all) => wide(all),
        Property::ListShort(all) => wide(all),
        Property::ListUShort(all) => wide(all),
        Property::ListInt(all) => wide(all),
        Property::ListUInt(all) => wide(all),
        _ => return None,
    })
}

pub(super) fn read(bytes: &[u8]) -> Result<Surface, ContentError> {
    let parser = Parser::<Element>::new();
    let mut reader = Reader::new(Cursor::new(bytes));
    let header = parser.read_header(&mut reader).map_err(|error| told(&error))?;
    if (header.version.major, header.version.minor) != (1, 0) {
        let what = format!("version {} of PLY: expected 1.0", header.version);
        return Err(ContentError::file(what));
    }
    let (mut points, mut faces) = (Vec::new(), Vec::new());
    for (name, definition) in &header.elements {
        let part = |number: Option<usize>| {
            Location::Part(number.map_or(name.clone(), |number| format!("{name} {number}")))
        };
        // Every element takes a byte at least, or it could be there without end.
        if definition.count > bytes.len() || definition.properties.is_empty() {
            let what = format!("{} of them do not fit into the file", definition.count);
            return Err(ContentError::new(part(None), what));
        }
        let elements = parser
            .read_payload_for_element(&mut reader, definition, &header)
            .map_err(|error| told(&error))?;
        for (number, element) in elements.into_iter().enumerate() {
            match name.as_str() {
                "vertex" => {
                    let [Some(x), Some(y), Some(z)] = element.point else {
                        return Err(ContentError::new(part(None), "x, y and z are not all there"));
                    };
                    points.push(DVec3::new(x, y, z));
                }
                "face" => {
                    let Some(corners) = element.corners else {
                        let what = "vertex_indices, a list of whole numbers, is missing";
                        return Err(ContentError::new(part(None), what));
                    };
                    let wrong = |what: String| ContentError::new(part(Some(number)), what);
                    faces.extend(fan(&corners).map_err(wrong)?);
                }
                _ => {}
            }
        }
    }
    Ok(Surface::new(points, faces)?)
}

fn fan(corners: &[i64]) -> Result<Vec<[u32; 3]>, String> {
    if corners.len() < 3 {
        return Err(format!("a face needs three corners, found {}", corners.len()));
    }
    let point = |k: usize| {
        u32::try_from(corners[k]).map_err(|_| format!("{} is no number of a point", corners[k]))
    };
    (1..corners.len() - 1).map(|k| Ok([point(0)?, point(k)?, point(k + 1)?])).collect()
}

fn told(error: &ParseError) -> ContentError {
    let text = error.to_string();
    // The library writes several lines, begins with the place and ends with its own error.
    let first = text.lines().next().unwrap_or_default();
    let what = match first.split_once(": ") {
        Some((place, rest)) if place.starts_with("Line ") => rest,
        _ => first,
    };
    let what: String = what.chars().filter(|letter| !letter.is_control()).take(200).collect();
    match error.line() {
        Some(line) => ContentError::line(line, what),
        None => ContentError::file(what),
    }
}
