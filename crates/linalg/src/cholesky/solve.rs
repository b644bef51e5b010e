//! Triangular solves, panel by panel.

use super::Analysis;

impl Analysis {
    /// L y = x, panel by panel.
    pub(super) fn forward(&self, values: &[f64], x: &mut [f64], gathered: &mut [f64]) {
        for panel in &self.panels {
            if panel.width == 1 {
                let column = panel.column(values, 0);
                let value = x[panel.begin] / column[0];
                x[panel.begin] = value;
                for (&row, entry) in self.panel_rows(panel)[1..].iter().zip(&column[1..]) {
                    x[row] -= entry * value;
                }
                continue;
            }
            let own = &mut x[panel.begin..panel.begin + panel.width];
            if own.iter().all(|&value| value == 0.0) {
                continue;
            }
            let below = &mut gathered[..panel.height - panel.width];
            below.fill(0.0);
            for k in 0..panel.width {
                let column = panel.column(values, k);
                let value = own[k] / column[k];
                own[k] = value;
                if value != 0.0 {
                    for (target, entry) in own[k + 1..].iter_mut().zip(&column[k + 1..panel.width])
                    {
                        *target -= entry * value;
                    }
                    for (target, entry) in below.iter_mut().zip(&column[panel.width..]) {
                        *target += entry * value;
                    }
                }
            }
            let rows = &self.panel_rows(panel)[panel.width..];
            for (&row, value) in rows.iter().zip(below.iter()) {
                x[row] -= value;
            }
        }
    }

    /// Lᵀ y = x, panel by panel from the last.
    pub(super) fn backward(&self, values: &[f64], x: &mut [f64], gathered: &mut [f64]) {
        for panel in self.panels.iter().rev() {
            let rows = &self.panel_rows(panel)[panel.width..];
            if panel.width == 1 {
                let column = panel.column(values, 0);
                let sum: f64 =
                    rows.iter().zip(&column[1..]).map(|(&row, entry)| entry * x[row]).sum();
                x[panel.begin] = (x[panel.begin] - sum) / column[0];
                continue;
            }
            let below = &mut gathered[..rows.len()];
            for (value, &row) in below.iter_mut().zip(rows) {
                *value = x[row];
            }
            let own = &mut x[panel.begin..panel.begin + panel.width];
            // What is below does not change in a panel: four of its sums, each in its own
            // order, run side by side.
            let mut end = panel.width;
            while end > 0 {
                let first = end.saturating_sub(4);
                let columns: [&[f64]; 4] =
                    std::array::from_fn(|at| panel.column(values, (first + at).min(end - 1)));
                let parts = columns.map(|column| &column[panel.width..]);
                let outside = four_dots(parts, below);
                for k in (first..end).rev() {
                    let column = columns[k - first];
                    let inside = crate::dot(&column[k + 1..panel.width], &own[k + 1..]);
                    own[k] = (own[k] - inside - outside[k - first]) / column[k];
                }
                end = first;
            }
        }
    }
}

/// Four dot products with one vector, each summed in index order as [`crate::dot`] does.
fn four_dots(columns: [&[f64]; 4], x: &[f64]) -> [f64; 4] {
    // As `Iterator::sum` begins.
    let mut sums = [-0.0; 4];
    let [a, b, c, d] = columns.map(|column| &column[..x.len()]);
    for (at, value) in x.iter().enumerate() {
        for (sum, entry) in sums.iter_mut().zip([a[at], b[at], c[at], d[at]]) {
            *sum += entry * value;
        }
    }
    sums
}
