//! `<transmission>` and `<ros2_control>`: which joints have motors, and what these are commanded.

use super::Reader;
use crate::mechanism::{DriveMode, JointDrive};
use crate::xml::Element;

impl Reader<'_> {
    /// `<transmission>` of ROS 1: joints, each with the interface of its hardware.
    pub(super) fn transmission(&mut self, element: &Element) {
        for joint in element.named("joint") {
            let interfaces =
                joint.named("hardwareInterface").chain(element.named("hardwareInterface"));
            let inner = element.named("actuator").flat_map(|it| it.named("hardwareInterface"));
            let modes =
                interfaces.chain(inner).filter_map(|it| DriveMode::of_interface(it.content()));
            // A joint without a word of what its motor is commanded has one with a torque.
            let mode = { modes }.next().unwrap_or(DriveMode::Force);
            self.ask(joint, mode);
        }
    }

    /// `<ros2_control>`: joints, each with command interfaces, of which the first counts.
    pub(super) fn ros2_control(&mut self, element: &Element) {
        for joint in element.named("joint") {
            let commands = joint.named("command_interface");
            let mode = { commands }.find_map(|it| DriveMode::of_interface(it.text("name")?));
            if let Some(mode) = mode {
                self.ask(joint, mode);
            }
        }
    }

    fn ask(&mut self, joint: &Element, mode: DriveMode) {
        let drives = &mut self.mechanism.drives;
        if let Some(name) = joint.text("name")
            && !drives.iter().any(|drive| drive.joint == name)
        {
            drives.push(JointDrive::new(name, mode));
        }
    }
}
