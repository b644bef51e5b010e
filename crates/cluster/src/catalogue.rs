//! What bodies are, whoever holds them: the part of a model that does not change.

use std::collections::HashMap;
use std::ops::Range;

use glam::DVec3;
use stickslip_contact::{Pose, Shape, ShapeKind};
use stickslip_dynamics::small_steps::{ACCURACY, Constants, LOOK_AGAIN, MARGIN, Mechanisms};
use stickslip_dynamics::{
    Accuracy, Body, Layers, MaterialId, MaterialTable, Model, Settings, State, Surface,
};

use crate::accepts::accepts;
use crate::cells::Cells;
use crate::error::Refusal;
use crate::share::KindCount;

/// A cell is so many times as wide as the widest body in it, besides margins.
const CELL: f64 = 1.5;
/// Bodies that are wider than this many times the median are held by all ranks.
const WIDE: f64 = 4.0;

/// Bodies of one kind, or a shape of a wall.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Mass, inertia and reach.
    pub constants: Constants,
    /// The place of the shape among those of the body.
    pub at: u32,
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
    /// Whether its bodies move and all ranks hold them: they are wider than a cell, or joined.
    pub is_wide: bool,
    /// Whether it touches anything: it stands for a joined body without shapes otherwise.
    pub is_solid: bool,
}

/// Bodies with successive numbers that forces move, of one shape each.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The first body, and the number of its shape.
    body: u32,
    collider: u32,
    count: u32,
}

/// A shape of a wall; joined bodies without any have one that touches nothing.
#[derive(Clone, Copy, Debug)]
pub struct WallShape {
    /// Its number.
    pub collider: u32,
    /// Which wall.
    pub wall: u32,
    /// What it is.
    pub kind: u32,
}

/// The bodies that one section of a scene repeats, which are no part of the model.
#[derive(Clone, Debug)]
pub struct Copies {
    /// Their numbers among all bodies.
    pub bodies: Range<usize>,
    /// What their names begin with.
    pub name: String,
    /// How many there are along each index.
    pub counts: Vec<usize>,
    /// The name of one of them by both and its place among them.
    pub call: fn(&str, &[usize], usize) -> String,
}

/// All bodies and what they are.
#[derive(Debug)]
pub struct Catalogue {
    /// All kinds.
    pub kinds: Vec<Kind>,
    /// Bodies that forces move.
    stretches: Vec<Stretch>,
    /// The kinds of the bodies of the model that forces move, with their shapes, in ascending
    /// order.
    listed: Vec<(u32, u32)>,
    /// Number of all bodies.
    pub bodies: usize,
    /// How many of them forces move, and how many of these all ranks hold.
    pub moving: (usize, usize),
    /// Bodies that all ranks list, with their numbers: those that forces do not move, and those
    /// that joints join.
    pub walls: Vec<(u32, Body)>,
    /// Their shapes.
    pub wall_shapes: Vec<WallShape>,
    /// What joints hold together, with the places of its bodies among the walls.
    pub joints: Option<(Model, Vec<u32>)>,
    /// Pairs of bodies that do not touch, the lower first, ascending.
    apart: Vec<(u32, u32)>,
    /// Number of all shapes.
    pub shapes: u32,
    /// How it is stepped.
    pub settings: Settings,
    /// Depth that is let be (m).
    pub accuracy: f64,
    /// Whether the settings fix the sub-steps.
    pub is_fixed: bool,
    /// The cells of space.
    pub cells: Cells,
    /// Names of bodies of the model, and copies of others, for messages.
    names: Vec<String>,
    copies: Vec<Copies>,
    /// What happens where two materials meet, for any two.
    surfaces: Vec<Surface>,
    materials: usize,
}

impl Catalogue {
    /// That of a model, stepped to an accuracy (m) where there is one. The error names what
    /// ranks do not take.
    pub fn new(model: &Model, settings: &Settings, accuracy: Option<f64>) -> Result<Self, Refusal> {
        Self::sparse(model, (&[], &[]), settings, accuracy)
    }

