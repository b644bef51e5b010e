//! Every option does something, or is refused where it does nothing.

use stickslip_problems::generate;
use stickslip_solve::registry::{self, SOLVERS};
use stickslip_solve::{
    Entry, Kind, OptionDescription, OptionError, OptionValues, Outcome, Problem, ProblemData,
    Refusal, Request,
};

fn generated(generator: &str, settings: &[&str]) -> Problem {
    let settings = OptionValues::parse(settings.iter().copied()).expect("key=value");
    generate::find(generator).expect("listed").generate(3, &settings).expect("a problem")
}

fn cones(problem: &Problem, kind: Kind) -> Problem {
    Problem::new(ProblemData { kind, ..problem.data().clone() }).expect("contacts of a scene")
}

/// Problems on which something is to be decided.
fn problems() -> Vec<Problem> {
    let soft = generated("wall", &["bricks=4", "columns=2", "mu=0.3", "compliance=0.05"]);
    let stiff = ["bricks=6", "columns=3", "mu=0.8", "compliance=1e-9"];
    vec![
        generated("spd", &["size=9", "condition=20"]),
        generated("psd", &["size=9", "boxed=true"]),
        generated("stewart-trinkle", &[]),
        generated("infeasible", &["size=6"]),
        generated("fluid", &["cells=6"]),
        generated("cable", &["links=5", "mass_ratio=100", "bounds=frozen"]),
        generated("wall", &[&stiff[..], &["bounds=frozen"]].concat()),
        cones(&soft, Kind::Ncp),
        cones(&soft, Kind::Ccp),
        soft,
        generated("wall", &stiff),
        cones(&generated("wall", &stiff), Kind::Ncp),
    ]
}

/// Values to try in the place of a default: the choices that an error lists,
/// or numbers on either side.
fn values(entry: &Entry, option: &OptionDescription) -> Vec<String> {
    let wrong = OptionValues::new().set(option.key, "none of these");
    let reason = match (entry.make)(&wrong).map(|_| ()).expect_err("no such value") {
        OptionError::BadValue { reason, .. } => reason,
        other => panic!("{other}"),
    };
    let texts: Vec<String> = if let Some(names) = reason.strip_prefix("expected one of ") {
        names.split(", ").map(String::from).collect()
    } else {
        let given = ["true", "false", "0", "1", "2", "3", "7", "0.3", "0.9", "1e-2", "1e-6", "1e3"];
        let named = ["jacobi", "body-space", "ict", "pgs", "lemke", "random", "joints", "pair"];
        given.into_iter().chain(named).map(String::from).collect()
    };
    let beside = settings(option.key, &(entry.options)());
    let takes = |text: &String| {
        *text != option.default && (entry.make)(&beside.clone().set(option.key, text)).is_ok()
    };
    texts.into_iter().filter(takes).collect()
}

/// Options that are refused without the other one, beside which alone they are read.
const READ_BESIDE: &[(&str, &str, &str)] = &[
    ("pivot_shift", "pivot_limit", "1"),
    ("shift", "preconditioner", "ic0-compensated"),
    ("shift_by", "preconditioner", "ic0-compensated"),
    ("drop_tolerance", "preconditioner", "ict"),
    ("keep", "preconditioner", "ict"),
    ("blocks", "preconditioner", "block-jacobi"),
    ("seed", "ordering", "random"),
    ("seed", "strategy", "random"),
    ("memory", "line_search", "non-monotone"),
    ("joints", "blocks", "joints"),
    ("inner", "blocks", "pair"),
    ("transfer_steps", "transfer", "velocity"),
    ("difference", "strategy", "approximation"),
    ("difference", "differences", "true"),
    ("damping", "linear", "normal"),
];

