//! From a problem to FCLib's vectors and matrices.

use hdf5_pure::{FileBuilder, GroupBuilder, LibVer};
use stickslip_linalg::{SparseMatrix, Triplets};

use super::LAYOUTS;
use super::arrays::put_matrix;
use crate::files::FileError;
use stickslip_solve::{BodyView, FrictionContact, Kind, Problem, SectionShape};

/// The bytes of an FCLib file: the global layout when the problem is known in
/// factors without compliance and every body is wholly fixed or wholly
/// movable, else the local one; with rolling where contacts resist it.
pub fn to_bytes(problem: &Problem, file: &str) -> Result<Vec<u8>, FileError> {
    let unwritable = |reason: String| FileError::Unwritable { file: file.into(), reason };
    let rows = Rows::of(problem).map_err(unwritable)?;
    let mut builder = FileBuilder::new();
    // The oldest format that the library writes has the most readers.
    builder.with_libver_bounds(LibVer::Earliest, LibVer::V18);
    let rigid =
        problem.factored().is_some_and(|it| it.compliance.iter().all(|&value| value == 0.0));
    let bodies = problem.body_space().filter(|bodies| rigid && bodies.freedoms() > 0);
    let mut group = builder.create_group(rows.layout(bodies.is_some()));
    group.create_dataset("spacedim").with_i32_data(&[rows.dimension]);
    put_title(&mut group, problem.name()).map_err(unwritable)?;
    match bodies {
        Some(bodies) => put_global(&mut group, problem, &rows, bodies),
        None => put_local(&mut group, problem, &rows),
    }
    .map_err(unwritable)?;
    builder.add_group(group.finish());
    put_iterates(&mut builder, problem, &rows, bodies);
    builder.finish().map_err(|error| unwritable(format!("cannot be made into HDF5: {error}")))
}

/// FCLib's order of rows: contact by contact, then the free rows.
struct Rows {
    dimension: i32,
    contact: Vec<usize>,
    free: Vec<usize>,
    mu: Vec<f64>,
    /// Of every contact, or empty where nothing resists rolling.
    rolling: Vec<f64>,
}

impl Rows {
    fn of(problem: &Problem) -> Result<Self, String> {
        if problem.kind() != Kind::Ncp {
            return Err(format!(
                "FCLib files hold problems of kind ncp only, not {}; write .json",
                problem.kind()
            ));
        }
        let contacts = problem.contacts();
        let Some(first) = contacts.first() else {
            return Err("FCLib files need at least one contact; write .json".into());
        };
        if let Some(index) =
            contacts.iter().position(|it| it.tangents.len() != first.tangents.len())
        {
            return Err(format!(
                "contacts[{index}] has {} tangents and contacts[0] has {}: all contacts of an FCLib file have the same number",
                contacts[index].tangents.len(),
                first.tangents.len()
            ));
        }
        if let Some(index) = contacts.iter().position(|it| !is_known(it)) {
            return Err(format!(
                "contacts[{index}] has another section than a disc, which FCLib does not know; write .json"
            ));
        }
        let rolls = |it: &FrictionContact| it.section.rolling.map(|rolling| rolling.rows);
        if let Some(index) = contacts.iter().position(|it| rolls(it) != rolls(first)) {
            return Err(format!(
                "contacts[{index}] resists rolling otherwise than contacts[0]: all contacts of an FCLib file are alike"
            ));
        }
        let contact: Vec<usize> = contacts.iter().flat_map(|contact| contact.rows()).collect();
        let mut in_contact = vec![false; problem.size()];
        for &row in &contact {
            in_contact[row] = true;
        }
        let free: Vec<usize> = (0..problem.size()).filter(|&row| !in_contact[row]).collect();
        for &row in &free {
            let (lo, hi) = (problem.lo()[row], problem.hi()[row]);
            if lo != f64::NEG_INFINITY || hi != f64::INFINITY {
                return Err(format!(
                    "row {row} has the bounds [{lo}, {hi}]: outside contacts FCLib knows free rows only; write .json"
                ));
            }
        }
        // 2 or 3, and with rolling 3 or 5: a checked contact has as many rows.
        let dimension = i32::try_from(first.tangents.len() + 1)
            .map_err(|_| "contacts[0] has too many rows".to_owned())?;
        let mu = contacts.iter().map(|it| it.mu).collect();
        let rolling = contacts.iter().filter_map(|it| Some(it.section.rolling?.mu)).collect();
        Ok(Self { dimension, contact, free, mu, rolling })
    }

    /// The group of the problem.
    fn layout(&self, global: bool) -> &'static str {
        LAYOUTS[usize::from(global) + 2 * usize::from(!self.rolling.is_empty())].group
    }

    /// Coefficients of friction, and of rolling where there is any.
    fn put_coefficients(&self, vectors: &mut GroupBuilder) {
        vectors.create_dataset("mu").with_f64_data(&self.mu);
        if !self.rolling.is_empty() {
            vectors.create_dataset("mu_r").with_f64_data(&self.rolling);
        }
    }
}

/// Whether FCLib has this section: a disc, with a disc of rolling that has as
/// many rows, both following the normal.
fn is_known(contact: &FrictionContact) -> bool {
    let sliding = contact.sliding_rows();
    contact.section.shape == SectionShape::Disc
        && contact.section.radius.is_none()
        && contact
            .section
            .rolling
            .is_none_or(|rolling| rolling.radius.is_none() && rolling.rows == sliding)
}

