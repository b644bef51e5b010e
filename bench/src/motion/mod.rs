//! Motions with closed forms at 60 Hz: ours, plain and accurate, beside other engines; and how
//! errors of built-in scenes fall with the step.

mod cases;
mod order;

use std::path::Path;

use serde_json::{Value, json};
use stickslip_scene::{Overrides, SceneSource};

use self::cases::{CASES, Case};
use crate::peers::analysis::Sample;
use crate::peers::process::{MOTION_PEERS, Peer, folder};
use crate::peers::{available, export, poses};
use crate::timing::table;

/// Runs the table of closed forms, or `order`, or both.
pub fn run(only: Option<&str>) -> Result<Value, String> {
    let wanted = |part: &str| only.is_none_or(|list| list.split(',').any(|it| it.trim() == part));
    let forms = if wanted("forms") { closed_forms()? } else { Value::Null };
    let order = if wanted("order") { order::run()? } else { Value::Null };
    Ok(
        json!({ "schema": "stickslip-bench/1", "benchmark": "motion", "forms": forms, "order": order }),
    )
}

fn closed_forms() -> Result<Value, String> {
    let peers = available(&MOTION_PEERS);
    let names = ["exact", "Stickslip", "Stickslip off"].into_iter();
    let names: Vec<&str> = names.chain(peers.iter().map(|peer| peer.name)).collect();
    let mut lines = Vec::new();
    for case in &CASES {
        let mut told = vec![Ok((case.exact)())];
        told.push(ours(case, "1e-3"));
        told.push(ours(case, "\"off\""));
        let file = write(case)?;
        for peer in &peers {
            // Neither knows a coefficient of restitution.
            let knows =
                !case.bounces || !["MuJoCo", "Drake"].iter().any(|it| peer.name.starts_with(it));
            told.push(if knows { theirs(case, peer, &file) } else { Err("no coefficient".into()) });
        }
        lines.push((case, told));
    }
    let mut shown = table(&["", "measured", "exact", "by"]);
    for (case, told) in &lines {
        for (at, (name, told)) in names.iter().zip(told).enumerate().skip(1) {
            let label = if at == 1 { case.name } else { "" };
            let value = match told {
                Ok(value) => format!("{value:.6}"),
                Err(reason) => reason.clone(),
            };
            let exact = if at == 1 { format!("{:.6}", (case.exact)()) } else { String::new() };
            shown.add_row([label.to_owned(), value, exact, (*name).to_owned()]);
        }
    }
    println!("{shown}");
    let lines = lines.iter().map(|(case, told)| {
        let told = names.iter().zip(told).map(|(name, told)| match told {
            Ok(value) => json!([name, value]),
            Err(reason) => json!([name, reason]),
        });
        json!({ "case": case.name, "measures": case.measures, "told": told.collect::<Vec<_>>() })
    });
    Ok(json!(lines.collect::<Vec<_>>()))
}

fn simulation(case: &Case, accuracy: &str) -> Result<stickslip_dynamics::Simulation, String> {
    let source = SceneSource::new(case.text(accuracy), case.name);
    let scene = source.read(&Overrides::default()).map_err(|error| error.to_string())?;
    scene.simulation().map_err(|error| error.to_string())
}

fn ours(case: &Case, accuracy: &str) -> Result<f64, String> {
    let mut simulation = simulation(case, accuracy)?;
    let mut samples: Vec<Sample> = vec![poses(&simulation)];
    for _ in 0..case.steps {
        simulation.step().map_err(|error| error.to_string())?;
        samples.push(poses(&simulation));
    }
    Ok((case.tell)(&samples))
}

fn write(case: &Case) -> Result<std::path::PathBuf, String> {
    let scene = export::text(&simulation(case, "1e-3")?, case.steps, 1)?;
    let file = folder().join(format!("motion-{}.json", case.name));
    stickslip_files::replace_file(&file, scene.to_string().as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    Ok(file)
}

fn theirs(case: &Case, peer: &Peer, file: &Path) -> Result<f64, String> {
    Ok((case.tell)(&peer.step(file, 60.0)?.samples))
}
