//! What bodies are, whoever holds them: the part of a model that does not change.

use std::collections::HashMap;

use glam::DVec3;
use stickslip_contact::{Pose, Shape, ShapeKind};
use stickslip_dynamics::small_steps::{ACCURACY, Constants, LOOK_AGAIN, MARGIN};
use stickslip_dynamics::{
    Accuracy, Body, BodyCollider, Layers, MaterialId, Model, Settings, State, Surface,
};

use crate::accepts::accepts;
use crate::cells::Cells;
use crate::error::Refusal;

/// A cell is so many times as wide as the widest body in it, besides margins.
const CELL: f64 = 1.5;
/// Bodies that are wider than this many times the median are held by all ranks.
const WIDE: f64 = 4.0;

/// Bodies of one kind, or a shape of a wall.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Mass, inertia and reach.
    pub constants: Constants,
    /// The shape.
    pub shape: Shape,
    /// Its place relative to the centre of mass.
    pub pose: Pose,
    /// What it is made of.
    pub material: MaterialId,
    /// What it may touch.
    pub layers: Layers,
    /// Farthest point of the shape from the centre of mass (m); infinite for a half-space.
    pub radius: f64,
    /// Whether its bodies are wider than a cell and move: all ranks hold them.
    pub is_wide: bool,
}

/// A shape that can touch, by its number among all shapes.
#[derive(Clone, Copy, Debug)]
pub struct Collider {
    /// Its body.
    pub body: u32,
    /// Its place among the shapes of the body.
    pub at: u32,
    /// What it is.
    pub kind: u32,
}

/// All bodies and what they are.
#[derive(Debug)]
pub struct Catalogue {
    /// All kinds.
    pub kinds: Vec<Kind>,
    /// All shapes, by the numbers that contacts name.
    pub colliders: Vec<Collider>,
    /// The shape of each body that forces move; none for walls.
    pub collider_of: Vec<Option<u32>>,
    /// Bodies that forces do not move, with their numbers.
    pub walls: Vec<(u32, Body)>,
    /// Shapes of walls, and which wall.
    pub wall_shapes: Vec<(u32, u32)>,
    /// How it is stepped.
    pub settings: Settings,
    /// Depth that is let be (m).
    pub accuracy: f64,
    /// Whether the settings fix the sub-steps.
    pub is_fixed: bool,
    /// The cells of space.
    pub cells: Cells,
    /// Names of bodies, for messages.
    names: Vec<String>,
    /// What happens where two materials meet, for any two.
    surfaces: Vec<Surface>,
    materials: usize,
}

impl Catalogue {
    /// That of a model, stepped to an accuracy (m) where there is one. The error names what
    /// ranks do not take.
    pub fn new(model: &Model, settings: &Settings, accuracy: Option<f64>) -> Result<Self, Refusal> {
        accepts(model, settings)?;
        let mut catalogue = Self {
            kinds: Vec::new(),
            colliders: Vec::new(),
            collider_of: Vec::new(),
            walls: Vec::new(),
            wall_shapes: Vec::new(),
            settings: settings.clone(),
            accuracy: accuracy.unwrap_or(ACCURACY),
            is_fixed: !matches!(settings.accuracy, Accuracy::Within(_)) && settings.substeps > 1,
            cells: Cells { width: 1.0 },
            names: model.bodies().iter().map(|body| body.description.name.clone()).collect(),
            surfaces: Vec::new(),
            materials: model.materials.materials().len(),
        };
        let all = 0..catalogue.materials;
        for one in all.clone() {
            let between = |two| model.materials.between(MaterialId(one), MaterialId(two));
            catalogue.surfaces.extend(all.clone().map(between));
        }
        let mut known = HashMap::new();
        for (at, body) in model.bodies().iter().enumerate() {
            if !body.is_dynamic() {
                catalogue.walls.push((at as u32, body.clone()));
            }
            let mut own = None;
            for (place, collider) in body.colliders.iter().enumerate().filter(|it| !it.1.visual) {
                let kind = Kind::new(body, collider);
                let kind = match kind.key() {
                    None => catalogue.add(kind),
                    Some(key) => *known.entry(key).or_insert_with(|| catalogue.add(kind)),
                };
                let number = catalogue.colliders.len() as u32;
                own = body.is_dynamic().then_some(number);
                if !body.is_dynamic() {
                    let wall = catalogue.walls.len() as u32 - 1;
                    catalogue.wall_shapes.push((number, wall));
                }
                catalogue.colliders.push(Collider { body: at as u32, at: place as u32, kind });
            }
            catalogue.collider_of.push(own);
        }
        catalogue.choose_cells()?;
        Ok(catalogue)
    }

