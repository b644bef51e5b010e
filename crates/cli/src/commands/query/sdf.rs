//! `stickslip query sdf`: shapes by formula, meshes, faces of meshes, grids.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use stickslip_geometry::Bounds;
use stickslip_geometry::files::{self, Mesh};
use stickslip_geometry::glam::DVec3;
use stickslip_geometry::sdf::{
    Field, FormulaField, Grid, Interpolation, MeshField, Sign, Winding, smallest_over_triangle,
};

use super::document::{self, Part};
use super::wrong;
use crate::error::{Exit, Failure};
use crate::output::Report;
use crate::table::{self, Align, scientific};

/// Minima over a triangle that differ by less may be taken for each other (m).
const GAP: f64 = 1e-3;
/// Points along each axis at which the error of a grid is measured.
const PROBES: usize = 48;

#[derive(Args, Debug)]
pub struct Arguments {
    /// Questions: analytic, meshes, faces and sphere_grid
    file: PathBuf,
    /// Answer for shapes and meshes from a grid of so many cells along its longest side
    #[arg(long, value_name = "N")]
    resolution: Option<u32>,
    /// Interpolate grids by cubics
    #[arg(long)]
    cubic: bool,
    /// Print one JSON document: the questions with our answers
    #[arg(long)]
    json: bool,
}

/// What was asked, how often, and the largest errors of values and of what else.
struct Row {
    name: String,
    questions: usize,
    value: Option<f64>,
    other: Option<f64>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let mut document = document::read(&arguments.file)?;
    let whole = Part::new(&arguments.file, &document);
    let mut rows = Vec::new();
    let mut answers: Vec<(&str, Vec<Value>)> = Vec::new();
    type Ask = fn(&Part, &Arguments) -> Result<(Row, Value), Failure>;
    let kinds: [(&str, Ask); 4] =
        [("analytic", analytic), ("meshes", mesh), ("faces", face), ("sphere_grid", sphere_grid)];
    for (key, ask) in kinds {
        if whole.key(key).read::<Value>("anything")?.is_null() {
            continue;
        }
        let mut found = Vec::new();
        for part in whole.key(key).entries()? {
            let (row, answer) = ask(&part, arguments)?;
            rows.push(row);
            found.push(answer);
        }
        answers.push((key, found));
    }
    if answers.is_empty() {
        return Err(whole.wrong("there is no analytic, meshes, faces or sphere_grid"));
    }
    if !arguments.json {
        return Ok(Report::done(text(&rows)));
    }
    for (key, found) in answers {
        let questions = document.get_mut(key).and_then(Value::as_array_mut);
        for (question, answer) in questions.into_iter().flatten().zip(found) {
            if let (Some(question), Value::Object(answer)) = (question.as_object_mut(), answer) {
                question.extend(answer);
            }
        }
    }
    Ok(Report::given_json(&document, Exit::Done))
}

fn shape(part: &Part) -> Result<FormulaField, Failure> {
    let name: String = part.key("shape").read("the name of a shape")?;
    let parameters = part.key("parameters");
    let number = |key: &str| parameters.key(key).number();
    let half = || parameters.key("h").point();
    let shape = match name.as_str() {
        "sphere" => FormulaField::Sphere { radius: number("r")? },
        "box" => FormulaField::Box { half: half()? },
        "rounded_box" => FormulaField::RoundedBox { half: half()?, radius: number("r")? },
        "capsule" => FormulaField::Capsule { half: number("half")?, radius: number("r")? },
        "cylinder" => FormulaField::Cylinder { half: number("half")?, radius: number("r")? },
        "torus" => FormulaField::Torus { ring: number("R")?, tube: number("r")? },
        "cone" => FormulaField::Cone { half: number("half")?, radius: number("r")? },
        "plane" => {
            FormulaField::HalfSpace { normal: parameters.key("n").point()?, offset: number("d")? }
        }
        _ => {
            return Err(part.key("shape").wrong(
                "expected sphere, box, rounded_box, capsule, cylinder, torus, cone or plane",
            ));
        }
    };
    shape.checked().map_err(|error| parameters.wrong(&error.to_string()))
}

/// Samples of a field itself, or of a grid of it that holds all points.
fn samples(
    field: &impl Field,
    points: &[DVec3],
    around: Bounds,
    part: &Part,
    arguments: &Arguments,
) -> Result<Vec<(f64, DVec3)>, Failure> {
    let Some(resolution) = arguments.resolution else {
        return Ok(points.iter().map(|&point| field.sample(point)).collect());
    };
    let interpolation = if arguments.cubic { Interpolation::Cubic } else { Interpolation::Linear };
    let bounds = points.iter().fold(around, |all, &point| all.union(&Bounds::around([point])));
    let spacing = bounds.size().max_element() / f64::from(resolution.max(1));
    let grid = Grid::new(field, &bounds.grown(spacing), spacing, interpolation)
        .map_err(|error| part.wrong(&error.to_string()))?;
    Ok(points.iter().map(|&point| grid.sample(point)).collect())
}

fn largest(errors: impl Iterator<Item = f64>) -> Option<f64> {
    errors.reduce(f64::max)
}

/// The largest error against numbers that the file may hold.
fn value_error(part: &Part, ours: &[f64]) -> Result<Option<f64>, Failure> {
    let theirs: Option<Vec<f64>> = part.read("a list of numbers")?;
    Ok(largest(theirs.iter().flatten().zip(ours).map(|(theirs, ours)| (theirs - ours).abs())))
}

