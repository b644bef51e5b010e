//! scratch
use stickslip_solve::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let generator = generate::find(&args[1]).unwrap();
    let seeds: u64 = args[2].parse().unwrap();
    let solvers: Vec<&str> = args[3].split(',').collect();
    let settings =
        Settings::parse(args[4..].iter().filter(|a| !a.starts_with("--")).map(|s| s.as_str()))
            .unwrap();
    for seed in 0..seeds {
        let problem = generator.generate(seed, &settings).unwrap();
        problem.matrix();
        problem.body_space();
        problem.diagonal();
        for name in &solvers {
            let mut parts = name.split(':');
            let n = parts.next().unwrap();
            let mut solver =
                registry::find(n).unwrap().build(&Settings::parse(parts).unwrap()).unwrap();
            let mut times = vec![];
            let mut out = None;
            for _ in 0..3 {
                let o = solver.solve(&problem, &Request::default());
                match o {
                    Ok(o) => {
                        times.push(o.time_s);
                        out = Some(o);
                    }
                    Err(e) => {
                        println!("{n}: {e}");
                        break;
                    }
                }
            }
            let Some(o) = out else { continue };
            times.sort_by(f64::total_cmp);
            println!(
                "{:24} m={} {:28} {:14} it={:4} piv={:6} fac={:4} t={:9.3}ms nat={:.1e} tol={:.1e} {:?}",
                problem.name(),
                problem.size(),
                name,
                o.status.name(),
                o.counts.iterations,
                o.counts.pivots,
                o.counts.factorisations,
                times[1] * 1e3,
                o.residuals.natural.value,
                o.tolerance,
                o.figures
            );
        }
    }
}
