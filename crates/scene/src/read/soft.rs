//! `[[soft]]`.

use glam::{DVec2, DVec3};
use stickslip_dynamics::{
    Attachment, Elasticity, Energy, MaterialTable, SoftDescription, SoftShape,
};
use stickslip_geometry::files::{self, Mesh};
use stickslip_geometry::mesh::{MeshError, Tetrahedra, generate};

use super::item::Item;
use super::joint::ReadContext;
use super::pose::pose;
use super::section::TomlTable;
use super::{material, place};
use crate::error::SceneError;

/// Poisson's ratio and density where nothing is said: a soft rubber.
const POISSON: f64 = 0.3;
const DENSITY: f64 = 1000.0;

/// A soft body; `suffix` follows its name where it is one of several copies.
pub fn read(
    section: &TomlTable<'_>,
    suffix: &str,
    place: ReadContext<'_>,
    materials: &MaterialTable,
) -> Result<SoftDescription, SceneError> {
    let name = section.required("name", Item::name)?;
    let shape = shape(section)?;
    let elasticity = Elasticity {
        young: section.required("young", Item::positive)?,
        poisson: section.or("poisson", POISSON, Item::number)?,
        density: section.or("density", DENSITY, Item::positive)?,
    };
    if let (Err(error), Some(item)) = (elasticity.check(), section.item("poisson")) {
        return Err(item.error(format!("is {}; expected {}", error.value, error.expected)));
    }
    let points = match &shape {
        SoftShape::Solid(mesh) => mesh.points(),
        SoftShape::Cloth(sheet, _) => sheet.points(),
        SoftShape::Rope(points, _) => points,
    };
    let pins = section.or("pins", Vec::new(), |item| vertices(item, points))?;
    let attachments = attachments(section, &place, points)?;
    let default =
        SoftDescription::new(format!("{}{name}{suffix}", place.prefix), shape, elasticity);
    let velocity = |key| Ok(place.frame.direction(section.or(key, DVec3::ZERO, Item::vector)?));
    Ok(SoftDescription {
        energy: section.or("energy", default.energy, |item| item.choice(&Energy::ALL))?,
        damping: section.or("damping", default.damping, Item::numbers)?,
        pins,
        attachments,
        pose: place.frame.compose(&pose(section)?),
        velocity: velocity("velocity")?,
        angular_velocity: velocity("angular_velocity")?,
        material: section
            .or("material", default.material, |item| material::find(materials, item))?,
        rest_scale: section.or("rest_scale", default.rest_scale, Item::positive)?,
        touches_itself: section.or("touches_itself", default.touches_itself, Item::truth)?,
        ..default
    })
}

/// A body that vertices move with, or several with a list of vertices each.
fn attachments(
    section: &TomlTable<'_>,
    place: &ReadContext<'_>,
    points: &[DVec3],
) -> Result<Vec<Attachment>, SceneError> {
    let Some(attach) = section.optional("attach", |item| Ok(item.clone()))? else {
        return Ok(Vec::new());
    };
    let attached = section.required("attached", |item| Ok(item.clone()))?;
    if !attach.is_list() {
        let (body, vertices) = (place.body(&attach)?, vertices(&attached, points)?);
        return Ok(vec![Attachment { body, vertices }]);
    }
    let (bodies, lists) = (attach.list()?, attached.list()?);
    if bodies.len() != lists.len() {
        let (lists, bodies) = (lists.len(), bodies.len());
        return Err(attached.error(format!("has {lists} lists of vertices for {bodies} bodies")));
    }
    let pairs = bodies.iter().zip(&lists);
    let each = |(body, list): (&Item<'_>, &Item<'_>)| -> Result<Attachment, SceneError> {
        Ok(Attachment { body: place.body(body)?, vertices: vertices(list, points)? })
    };
    pairs.map(each).collect()
}

/// Numbers of vertices, or the lower and upper corner of a box around them where
/// the body is not yet placed.
fn vertices(item: &Item<'_>, points: &[DVec3]) -> Result<Vec<u32>, SceneError> {
    if !item.is_nested() {
        let number = |each: &Item<'_>| match each.count()? {
            vertex if vertex < points.len() => Ok(vertex as u32),
            vertex => {
                let count = points.len();
                Err(each.error(format!("there is no vertex {vertex}: the mesh has {count}")))
            }
        };
        return item.list()?.iter().map(number).collect();
    }
    let corners = item.list()?;
    let [lower, upper] = corners.as_slice() else {
        return Err(item.expected("numbers of vertices, or [lower, upper] corner of a box"));
    };
    let (lower, upper) = (lower.vector()?, upper.vector()?);
    let inside = |point: DVec3| lower.cmple(point).all() && point.cmple(upper).all();
    let found: Vec<u32> =
        (0..points.len()).filter(|&at| inside(points[at])).map(|at| at as u32).collect();
    match found.is_empty() {
        true => Err(item.error("there is no vertex in this box")),
        false => Ok(found),
    }
}

