//! Rapier as it comes: reads a scene, steps it, tells poses and CPU time.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use rapier3d::prelude::*;
use serde_json::{Value, json};

type Error = Box<dyn std::error::Error>;

fn main() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("which scene?")?;
    let multibody = words.next().is_some_and(|variant| variant == "multibody");
    let patience = words.next().map_or(Ok(1e9), |text| text.parse())?;
    let scene: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let (mut world, bodies) = build(&scene, multibody)?;
    let (steps, every) = (count(&scene["steps"])?, count(&scene["every"])?);
    let mut samples = vec![poses(&world, &bodies)];
    let (mut spent, mut done, begun) = (Duration::ZERO, 0, Instant::now());
    while done < steps && begun.elapsed().as_secs_f64() < patience {
        let begin = ProcessTime::now();
        world.step();
        spent += begin.elapsed();
        done += 1;
        if done % every == 0 {
            samples.push(poses(&world, &bodies));
        }
    }
    println!("{}", json!({"seconds": spent.as_secs_f64(), "steps": done, "samples": samples}));
    Ok(())
}

fn build(scene: &Value, multibody: bool) -> Result<(PhysicsWorld, Vec<RigidBodyHandle>), Error> {
    let mut world = PhysicsWorld::default();
    world.gravity = vector(&scene["gravity"])?;
    world.integration_parameters.dt = number(&scene["step"])?;
    let friction = number(&scene["friction"])?;
    let restitution = number(&scene["restitution"])?;
    let mut bodies = Vec::new();
    for body in scene["bodies"].as_array().ok_or("no bodies")? {
        let mass = number(&body["mass"])?;
        let kind =
            if mass == 0.0 { RigidBodyBuilder::fixed() } else { RigidBodyBuilder::dynamic() };
        let made = kind
            .pose(pose(body)?)
            .linvel(vector(&body["velocity"])?)
            .angvel(vector(&body["spin"])?)
            .can_sleep(false);
        let mut collider = collider(&body["shape"])?
            .friction(friction)
            .friction_combine_rule(CoefficientCombineRule::Max)
            .restitution(restitution)
            .restitution_combine_rule(CoefficientCombineRule::Max);
        if mass > 0.0 {
            collider = collider.mass(mass);
        }
        bodies.push(world.insert(made, collider).0);
    }
    let anchor_body = world.insert_body(RigidBodyBuilder::fixed());
    for joint in scene["joints"].as_array().ok_or("no joints")? {
        let first = match joint[0].as_u64() {
            Some(at) => bodies[at as usize],
            None => anchor_body,
        };
        let second = bodies[count(&joint[1])?];
        let anchor = vector(&joint[2])?;
        let [one, two] = [first, second]
            .map(|body| world.bodies[body].position().inverse().transform_point(anchor));
        let ball = SphericalJointBuilder::new()
            .local_anchor1(one)
            .local_anchor2(two)
            .contacts_enabled(false);
        if multibody {
            world.insert_multibody_joint(first, second, ball);
        } else {
            world.insert_impulse_joint(first, second, ball);
        }
    }
    Ok((world, bodies))
}

fn collider(shape: &Value) -> Result<ColliderBuilder, Error> {
    Ok(match shape["type"].as_str() {
        Some("box") => {
            let half = vector(&shape["half"])?;
            ColliderBuilder::cuboid(half.x, half.y, half.z)
        }
        Some("sphere") => ColliderBuilder::ball(number(&shape["radius"])?),
        Some("capsule") => {
            ColliderBuilder::capsule_y(number(&shape["half"])?, number(&shape["radius"])?)
        }
        // The top of a wide slab.
        _ => ColliderBuilder::cuboid(200.0, 1.0, 200.0).translation(Vector::new(0.0, -1.0, 0.0)),
    })
}

fn poses(world: &PhysicsWorld, bodies: &[RigidBodyHandle]) -> Vec<[f32; 7]> {
    let told = bodies.iter().map(|&body| {
        let (place, turn) = (world.bodies[body].translation(), world.bodies[body].rotation());
        [place.x, place.y, place.z, turn.w, turn.x, turn.y, turn.z]
    });
    told.collect()
}

fn pose(body: &Value) -> Result<Pose, Error> {
    let turn = &body["rotation"];
    let [w, x, y, z] = [&turn[0], &turn[1], &turn[2], &turn[3]].map(number);
    let turn = Rotation::from_xyzw(x?, y?, z?, w?).normalize();
    Ok(Pose::from_parts(vector(&body["position"])?, turn))
}

fn vector(value: &Value) -> Result<Vector, Error> {
    Ok(Vector::new(number(&value[0])?, number(&value[1])?, number(&value[2])?))
}

fn number(value: &Value) -> Result<f32, Error> {
    Ok(value.as_f64().ok_or_else(|| format!("{value}: no number"))? as f32)
}

fn count(value: &Value) -> Result<usize, Error> {
    Ok(value.as_u64().ok_or_else(|| format!("{value}: no count"))? as usize)
}
