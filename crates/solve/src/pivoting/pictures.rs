//! The matrix of a problem as the theses draw it: its pattern and that of its
//! factor, as the rows come and in the order of elimination.

use stickslip_linalg::cholesky::factor_pattern;
use stickslip_linalg::{Ordering, SparseMatrix};

use super::block::RowOrdering;
use super::bpp::constraint_space::cheaper_analysis;
use crate::options::{OptionError, OptionValue};
use crate::problem::Problem;

/// The lower triangle of a symmetric pattern, rows in some order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternPicture {
    /// What it is.
    pub name: &'static str,
    /// Row of the problem at each place.
    pub order: Vec<usize>,
    /// Places of its entries: row ≥ column.
    pub entries: Vec<(usize, usize)>,
}

/// "A", "factor, natural order", "A, ordered" and "factor, ordered".
///
/// The order is the one that `ordering` names, as the option of that name of
/// the block pivoting methods does; without a name, or with "auto", it is the
/// one that `bpp` takes for A. An unsymmetric pattern is drawn with its mirror
/// image.
pub fn pattern_pictures(
    problem: &Problem,
    ordering: Option<&str>,
) -> Result<[PatternPicture; 4], OptionError> {
    let choice = ordering.map_or(Ok(RowOrdering::Auto), |text| {
        RowOrdering::parse_option(text).map_err(|reason| OptionError::BadValue {
            key: "ordering".into(),
            value: text.into(),
            reason,
        })
    })?;
    let matrix = problem.matrix().symmetric_part();
    // A factor has a diagonal even where the matrix has none.
    let full = matrix.sum(&SparseMatrix::identity(matrix.rows()));
    let natural: Vec<usize> = (0..matrix.rows()).collect();
    let ordered = match choice {
        RowOrdering::Auto => cheaper_analysis(&full)
            .map_or_else(|| natural.clone(), |analysis| analysis.order().to_vec()),
        other => other.or(Ordering::Natural).permutation(&full),
    };
    let whole = |name, order: &[usize]| {
        let mut place = vec![0; order.len()];
        for (at, &row) in order.iter().enumerate() {
            place[row] = at;
        }
        let row = |at: usize| matrix.row_slices(order[at]).0.iter().map(move |&col| (at, col));
        let entries = (0..order.len()).flat_map(row).map(|(at, col)| (at, place[col]));
        let mut entries: Vec<_> = entries.filter(|entry| entry.0 >= entry.1).collect();
        entries.sort_unstable();
        PatternPicture { name, order: order.to_vec(), entries }
    };
    let factor = |name, order: &[usize]| {
        let columns = factor_pattern(&full, order);
        let column = |(at, rows): (usize, Vec<usize>)| rows.into_iter().map(move |row| (row, at));
        let entries = columns.into_iter().enumerate().flat_map(column).collect();
        PatternPicture { name, order: order.to_vec(), entries }
    };
    Ok([
        whole("A", &natural),
        factor("factor, natural order", &natural),
        whole("A, ordered", &ordered),
        factor("factor, ordered", &ordered),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Kind, ProblemData};

    /// An arrow with its head first: eliminated as it comes it fills all of L,
    /// head last nothing.
    fn arrow(size: usize) -> Problem {
        let mut dense = vec![0.0; size * size];
        for at in 0..size {
            (dense[at], dense[at * size], dense[at * size + at]) = (1.0, 1.0, size as f64);
        }
        let matrix = SparseMatrix::from_dense(size, size, &dense);
        let data = ProblemData::assembled("arrow", Kind::Lcp, matrix, vec![-1.0; size]);
        Problem::new(data).expect("a problem")
    }

    #[test]
    fn orders_are_those_that_are_named() {
        let problem = arrow(64);
        let sizes = |ordering| {
            let pictures = pattern_pictures(&problem, ordering).expect("an ordering");
            pictures.map(|picture| picture.entries.len())
        };
        assert_eq!(sizes(Some("natural")), [127, 2080, 127, 2080]);
        for name in [None, Some("auto"), Some("amd")] {
            assert_eq!(sizes(name), [127, 2080, 127, 127], "{name:?}");
        }
        let refused = pattern_pictures(&problem, Some("best")).expect_err("no such order");
        assert!(refused.to_string().contains("ordering=best"), "{refused}");
    }

    #[test]
    fn an_entry_stands_where_its_rows_went() {
        let problem = arrow(5);
        let [_, _, ordered, _] = pattern_pictures(&problem, Some("amd")).expect("an ordering");
        for (row, column) in ordered.entries {
            let (row, column) = (ordered.order[row], ordered.order[column]);
            assert_ne!(problem.matrix().get(row, column), 0.0);
        }
    }
}