/// Options that speak on these problems beside another one.
const BESIDE: &[(&str, &str, &str)] = &[
    ("scaling", "preconditioner", "ic0"),
    ("relative_change", "patience", "5"),
    ("patience", "relative_change", "0.9"),
    ("cycle", "coarsest", "4"),
    ("transfer_steps", "coarsest", "4"),
    ("single_run", "patience", "0"),
    ("max_single", "patience", "0"),
    ("line_search", "sweeps", "0"),
    ("relative_change", "function", "fischer"),
    ("first_weight", "interior_steps", "0"),
    ("r", "r_factor", "global"),
    ("nu", "adapt", "always"),
    ("memory", "adapt", "always"),
];

fn settings(option: &str, known: &[OptionDescription]) -> OptionValues {
    let beside = READ_BESIDE.iter().chain(BESIDE).filter(|(speaks, other, _)| {
        *speaks == option && known.iter().any(|known| known.key == *other)
    });
    beside.fold(OptionValues::new(), |settings, (_, key, value)| settings.set(*key, value))
}

fn run(
    entry: &'static Entry,
    settings: &OptionValues,
    problem: &Problem,
) -> Option<Result<Outcome, Refusal>> {
    let request = Request { max_iterations: Some(60), ..Request::default() };
    Some(entry.build(settings).ok()?.solve(problem, &request))
}

/// Whether anything of two runs differs but their time.
fn differs(left: &Outcome, right: &Outcome) -> bool {
    let bits = |outcome: &Outcome| outcome.x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    bits(left) != bits(right)
        || left.counts != right.counts
        || left.status != right.status
        || left.figures != right.figures
}

#[test]
fn every_option_does_something() {
    let problems = problems();
    let mut idle = Vec::new();
    for entry in SOLVERS {
        let known = (entry.options)();
        for option in &known {
            let plain = settings(option.key, &known);
            let speaks = problems.iter().any(|problem| {
                let Some(Ok(before)) = run(entry, &plain, problem) else { return false };
                values(entry, option).iter().any(|value| {
                    match run(entry, &plain.clone().set(option.key, value), problem) {
                        Some(Ok(after)) => differs(&before, &after),
                        Some(Err(_)) => true,
                        None => false,
                    }
                })
            });
            if !speaks {
                idle.push(format!("{} {}", entry.name, option.key));
            }
        }
    }
    assert_eq!(idle, Vec::<String>::new(), "options that change nothing");
}

/// An option that was changed and that nothing reads is an error that names it.
#[test]
fn an_option_that_nothing_reads_is_refused() {
    let mut asked = 0;
    for entry in SOLVERS {
        let known = (entry.options)();
        let has = |key: &str| known.iter().any(|option| option.key == key);
        for (option, other, _) in READ_BESIDE.iter().filter(|line| has(line.0) && has(line.1)) {
            // Beside its companion it is read, and without it nothing else reads it.
            let reads = |line: &&(&str, &str, &str)| line.0 == *option && has(line.1);
            assert_eq!(READ_BESIDE.iter().filter(reads).count(), 1, "{} {option}", entry.name);
            let description = known.iter().find(|known| known.key == *option).expect("known");
            let value = values(entry, description).pop();
            let value = value.unwrap_or_else(|| panic!("{} {option} beside {other}", entry.name));
            let alone = OptionValues::new().set(*option, &value);
            let error = entry.build(&alone).err().map(|error| error.to_string());
            let error = error.unwrap_or_else(|| panic!("{} took {option}={value}", entry.name));
            assert!(error.starts_with(&format!("option {option}=")), "{error}");
            assert!(error.contains("it does nothing without"), "{error}");
            asked += 1;
        }
    }
    assert!(asked > 30, "{asked} options");
    // With more than a default beside them.
    for (solver, options, named) in [
        ("bpp-pcg", &["preconditioner=jacobi", "scaling=diagonal"][..], "scaling"),
        ("block-pgs", &["blocks=pair", "directions=enumerate"], "directions"),
        ("prox-gs", &["memory=3"], "memory"),
    ] {
        let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
        let error = registry::find(solver).expect("registered").build(&settings).err();
        let error = error.expect("nothing reads it").to_string();
        assert!(error.starts_with(&format!("option {named}=")), "{error}");
    }
    // Steps are discarded by `prox-jacobi` unless told otherwise, by `prox-gs` if told.
    for (solver, options, taken) in [
        ("prox-gs", &["nu=0.3"][..], false),
        ("prox-gs", &["memory=3", "adapt=always"], true),
        ("prox-jacobi", &["memory=3"], true),
        ("prox-jacobi", &["nu=0.3", "adapt=never"], false),
    ] {
        let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
        let built = registry::find(solver).expect("registered").build(&settings);
        assert_eq!(built.is_ok(), taken, "{solver} {options:?}");
    }
}

