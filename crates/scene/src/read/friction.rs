//! Friction that depends on direction, speed and load: `structure` and
//! `relief` of a `[[material]]`, and the laws of a `[[pair]]`.

use std::sync::Arc;

use glam::DVec3;
use stickslip_dynamics::{
    Directions, Field, Frame, LimitSurface, Matchstick, PairLaw, Plowing, SharedField, Stribeck,
    Structure, Tensors,
};

use super::expression::Scope;
use super::item::Item;
use super::section::TomlTable;
use super::texture::{self, Meaning};
use crate::error::SceneError;

/// Rays where a formula gives a limit surface and nothing else is said.
const RAYS: usize = 16;

/// Three formulas of the place x, y, z on a body (m). Where one of them is no
/// number there is nothing.
#[derive(Debug)]
struct Formulas {
    scope: Scope,
    texts: [String; 3],
}

impl Formulas {
    fn evaluate(&self, point: DVec3) -> Result<DVec3, String> {
        let place = [("x", point.x), ("y", point.y), ("z", point.z)];
        let mut vector = DVec3::ZERO;
        for (text, value) in self.texts.iter().zip(vector.as_mut()) {
            *value = self.scope.evaluate_at(text, &place)?;
        }
        Ok(vector)
    }
}

impl Field for Formulas {
    fn at(&self, point: DVec3) -> DVec3 {
        self.evaluate(point).unwrap_or(DVec3::ZERO)
    }
}

/// Three formulas; their names are tried at one place.
fn formulas(item: &Item<'_>) -> Result<SharedField, SceneError> {
    let list = item.list()?;
    let [x, y, z] = list.as_slice() else {
        return Err(item.expected("three formulas of x, y and z"));
    };
    let texts = [x.text()?, y.text()?, z.text()?].map(str::to_owned);
    let field = Formulas { scope: (*item.place.scope).clone(), texts };
    field.evaluate(DVec3::new(0.137, 0.411, 0.273)).map_err(|reason| item.error(reason))?;
    Ok(SharedField(Arc::new(field)))
}

/// An axis of the body, formulas, or an image.
pub fn structure(item: &Item<'_>) -> Result<Structure, SceneError> {
    if item.is_table() {
        let read = |section: &TomlTable<'_>| texture::read(section, Meaning::Angle);
        return item.section()?.whole(read).map(Structure::Field);
    }
    let is_text = |item: &Item<'_>| item.text().is_ok() && !item.is_expression();
    if item.list()?.iter().any(is_text) {
        return formulas(item).map(Structure::Field);
    }
    item.direction().map(Structure::Axis)
}

/// Formulas of normals, or an image of them.
pub fn relief(item: &Item<'_>) -> Result<SharedField, SceneError> {
    if item.is_table() {
        let read = |section: &TomlTable<'_>| texture::read(section, Meaning::Normal);
        return item.section()?.whole(read);
    }
    formulas(item)
}

/// All that a pair says of its friction besides coefficients; `None` where it
/// says nothing.
pub fn law(section: &TomlTable<'_>) -> Result<Option<PairLaw>, SceneError> {
    let law = PairLaw {
        directions: section.optional("directions", |item| item.section()?.whole(directions))?,
        stribeck: section.optional("stribeck", |item| item.section()?.whole(stribeck))?,
        load_curve: section.or("load_curve", Vec::new(), |item| {
            item.list()?.iter().map(Item::numbers).collect()
        })?,
        tresca: section.optional("tresca", Item::at_least_zero)?,
    };
    Ok((law != PairLaw::default()).then_some(law))
}

fn stribeck(section: &TomlTable<'_>) -> Result<Stribeck, SceneError> {
    Ok(Stribeck {
        kinetic: section.required("kinetic", Item::at_least_zero)?,
        speed: section.required("speed", Item::positive)?,
        exponent: section.or("exponent", 1.0, Item::positive)?,
        viscous: section.or("viscous", 0.0, Item::at_least_zero)?,
    })
}

#[derive(Clone, Copy)]
enum Kind {
    Matchstick,
    Ellipse,
    Bounds,
    LimitSurface,
    Tensors,
    Plowing,
}

const KINDS: [(&str, Kind); 6] = [
    ("matchstick", Kind::Matchstick),
    ("ellipse", Kind::Ellipse),
    ("bounds", Kind::Bounds),
    ("limit-surface", Kind::LimitSurface),
    ("tensors", Kind::Tensors),
    ("plowing", Kind::Plowing),
];

fn directions(section: &TomlTable<'_>) -> Result<Directions, SceneError> {
    let coefficient = |key| section.required(key, Item::at_least_zero);
    Ok(match section.required("type", |item| item.choice(&KINDS))? {
        Kind::Matchstick => Directions::Matchstick(Matchstick {
            along: coefficient("along")?,
            across: coefficient("across")?,
            torsion: section.optional("torsion", Item::at_least_zero)?,
        }),
        Kind::Ellipse => Directions::Ellipse {
            along: coefficient("along")?,
            across: coefficient("across")?,
            frame: frame(section)?,
        },
        Kind::Bounds => Directions::Bounds {
            along: section.required("along", Item::numbers)?,
            across: section.required("across", Item::numbers)?,
            frame: frame(section)?,
        },
        Kind::LimitSurface => Directions::LimitSurface(limit_surface(section)?),
        Kind::Tensors => Directions::Tensors(Tensors {
            tensors: [section.required("first", tensor)?, section.required("second", tensor)?],
            factor: section.or("factor", 1.0, Item::at_least_zero)?,
            as_cone: section.or("cone", true, Item::truth)?,
        }),
        Kind::Plowing => {
            let default = Plowing::default();
            Directions::Plowing(Plowing {
                patch: section.or("patch", default.patch, Item::positive)?,
                samples: section.or("samples", default.samples, Item::count)?,
                facets: section.or("facets", default.facets, Item::count)?,
                by_tangent: section.or("by_tangent", default.by_tangent, Item::truth)?,
            })
        }
    })
}

fn frame(section: &TomlTable<'_>) -> Result<Frame, SceneError> {
    section.or("frame", Frame::First, |item| item.choice(&Frame::ALL))
}

/// Radii, or a formula of the angle (degrees) with a number of rays.
fn limit_surface(section: &TomlTable<'_>) -> Result<LimitSurface, SceneError> {
    let rays = section.optional("rays", Item::count)?;
    let frame = frame(section)?;
    section.required("radius", |item| {
        if item.is_list() {
            if rays.is_some() {
                return Err(section.error("rays belong to a formula; a list has its own number"));
            }
            let radii = item.list()?.iter().map(Item::number).collect::<Result<_, _>>()?;
            return Ok(LimitSurface { radii, frame });
        }
        let (text, scope) = (item.text()?, &item.place.scope);
        let rays = rays.unwrap_or(RAYS);
        let radius = |ray: usize| {
            let angle = 360.0 * ray as f64 / rays as f64;
            scope.evaluate_at(text, &[("angle", angle)]).map_err(|reason| item.error(reason))
        };
        let radii = (0..rays).map(radius).collect::<Result<_, _>>()?;
        Ok(LimitSurface { radii, frame })
    })
}

fn tensor(item: &Item<'_>) -> Result<[[f64; 2]; 2], SceneError> {
    let list = item.list()?;
    let [first, second] = list.as_slice() else {
        return Err(item.expected("two rows of two numbers"));
    };
    Ok([first.numbers()?, second.numbers()?])
}
