//! A robot in URDF, read, put beside a floor, and stepped in joint coordinates: what its
//! gravity asks of its joints.
//!
//! `cargo run --release --example robot_from_text -p stickslip`

use std::path::Path;

use stickslip::import::{Placement, ReadOptions, Strictness, build, facts, read_text};
use stickslip::prelude::*;

const ARM: &str = r#"
<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><origin xyz="0.5 0 0"/><mass value="2"/>
      <inertia ixx="0.01" iyy="0.17" izz="0.17" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="shoulder" type="continuous">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
  </joint>
</robot>"#;

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = ReadOptions::default();
    let read = read_text(ARM, Path::new("arm.urdf"), &options)?;
    for remark in &read.remarks {
        println!("{remark}");
    }
    let mut model = Model::default();
    let start = facts::Configuration::initial(&read.mechanism);
    build(&mut model, &read.mechanism, &start, &Placement::plain(Strictness::default()))?;
    let settings = Settings { gravity: read.mechanism.gravity, ..Settings::default() };
    let mut simulation = Simulation::new(model, settings)?;

    let gravity = simulation.settings().gravity;
    let holding = simulation.articulated()[0].gravity_compensation(gravity)[0];
    println!("the shoulder would hold {holding:.2} N·m");
    assert!((holding.abs() - 2.0 * 9.81 * 0.5).abs() < 1e-9);
    simulation.step()?;
    let shoulder = simulation.model().joint_named("shoulder")?;
    println!("after a step: {:.4} rad/s", simulation.joint_coordinates(shoulder)[0].1);
    Ok(())
}
