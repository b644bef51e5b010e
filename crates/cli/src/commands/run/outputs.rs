//! What a run writes besides its report.

use std::f64::consts::FRAC_PI_2;
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use stickslip_geometry::rotation;

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{Body, ContactReport, Pose, Simulation, StepReport};
use stickslip_problems::files;
use stickslip_report::picture::{self, Drop, Figure, Force};
use stickslip_scene::SavedState;
use stickslip_scene::recording::{Frame, Header, Recorder};

use super::poses::Poses;
use super::sensors::Sensors;
use super::{Arguments, Setup};
use crate::error::Failure;
use crate::output;
use crate::view::film::Film;

/// The files that were asked for.
pub struct Outputs {
    recorder: Option<(PathBuf, Recorder<BufWriter<File>>)>,
    poses: Option<Poses>,
    sensors: Option<Sensors>,
    problems: Option<(PathBuf, u64)>,
    state: Option<PathBuf>,
    picture: Option<PathBuf>,
    film: Option<Film>,
}

impl Outputs {
    /// Checks that all of them can be written, and begins them.
    pub fn new(arguments: &Arguments, setup: &Setup) -> Result<Self, Failure> {
        let Arguments { record, poses, sensors, picture, video, save_state, .. } = arguments;
        let written = [record, poses, sensors, picture, video, save_state];
        output::check_each_once(&arguments.scene, written.into_iter().flatten())?;
        for path in [&arguments.record, &arguments.save_state].into_iter().flatten() {
            output::check_folder(path)?;
        }
        let begin = |path: &PathBuf| Poses::new(path, &setup.simulation);
        let poses = arguments.poses.as_ref().map(begin).transpose()?;
        let begin = |path: &PathBuf| Sensors::new(path, &setup.simulation);
        let sensors = arguments.sensors.as_ref().map(begin).transpose()?;
        if let Some(path) = &arguments.picture {
            output::check_target(path, "svg")?;
        }
        if let Some(folder) = &arguments.dump_problems {
            std::fs::create_dir_all(folder)
                .map_err(|reason| Failure::Write { path: folder.clone(), reason })?;
        }
        let dt = setup.scene.settings.time_step;
        let page = arguments.page.as_deref();
        let film = arguments.video.as_ref().map(|path| Film::new(path, page, dt)).transpose()?;
        let begin = |path: &PathBuf| {
            Recorder::create(path, &Header::new(&setup.scene, setup.seed))
                .map(|recorder| (path.clone(), recorder))
                .map_err(|reason| Failure::Write { path: path.clone(), reason })
        };
        Ok(Self {
            recorder: arguments.record.as_ref().map(begin).transpose()?,
            poses,
            sensors,
            problems: arguments.dump_problems.clone().map(|path| (path, arguments.every as u64)),
            state: arguments.save_state.clone(),
            picture: arguments.picture.clone(),
            film,
        })
    }

    /// Keeps what is wanted of a step; also called once before the first.
    pub fn after(&mut self, simulation: &Simulation, report: &StepReport) -> Result<(), Failure> {
        if let Some((path, recorder)) = &mut self.recorder {
            recorder
                .record(&Frame::new(simulation, report))
                .map_err(|reason| Failure::Write { path: path.clone(), reason })?;
        }
        if let Some(film) = &mut self.film {
            film.after(simulation, report);
        }
        if let Some(poses) = &mut self.poses {
            poses.after(simulation);
        }
        if let Some(sensors) = &mut self.sensors {
            sensors.after(simulation);
        }
        if let Some((folder, every)) = &self.problems {
            let step = simulation.state().step;
            if report.islands > 0 && step.is_multiple_of(*every) {
                for (island, report) in simulation.islands().enumerate() {
                    let Some((problem, _)) = report.solved else { continue };
                    let name = format!("step-{step:06}-island-{island:04}.json");
                    files::write(problem, &folder.join(name))?;
                }
            }
        }
        Ok(())
    }

    /// Writes the files that appear as a whole.
    pub fn finish(self, setup: &Setup, quiet: bool) -> Result<(), Failure> {
        if let Some(poses) = &self.poses {
            poses.write()?;
        }
        if let Some(sensors) = &self.sensors {
            sensors.write()?;
        }
        if let Some(path) = &self.picture {
            output::write_whole(path, &picture(&setup.simulation))?;
        }
        if let Some(path) = &self.state {
            let state = setup.simulation.state().clone();
            SavedState { scene: setup.scene.name.clone(), state }.write_file(path)?;
        }
        if let Some(film) = self.film {
            film.finish((&setup.scene, setup.seed), &setup.simulation, quiet)?;
        }
        Ok(())
    }
}

/// The bodies as they stand, with what acted in their contacts.
pub fn picture(simulation: &Simulation) -> String {
    let poses: Vec<Pose> = simulation.state().bodies.iter().map(|body| body.pose).collect();
    picture::draw(&figures(simulation, &poses), &drops(simulation), &forces(simulation))
}

/// The same as pixels, so many in a row.
pub fn image(simulation: &Simulation, width: usize) -> picture::Image {
    let poses: Vec<Pose> = simulation.state().bodies.iter().map(|body| body.pose).collect();
    picture::image(&figures(simulation, &poses), &drops(simulation), &forces(simulation), width)
}

