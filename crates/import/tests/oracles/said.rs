//! What is passed over is reported; what cannot be is refused.

use stickslip_import::{ImportError, Imported, Level, ReadOptions, Strictness};

fn parse(ending: &str, text: &str, strictness: Strictness) -> Result<Imported, ImportError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("model.{ending}"));
    std::fs::write(&path, text).expect("the file is written");
    stickslip_import::read(&path, &ReadOptions { strictness, ..Default::default() })
}

fn mjcf(inside: &str) -> String {
    format!("<mujoco>{inside}</mujoco>")
}

const BALL: &str = r#"<body name="b"><freejoint/><geom size="0.1"/></body>"#;

#[test]
fn warnings_are_counted_and_strict_makes_errors_of_them() {
    let text = mjcf(&format!(
        r#"<worldbody><light pos="0 0 1"/>{BALL}
        <geom type="plane" size="1 1 1" solref="0.01 1"/>
        <geom type="sphere" size="1" solref="0.01 1"/></worldbody>"#
    ));
    let read = parse("xml", &text, Strictness::Normal).expect("it is read");
    let warnings: Vec<_> = read.remarks.iter().filter(|r| r.level == Level::Warning).collect();
    assert_eq!(warnings.len(), 1);
    assert_eq!((warnings[0].count, warnings[0].subject.as_str()), (2, "solref"));
    assert!(warnings[0].to_string().contains("solref on 2 <geom>s"), "{}", warnings[0]);
    assert!(read.remarks.iter().any(|r| r.level == Level::Note && r.subject == "light"));
    let error = parse("xml", &text, Strictness::Strict).expect_err("strict");
    assert!(
        error.to_string().contains("line 2") && error.to_string().contains("solref"),
        "{error}"
    );
}

#[test]
fn missing_features_are_errors_unless_lenient() {
    for inside in [
        "<worldbody><flexcomp/></worldbody>",
        "<deformable/>",
        r#"<worldbody><body name="b"><joint name="j"/><geom size="1"/></body></worldbody>
           <actuator><muscle joint="j"/></actuator>"#,
        r#"<worldbody><body name="b"><joint name="j"/><geom size="1"/></body></worldbody>
           <actuator><general joint="j" dyntype="muscle"/></actuator>"#,
    ] {
        let error = parse("xml", &mjcf(inside), Strictness::Normal).expect_err(inside);
        assert!(error.to_string().contains("--lenient"), "{error}");
        let read = parse("xml", &mjcf(inside), Strictness::Lenient).expect(inside);
        assert!(read.remarks.iter().any(|remark| remark.level == Level::Warning));
    }
}