    fn add(&mut self, kind: Kind) -> u32 {
        self.kinds.push(kind);
        self.kinds.len() as u32 - 1
    }

    /// Cells fit all bodies that are not far wider than the median.
    fn choose_cells(&mut self) -> Result<(), Refusal> {
        let moving = self.colliders.iter().map(|own| &self.kinds[own.kind as usize]);
        let moving = moving.filter(|kind| kind.constants.is_dynamic);
        let mut radii: Vec<f64> = moving.map(|kind| kind.radius).collect();
        radii.sort_unstable_by(f64::total_cmp);
        let median = *radii.get(radii.len() / 2).ok_or(Refusal::Empty)?;
        let most = WIDE * median;
        let widest = radii[..radii.partition_point(|&radius| radius <= most)].last();
        self.cells.width = CELL * 2.0 * widest.unwrap_or(&median) + 2.0 * (MARGIN + LOOK_AGAIN);
        for kind in &mut self.kinds {
            kind.is_wide = kind.constants.is_dynamic && kind.radius > most;
        }
        Ok(())
    }

    /// What a shape is.
    pub fn kind(&self, collider: u32) -> &Kind {
        &self.kinds[self.colliders[collider as usize].kind as usize]
    }

    /// The number of what happens where two kinds meet.
    pub fn surface_of(&self, kinds: [u32; 2]) -> u32 {
        let [one, two] = kinds.map(|own| self.kinds[own as usize].material.0);
        (one * self.materials + two) as u32
    }

    /// What happens where two shapes meet.
    pub fn surface(&self, number: u32) -> &Surface {
        &self.surfaces[number as usize]
    }

    /// Friction and restitution there.
    pub fn rubbing(&self, number: u32) -> [f64; 2] {
        let Surface { friction, restitution, .. } = *self.surface(number);
        [if self.has_friction() { friction } else { 0.0 }, restitution]
    }

    /// Whether any surface bounces.
    pub fn bounces(&self) -> bool {
        self.surfaces.iter().any(|surface| surface.restitution > 0.0)
    }

    /// Whether there is friction at all.
    pub fn has_friction(&self) -> bool {
        self.settings.friction.has_tangents()
    }

    /// How many bodies forces move, and how many of them all ranks hold.
    pub fn moving(&self) -> (usize, usize) {
        let own = || self.collider_of.iter().flatten();
        (own().count(), own().filter(|&&it| self.kind(it).is_wide).count())
    }

    /// Whether forces move a body.
    pub fn moves(&self, body: usize) -> bool {
        self.collider_of[body].is_some()
    }

    /// The name of a body.
    pub fn name(&self, body: usize) -> &str {
        &self.names[body]
    }

    /// Tells this scene and state from another.
    pub fn hash(&self, state: &State) -> u64 {
        let settings = format!("{:?}", self.settings);
        let kinds = self.kinds.iter().map(|kind| kind.radius.to_bits());
        let words = kinds.chain(self.colliders.iter().map(|own| u64::from(own.kind)));
        let words = words.chain([state.hash(), state.memory_hash(), state.step]);
        let hash = settings.bytes().map(u64::from).chain(words);
        hash.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(7)
        })
    }
}

impl Kind {
    fn new(body: &Body, collider: &BodyCollider) -> Self {
        let (lower, upper) = collider.shape.bounds(&collider.pose);
        let radius = match collider.shape.kind() {
            ShapeKind::Sphere { radius } => radius + collider.pose.position.length(),
            _ => lower.abs().max(upper.abs()).length(),
        };
        Self {
            constants: Constants::new(body),
            shape: collider.shape.clone(),
            pose: collider.pose,
            material: collider.material,
            layers: collider.layers,
            radius,
            is_wide: false,
        }
    }

    /// What balls and boxes of one kind have in common, by their bits.
    fn key(&self) -> Option<Vec<u64>> {
        let size = match self.shape.kind() {
            ShapeKind::Sphere { radius } => DVec3::new(radius, 0.0, 0.0),
            ShapeKind::Cuboid { half_extents } => half_extents,
            _ => return None,
        };
        let own = &self.constants;
        let numbers = [own.inverse_mass, own.gravity_scale, f64::from(u8::from(own.is_static))];
        let inertia = own.inertia.to_cols_array();
        let Pose { position, orientation } = self.pose;
        let numbers = numbers.into_iter().chain(size.to_array()).chain(inertia);
        let numbers = numbers.chain(position.to_array()).chain(orientation.to_array());
        let bits = numbers.map(f64::to_bits);
        let Layers { own, meets } = self.layers;
        let names = [self.material.0 as u64, u64::from(own), u64::from(meets)];
        Some(bits.chain(names).collect())
    }
}
