//! From the text of a scene file to a [`Scene`].

mod articulation;
mod axis;
mod body;
mod builder;
mod cable;
mod change;
mod expression;
mod friction;
mod item;
mod joint;
mod liquid;
mod material;
mod mesh;
mod model;
mod names;
mod parts;
mod place;
mod pose;
mod preset;
mod repeat;
mod section;
mod sensor;
mod settings;
mod shape;
mod soft;
mod texture;
mod view;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use toml::de::DeTable;

use crate::error::{SceneError, hint};
use crate::scene::{Overrides, Parameter, ParameterPreset, Scene};
use crate::sparse::{SparseScene, TakeCopies};
use builder::Builder;
pub use change::{setting_keys, with_settings};
use expression::{Scope, is_name};
use item::Item;
use mesh::MeshCache;
pub use model::scene_of;
pub use parts::Parts;
pub use place::Asked;
use place::Source;
use section::TomlTable;

/// What a scene may have besides bodies whose copies are taken one by one.
const NAMELESS: [&str; 12] = [
    "body",
    "description",
    "document",
    "material",
    "name",
    "pair",
    "parameters",
    "preset",
    "seconds",
    "settings",
    "story",
    "view",
];

/// How long a scene runs where neither it nor the user says so (s).
const SECONDS: f64 = 5.0;

/// The parameters of a scene with their own values, without reading the rest.
pub fn parameters(text: &str, file: &str) -> Result<Vec<Parameter>, SceneError> {
    let meshes = MeshCache::default();
    let source = Source { file, text, asked: None, meshes: &meshes };
    let table = parse(source)?;
    let document = TomlTable::new(source, Rc::default(), "", 0..0, &table);
    read_parameters(&document, &Overrides::default())
}

/// The presets of a scene, without reading the rest.
pub fn presets(text: &str, file: &str) -> Result<Vec<ParameterPreset>, SceneError> {
    let meshes = MeshCache::default();
    let source = Source { file, text, asked: None, meshes: &meshes };
    let table = parse(source)?;
    let document = TomlTable::new(source, Rc::default(), "", 0..0, &table);
    let parameters = read_parameters(&document, &Overrides::default())?;
    preset::read(&document, &parameters)
}

/// The sub-steps of a scene with these values of its parameters, without
/// reading the rest; none where that cannot be read.
pub fn substeps(text: &str, parameters: &BTreeMap<String, f64>) -> Option<usize> {
    let meshes = MeshCache::default();
    let source = Source { file: "", text, asked: None, meshes: &meshes };
    let table = parse(source).ok()?;
    let mut scope = Scope::default();
    for (name, value) in parameters {
        scope.set(name, *value);
    }
    let document = TomlTable::new(source, Rc::new(scope), "", 0..0, &table);
    let section = document.optional("settings", Item::section).ok()?;
    section.map_or(Some(1), |section| settings::substeps(&section).ok())
}

/// The keys that the readers ask for while they read a text.
pub fn asked(text: &str) -> Result<Asked, SceneError> {
    let asked = RefCell::default();
    let meshes = MeshCache::default();
    let source = Source { file: "", text, asked: Some(&asked), meshes: &meshes };
    read_scene(source, &Overrides::default(), None)?;
    Ok(asked.into_inner())
}

/// Reads a scene. `file` is its name in messages.
pub fn scene(text: &str, file: &str, overrides: &Overrides) -> Result<Scene, SceneError> {
    let meshes = MeshCache::default();
    let source = Source { file, text, asked: None, meshes: &meshes };
    Ok(read_scene(source, overrides, None)?.scene)
}

/// The same without repeated bodies, which the taker gets.
pub fn sparse(
    text: &str,
    file: &str,
    overrides: &Overrides,
    taker: &mut dyn TakeCopies,
) -> Result<SparseScene, SceneError> {
    let meshes = MeshCache::default();
    read_scene(Source { file, text, asked: None, meshes: &meshes }, overrides, Some(taker))
}