#[test]
fn nonsense_is_refused_by_line() {
    for (inside, word) in [
        (r#"<worldbody><body><joint range="30 -30"/><geom size="1"/></body></worldbody>"#, "range"),
        (r#"<worldbody><body><joint axis="0 0 0"/><geom size="1"/></body></worldbody>"#, "axis"),
        (r#"<worldbody><body pos="0 0 nan"/></worldbody>"#, "pos"),
        (r#"<worldbody><body quat="0 0 0 0"/></worldbody>"#, "quat"),
        (r#"<worldbody><geom size="-1"/></worldbody>"#, "size"),
        (r#"<worldbody><geom size="1" quat="1 0 0 0" euler="0 0 0"/></worldbody>"#, "euler"),
        (
            r#"<worldbody><body><joint/><inertial pos="0 0 0" mass="1" diaginertia="0 1 1"/></body></worldbody>"#,
            "inertia",
        ),
        (r#"<include file="model.xml"/>"#, "itself"),
        (r#"<include file="/etc/passwd"/>"#, "path"),
        (
            r#"<worldbody><replicate count="1000000000"><geom size="1"/></replicate></worldbody>"#,
            "count",
        ),
        (r#"<contact><exclude body1="a" body2="b"/></contact>"#, "body1"),
        (
            r#"<worldbody><body><joint name="a"/><freejoint/><geom size="1"/></body></worldbody>"#,
            "free",
        ),
    ] {
        let error = parse("xml", &mjcf(inside), Strictness::Normal).expect_err(inside);
        let said = error.to_string();
        assert!(said.contains("line 1") && said.contains(word), "{said}");
    }
}

#[test]
fn files_that_are_no_models_are_refused() {
    let deep = format!("<mujoco><worldbody>{}", "<body>".repeat(20_000));
    let closed = format!("{deep}{}</worldbody></mujoco>", "</body>".repeat(20_000));
    let bomb = r#"<!DOCTYPE x [<!ENTITY a "aaaa">]><mujoco model="&a;"/>"#;
    for text in ["", "hello", "<html/>", deep.as_str(), closed.as_str(), bomb, "\u{0}"] {
        parse("xml", text, Strictness::Normal).expect_err("no model");
    }
}

#[test]
fn a_blank_line_before_the_declaration_is_told() {
    let text = "\n<?xml version=\"1.0\"?>\n<robot name=\"r\"><link name=\"a\"/><oops/></robot>";
    let error = parse("urdf", text, Strictness::Normal).expect_err("an unknown element");
    assert!(error.to_string().contains("line 3"), "{error}");
    let read = parse("urdf", &text.replace("<oops/>", ""), Strictness::Normal).expect("a robot");
    assert!(read.remarks.iter().any(|remark| remark.subject == "blanks"));
}

/// Values of MuJoCo 4.0.0 for the same text.
#[test]
fn replicated_bodies_turn_and_move_step_by_step() {
    let text = mjcf(
        r#"<worldbody><replicate count="3" offset="1 0 0" euler="0 0 90" sep="-">
        <body name="r" pos="0 1 0"><geom name="g" size=".1"/></body></replicate></worldbody>"#,
    );
    let read = parse("xml", &text, Strictness::Normal).expect("it is read");
    let bodies = &read.mechanism.bodies;
    let names: Vec<_> = bodies.iter().filter_map(|body| body.name.as_deref()).collect();
    assert_eq!(names, ["r-0", "r-1", "r-2"]);
    for (body, wanted) in bodies.iter().zip([[0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]) {
        let error = body.pose.position - glam::DVec3::from_array(wanted);
        assert!(error.length() < 1e-12, "{:?}", body.pose);
    }
}

/// Values of MuJoCo 4.0.0 for the same texts.
#[test]
fn equalities_err_as_elsewhere() {
    let cases: [(&str, &[f64]); 6] = [
        (
            r#"<weld body1="a" body2="b"/>"#,
            &[
                -0.026785028109,
                -0.036830993892,
                0.064922724912,
                0.170161184308,
                0.126133453139,
                -0.022706518851,
            ],
        ),
        (
            r#"<weld body1="a" body2="b" relpose="0.1 0.2 0.3 0.9 0.1 0.2 0.1"/>"#,
            &[
                0.446023543439,
                0.014498502417,
                0.403104315229,
                0.131629594941,
                -0.145053396458,
                0.389521237753,
            ],
        ),
        (
            r#"<weld body1="a" body2="b" anchor="0.05 0.02 0"/>"#,
            &[
                -0.030578095468,
                -0.040889127447,
                0.061948661473,
                0.170161184308,
                0.126133453139,
                -0.022706518851,
            ],
        ),
        (
            r#"<weld body1="a" body2="b" relpose="0.1 0.2 0.3 0.9 0.1 0.2 0.1" anchor="0.05 0.02 0"
                torquescale="0.5"/>"#,
            &[
                0.423694352056,
                -0.003053148821,
                0.448857421692,
                0.065814797471,
                -0.072526698229,
                0.194760618877,
            ],
        ),
        (
            r#"<weld body1="a"/>"#,
            &[
                -0.042172038516,
                -0.040228894127,
                0.032164522399,
                -0.088677573116,
                0.116594586875,
                0.029559191039,
            ],
        ),
        (
            r#"<connect body1="a" body2="b" anchor="0.1 0.2 0.3"/>"#,
            &[0.103549912161, -0.219619471546, -0.007322336801],
        ),
    ];
    for (equality, wanted) in cases {
        let text = format!(
            r#"<mujoco><compiler angle="radian"/><worldbody>
            <body name="a" pos="0.1 0 0.2" quat="0.9 0.1 0 0.3"><joint axis="0 1 0"/><geom size=".1"/></body>
            <body name="b" pos="-0.3 0.2 0.1" quat="0.8 0 0.4 0"><joint axis="1 0 0"/><geom size=".1"/></body>
            </worldbody><equality>{equality}</equality></mujoco>"#
        );
        let read = parse("xml", &text, Strictness::Normal).expect("it is read");
        let qpos = [0.3, -0.5];
        let kinematics = stickslip_import::facts::Kinematics::new(&read.mechanism, &qpos);
        let errors = kinematics.equality_errors(&read.mechanism, &qpos);
        assert_eq!(errors.len(), wanted.len());
        for (error, wanted) in errors.iter().zip(wanted) {
            assert!((error - wanted).abs() < 1e-11, "{equality}: {errors:?}");
        }
    }
}