    /// That of a model and copies that are no part of it, but for one of each of their kinds, which
    /// are its last bodies.
    pub fn sparse(
        model: &Model,
        (copies, copied): (&[Copies], &[KindCount]),
        settings: &Settings,
        accuracy: Option<f64>,
    ) -> Result<Self, Refusal> {
        accepts(model, settings)?;
        let bodies = model.bodies();
        let (listed, examples) = bodies.split_at(bodies.len() - copied.len());
        let mut catalogue = Self {
            kinds: examples.iter().filter_map(Kind::of_one).collect(),
            stretches: Vec::new(),
            listed: Vec::new(),
            bodies: listed.len() + copies.iter().map(|copies| copies.bodies.len()).sum::<usize>(),
            moving: (0, 0),
            walls: Vec::new(),
            wall_shapes: Vec::new(),
            joints: None,
            apart: Vec::new(),
            shapes: 0,
            settings: settings.clone(),
            accuracy: accuracy.unwrap_or(ACCURACY),
            is_fixed: !matches!(settings.accuracy, Accuracy::Within(_)) && settings.substeps > 1,
            cells: Cells { width: 1.0 },
            names: listed.iter().map(|body| body.description.name.clone()).collect(),
            copies: copies.to_vec(),
            surfaces: Vec::new(),
            materials: model.materials.materials().len(),
        };
        let all = 0..catalogue.materials;
        for one in all.clone() {
            let between = |two| model.materials.between(MaterialId(one), MaterialId(two));
            catalogue.surfaces.extend(all.clone().map(between));
        }
        let mut counts: Vec<usize> = copied.iter().map(|own| own.bodies).collect();
        let part = match model.joints() {
            [] => None,
            _ => Some(Mechanisms::part(model).map_err(|error| Refusal::Held(error.to_string()))?),
        };
        let joined = part.as_ref().map_or(&[][..], |part| &part.1);
        let numbers = catalogue.list(listed, joined, &mut counts);
        catalogue.keep_apart(model, &numbers);
        catalogue.joints = part.map(|(part, joined)| {
            let wall = |&place: &usize| {
                catalogue.walls.partition_point(|own| own.0 < numbers[place]) as u32
            };
            (part, joined.iter().map(wall).collect())
        });
        catalogue.choose_cells(&counts)?;
        Ok(catalogue)
    }

    /// Numbers all bodies and shapes, and gives the numbers of those that are listed; `counts` are
    /// the bodies of each kind, and joints join those at the places `joined`.
    fn list(&mut self, listed: &[Body], joined: &[usize], counts: &mut Vec<usize>) -> Vec<u32> {
        let copies = std::mem::take(&mut self.copies);
        let mut known = HashMap::new();
        let (mut number, mut collider) = (0, 0);
        let mut rest = copies.iter().peekable();
        let mut bodies = listed.iter().enumerate();
        let mut numbers = Vec::with_capacity(listed.len());
        let mut bare = Vec::new();
        loop {
            if let Some(copies) = rest.next_if(|copies| copies.bodies.start == number) {
                self.stretch(number, &mut collider, copies.bodies.len());
                number = copies.bodies.end;
                continue;
            }
            let Some((place, body)) = bodies.next() else { break };
            numbers.push(number as u32);
            let is_joined = body.is_dynamic() && joined.binary_search(&place).is_ok();
            if body.is_dynamic() && !is_joined {
                let mut add = || Kind::of_one(body).map(|kind| self.add(kind, counts));
                let kind = match Kind::key(body) {
                    None => add(),
                    Some(key) => known.get(&key).copied().or_else(|| {
                        let kind = add()?;
                        known.insert(key, kind);
                        Some(kind)
                    }),
                };
                if let Some(kind) = kind {
                    counts[kind as usize] += 1;
                    self.listed.push((collider, kind));
                    self.stretch(number, &mut collider, 1);
                }
            } else {
                let wall = self.walls.len() as u32;
                self.walls.push((number as u32, body.clone()));
                let before = collider;
                for (at, _) in body.colliders.iter().enumerate().filter(|it| !it.1.visual) {
                    let kind = Kind { is_wide: is_joined, ..Kind::new(body, at) };
                    let kind = self.add(kind, counts);
                    self.wall_shapes.push(WallShape { collider, wall, kind });
                    collider += 1;
                }
                if is_joined && collider == before {
                    bare.extend(Kind::bare(body).map(|kind| (wall, self.add(kind, counts))));
                }
            }
            number += 1;
        }
        self.copies = copies;
        self.listed.shrink_to_fit();
        self.shapes = collider;
        let after = bare.into_iter().zip(collider..);
        self.wall_shapes.extend(after.map(|((wall, kind), collider)| WallShape {
            collider,
            wall,
            kind,
        }));
        numbers
    }

