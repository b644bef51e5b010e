//! What a method does not take is said before it runs.

use std::collections::BTreeMap;

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    Accepts, Attempt, Counts, Entry, FrictionContact, Kind, Label, Method, OptionValues, Problem,
    ProblemData, Refusal, Request, Start, Status,
};

/// Claims that zero solves everything.
struct Zero;

impl Method for Zero {
    fn run(&mut self, problem: &Problem, _: &Request) -> Result<Attempt, Refusal> {
        Ok(Attempt {
            x: vec![0.0; problem.size()],
            status: Status::Converged,
            labels: None,
            counts: Counts::default(),
            figures: BTreeMap::new(),
            history: Vec::new(),
        })
    }
}

static PICKY: Entry = Entry {
    name: "picky",
    family: "test",
    summary: "takes little",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: true,
        coupled: false,
        positive_diagonal: true,
        sections: stickslip_solve::Sections::Disc,
    },
    options: Vec::new,
    make: |_| Ok(Box::new(Zero)),
};

static EASY: Entry = Entry {
    name: "easy",
    accepts: Accepts {
        kinds: &Kind::ALL,
        symmetric: false,
        coupled: true,
        positive_diagonal: false,
        sections: stickslip_solve::Sections::Disc,
    },
    ..PICKY
};

fn problem(kind: Kind, entries: &[f64], contacts: Vec<FrictionContact>) -> Problem {
    let a = SparseMatrix::from_dense(2, 2, entries);
    let mut data = ProblemData::assembled("test", kind, a, vec![1.0, 2.0]);
    data.contacts = contacts;
    Problem::new(data).expect("well formed")
}

fn contact() -> Vec<FrictionContact> {
    vec![FrictionContact { normal: 0, tangents: vec![1], mu: 0.5, ..FrictionContact::default() }]
}

fn solve(entry: &'static Entry, problem: &Problem, request: &Request) -> Result<Status, Refusal> {
    let mut solver = entry.build(&OptionValues::new()).expect("no options");
    solver.solve(problem, request).map(|outcome| outcome.status)
}

#[test]
fn each_refusal_names_its_reason() {
    let identity = [1.0, 0.0, 0.0, 1.0];
    let cases = [
        (problem(Kind::Ncp, &identity, contact()), "picky takes lcp, blcp, not ncp"),
        (problem(Kind::Blcp, &identity, contact()), "picky needs constant bounds"),
        (
            problem(Kind::Lcp, &[1.0, 0.5, 0.0, 1.0], vec![]),
            "picky needs a symmetric A, but entries (0, 1) and (1, 0) differ by 5e-1",
        ),
        (
            problem(Kind::Lcp, &[1.0, 0.0, 0.0, 0.0], vec![]),
            "picky divides by the diagonal of A, but entry 1 is 0",
        ),
        (problem(Kind::Lcp, &[-2.0, 0.0, 0.0, 1.0], vec![]), "entry 0 is -2"),
    ];
    for (problem, message) in cases {
        let refusal = solve(&PICKY, &problem, &Request::default()).expect_err(message);
        assert!(refusal.to_string().contains(message), "{refusal} is not: {message}");
        assert!(solve(&EASY, &problem, &Request::default()).is_ok(), "{message}");
    }
}

#[test]
fn what_fits_is_taken_and_measured() {
    let boxed = problem(Kind::Blcp, &[1.0, 0.0, 0.0, 1.0], vec![]);
    assert_eq!(solve(&PICKY, &boxed, &Request::default()), Ok(Status::Converged));
    // Rounding is no asymmetry, and a claim that does not hold is not believed.
    let near = problem(Kind::Lcp, &[1.0, 0.5, 0.5 + 1e-12, 1.0], vec![]);
    assert_eq!(solve(&PICKY, &near, &Request::default()), Ok(Status::Converged));
    let mut data = boxed.data().clone();
    data.b[1] = -1.0;
    let unsolved = Problem::new(data).expect("well formed");
    assert_eq!(solve(&PICKY, &unsolved, &Request::default()), Ok(Status::Stagnated));
}

#[test]
fn a_start_of_the_wrong_size_is_refused() {
    let problem = problem(Kind::Lcp, &[1.0, 0.0, 0.0, 1.0], vec![]);
    let short = Start { x: Some(vec![1.0]), labels: None };
    let long = Start { x: None, labels: Some(vec![Label::Free; 3]) };
    for (start, what, found) in [(short, "iterate", 1), (long, "index sets", 3)] {
        let request = Request { start, ..Request::default() };
        let refusal = solve(&EASY, &problem, &request);
        assert_eq!(refusal, Err(Refusal::Start { what, found, expected: 2 }));
    }
}
