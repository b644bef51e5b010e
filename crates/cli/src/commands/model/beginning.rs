//! How model files are read, and the scenes that they are.

use std::path::{Path, PathBuf};

use clap::Args;
use stickslip_import::{Imported, ReadOptions, Strictness};
use stickslip_scene::SceneSource;

use crate::error::Failure;
use crate::output;

/// How model files are read, for every command that takes them.
#[derive(Args, Clone, Debug, Default)]
pub struct Reading {
    /// Folder of a package that a URDF names by package://NAME/…; may be given several times
    #[arg(long = "package", value_name = "NAME=DIR")]
    packages: Vec<String>,
    /// Let the root of a URDF move freely
    #[arg(long)]
    floating: bool,
    /// Make errors of all warnings
    #[arg(long, conflicts_with = "lenient")]
    strict: bool,
    /// Make warnings of features that are missing here, such as muscles
    #[arg(long)]
    lenient: bool,
}

/// How a model that is run is read, and where it begins.
#[derive(Args, Clone, Debug, Default)]
pub struct Beginning {
    #[command(flatten)]
    reading: Reading,
    /// Begin in a named state of the model
    #[arg(long, value_name = "NAME")]
    key: Option<String>,
    /// Begin in a state of the model: {"qpos": […], "qvel": […], "ctrl": […]}
    #[arg(long, value_name = "STATE.json", conflicts_with = "key")]
    at: Option<PathBuf>,
    /// How meshes touch: convex (their hulls), decompose (convex parts) or surface
    #[arg(long, value_name = "HOW", value_parser = ["convex", "decompose", "surface"])]
    meshes: Option<String>,
    /// Links that begin inside each other pass through each other from then on, or touch;
    /// without it those of a URDF pass, those of MJCF touch
    #[arg(long, value_name = "HOW", value_parser = ["pass", "touch"])]
    overlaps: Option<String>,
    /// Give every hinge and slider without a motor one that is commanded a position, velocity or
    /// force; `none` passes over those that a URDF names, too
    #[arg(long, value_name = "MODE", value_parser = ["position", "velocity", "force", "none"])]
    drive: Option<String>,
}

impl Beginning {
    /// As the file says, or in a state.
    pub fn new(reading: Reading, at: Option<PathBuf>) -> Self {
        Self { reading, at, ..Self::default() }
    }

    /// The scene that a model file is.
    pub fn scene(&self, path: &Path) -> Result<SceneSource, Failure> {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        self.named(path, &name)
    }

    /// Writes that scene to a file, with the model under its path from the folder of the scene
    /// where it lies below it, and else under its whole path.
    pub fn write(&self, model: &Path, scene: &Path, replaces: bool) -> Result<(), Failure> {
        output::check_target(scene, "toml")?;
        if scene.exists() && !replaces {
            return Err(Failure::Exists(scene.into()));
        }
        let [whole, folder] = [model, scene].map(whole);
        let folder = folder.parent().unwrap_or(Path::new(""));
        let name = whole.strip_prefix(folder).unwrap_or(&whole).display().to_string();
        output::write_whole(scene, &self.named(model, &name)?.text)
    }

    /// The scene that names a model file by a name.
    fn named(&self, path: &Path, name: &str) -> Result<SceneSource, Failure> {
        let options = self.reading.options()?;
        let quoted = |text: String| format!("{text:?}");
        let mut lines = Vec::new();
        if options.floating {
            lines.push("floating = true".to_owned());
        }
        let packages = options
            .packages
            .iter()
            .map(|(name, folder)| quoted(format!("{name}={}", whole(folder).display())));
        lines.push(format!("packages = [{}]", packages.collect::<Vec<_>>().join(", ")));
        lines.extend(self.key.clone().map(|key| format!("key = {}", quoted(key))));
        let state = self.at.as_deref().map(|at| quoted(whole(at).display().to_string()));
        lines.extend(state.map(|state| format!("state = {state}")));
        lines.extend(self.meshes.clone().map(|how| format!("meshes = {}", quoted(how))));
        lines.extend(self.overlaps.clone().map(|how| format!("overlaps = {}", quoted(how))));
        lines.extend(self.drive.clone().map(|mode| format!("drive = {}", quoted(mode))));
        match options.strictness {
            Strictness::Normal => {}
            Strictness::Strict => lines.push("reading = \"strict\"".to_owned()),
            Strictness::Lenient => lines.push("reading = \"lenient\"".to_owned()),
        }
        Ok(SceneSource::of_model(path, name, &lines)?)
    }

    /// An error where something is asked of a model, and there is none.
    pub fn refuse(&self, name: &str) -> Result<(), Failure> {
        let Self { reading, key, at, meshes, overlaps, drive } = self;
        let flags = [
            ("--package", !reading.packages.is_empty()),
            ("--floating", reading.floating),
            ("--strict", reading.strict),
            ("--lenient", reading.lenient),
            ("--key", key.is_some()),
            ("--at", at.is_some()),
            ("--meshes", meshes.is_some()),
            ("--overlaps", overlaps.is_some()),
            ("--drive", drive.is_some()),
        ];
        match flags.iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((flag, _)) => Err(Failure::OnlyModels { flag, name: name.to_owned() }),
        }
    }
}

/// A path from the root of all files.
fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

impl Reading {
    /// Reads a model.
    pub fn read(&self, path: &Path) -> Result<Imported, Failure> {
        Ok(stickslip_import::read(path, &self.options()?)?)
    }

    fn options(&self) -> Result<ReadOptions, Failure> {
        let package = |text: &String| {
            text.split_once('=')
                .map(|(name, folder)| (name.to_owned(), PathBuf::from(folder)))
                .ok_or_else(|| Failure::Package(text.clone()))
        };
        Ok(ReadOptions {
            floating: self.floating,
            packages: self.packages.iter().map(package).collect::<Result<_, _>>()?,
            strictness: match (self.strict, self.lenient) {
                (true, _) => Strictness::Strict,
                (_, true) => Strictness::Lenient,
                _ => Strictness::Normal,
            },
        })
    }
}
