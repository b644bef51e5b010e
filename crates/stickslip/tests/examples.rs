//! The examples end well: each asserts what it shows.

type Done = Result<(), Box<dyn std::error::Error>>;

#[path = "../examples/custom_engine.rs"]
mod custom_engine;

#[test]
fn custom_engine_ends_well() -> Done {
    custom_engine::main()
}

#[path = "../examples/custom_solver.rs"]
mod custom_solver;

#[test]
fn custom_solver_ends_well() -> Done {
    custom_solver::main()
}

#[path = "../examples/falling_box.rs"]
mod falling_box;

#[test]
fn falling_box_ends_well() -> Done {
    falling_box::main()
}

#[path = "../examples/pendulum.rs"]
mod pendulum;

#[test]
fn pendulum_ends_well() -> Done {
    pendulum::main()
}

#[path = "../examples/record_and_save.rs"]
mod record_and_save;

#[test]
fn record_and_save_ends_well() -> Done {
    record_and_save::main()
}

#[path = "../examples/robot_from_text.rs"]
mod robot_from_text;

#[test]
fn robot_from_text_ends_well() -> Done {
    robot_from_text::main()
}

#[path = "../examples/run_scene.rs"]
mod run_scene;

#[test]
fn run_scene_ends_well() -> Done {
    run_scene::main()
}

#[path = "../examples/server.rs"]
mod server;

#[test]
fn server_ends_well() -> Done {
    server::main()
}

#[path = "../examples/soft_cube.rs"]
mod soft_cube;

#[test]
fn soft_cube_ends_well() -> Done {
    soft_cube::main()
}

#[path = "../examples/solve_lcp.rs"]
mod solve_lcp;

#[test]
fn solve_lcp_ends_well() -> Done {
    solve_lcp::main()
}

#[path = "../examples/sweep.rs"]
mod sweep;

#[test]
fn sweep_ends_well() -> Done {
    sweep::main()
}

#[path = "../examples/throw.rs"]
mod throw;

#[test]
fn throw_ends_well() -> Done {
    throw::main()
}