/// The bodies at these poses.
pub fn figures<'a>(simulation: &'a Simulation, poses: &[Pose]) -> Vec<Figure<'a>> {
    let bodies = simulation.model().bodies().iter().zip(poses);
    let camera = upright(simulation);
    let figure = |(body, pose): (&'a Body, &Pose)| {
        let colliders = body.seen();
        let pose = camera.map_or(*pose, |turn| Pose::new(DVec3::ZERO, turn).compose(pose));
        let shapes = colliders.map(|it| (pose.compose(&it.pose), &it.shape)).collect();
        Figure { shapes, moves: body.is_dynamic() }
    };
    bodies.map(figure).collect()
}

/// What acted in the contacts.
pub fn forces(simulation: &Simulation) -> Vec<Force> {
    let turn = upright(simulation).unwrap_or(DQuat::IDENTITY);
    let force = |contact: &ContactReport| Force {
        point: turn * contact.point,
        vector: turn * contact.impulse,
    };
    simulation.contacts().iter().map(force).collect()
}

/// How the camera is turned where z is up, as it is in most models of robots: pictures have
/// y up.
fn upright(simulation: &Simulation) -> Option<DQuat> {
    let gravity = simulation.settings().gravity;
    let is_down = gravity.z < 0.0 && -gravity.z > gravity.x.abs().max(gravity.y.abs());
    is_down.then(|| rotation::about(DVec3::X, -FRAC_PI_2))
}

/// The particles of all liquids, the fastest brightest, and the vertices of soft
/// bodies, the most strained brightest.
pub fn drops(simulation: &Simulation) -> Vec<Drop> {
    let liquids = || simulation.model().liquids().iter().zip(&simulation.state().liquids);
    let speeds = liquids().flat_map(|(_, state)| &state.particles.velocities);
    let fastest = speeds.map(|velocity| velocity.length()).fold(1e-9, f64::max);
    let each = liquids().flat_map(|(liquid, state)| {
        let radius = 0.3 * liquid.grid().width;
        let both = state.particles.positions.iter().zip(&state.particles.velocities);
        both.map(move |(&point, velocity)| {
            let shade = velocity.length() / fastest;
            Drop { point, radius, shade }
        })
    });
    let turn = upright(simulation).unwrap_or(DQuat::IDENTITY);
    let seen = |drop: Drop| Drop { point: turn * drop.point, ..drop };
    each.chain(vertices(simulation)).map(seen).collect()
}

fn vertices(simulation: &Simulation) -> Vec<Drop> {
    let mut drops = Vec::new();
    let mut strains = Vec::new();
    for (at, soft) in simulation.model().soft_bodies().iter().enumerate() {
        let own = simulation.soft_vertices(at);
        let positions = &simulation.state().vertices.positions[own];
        soft.mesh.write_strains(positions, &mut strains);
        let most = strains.iter().copied().fold(1e-9, f64::max);
        let edge = soft.mesh.elements().first().map_or(0.0, |element| {
            let corners = element.corners(positions);
            (corners[1] - corners[0]).length()
        });
        let radius = soft.radius.max(0.2 * edge);
        let shades = positions.iter().zip(&strains);
        drops.extend(shades.map(|(&point, strain)| Drop { point, radius, shade: strain / most }));
    }
    drops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BOXES, simulation};

    #[test]
    fn bodies_are_drawn_where_they_stand() {
        let simulation = simulation(BOXES);
        let poses: Vec<Pose> = simulation.state().bodies.iter().map(|body| body.pose).collect();
        let figures = figures(&simulation, &poses);
        assert_eq!(figures.iter().map(|it| it.moves).collect::<Vec<_>>(), [false, true, true]);
        assert_eq!(figures[2].shapes[0].0.position.to_array(), [3.0, 0.5, 0.0]);
        assert!(drops(&simulation).is_empty());
    }

    /// What is above by gravity is above in the picture, and the world stays as it is.
    #[test]
    fn models_whose_z_is_up_stand_upright() {
        let text = "name = 'it'\n[settings]\ngravity = [0, 0, -9.81]\n[[body]]\nname = 'it'\n\
             position = [1, 2, 3]\nshape = { type = 'sphere', radius = 0.5 }\n";
        let simulation = simulation(text);
        let poses = [simulation.state().bodies[0].pose];
        let place = figures(&simulation, &poses)[0].shapes[0].0.position;
        assert!((place - DVec3::new(1.0, 3.0, -2.0)).length() < 1e-15, "{place}");
        assert_eq!(simulation.state().bodies[0].pose.position, DVec3::new(1.0, 2.0, 3.0));
    }

    /// A vertex of a soft body is a drop, the most strained the brightest.
    #[test]
    fn soft_bodies_are_drawn_by_their_vertices() {
        let mut simulation = simulation(
            "name = 'it'\n[[soft]]\nname = 'it'\nmesh = 'box'\nsize = [1, 1, 1]\n\
             cut = [1, 1, 1]\nyoung = 1e5\npins = [0, 1]\n",
        );
        simulation.step().expect("finite");
        let drops = drops(&simulation);
        let places = &simulation.state().vertices.positions;
        assert!(!places.is_empty());
        assert!(drops.iter().map(|drop| drop.point).eq(places.iter().copied()));
        let brightest = drops.iter().map(|drop| drop.shade).fold(0.0, f64::max);
        assert_eq!(brightest, 1.0);
        assert!(drops.iter().all(|drop| drop.radius > 0.05));
    }
}