    /// Notes which pairs of bodies do not touch: those that joints join, unless they may, and
    /// those that the model keeps apart.
    fn keep_apart(&mut self, model: &Model, numbers: &[u32]) {
        let joined = model.joints().iter().filter_map(|joint| {
            let own = joint.description();
            own.first.filter(|_| !own.touching).map(|first| (first, own.second))
        });
        let pairs = joined.chain(model.ignored_contacts().iter().copied());
        let pairs = pairs.map(|(one, two)| (numbers[one.0], numbers[two.0]));
        self.apart = pairs.map(|(one, two)| (one.min(two), one.max(two))).collect();
        self.apart.sort_unstable();
        self.apart.dedup();
    }

    /// Whether two shapes may touch as far as their bodies say.
    pub fn may_touch(&self, one: u32, two: u32) -> bool {
        if self.apart.is_empty() && self.joints.is_none() {
            return true;
        }
        let (one, two) = (self.body_of(one), self.body_of(two));
        one != two && self.apart.binary_search(&(one.min(two), one.max(two))).is_err()
    }

    /// More bodies that forces move.
    fn stretch(&mut self, body: usize, collider: &mut u32, count: usize) {
        let (body, count) = (body as u32, count as u32);
        let begin = *collider;
        *collider += count;
        match self.stretches.last_mut() {
            Some(last) if (last.body + last.count, last.collider + last.count) == (body, begin) => {
                last.count += count;
            }
            _ => self.stretches.push(Stretch { body, collider: begin, count }),
        }
    }

    fn add(&mut self, kind: Kind, counts: &mut Vec<usize>) -> u32 {
        self.kinds.push(kind);
        counts.push(0);
        self.kinds.len() as u32 - 1
    }

    /// Cells fit all bodies that are not far wider than the median.
    fn choose_cells(&mut self, counts: &[usize]) -> Result<(), Refusal> {
        let kinds = self.kinds.iter().zip(counts).filter(|(kind, _)| kind.constants.is_dynamic);
        let mut radii: Vec<(f64, usize)> =
            kinds.map(|(kind, &count)| (kind.radius, count)).filter(|own| own.1 > 0).collect();
        if radii.is_empty() {
            // Where all bodies that forces move are joined, cells are as wide as these.
            let joined = self.kinds.iter().filter(|kind| kind.is_wide && kind.is_solid);
            radii.extend(joined.map(|kind| (kind.radius, 0)));
            let moves = self.kinds.iter().any(|kind| kind.is_wide);
            radii.extend((moves && radii.is_empty()).then_some((1.0, 0)));
        }
        radii.sort_unstable_by(|one, two| one.0.total_cmp(&two.0));
        let all: usize = radii.iter().map(|own| own.1).sum();
        let mut before = 0;
        let median = radii.iter().find(|own| {
            before += own.1;
            before > all / 2 || all == 0
        });
        let most = WIDE * median.ok_or(Refusal::Empty)?.0;
        let widest = radii.iter().rev().find(|own| own.0 <= most);
        let widest = widest.map_or(most / WIDE, |own| own.0);
        self.cells.width = CELL * 2.0 * widest + 2.0 * (MARGIN + LOOK_AGAIN);
        let mut wide = 0;
        for (kind, count) in self.kinds.iter_mut().zip(counts) {
            kind.is_wide |= kind.constants.is_dynamic && kind.radius > most;
            wide += if kind.is_wide { *count } else { 0 };
        }
        self.moving = (all, wide);
        Ok(())
    }

    /// The body of a shape.
    pub fn body_of(&self, collider: u32) -> u32 {
        let after = self.stretches.partition_point(|own| own.collider <= collider);
        let own = after.checked_sub(1).map(|at| self.stretches[at]);
        if let Some(own) = own.filter(|own| collider - own.collider < own.count) {
            return own.body + (collider - own.collider);
        }
        // Every other shape is that of a wall.
        let wall = self.wall_shapes.partition_point(|own| own.collider < collider);
        self.walls[self.wall_shapes[wall].wall as usize].0
    }

    /// The shape of a body that forces move and no joint joins; none of walls.
    pub fn collider_of(&self, body: usize) -> Option<u32> {
        let body = body as u32;
        let after = self.stretches.partition_point(|own| own.body <= body);
        let own = self.stretches[after.checked_sub(1)?];
        (body - own.body < own.count).then(|| own.collider + (body - own.body))
    }

    /// A shape of a wall; none of other bodies.
    pub fn wall_shape(&self, collider: u32) -> Option<&WallShape> {
        let at = self.wall_shapes.binary_search_by_key(&collider, |own| own.collider);
        at.ok().map(|at| &self.wall_shapes[at])
    }

