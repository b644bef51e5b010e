//! The scenes that README and guide show, whole or in part.

use std::path::Path;

use stickslip_scene::{Overrides, SceneSource};

/// What stands before and after parts of scenes that name what the page has said before, by how
/// they begin.
const AROUND: [(&str, &str, &str); 5] = [
    ("[[joint]]\nname = \"pivot\"", PLANK, ""),
    ("motor =", AXLE, ""),
    ("shapes =", "[[body]]\nname = \"b\"\nmass = 1\n", ""),
    ("[[body]]\nname = \"wheel\"", "", "mass = 1\nshape = { type = \"sphere\", radius = 0.3 }\n"),
    ("[[body]]\nname = \"hand\"", "", "shape = { type = \"sphere\", radius = 0.3 }\n"),
];
const PLANK: &str = "[[body]]\nname = \"plank\"\nmass = 1\n\
    shape = { type = \"box\", size = [1, 1, 1] }\n";
const AXLE: &str = "[parameters]\nspeed = 1\ntorque = 2\n\
    [[body]]\nname = \"plank\"\nmass = 1\nshape = { type = \"box\", size = [1, 1, 1] }\n\
    [[joint]]\nname = \"axle\"\ntype = \"hinge\"\nsecond = \"plank\"\n\
    anchor = [0, 0, 0]\naxis = [0, 0, 1]\n";

/// What stands for a reader's own files.
fn furnish(folder: &Path) {
    const ARM: &str = r#"<mujoco model="arm"><worldbody><body name="arm">
        <joint name="elbow" axis="0 1 0"/><geom type="box" size=".1 .1 .3" mass="1"/></body>
        </worldbody><keyframe><key name="home" qpos="0.3"/></keyframe></mujoco>"#;
    const CUP: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    std::fs::write(folder.join("arm.xml"), ARM).expect("a file there");
    std::fs::write(folder.join("cup.obj"), CUP).expect("a file there");
    let meshes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/data/meshes");
    std::fs::copy(meshes.join("wedge.glb"), folder.join("bottle.glb")).expect("copied");
    let file = std::fs::File::create(folder.join("parquet.png")).expect("a file there");
    let mut grain = png::Encoder::new(file, 2, 1);
    grain.set_color(png::ColorType::Grayscale);
    let mut grain = grain.write_header().expect("an image");
    grain.write_image_data(&[0, 128]).expect("its pixels");
}

/// What is wrong with the scenes of a page, whole or in part, and how many there are.
fn unsound(page: &str, text: &str) -> (usize, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    furnish(folder.path());
    let mut wrong = Vec::new();
    let blocks = text.split("```toml\n").skip(1);
    let blocks: Vec<_> = blocks.filter_map(|block| block.split("```").next()).collect();
    for (number, block) in blocks.iter().enumerate() {
        let around = AROUND.iter().find(|(begin, ..)| block.starts_with(begin));
        let (before, after) = around.map_or(("", ""), |(_, before, after)| (*before, *after));
        let name = if block.starts_with("name =") { "" } else { "name = \"snippet\"\n" };
        let file = folder.path().join(format!("{number}.toml"));
        let source =
            SceneSource::new(format!("{name}{before}{block}{after}"), file.display().to_string());
        let read = source.read(&Overrides::default()).map_err(|error| error.to_string());
        let ran = read.and_then(|scene| scene.simulation().map_err(|error| error.to_string()));
        wrong.extend(ran.err().map(|reason| format!("{page}, scene {}: {reason}", number + 1)));
    }
    (blocks.len(), wrong)
}

/// The page of keys has a test of its own.
#[test]
fn every_scene_of_the_pages_is_sound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = std::fs::read_dir(root.join("docs/guide/src")).expect("the guide");
    let mut pages: Vec<_> = guide.map(|entry| entry.expect("an entry").path()).collect();
    pages.push(root.join("README.md"));
    let mut scenes = 0;
    for page in pages {
        if page.extension().is_some_and(|it| it == "md") && !page.ends_with("keys.md") {
            let text = std::fs::read_to_string(&page).expect("a page");
            let (count, wrong) = unsound(&page.display().to_string(), &text);
            assert!(wrong.is_empty(), "{wrong:#?}");
            scenes += count;
        }
    }
    assert!(scenes >= 14, "{scenes}");
}

#[test]
fn a_broken_scene_is_found() {
    let with = |key: &str| format!("```toml\n[[body]]\nname = \"hand\"\n{key} = 1\n```\n");
    assert_eq!(unsound("page.md", &with("mass")).1, [""; 0]);
    let (_, wrong) = unsound("page.md", &with("mas"));
    assert!(wrong.len() == 1 && wrong[0].contains("page.md, scene 1") && wrong[0].contains("mas"));
}
