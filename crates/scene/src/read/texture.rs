//! `structure = { image = "grain.png", size = [2, 2] }` and `relief` alike: what
//! a surface looks like from place to place, from an image.
//!
//! The image lies in a plane of the body, seen from its front: `right` and `up`
//! are its sides, and out = right × up looks at who sees it. A point p of the
//! body has the coordinates (p − position)·right and (p − position)·up, (0, 0)
//! being the middle of the image, which repeats beyond its edges. Every pixel is
//! a patch of its own: angles are not mixed.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use glam::DVec3;
use png::{ColorType, Decoder, Limits, Transformations};
use stickslip_dynamics::{Field, SharedField};

use super::item::Item;
use super::section::TomlTable;
use crate::error::SceneError;

/// Most bytes of an image: 4096 × 4096 pixels of 4 bytes.
const MAX_BYTES: usize = 1 << 26;

/// What pixels stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A direction in the plane of the image, counter-clockwise from its right:
    /// 180° × grey/256, or half the hue. Colours without a hue and transparent
    /// pixels have none.
    Angle,
    /// A normal: red, green and blue from 0 to 255 are −1 to 1 along right, up
    /// and out. Transparent pixels have none.
    Normal,
}

/// An image on a body.
#[derive(Debug)]
struct Texture {
    columns: usize,
    /// A vector in the frame of the body for every pixel, row by row from the
    /// top; at least one.
    pixels: Vec<DVec3>,
    /// Width and height (m).
    size: [f64; 2],
    position: DVec3,
    right: DVec3,
    up: DVec3,
}

impl Field for Texture {
    fn at(&self, point: DVec3) -> DVec3 {
        let place = point - self.position;
        let across = 0.5 + place.dot(self.right) / self.size[0];
        let down = 0.5 - place.dot(self.up) / self.size[1];
        let rows = self.pixels.len() / self.columns;
        let cell = |share: f64, count: usize| {
            // What is no number becomes the first pixel.
            (((share - share.floor()) * count as f64) as usize).min(count - 1)
        };
        self.pixels[cell(down, rows) * self.columns + cell(across, self.columns)]
    }
}

/// Reads the keys and the file.
pub fn read(section: &TomlTable<'_>, meaning: Meaning) -> Result<SharedField, SceneError> {
    let size = section.required("size", |item| {
        let size: [f64; 2] = item.numbers()?;
        match size.into_iter().find(|length| *length <= 0.0) {
            Some(length) => Err(item.error(format!("is {length}, but must be > 0"))),
            None => Ok(size),
        }
    })?;
    let position = section.or("position", DVec3::ZERO, Item::vector)?;
    let right = section.or("right", DVec3::X, Item::direction)?.normalize();
    let up = section.or("up", DVec3::NEG_Z, Item::direction)?.normalize();
    if right.dot(up).abs() > 1e-6 {
        return Err(section.error("right and up must be perpendicular"));
    }
    let out = right.cross(up);
    section.required("image", |item| {
        let file = item.text()?;
        let source = item.place.source;
        // Who only wants to know the keys has no files: any image will do.
        let image = if source.asked.is_some() {
            Ok(Image { columns: 1, has_colour: true, pixels: vec![[255, 0, 0, 255]] })
        } else {
            source.beside(file).and_then(|path| Image::read(&path))
        };
        let image = image.map_err(|reason| item.error(reason))?;
        if meaning == Meaning::Normal && !image.has_colour {
            return Err(item.error(format!("{file} is grey, but normals are red, green and blue")));
        }
        let vector = |pixel: &[u8; 4]| {
            let [x, y, z] = image.vector(*pixel, meaning);
            x * right + y * up + z * out
        };
        let pixels = image.pixels.iter().map(vector).collect();
        let columns = image.columns;
        Ok(SharedField(Arc::new(Texture { columns, pixels, size, position, right, up })))
    })
}

/// The pixels of a file: red, green, blue and opacity.
struct Image {
    columns: usize,
    has_colour: bool,
    pixels: Vec<[u8; 4]>,
}

impl Image {
    fn read(path: &Path) -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| told(&error))?;
        let limits = Limits { bytes: MAX_BYTES };
        let mut decoder = Decoder::new_with_limits(BufReader::new(file), limits);
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(|error| told(&error))?;
        let size = reader.output_buffer_size().filter(|size| *size <= MAX_BYTES);
        let size = size.ok_or_else(|| told(&"the image is too large"))?;
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes).map_err(|error| told(&error))?;
        bytes.truncate(info.buffer_size());
        let pixel: fn(&[u8]) -> [u8; 4] = match info.color_type {
            ColorType::Grayscale => |it| [it[0], it[0], it[0], 255],
            ColorType::GrayscaleAlpha => |it| [it[0], it[0], it[0], it[1]],
            ColorType::Rgb => |it| [it[0], it[1], it[2], 255],
            ColorType::Rgba => |it| [it[0], it[1], it[2], it[3]],
            // Palettes were made colours above.
            ColorType::Indexed => return Err(told(&"its palette could not be read")),
        };
        Ok(Self {
            columns: info.width as usize,
            has_colour: matches!(info.color_type, ColorType::Rgb | ColorType::Rgba),
            pixels: bytes.chunks_exact(info.color_type.samples()).map(pixel).collect(),
        })
    }

    /// What a pixel stands for, along right, up and out.
    fn vector(&self, [red, green, blue, opacity]: [u8; 4], meaning: Meaning) -> [f64; 3] {
        let colour = [red, green, blue].map(f64::from);
        if opacity < 128 {
            return [0.0; 3];
        }
        let angle = match meaning {
            Meaning::Normal => return colour.map(|value| value / 127.5 - 1.0),
            Meaning::Angle if self.has_colour => hue(colour).map(|hue| 0.5 * hue),
            Meaning::Angle => Some(180.0 * colour[0] / 256.0),
        };
        angle.map_or([0.0; 3], |angle| {
            let (sine, cosine) = libm::sincos(angle.to_radians());
            [cosine, sine, 0.0]
        })
    }
}

/// The hue of a colour in degrees: 0 red, 120 green, 240 blue.
fn hue([red, green, blue]: [f64; 3]) -> Option<f64> {
    let most = red.max(green).max(blue);
    let spread = most - red.min(green).min(blue);
    let sixth = match spread > 0.0 {
        false => return None,
        true if most == red => (green - blue) / spread,
        true if most == green => 2.0 + (blue - red) / spread,
        true => 4.0 + (red - green) / spread,
    };
    Some(60.0 * sixth.rem_euclid(6.0))
}