fn read_scene(
    source: Source<'_>,
    overrides: &Overrides,
    taker: Option<&mut dyn TakeCopies>,
) -> Result<SparseScene, SceneError> {
    let table = parse(source)?;
    let bare = TomlTable::new(source, Rc::default(), "", 0..0, &table);
    let parameters = read_parameters(&bare, overrides)?;
    let mut scope = Scope::seeded(overrides.seed);
    for parameter in &parameters {
        scope.set(&parameter.name, parameter.value);
    }
    let document = bare.again(Rc::new(scope), "");
    document.item("parameters");
    let presets = preset::read(&document, &parameters)?;
    let name = document.required("name", Item::name)?;
    if let Some((wrong, _)) = overrides
        .parameters
        .iter()
        .find(|(wanted, _)| !parameters.iter().any(|known| known.name == **wanted))
    {
        let hint = hint(wrong, parameters.iter().map(|known| known.name.as_str()));
        return Err(SceneError::Parameter { scene: name, name: wrong.clone(), hint });
    }
    let description = document.or("description", "", Item::text)?.to_owned();
    let from = document.optional("document", Item::text)?.map(str::to_owned);
    let story = document.or("story", "", Item::text)?.trim().to_owned();
    let seconds = document.or("seconds", SECONDS, Item::positive)?;
    // Whatever may name a body wants all of them.
    let names = |key: &str| !NAMELESS.contains(&key);
    let taker = taker.filter(|_| !document.entries().iter().any(|(key, _)| names(key)));
    let is_whole = taker.is_none();
    let mut builder = Builder::new(overrides.seed);
    builder.taker = taker;
    let settings = settings::read(&document, &mut builder.model.materials)?;
    material::read(&document, &mut builder.model.materials)?;
    let wish = document.optional("view", view::read)?.unwrap_or_default();
    builder.read(document)?;
    let view = if is_whole { wish.find(&builder)? } else { wish.unmoved() };
    let soft_colors = std::mem::take(&mut builder.soft_colors);
    let copies = std::mem::take(&mut builder.copies);
    let (model, colors, remarks) = builder.finish();
    let source = source.text.to_owned();
    let scene = Scene {
        name,
        description,
        story,
        document: from,
        seconds,
        parameters,
        presets,
        model,
        settings,
        view,
        colors,
        soft_colors,
        remarks,
        source,
    };
    Ok(SparseScene { scene, copies })
}

fn parse(source: Source<'_>) -> Result<DeTable<'_>, SceneError> {
    DeTable::parse(source.text).map(toml::Spanned::into_inner).map_err(|error| {
        let message = error.message().replace('\n', "; ");
        source.error(&error.span().unwrap_or(0..0), message)
    })
}

/// Parameters in the order of the file; each may use those before it.
fn read_parameters(
    document: &TomlTable<'_>,
    overrides: &Overrides,
) -> Result<Vec<Parameter>, SceneError> {
    document.or("parameters", Vec::new(), |item| {
        let mut scope = Scope::seeded(overrides.seed);
        let mut parameters = Vec::new();
        let section = item.section()?;
        for (name, _) in section.entries() {
            let section = section.again(Rc::new(scope.clone()), "parameters");
            let entry = section.entries().into_iter().find(|entry| entry.0 == name);
            let Some((_, item)) = entry else { continue };
            if !is_name(&name) {
                return Err(item.error("cannot be the name of a parameter"));
            }
            let (own, range) = match item.is_list() {
                false => (item.clone(), None),
                true => ranged(&item)?,
            };
            let (value, derived) = match overrides.parameters.get(&name) {
                Some(value) => {
                    if let Some([least, most]) = range
                        && !(least..=most).contains(value)
                    {
                        let reason = format!("{value} does not lie between {least} and {most}");
                        return Err(item.error(reason));
                    }
                    (*value, false)
                }
                None => (own.number()?, own.is_expression()),
            };
            scope.set(&name, value);
            parameters.push(Parameter { name, value, derived, range });
        }
        Ok(parameters)
    })
}

/// `[value, least, most]`.
fn ranged<'a>(item: &Item<'a>) -> Result<(Item<'a>, Option<[f64; 2]>), SceneError> {
    let list = item.list()?;
    let [value, least, most] = list.as_slice() else {
        return Err(item.expected("a number, or [value, least, most]"));
    };
    let range = [least.number()?, most.number()?];
    let number = value.number()?;
    if !(range[0] < range[1] && (range[0]..=range[1]).contains(&number)) {
        let [least, most] = range;
        return Err(item.error(format!("{number} does not lie between {least} and {most}")));
    }
    Ok((value.clone(), Some(range)))
}
