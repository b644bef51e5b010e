//! States from JSON.

use serde_json::Value;

use super::Configuration;
use crate::mechanism::Mechanism;

impl Configuration {
    /// The state that a JSON object says: `qpos`, `qvel`, `ctrl`, `act`, and by the names of
    /// joints `joint_values` and `joint_velocities` (which may be a list too). What it does
    /// not say is as at the beginning.
    ///
    /// # Errors
    /// A sentence where a key or a number does not fit.
    pub fn from_json(mechanism: &Mechanism, text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut state = Self::initial(mechanism);
        let object = value.as_object().ok_or("it is no JSON object")?;
        for (key, value) in object {
            match key.as_str() {
                "qpos" => state.qpos = numbers(key, value)?,
                "qvel" => state.qvel = numbers(key, value)?,
                "ctrl" => state.ctrl = numbers(key, value)?,
                "act" => state.act = numbers(key, value)?,
                "joint_values" => by_name(mechanism, key, value, &mut state.qpos, false)?,
                "joint_velocities" if value.is_array() => state.qvel = numbers(key, value)?,
                "joint_velocities" => by_name(mechanism, key, value, &mut state.qvel, true)?,
                _ => {
                    let known = "qpos, qvel, ctrl, act, joint_values, joint_velocities";
                    return Err(format!("unknown key \"{key}\"; known are {known}"));
                }
            }
        }
        state.check(mechanism)?;
        Ok(state)
    }
}

fn numbers(key: &str, value: &Value) -> Result<Vec<f64>, String> {
    let all = value.as_array().ok_or_else(|| format!("{key} is no list of numbers"))?;
    let number = |value: &Value| {
        value.as_f64().ok_or_else(|| format!("{key} has {value}, which is no number"))
    };
    all.iter().map(number).collect()
}

/// A planar joint of a URDF is three joints, `NAME/x`, `NAME/y` and `NAME/angle`: by its own
/// name it takes x, y and the angle, or x, y and the cosine and sine of it. Whether it is
/// one.
fn planar(
    mechanism: &Mechanism,
    key: &str,
    name: &str,
    value: &Value,
    into: &mut [f64],
    speeds: bool,
) -> Result<bool, String> {
    let part = |end: &str| {
        let own = format!("{name}/{end}");
        mechanism.joints.iter().find(|joint| joint.name.as_deref() == Some(&own))
    };
    let [Some(x), Some(y), Some(angle)] = ["x", "y", "angle"].map(part) else { return Ok(false) };
    let given = match numbers(key, value)?.as_slice() {
        &[x, y, angle] => [x, y, angle],
        &[x, y, cosine, sine] if !speeds => [x, y, libm::atan2(sine, cosine)],
        other => {
            let has = other.len();
            return Err(format!("{key}: joint \"{name}\" has 3 numbers, not {has}"));
        }
    };
    for (joint, number) in [x, y, angle].into_iter().zip(given) {
        into[if speeds { joint.freedom } else { joint.coordinate }] = number;
    }
    Ok(true)
}

/// Values by the names of joints: a number, or a list where a joint has several.
fn by_name(
    mechanism: &Mechanism,
    key: &str,
    value: &Value,
    into: &mut [f64],
    speeds: bool,
) -> Result<(), String> {
    let object = value.as_object().ok_or_else(|| format!("{key} is no object"))?;
    for (name, value) in object {
        if planar(mechanism, key, name, value, into, speeds)? {
            continue;
        }
        let found = mechanism.joints.iter().find(|joint| joint.name.as_ref() == Some(name));
        let joint = found.ok_or_else(|| {
            let known = mechanism.joints.iter().filter_map(|joint| joint.name.as_deref());
            let hint = crate::error::hint(name, known);
            format!("{key}: there is no joint \"{name}\"{hint}")
        })?;
        let (coordinates, freedoms) = joint.kind.sizes();
        let (first, count) =
            if speeds { (joint.freedom, freedoms) } else { (joint.coordinate, coordinates) };
        let given = match value {
            Value::Number(_) => numbers(key, &Value::Array(vec![value.clone()]))?,
            list => numbers(key, list)?,
        };
        if given.len() != count {
            let has = given.len();
            return Err(format!("{key}: joint \"{name}\" has {count} numbers, not {has}"));
        }
        into[first..first + count].copy_from_slice(&given);
    }
    Ok(())
}