/// What only the problem can tell is refused when it is known.
#[test]
fn an_option_that_does_nothing_on_a_problem_is_refused() {
    let wall = generated("wall", &["bricks=4", "columns=2", "bounds=frozen"]);
    for (solver, option, value) in
        [("bpp-pcg", "scaling", "diagonal"), ("pgcg", "scaling", "column-norm")]
    {
        let entry = registry::find(solver).expect("registered");
        match run(entry, &OptionValues::new().set(option, value), &wall).expect("a known value") {
            Err(Refusal::Option { option: named, .. }) => assert_eq!(named, option, "{solver}"),
            other => panic!("{solver} {option}={value}: {other:?}"),
        }
    }
}

/// With bounds that follow the normals, `bpp` does not pivot between constant
/// bounds, which is what its options are about.
#[test]
fn bpp_refuses_options_that_do_nothing_with_coupled_bounds() {
    let problem = generated("wall", &["bricks=4", "columns=2"]);
    let entry = registry::find("bpp").expect("registered");
    let known = (entry.options)();
    for option in &known {
        for value in values(entry, option) {
            let changed = settings(option.key, &known).set(option.key, &value);
            match run(entry, &changed, &problem).expect("a known value") {
                Err(Refusal::Option { option: named, .. }) => {
                    assert!(changed.iter().any(|(key, _)| key == named), "{named}");
                }
                other => panic!("{}={value}: {other:?}", option.key),
            }
        }
        let spelt_out = OptionValues::new().set(option.key, &option.default);
        assert!(run(entry, &spelt_out, &problem).expect("the default").is_ok(), "{}", option.key);
    }
}

#[test]
fn what_needs_the_bodies_is_refused_without_them() {
    let problem = generated("spd", &["size=9"]);
    let asked = [
        ("bpp", "space", "body"),
        ("bpp", "space", "augmented"),
        ("bpp-pcg", "preconditioner", "body-space"),
        ("pgcg", "preconditioner", "body-space-incomplete"),
    ];
    for (solver, option, value) in asked {
        let entry = registry::find(solver).expect("registered");
        match run(entry, &OptionValues::new().set(option, value), &problem).expect("a known value")
        {
            Err(Refusal::Option { option: named, .. }) => assert_eq!(named, option),
            other => panic!("{solver} {option}={value}: {other:?}"),
        }
    }
    let entry = registry::find("bpp-pcg").expect("registered");
    let wall = generated("wall", &["bricks=4", "columns=2"]);
    for option in ["plain_steps", "presweeps"] {
        let refused =
            run(entry, &OptionValues::new().set(option, 7), &wall).expect("a known value");
        assert!(matches!(refused, Err(Refusal::Option { .. })), "{option}: {refused:?}");
    }
}

#[test]
fn a_dense_factor_has_no_order() {
    let entry = SOLVERS.iter().find(|entry| entry.name == "bpp-full").expect("listed");
    let both = OptionValues::parse(["storage=dense", "ordering=rcm"]).expect("key=value");
    let error = entry.build(&both).err().expect("refused").to_string();
    assert!(error.starts_with("option ordering=rcm: a dense factor has no order"), "{error}");
    for alone in ["storage=dense", "ordering=rcm"] {
        let values = OptionValues::parse([alone]).expect("key=value");
        assert!(entry.build(&values).is_ok(), "{alone}");
    }
}
