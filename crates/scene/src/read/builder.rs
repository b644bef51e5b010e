//! Puts bodies, cables and joints into the model, group by group.

use glam::DVec3;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use stickslip_dynamics::{BodyId, Model, Pose};

use super::item::{Item, MAX, MAX_TAKEN};
use super::joint::ReadContext;
use super::names::Names;
use super::pose::pose;
use super::repeat::{Copy, Plan, copies};
use super::section::TomlTable;
use super::{articulation, body, cable, joint, liquid, model, sensor, soft};
use crate::error::SceneError;
use crate::sparse::{Copies, TakeCopies};

/// Groups in groups in groups: deeper than this is refused.
const MAX_GROUPS: usize = 16;

/// Names that mean something else where a body is named.
const RESERVED: [&str; 2] = ["world", "free"];

/// The document itself or one copy of a group: what holds bodies and joints.
struct Holder<'a> {
    section: TomlTable<'a>,
    frame: Pose,
    prefix: String,
    depth: usize,
}

/// The model so far.
pub struct Builder<'t> {
    /// Bodies, materials and joints.
    pub model: Model,
    names: Names,
    seed: u64,
    random: ChaCha8Rng,
    /// Of bodies that have one, by their numbers.
    colors: Vec<(usize, String)>,
    /// Of every soft body.
    pub soft_colors: Vec<Option<String>>,
    /// What models from files lose.
    remarks: Vec<stickslip_import::Remark>,
    /// Who takes the copies of repeated bodies, and those that there were.
    pub taker: Option<&'t mut dyn TakeCopies>,
    pub copies: Vec<Copies>,
}

