//! From the text of a scene file to a [`Scene`].

mod axis;
mod body;
mod expression;
mod item;
mod joint;
mod material;
mod names;
mod repeat;
mod section;
mod settings;
mod shape;

use std::rc::Rc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use stickslip_dynamics::{Model, Pose};
use toml::de::DeTable;

use crate::error::{SceneError, hint};
use crate::scene::{Overrides, Scene};
use expression::{Scope, is_name};
use item::{Item, MOST, pose};
use names::Names;
use section::{Section, Source};

pub use settings::FRICTION_MODELS;

/// Groups in groups in groups: deeper than this is refused.
const MOST_GROUPS: usize = 16;

/// How long a scene runs where neither it nor the user says so (s).
const SECONDS: f64 = 5.0;

/// The parameters of a scene with their own values, without reading the rest.
pub fn parameters(text: &str, file: &str) -> Result<Vec<(String, f64)>, SceneError> {
    let source = Source { file, text };
    let table = parse(source)?;
    let document = Section::new(source, Rc::default(), "", 0..0, &table);
    read_parameters(&document, &Overrides::default())
}

/// Reads a scene. `file` is its name in messages.
pub fn scene(text: &str, file: &str, overrides: &Overrides) -> Result<Scene, SceneError> {
    let source = Source { file, text };
    let table = parse(source)?;
    let bare = Section::new(source, Rc::default(), "", 0..0, &table);
    let parameters = read_parameters(&bare, overrides)?;
    let mut scope = Scope::default();
    for (name, value) in &parameters {
        scope.set(name, *value);
    }
    let document = bare.again(Rc::new(scope), "");
    document.item("parameters");
    let name = document.required("name", Item::name)?;
    if let Some((wrong, _)) = overrides
        .parameters
        .iter()
        .find(|(wanted, _)| !parameters.iter().any(|known| known.0 == **wanted))
    {
        let hint = hint(wrong, parameters.iter().map(|known| known.0.as_str()));
        return Err(SceneError::Parameter { scene: name, name: wrong.clone(), hint });
    }
    let description = document.or("description", "", Item::text)?.to_owned();
    let seconds = document.or("seconds", SECONDS, Item::positive)?;
    let mut builder = Builder::new(overrides.seed);
    let settings = settings::read(&document, &mut builder.model.materials)?;
    material::read(&document, &mut builder.model.materials)?;
    builder.read(document)?;
    let model = builder.model;
    let source = text.to_owned();
    Ok(Scene { name, description, seconds, parameters, model, settings, source })
}

fn parse(source: Source<'_>) -> Result<DeTable<'_>, SceneError> {
    DeTable::parse(source.text).map(toml::Spanned::into_inner).map_err(|error| {
        let message = error.message().replace('\n', "; ");
        source.error(&error.span().unwrap_or(0..0), message)
    })
}

/// Parameters in the order of the file; each may use those before it.
fn read_parameters(
    document: &Section<'_>,
    overrides: &Overrides,
) -> Result<Vec<(String, f64)>, SceneError> {
    document.or("parameters", Vec::new(), |item| {
        let mut scope = Scope::default();
        let mut parameters = Vec::new();
        let section = item.section()?;
        for (name, _) in section.entries() {
            let section = section.again(Rc::new(scope.clone()), "parameters");
            let entry = section.entries().into_iter().find(|entry| entry.0 == name);
            let Some((_, item)) = entry else { continue };
            if !is_name(&name) {
                return Err(item.error("cannot be the name of a parameter"));
            }
            let value = match overrides.parameters.get(&name) {
                Some(value) => *value,
                None => item.number()?,
            };
            scope.set(&name, value);
            parameters.push((name, value));
        }
        Ok(parameters)
    })
}

/// The document itself or one copy of a group: what holds bodies and joints.
struct Holder<'a> {
    section: Section<'a>,
    frame: Pose,
    prefix: String,
    depth: usize,
}

/// Puts bodies and joints into the model.
struct Builder {
    model: Model,
    names: Names,
    random: ChaCha8Rng,
}

impl Builder {
    fn new(seed: u64) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { model: Model::default(), names: Names::default(), random }
    }

    /// Bodies of all groups come before the joints of any, so that a joint may
    /// name every body of the scene.
    fn read(&mut self, document: Section<'_>) -> Result<(), SceneError> {
        let mut holders = vec![Holder {
            section: document,
            frame: Pose::IDENTITY,
            prefix: String::new(),
            depth: 0,
        }];
        let mut at = 0;
        while at < holders.len() {
            self.bodies(&holders[at])?;
            let inner = self.groups(&holders[at])?;
            holders.extend(inner);
            at += 1;
        }
        for holder in holders {
            self.joints(&holder)?;
            holder.section.finish()?;
        }
        Ok(())
    }

    fn groups<'a>(&mut self, outer: &Holder<'a>) -> Result<Vec<Holder<'a>>, SceneError> {
        let mut holders = Vec::new();
        for section in outer.section.sections("group")? {
            if outer.depth == MOST_GROUPS {
                return Err(section.error("groups are nested too deeply"));
            }
            for copy in repeat::copies(&section, &mut self.random)? {
                let section = section.again(copy.scope, section.label.clone());
                section.item("repeat");
                let name = section.required("name", Item::name)?;
                let frame = Pose::new(outer.frame.point(copy.offset), outer.frame.orientation);
                holders.push(Holder {
                    frame: frame.compose(&pose(&section)?),
                    prefix: format!("{}{name}{}/", outer.prefix, copy.suffix),
                    depth: outer.depth + 1,
                    section,
                });
            }
        }
        Ok(holders)
    }

    fn bodies(&mut self, holder: &Holder<'_>) -> Result<(), SceneError> {
        for section in holder.section.sections("body")? {
            for copy in repeat::copies(&section, &mut self.random)? {
                let copied = section.again(copy.scope, section.label.clone());
                copied.item("repeat");
                copied.whole(|section| {
                    let name = section.required("name", Item::name)?;
                    let name = format!("{}{name}{}", holder.prefix, copy.suffix);
                    if !self.names.is_free(&name) || name == "world" {
                        return Err(section.error(format!("the name \"{name}\" is taken")));
                    }
                    if self.model.bodies().len() == MOST {
                        return Err(section.error(format!("there are more than {MOST} bodies")));
                    }
                    let frame = shifted(&holder.frame, copy.offset);
                    let materials = &self.model.materials;
                    let body = body::read(section, name.clone(), &frame, materials)?;
                    let id = self.model.add_body(body).map_err(|error| section.foreign(error))?;
                    self.names.set(name, id);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    fn joints(&mut self, holder: &Holder<'_>) -> Result<(), SceneError> {
        for section in holder.section.sections("joint")? {
            for copy in repeat::copies(&section, &mut self.random)? {
                let copied = section.again(copy.scope, section.label.clone());
                copied.item("repeat");
                copied.whole(|section| {
                    let frame = shifted(&holder.frame, copy.offset);
                    let place =
                        joint::Place { frame: &frame, names: &self.names, prefix: &holder.prefix };
                    let joint = joint::read(section, &copy.suffix, place)?;
                    self.model.add_joint(joint).map_err(|error| section.foreign(error))?;
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
}

/// The frame moved by an offset in its own axes.
fn shifted(frame: &Pose, offset: glam::DVec3) -> Pose {
    Pose::new(frame.point(offset), frame.orientation)
}