/// The name of a generator, or that of a file, which has a dot in it.
fn shape(section: &TomlTable<'_>) -> Result<SoftShape, SceneError> {
    let mesh = section.required("mesh", |item| Ok(item.clone()))?;
    if !mesh.text()?.contains('.') {
        return mesh.choice(&RECIPES)?(section, &mesh);
    }
    let cells = from_file(&mesh, &section.place.source)?;
    let scale = section.or("scale", 1.0, Item::positive)?;
    let points = cells.points().iter().map(|&point| scale * point).collect();
    let scaled = Tetrahedra::new(points, cells.cells().to_vec());
    scaled.map(SoftShape::Solid).map_err(|error| mesh.error(error.to_string()))
}

fn from_file(item: &Item<'_>, source: &place::Source<'_>) -> Result<Tetrahedra, SceneError> {
    let file = item.text()?;
    let told = |error: &dyn std::fmt::Display| item.error(error.to_string());
    // Who only wants to know the keys has no files: any solid will do.
    if source.asked.is_some() {
        return generate::tetrahedral_box(DVec3::ONE, [1; 3]).map_err(|error| told(&error));
    }
    let path = source.beside(file).map_err(|reason| item.error(reason))?;
    match files::read(&path).map_err(|error| told(&error))? {
        Mesh::Tetrahedra(cells) => Ok(cells),
        Mesh::Surface(_) => Err(item.error("has no tetrahedra, of which a soft body is made")),
    }
}

/// Six limbs of a ball: r becomes r (1 + l Σ exp(4 (d·dᵢ − 1))) in the direction d.
fn with_limbs(ball: Tetrahedra, length: f64) -> Result<Tetrahedra, MeshError> {
    const LIMBS: [[f64; 3]; 6] = [
        [0.0, 1.0, 0.0],
        [0.8, 0.6, 0.0],
        [-0.8, 0.6, 0.0],
        [0.6, -0.8, 0.0],
        [-0.6, -0.8, 0.0],
        [0.0, -0.6, -0.8],
    ];
    if length == 0.0 {
        return Ok(ball);
    }
    let grow = |point: &DVec3| {
        let direction = point.normalize_or_zero();
        let near =
            |limb: &[f64; 3]| libm::exp(4.0 * (direction.dot(DVec3::from_array(*limb)) - 1.0));
        *point * (1.0 + length * LIMBS.iter().map(near).sum::<f64>())
    };
    Tetrahedra::new(ball.points().iter().map(grow).collect(), ball.cells().to_vec())
}

type Recipe = fn(&TomlTable<'_>, &Item<'_>) -> Result<SoftShape, SceneError>;

/// Every generator by its name, with its keys.
const RECIPES: [(&str, Recipe); 5] = [
    ("box", |it, item| {
        let size = it.required("size", Item::vector)?;
        let cut = it.or("cut", [4.0; 3], Item::numbers)?.map(|n| n as usize);
        let made = generate::tetrahedral_box(size / 2.0, cut);
        made.map(SoftShape::Solid).map_err(|error| item.error(error.to_string()))
    }),
    ("sphere", |it, item| {
        let radius = it.required("radius", Item::positive)?;
        let made = generate::tetrahedral_ball(radius, it.or("pieces", 4, Item::count)?);
        let limbs = it.or("limbs", 0.0, Item::at_least_zero)?;
        made.and_then(|ball| with_limbs(ball, limbs))
            .map(SoftShape::Solid)
            .map_err(|error| item.error(error.to_string()))
    }),
    ("cylinder", |it, item| {
        let (radius, length) =
            (it.required("radius", Item::positive)?, it.required("length", Item::positive)?);
        let (across, along) = (it.or("across", 4, Item::count)?, it.or("pieces", 4, Item::count)?);
        let bore = it.or("bore", 0.0, Item::at_least_zero)?;
        let made = generate::tetrahedral_cylinder([bore, radius], length / 2.0, [across, along]);
        made.map(SoftShape::Solid).map_err(|error| item.error(error.to_string()))
    }),
    ("cloth", |it, item| {
        let size: [f64; 2] = it.required("extent", Item::numbers)?;
        let cut = it.or("folds", [10.0; 2], Item::numbers)?.map(|n| n as usize);
        let thickness = it.or("thickness", 1e-3, Item::positive)?;
        let made = generate::cloth(DVec2::from_array(size) / 2.0, cut);
        let level = glam::DMat3::from_cols(DVec3::X, DVec3::NEG_Z, DVec3::Y);
        let made = made.and_then(|it| it.transformed(&glam::DAffine3::from_mat3(level)));
        made.map(|sheet| SoftShape::Cloth(sheet, thickness))
            .map_err(|error| item.error(error.to_string()))
    }),
    ("rope", |it, item| {
        let path: Vec<DVec3> =
            it.required("path", |item| item.list()?.iter().map(Item::vector).collect())?;
        let (radius, pieces) =
            (it.required("radius", Item::positive)?, it.or("pieces", 4, Item::count)?);
        let points = generate::along(&path, pieces);
        let points = points.map_err(|error| item.error(error.to_string()))?;
        Ok(SoftShape::Rope(points, radius))
    }),
];