fn analytic(part: &Part, arguments: &Arguments) -> Result<(Row, Value), Failure> {
    let (field, points) = (shape(part)?, part.key("points").points()?);
    let found = samples(&field, &points, Bounds::EMPTY, part, arguments)?;
    let distances: Vec<f64> = found.iter().map(|(value, _)| *value).collect();
    let gradients: Vec<[f64; 3]> = found.iter().map(|(_, slope)| slope.to_array()).collect();
    let told: Option<Vec<Option<[f64; 3]>>> = part.key("gradient").read("a list of vectors")?;
    let slopes = told.iter().flatten().zip(&found).filter_map(|(theirs, (_, ours))| {
        theirs.map(|theirs| (DVec3::from_array(theirs) - *ours).length())
    });
    let row = Row {
        name: part.key("shape").read("a name")?,
        questions: points.len(),
        value: value_error(&part.key("distance"), &distances)?,
        other: largest(slopes),
    };
    Ok((row, json!({"distance": distances, "gradient": gradients})))
}

fn mesh(part: &Part, arguments: &Arguments) -> Result<(Row, Value), Failure> {
    let name: String = part.key("file").read("the name of a file")?;
    let folder = arguments.file.parent().unwrap_or(Path::new(""));
    let surface = files::read(&folder.join(&name))?;
    let surface = Mesh::into_surface(surface).map_err(|error| wrong(&arguments.file, error))?;
    let check = surface.check();
    let sign = if check.is_solid() { Sign::Normal } else { Sign::Winding };
    let field = MeshField::new(&surface, sign);
    let points = part.key("points").points()?;
    let found = samples(&field, &points, surface.bounds(), part, arguments)?;
    let distances: Vec<f64> = found.iter().map(|(value, _)| *value).collect();
    let windings: Vec<f64> =
        points.iter().map(|&point| Winding::exact(field.surface(), point)).collect();
    let row = Row {
        name,
        questions: points.len(),
        value: value_error(&part.key("distance"), &distances)?,
        other: value_error(&part.key("winding"), &windings)?,
    };
    Ok((row, json!({"closed": check.closed, "distance": distances, "winding": windings})))
}

fn face(part: &Part, _: &Arguments) -> Result<(Row, Value), Failure> {
    let (field, corners) = (shape(part)?, part.key("triangle").points()?);
    let corners: [DVec3; 3] =
        corners.try_into().map_err(|_| part.key("triangle").wrong("expected three corners"))?;
    let found = smallest_over_triangle(&field, &corners, GAP);
    let at_corners = corners.map(|corner| field.value(corner)).into_iter().fold(f64::MAX, f64::min);
    let told: [Option<f64>; 2] =
        [part.key("min").read("a number")?, part.key("vertex_min").read("a number")?];
    let row = Row {
        name: format!("face, {}", part.key("shape").read::<String>("a name")?),
        questions: 1,
        value: told[0].map(|theirs| (theirs - found.value).abs()),
        other: told[1].map(|theirs| (theirs - at_corners).abs()),
    };
    let weights = found.weights.to_array();
    Ok((row, json!({"min": found.value, "barycentric": weights, "vertex_min": at_corners})))
}

/// The sphere of radius 0.7 on [−1, 1]³, measured at the middles of many small cells.
fn sphere_grid(part: &Part, _: &Arguments) -> Result<(Row, Value), Failure> {
    let nodes: u32 = part.key("nodes").read("a number of nodes")?;
    let sphere = FormulaField::Sphere { radius: 0.7 };
    let cube = Bounds { lower: DVec3::NEG_ONE, upper: DVec3::ONE };
    let spacing = 2.0 / (f64::from(nodes) - 1.0);
    let grid = Grid::new(&sphere, &cube, spacing, Interpolation::Linear)
        .map_err(|error| part.wrong(&error.to_string()))?;
    let place = |k: usize| (2.0 * k as f64 + 1.0) / PROBES as f64 - 1.0;
    let (mut most, mut sum) = (0.0_f64, 0.0);
    for at in 0..PROBES * PROBES * PROBES {
        let [i, j, k] = [at % PROBES, at / PROBES % PROBES, at / PROBES / PROBES].map(place);
        let point = DVec3::new(i, j, k);
        let error = (grid.value(point) - sphere.value(point)).abs();
        most = most.max(error);
        sum += error;
    }
    let mean = sum / (PROBES * PROBES * PROBES) as f64;
    let told: Option<f64> = part.key("mean_error").read("a number")?;
    let row = Row {
        name: format!("grid of {nodes} nodes"),
        questions: PROBES * PROBES * PROBES,
        value: told.map(|theirs| (theirs - mean).abs()),
        other: None,
    };
    Ok((row, json!({"dx": spacing, "max_error": most, "mean_error": mean})))
}

fn text(rows: &[Row]) -> String {
    let columns = [
        ("question", Align::Left),
        ("points", Align::Right),
        ("value off by", Align::Right),
        ("gradient, winding or corners off by", Align::Right),
    ];
    let told = |error: Option<f64>| error.map(scientific).unwrap_or_default();
    let lines = rows
        .iter()
        .map(|row| [row.name.clone(), row.questions.to_string(), told(row.value), told(row.other)]);
    table::layout(columns, lines)
}
