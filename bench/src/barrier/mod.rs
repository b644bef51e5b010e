//! Barrier steps: iterations and time by part as meshes grow, the positive Hessian of a
//! pair, whether anything ever crosses, and continuous detection beside the IPC Toolkit.

mod crossings;
mod growth;
mod hessian;

use serde_json::{Value, json};

/// Its parts by name.
const PARTS: [&str; 4] = ["growth", "hessian", "crossings", "ccd"];

/// Runs all parts on one thread, or the one that is named, and prints their tables; returns
/// the figures.
pub fn run(quick: bool, only: Option<&str>) -> Result<Value, String> {
    if let Some(other) = only.filter(|name| !PARTS.contains(name)) {
        return Err(format!("no part \"{other}\": there are {}", PARTS.join(", ")));
    }
    let wants = |name: &str| only.is_none_or(|only| only == name);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| error.to_string())?;
    pool.install(|| {
        let growth = if wants("growth") { growth::run(quick)? } else { Value::Null };
        let hessian = if wants("hessian") { hessian::run(quick) } else { Value::Null };
        let crossings = if wants("crossings") { crossings::run(quick)? } else { Value::Null };
        let ccd = if wants("ccd") { crate::ccd::run(quick) } else { Value::Null };
        Ok(json!({
            "schema": "stickslip-bench/1", "benchmark": "barrier", "growth": growth,
            "hessian": hessian, "crossings": crossings, "ccd": ccd,
        }))
    })
}