    /// The shapes of the model's bodies that forces move, with their kinds.
    pub fn listed(&self) -> &[(u32, u32)] {
        &self.listed
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

    /// Whether surfaces of this number rub against spinning and rolling.
    pub fn has_moment(&self, number: u32) -> bool {
        let surface = self.surface(number);
        self.has_friction() && surface.torsion + surface.rolling > 0.0
    }

    /// Whether any do.
    pub fn has_moments(&self) -> bool {
        (0..self.surfaces.len() as u32).any(|number| self.has_moment(number))
    }

    /// Whether any surface bounces.
    pub fn bounces(&self) -> bool {
        self.surfaces.iter().any(|surface| surface.restitution > 0.0)
    }

    /// Whether there is friction at all.
    pub fn has_friction(&self) -> bool {
        self.settings.friction.has_tangents()
    }

    /// Whether forces move a body that no joint joins.
    pub fn moves(&self, body: usize) -> bool {
        self.collider_of(body).is_some()
    }

    /// The place of a body among those of the model: not of copies.
    pub fn place_listed(&self, body: usize) -> usize {
        let before = self.copies.iter().filter(|copies| copies.bodies.start < body);
        body - before.map(|copies| copies.bodies.len()).sum::<usize>()
    }

    /// The name of a body.
    pub fn name(&self, body: usize) -> String {
        match self.copies.iter().find(|copies| copies.bodies.contains(&body)) {
            Some(Copies { bodies, name, counts, call }) => call(name, counts, body - bodies.start),
            None => self.names[self.place_listed(body)].clone(),
        }
    }

    /// Tells this scene and state from another.
    pub fn hash(&self, state: &State) -> u64 {
        let settings = format!("{:?}", self.settings);
        let kinds = self.kinds.iter().map(|kind| kind.radius.to_bits());
        let words = kinds.chain(self.listed.iter().map(|own| u64::from(own.1)));
        let words = words.chain([state.hash(), state.memory_hash(), state.step]);
        fingerprint(settings.bytes().map(u64::from).chain(words))
    }
}

/// A number that tells words from others.
pub fn fingerprint(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(7)
    })
}

impl Kind {
    /// That of the shape at a place of a body.
    fn new(body: &Body, at: usize) -> Self {
        let collider = &body.colliders[at];
        let (lower, upper) = collider.shape.bounds(&collider.pose);
        let radius = match collider.shape.kind() {
            ShapeKind::Sphere { radius } => radius + collider.pose.position.length(),
            _ => lower.abs().max(upper.abs()).length(),
        };
        Self {
            constants: Constants::new(body),
            at: at as u32,
            shape: collider.shape.clone(),
            pose: collider.pose,
            material: collider.material,
            layers: collider.layers,
            radius,
            is_wide: false,
            is_solid: true,
        }
    }

    /// That of a joined body without shapes.
    fn bare(body: &Body) -> Option<Self> {
        Some(Self {
            constants: Constants::new(body),
            at: 0,
            shape: Shape::sphere(1.0).ok()?,
            pose: Pose::IDENTITY,
            material: MaterialTable::DEFAULT,
            layers: Layers { own: 0, meets: 0 },
            radius: 0.0,
            is_wide: true,
            is_solid: false,
        })
    }

    /// That of a body of one shape; none of one without.
    fn of_one(body: &Body) -> Option<Self> {
        let at = body.colliders.iter().position(|collider| !collider.visual)?;
        Some(Self::new(body, at))
    }

    /// What balls and boxes of one kind have in common, by their bits; none of other shapes. Bodies
    /// that are refused have all one.
    pub(crate) fn key(body: &Body) -> Option<Vec<u64>> {
        let mut shapes = body.colliders.iter().enumerate().filter(|it| !it.1.visual);
        let (Some((at, collider)), None) = (shapes.next(), shapes.next()) else {
            return Some(Vec::new());
        };
        let size = match collider.shape.kind() {
            ShapeKind::Sphere { radius } => DVec3::new(radius, 0.0, 0.0),
            ShapeKind::Cuboid { half_extents } => half_extents,
            _ => return None,
        };
        let numbers = [body.inverse_mass, body.description.gravity_scale];
        let inertia = body.mass.inertia.to_cols_array();
        let Pose { position, orientation } = collider.pose;
        let numbers = numbers.into_iter().chain(size.to_array()).chain(inertia);
        let numbers = numbers.chain(position.to_array()).chain(orientation.to_array());
        let bits = numbers.map(f64::to_bits);
        let Layers { own, meets } = collider.layers;
        let names = [at as u64, collider.material.0 as u64, u64::from(own), u64::from(meets)];
        Some(bits.chain(names).collect())
    }
}