/// Name in the place where the collection has it; FCLib reads C strings.
fn put_title(group: &mut GroupBuilder, name: &str) -> Result<(), String> {
    let mut info = group.create_group("info");
    let width = u32::try_from(name.len() + 1).map_err(|_| "the name is too long".to_owned())?;
    info.create_dataset("title")
        .with_strings_sized(&[name], width)
        .map_err(|error| format!("the name cannot be written: {error}"))?
        .with_shape(&[]);
    group.add_group(info.finish());
    Ok(())
}

fn put_local(group: &mut GroupBuilder, problem: &Problem, rows: &Rows) -> Result<(), String> {
    let matrix = problem.matrix();
    let border = block(matrix, &rows.contact, &rows.free);
    let lower = block(matrix, &rows.free, &rows.contact).transposed();
    let scale = matrix.largest();
    // Only one of the two borders is stored, so they must not differ.
    for row in 0..border.rows() {
        let entries = border.row(row).chain(lower.row(row));
        for (col, _) in entries {
            let gap = (border.get(row, col) - lower.get(row, col)).abs();
            if gap > 1e-9 * scale {
                return Err(format!(
                    "A is not symmetric between rows {} and {}, which FCLib's V cannot say; write .json",
                    rows.contact[row], rows.free[col]
                ));
            }
        }
    }
    put(group, "W", &block(matrix, &rows.contact, &rows.contact))?;
    let mut vectors = group.create_group("vectors");
    vectors.create_dataset("q").with_f64_data(&pick(problem.b(), &rows.contact));
    rows.put_coefficients(&mut vectors);
    if !rows.free.is_empty() {
        put(group, "V", &border)?;
        put(group, "R", &block(matrix, &rows.free, &rows.free))?;
        vectors.create_dataset("s").with_f64_data(&pick(problem.b(), &rows.free));
    }
    group.add_group(vectors.finish());
    Ok(())
}

/// With f = 0, so that w and b are those of the problem.
fn put_global(
    group: &mut GroupBuilder,
    problem: &Problem,
    rows: &Rows,
    bodies: &BodyView,
) -> Result<(), String> {
    let freedoms: Vec<usize> = (0..bodies.freedoms()).collect();
    put(group, "M", &bodies.mass)?;
    put(group, "H", &block(&bodies.jacobian, &rows.contact, &freedoms).transposed())?;
    let mut vectors = group.create_group("vectors");
    vectors.create_dataset("f").with_f64_data(&vec![0.0; bodies.freedoms()]);
    vectors.create_dataset("w").with_f64_data(&pick(problem.b(), &rows.contact));
    rows.put_coefficients(&mut vectors);
    if !rows.free.is_empty() {
        put(group, "G", &block(&bodies.jacobian, &rows.free, &freedoms).transposed())?;
        vectors.create_dataset("b").with_f64_data(&pick(problem.b(), &rows.free));
    }
    group.add_group(vectors.finish());
    Ok(())
}

/// `solution` and `guesses/1`, each with r, u (and v, l where FCLib asks).
fn put_iterates(
    builder: &mut FileBuilder,
    problem: &Problem,
    rows: &Rows,
    bodies: Option<&BodyView>,
) {
    let fill = |group: &mut GroupBuilder, x: &[f64]| {
        let mut u = vec![0.0; x.len()];
        problem.velocity(x, &mut u);
        group.create_dataset("r").with_f64_data(&pick(x, &rows.contact));
        group.create_dataset("u").with_f64_data(&pick(&u, &rows.contact));
        if !rows.free.is_empty() {
            group.create_dataset("l").with_f64_data(&pick(x, &rows.free));
        }
        if let Some(bodies) = bodies {
            let mut momentum = vec![0.0; bodies.freedoms()];
            let mut velocity = vec![0.0; bodies.freedoms()];
            bodies.jacobian.multiply_transposed(x, &mut momentum);
            bodies.inverse_mass.multiply(&momentum, &mut velocity);
            group.create_dataset("v").with_f64_data(&velocity);
        }
    };
    if let Some(solution) = &problem.data().solution {
        let mut group = builder.create_group("solution");
        fill(&mut group, solution);
        builder.add_group(group.finish());
    }
    if let Some(guess) = &problem.data().x0 {
        let mut group = builder.create_group("guesses");
        group.create_dataset("number_of_guesses").with_i32_data(&[1]);
        let mut first = group.create_group("1");
        fill(&mut first, guess);
        group.add_group(first.finish());
        builder.add_group(group.finish());
    }
}

fn put(group: &mut GroupBuilder, name: &str, matrix: &SparseMatrix) -> Result<(), String> {
    put_matrix(group, name, matrix)
        .ok_or_else(|| format!("{name} has more entries than FCLib's 32-bit indices can count"))
}

fn pick(vector: &[f64], rows: &[usize]) -> Vec<f64> {
    rows.iter().map(|&row| vector[row]).collect()
}

/// The block of these rows and columns, renumbered in that order.
fn block(matrix: &SparseMatrix, rows: &[usize], cols: &[usize]) -> SparseMatrix {
    let mut position = vec![usize::MAX; matrix.cols()];
    for (new, &old) in cols.iter().enumerate() {
        position[old] = new;
    }
    let mut triplets = Triplets::new();
    for (new, &old) in rows.iter().enumerate() {
        for (col, value) in matrix.row(old).filter(|&(col, _)| position[col] != usize::MAX) {
            triplets.push(new, position[col], value);
        }
    }
    SparseMatrix::from_triplets(rows.len(), cols.len(), &triplets)
}