impl Builder<'_> {
    /// An empty model; the seed is that of random offsets.
    pub fn new(seed: u64) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self {
            model: Model::default(),
            names: Names::default(),
            seed,
            random,
            colors: Vec::new(),
            soft_colors: Vec::new(),
            remarks: Vec::new(),
            taker: None,
            copies: Vec::new(),
        }
    }

    /// A model with bodies that new ones come beside, and joints may name.
    pub fn beside(model: Model) -> Self {
        let mut builder = Self { model, ..Self::new(0) };
        for (at, body) in builder.model.bodies().iter().enumerate() {
            builder.names.set(body.description.name.clone(), BodyId(at));
        }
        builder
    }

    /// The model, the colour of every body that has one, and what models from files
    /// lose.
    pub fn finish(self) -> (Model, Vec<Option<String>>, Vec<stickslip_import::Remark>) {
        let mut colors = vec![None; self.model.bodies().len()];
        for (body, color) in self.colors {
            colors[body] = Some(color);
        }
        (self.model, colors, self.remarks)
    }

    /// The number of the body that an item names.
    pub fn body_named(&self, item: &Item<'_>) -> Result<usize, SceneError> {
        self.names.find(item, "").map(|body| body.0)
    }

    /// Bodies of all groups come before the cables of any, and these before
    /// the joints, so that a joint may name every body of the scene.
    pub fn read(&mut self, document: TomlTable<'_>) -> Result<(), SceneError> {
        let (frame, prefix) = (Pose::IDENTITY, String::new());
        let mut holders = vec![Holder { section: document, frame, prefix, depth: 0 }];
        let mut at = 0;
        while at < holders.len() {
            self.bodies(&holders[at])?;
            self.each(&holders[at], "model", Self::model)?;
            let inner = self.groups(&holders[at])?;
            holders.extend(inner);
            at += 1;
        }
        for holder in &holders {
            self.each(holder, "cable", Self::cable)?;
        }
        for holder in &holders {
            self.each(holder, "soft", Self::soft)?;
        }
        self.each(&holders[0], "liquid", Self::liquid)?;
        for holder in &holders {
            self.each(holder, "joint", Self::joint)?;
        }
        for holder in &holders {
            self.each(holder, "articulation", Self::articulation)?;
            self.each(holder, "sensor", Self::sensor)?;
            holder.section.finish()?;
        }
        Ok(())
    }

    /// Bodies and joints alone.
    pub fn read_parts(&mut self, document: TomlTable<'_>) -> Result<(), SceneError> {
        let (frame, prefix) = (Pose::IDENTITY, String::new());
        let holder = Holder { section: document, frame, prefix, depth: 0 };
        self.each(&holder, "body", Self::body)?;
        self.each(&holder, "joint", Self::joint)?;
        holder.section.finish()
    }

    fn groups<'a>(&mut self, outer: &Holder<'a>) -> Result<Vec<Holder<'a>>, SceneError> {
        let mut holders = Vec::new();
        for section in outer.section.sections("group")? {
            if outer.depth == MAX_GROUPS {
                return Err(section.error("groups are nested too deeply"));
            }
            for copy in copies(&section, &mut self.random)? {
                let section = section.again(copy.scope, section.place.label.clone());
                section.item("repeat");
                let name = section.required("name", Item::name)?;
                let frame = shifted(&outer.frame, copy.offset).compose(&pose(&section)?);
                let prefix = format!("{}{name}{}/", outer.prefix, copy.suffix);
                holders.push(Holder { frame, prefix, depth: outer.depth + 1, section });
            }
        }
        Ok(holders)
    }

    /// Reads every copy of every section `[[key]]`.
    fn each(
        &mut self,
        holder: &Holder<'_>,
        key: &'static str,
        read: impl Fn(&mut Self, &Holder<'_>, &Copy, &TomlTable<'_>) -> Result<(), SceneError>,
    ) -> Result<(), SceneError> {
        for section in holder.section.sections(key)? {
            self.copied(holder, &section, &read)?;
        }
        Ok(())
    }

    fn copied(
        &mut self,
        holder: &Holder<'_>,
        section: &TomlTable<'_>,
        read: impl Fn(&mut Self, &Holder<'_>, &Copy, &TomlTable<'_>) -> Result<(), SceneError>,
    ) -> Result<(), SceneError> {
        let copies = copies(section, &mut self.random)?;
        self.make_room(copies.len(), section)?;
        for copy in copies {
            let copied = section.again(copy.scope.clone(), section.place.label.clone());
            copied.item("repeat");
            copied.whole(|section| read(self, holder, &copy, section))?;
        }
        Ok(())
    }

    /// Reads all bodies; the copies of those that forces move go to the taker, where there is one.
    fn bodies(&mut self, holder: &Holder<'_>) -> Result<(), SceneError> {
        for section in holder.section.sections("body")? {
            let bare = section.again(section.place.scope.clone(), section.place.label.clone());
            let moves = bare.or("motion", "dynamic", Item::text)? == "dynamic";
            let name = bare.or("name", "", Item::text)?;
            let repeats = bare.item("repeat").is_some() && !name.contains(['{', '/']);
            match self.taker.take() {
                Some(taker) if moves && repeats => {
                    let taken = self.give_away(&section, holder, name, taker);
                    self.taker = Some(taker);
                    taken?;
                }
                taker => {
                    self.taker = taker;
                    self.copied(holder, &section, Self::body)?;
                }
            }
        }
        Ok(())
    }

    /// Gives the copies of a body to who takes them.
    fn give_away(
        &mut self,
        section: &TomlTable<'_>,
        holder: &Holder<'_>,
        name: &str,
        taker: &mut dyn TakeCopies,
    ) -> Result<(), SceneError> {
        let plan = Plan::of(section, MAX_TAKEN)?;
        let taken = self.copies.iter().map(|copies| copies.bodies.len()).sum::<usize>();
        let first = self.model.bodies().len() + taken;
        let (bodies, counts) = (first..first + plan.count(), plan.counts().to_vec());
        let copies = Copies { bodies, name: name.into(), counts };
        let others = self
            .copies
            .iter()
            .find(|other| other.name == copies.name && other.counts.len() == copies.counts.len());
        if others.is_some() || self.names.any(|name| copies.has(name)) {
            let reason = format!("names of copies of \"{name}\" are taken");
            return Err(section.error(reason));
        }
        for place in 0..plan.count() {
            let body = first + place;
            let is_wanted = taker.wants(body);
            if !is_wanted && place > 0 {
                plan.skip(&mut self.random);
                continue;
            }
            let copy = plan.copy(section, place, &mut self.random);
            let copied = section.again(copy.scope.clone(), section.place.label.clone());
            copied.item("repeat");
            copied.whole(|section| {
                let name = section.required("name", Item::name)? + &copy.suffix;
                let frame = shifted(&holder.frame, copy.offset);
                let read = body::read(section, name, &frame, &self.model.materials)?;
                let color = section.optional("color", Item::color)?;
                let made = self.model.body_apart(read).map_err(|error| section.foreign(error))?;
                if is_wanted {
                    taker.take(body, &made, color.as_deref());
                }
                Ok(())
            })?;
        }
        self.copies.push(copies);
        Ok(())
    }

    fn body(
        &mut self,
        holder: &Holder<'_>,
        copy: &Copy,
        section: &TomlTable<'_>,
    ) -> Result<(), SceneError> {
        let name = section.required("name", Item::name)?;
        let name = format!("{}{name}{}", holder.prefix, copy.suffix);
        let is_copy = self.copies.iter().any(|copies| copies.has(&name));
        if is_copy || !self.names.is_free(&name) || RESERVED.contains(&name.as_str()) {
            return Err(section.error(format!("the name \"{name}\" is taken")));
        }
        let frame = shifted(&holder.frame, copy.offset);
        let body = body::read(section, name.clone(), &frame, &self.model.materials)?;
        let color = section.optional("color", Item::color)?;
        let id = self.model.add_body(body).map_err(|error| section.foreign(error))?;
        self.names.set(name, id);
        self.colors.extend(color.map(|color| (id.0, color)));
        Ok(())
    }

    /// The parts of a model with a name are called `name/part`.
    fn model(
        &mut self,
        holder: &Holder<'_>,
        copy: &Copy,
        section: &TomlTable<'_>,
    ) -> Result<(), SceneError> {
        let name = section.optional("name", Item::name)?;
        let name = match (name, copy.suffix.as_str()) {
            (Some(name), suffix) => format!("{name}{suffix}/"),
            (None, "") => String::new(),
            (None, _) => return Err(section.error("several copies of a model need a name")),
        };
        let prefix = format!("{}{name}", holder.prefix);
        let frame = shifted(&holder.frame, copy.offset);
        let first = self.model.bodies().len();
        let Some(built) = model::read(section, &frame, prefix, &mut self.model)? else {
            return Ok(());
        };
        self.make_room(0, section)?;
        for (number, body) in self.model.bodies().iter().enumerate().skip(first) {
            let name = body.description.name.clone();
            if !self.names.is_free(&name) || RESERVED.contains(&name.as_str()) {
                return Err(section.error(format!("the name \"{name}\" is taken")));
            }
            self.names.set(name, BodyId(number));
        }
        let byte = |part: f64| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
        self.colors.extend(built.colors.iter().map(|(body, color)| {
            let [red, green, blue] = color.map(byte);
            (body.0, format!("#{red:02x}{green:02x}{blue:02x}"))
        }));
        self.remarks.extend(built.remarks);
        Ok(())
    }

    fn cable(
        &mut self,
        holder: &Holder<'_>,
        copy: &Copy,
        section: &TomlTable<'_>,
    ) -> Result<(), SceneError> {
        let frame = shifted(&holder.frame, copy.offset);
        let place = ReadContext { frame: &frame, names: &self.names, prefix: &holder.prefix };
        let cable = cable::read(section, &copy.suffix, place, &self.model.materials)?;
        self.make_room(cable.segments, section)?;
        let color = section.optional("color", Item::color)?;
        let cable = self.model.add_cable(cable).map_err(|error| section.foreign(error))?;
        for id in cable.bodies {
            let name = self.model.bodies()[id.0].description.name.clone();
            if !self.names.is_free(&name) {
                return Err(section.error(format!("the name \"{name}\" is taken")));
            }
            self.names.set(name, id);
            self.colors.extend(color.clone().map(|color| (id.0, color)));
        }
        Ok(())
    }

    fn joint(
        &mut self,
        holder: &Holder<'_>,
        copy: &Copy,
        section: &TomlTable<'_>,
    ) -> Result<(), SceneError> {
        let frame = shifted(&holder.frame, copy.offset);
        let place = ReadContext { frame: &frame, names: &self.names, prefix: &holder.prefix };
        let joint = joint::read(section, &copy.suffix, place)?;
        self.model.add_joint(joint).map_err(|error| section.foreign(error))?;
        Ok(())
    }

    fn articulation(
        &mut self,
        holder: &Holder<'_>,
        _copy: &Copy,
        section: &TomlTable<'_>,
    ) -> Result<(), SceneError> {
        let place =
            ReadContext { frame: &holder.frame, names: &self.names, prefix: &holder.prefix };
        let articulation = articulation::read(section, place, &self.model)?;
        self.model.articulate(articulation).map_err(|error| section.foreign(error))
    }

    fn sensor(
        &mut self,
        holder: &Holder<'_>,
        copy: &Copy,
        section: &TomlTable<'_>,
    ) -> Result<(), SceneError> {
        let frame = shifted(&holder.frame, copy.offset);
        let place = ReadContext { frame: &frame, names: &self.names, prefix: &holder.prefix };
        let sensor = sensor::read(section, &copy.suffix, place, &self.model, self.seed)?;
        self.model.add_sensor(sensor).map_err(|error| section.foreign(error))?;
        Ok(())
    }

    fn soft(
        &mut self,
        holder: &Holder<'_>,
        copy: &Copy,
        section: &TomlTable<'_>,
    ) -> Result<(), SceneError> {
        let frame = shifted(&holder.frame, copy.offset);
        let place = ReadContext { frame: &frame, names: &self.names, prefix: &holder.prefix };
        let soft = soft::read(section, &copy.suffix, place, &self.model.materials)?;
        self.model.add_soft(soft).map_err(|error| section.foreign(error))?;
        self.soft_colors.push(section.optional("color", Item::color)?);
        Ok(())
    }

    fn liquid(
        &mut self,
        _holder: &Holder<'_>,
        copy: &Copy,
        section: &TomlTable<'_>,
    ) -> Result<(), SceneError> {
        let liquid = liquid::read(section, &copy.suffix, copy.offset)?;
        self.model.add_liquid(liquid).map_err(|error| section.foreign(error))
    }

    /// Refuses what would take the model beyond its largest size before any of
    /// it is made.
    fn make_room(&self, more: usize, section: &TomlTable<'_>) -> Result<(), SceneError> {
        let parts = self.model.bodies().len().max(self.model.joints().len());
        if parts + more > MAX {
            return Err(section.error(format!("there are more than {MAX} bodies or joints")));
        }
        Ok(())
    }
}

/// The frame moved by an offset in its own axes.
fn shifted(frame: &Pose, offset: DVec3) -> Pose {
    Pose::new(frame.point(offset), frame.orientation)
}
