//! Scenes that are wrong: exit code 2, a message with file, place and remedy, and nothing written.

use crate::inspect::{Folder, selvedge};

/// A garment that is good.
const GOOD: &str = "[[garment]]\nname = 'flag'\nshape = { sheet = { cells = [2, 2] } }\n";

/// Checks, simulates and drapes a bad scene; returns the message.
fn message(text: impl AsRef<[u8]>) -> String {
    let folder = Folder::new();
    let scene = folder.write("scene.toml", text);
    let mut messages = Vec::new();
    for command in ["check", "simulate", "drape"] {
        let output = selvedge().arg(command).arg(&scene).current_dir(folder.path("")).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{command}: {message}");
        assert!(!message.contains("panicked"), "{message}");
        assert!(output.stdout.is_empty(), "something was printed");
        assert_eq!(folder.names(), ["scene.toml"], "something was written");
        assert!(message.contains("scene.toml: "), "the file is not named: {message}");
        messages.push(message.lines().filter(|line| !line.starts_with("note: ")).collect::<Vec<_>>().join("\n"));
    }
    assert!(messages[0] == messages[1] && messages[0] == messages[2], "one message for one fault");
    messages.swap_remove(0)
}

/// A scene whose message must hold all of some words.
fn refuses(text: &str, words: &[&str]) {
    let message = message(text);
    for word in words {
        assert!(message.contains(word), "no {word:?} in: {message}\n{text}");
    }
}

#[test]
fn unknown_keys_at_every_level_suggest_known_ones() {
    for (text, words) in [
        ("[simulatoin]\n", ["line 4: simulatoin: ", "did you mean \"simulation\""]),
        ("[simulation]\nfsp = 24\n", ["line 5: simulation.fsp: ", "did you mean \"fps\""]),
        ("materail = 'silk'\n", ["garment 0 \"flag\": materail: ", "did you mean \"material\""]),
        ("material = { desnity = 1 }\n", ["garment 0 \"flag\": material.desnity: ", "did you mean \"density\""]),
        ("pin = [{ gruop = 'corners' }]\n", ["garment 0 \"flag\": pin 0: gruop: ", "did you mean \"group\""]),
        (
            "pin = [{ group = 'corners', path = [{ tiem = 0, offset = [0, 0, 0] }] }]\n",
            ["garment 0 \"flag\": pin 0: path 0: tiem: ", "did you mean \"time\""],
        ),
        ("[wind]\nspeed = 3\n", ["wind.speed: ", "known here: velocity"]),
        ("[[collider]]\nname = 'x'\nshape = { cube = {} }\n", ["collider 0 \"x\": shape.cube", "not known"]),
        ("[[flypaper.garment]]\nnaem = 'flag'\n", ["flypaper.garment 0: naem: it is the string", "give a number"]),
    ] {
        refuses(&format!("{GOOD}{text}"), &words);
    }
}

#[test]
fn values_of_the_wrong_type_or_size() {
    for (text, words) in [
        ("[simulation]\nfps = 'fast'\n", ["simulation.fps: it is the string \"fast\"; give a number", ""]),
        ("[simulation]\nfps = nan\n", ["simulation.fps: it is not finite", ""]),
        ("[simulation]\nfps = -inf\n", ["not finite", ""]),
        ("[simulation]\nfps = 1e308\n", ["1e308 is out of range", "give a number from"]),
        ("[simulation]\nsteps_per_frame = 0\n", ["0 is out of range", ""]),
        ("[simulation]\nsteps_per_frame = 99999999999999999999\n", ["steps_per_frame", "whole number"]),
        ("[simulation]\nframes = [9, 3]\n", ["the first frame 9 is after the last, 3", ""]),
        ("[simulation]\nframes = [0, 10000000000]\n", ["simulation.frames", "out of range"]),
        ("[simulation]\nframes = [-1, 3]\n", ["simulation.frames", "out of range"]),
        ("[simulation]\nmode = 'hybird'\n", ["did you mean \"hybrid\"", ""]),
        ("[simulation]\ngravity = [0, 1]\n", ["simulation.gravity: it is a list of 2", "3 numbers"]),
        ("[wind]\nvelocity = [0, nan, 0]\n", ["number 1 of the list: it is not finite", ""]),
        ("material = 'dennim'\n", ["there is no material \"dennim\"", "did you mean \"denim\""]),
        ("material = { preset = 'custom', density = 1 }\n", ["needs every field", "stretch_warp"]),
        ("material = { stretch_warp = -3 }\n", ["flag\": material.stretch_warp: -3.0 is out of range", "line 4"]),
        ("material = 3\n", ["material: it is the number 3", "a string or a table"]),
        ("layer = 1.5\n", ["layer", "whole number"]),
        ("uv_scale = 2\n", ["uv_scale: it has no effect", "rest = \"uv\""]),
        ("rest_file = 'x.obj'\n", ["rest_file: there is no file", "relative to the scene's folder"]),
        ("wind = 3\n", ["garment 0 \"flag\": wind: this key is not known", ""]),
    ] {
        refuses(&format!("{GOOD}{text}"), &words);
    }
    refuses("garment = 3\n", &["garment: it is the number 3; give a list of tables"]);
    refuses("garment = [3]\n", &["garment: it is a list of 1; give a list of tables"]);
    refuses("garment = []\n", &["garment: there is none"]);
    refuses("", &["garment: it is missing"]);
}

#[test]
fn pins_that_hold_nothing() {
    for (text, words) in [
        ("{ group = 'cornrs' }", ["there is no group \"cornrs\"", "did you mean \"corners\""]),
        ("{ vertices = [0, 9] }", ["there is no vertex 9", "numbered from 0"]),
        ("{ vertices = [] }", ["at least one", ""]),
        ("{ }", ["exactly one of group and vertices", ""]),
        ("{ group = 'corners', vertices = [0] }", ["exactly one of group and vertices", ""]),
        ("{ group = 'corners', to = 'body' }", ["there is no body", "pin to \"world\""]),
        ("{ group = 'corners', fix = 'xw' }", ["pin 0: fix", "letters"]),
        (
            "{ group = 'corners', path = [{ time = 1, offset = [0, 0, 0] }, { time = 1, offset = [0, 0, 0] }] }",
            ["path 1: time: 1 s is not later", ""],
        ),
        ("{ group = 'corners', path = [{ time = 1 }] }", ["path 0: offset: it is missing", ""]),
    ] {
        refuses(&format!("{GOOD}pin = [{text}]\n"), &words);
    }
}

#[test]
fn garments_and_bodies_that_are_not_there() {
    refuses(
        "[[garment]]\nfile = 'none.obj'\n",
        &["line 2: garment 0 \"none\": file: there is no file", "none.obj", "check the name"],
    );
    refuses("[[garment]]\n", &["exactly one of file, node and shape"]);
    refuses("[[garment]]\nnode = 'Shirt'\n", &["there is no body"]);
    refuses(&format!("{GOOD}{GOOD}"), &["another garment is called \"flag\" too"]);
    refuses(&format!("{GOOD}[body]\nfile = 'scene.toml'\n"), &["body.file: \"scene.toml\" is no glTF file"]);
    refuses("[[garment]]\nfile = 'scene.toml'\n", &["garment 0 \"scene\": file: ", "extension .toml"]);
    refuses(&format!("{GOOD}[[collider]]\nname = 'a'\nshape = {{}}\n"), &["exactly one shape"]);
    refuses(&format!("{GOOD}[[flypaper.garment]]\nname = 'flga'\n"), &["did you mean \"flag\""]);
    let mannequin = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/bodies/mannequin.glb");
    let body = format!("[body]\nfile = '{mannequin}'\n");
    refuses(&format!("{body}animation = 'moonwalk'\n{GOOD}"), &["body.animation: ", "moonwalk", "squat"]);
    refuses(&format!("{body}collide = ['Wolf*']\n{GOOD}"), &["body.collide: ", "no mesh was selected"]);
    refuses(&format!("{body}[[garment]]\nnode = 'Skirt'\n"), &["shows no node \"Skirt\"", "name one of"]);
}

#[test]
fn sizes_that_would_exhaust_the_machine() {
    let sheet = |inner: &str| format!("[[garment]]\nshape = {{ sheet = {{ {inner} }} }}\n");
    refuses(&sheet("cells = [4000, 4000]"), &["4000 by 4000 quads are more than 4000000"]);
    refuses(&sheet("cells = [1000000000, 1]"), &["out of range"]);
    refuses(&sheet("cells = [0, 1]"), &["out of range"]);
    refuses(&sheet("size = [-1, 1]"), &["out of range"]);
    refuses(&sheet("size = [1e-300, 1]"), &["out of range"]);
    let deep = format!("a = {}1{}\n", "[".repeat(5000), "]".repeat(5000));
    refuses(&deep, &["scene.toml: line 1"]);
    let dotted = format!("{} = 1\n", vec!["a"; 20_000].join("."));
    message(dotted);
}

#[test]
fn files_that_are_no_scenes() {
    refuses("[[garment]\n", &["line 1: ", "toml.io"]);
    refuses("a = 1\na = 2\n", &["line 2: "]);
    assert!(message(b"\xff\xfe\x00").contains("UTF-8"));
    let folder = Folder::new();
    for name in ["none.toml", ""] {
        let output = selvedge().arg("check").arg(folder.path(name)).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn several_faults_are_reported_together() {
    let message = message("[[garment]]\nfile = 3\nlayer = 'x'\n[simulation]\nfps = 0\n");
    assert_eq!(message.lines().count(), 3, "{message}");
}

#[test]
fn the_keys_are_printed_with_their_defaults() {
    let output = selvedge().args(["check", "--keys"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for words in ["simulation.fps", "default: `24`", "garment[].pin[].path[].offset", "VMT00"] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn switches_for_comparisons_are_part_of_a_run() {
    let folder = Folder::new();
    let text = format!(
        "{GOOD}layer = 2\n[flypaper]\n'*' = 1.0\n'floor*' = 0.1\n[[flypaper.garment]]\nname = 'flag'\n'*' = 2.0\n\
         [[collider]]\nname = 'floor'\nshape = {{ plane = {{ point = [0, 0, 0], normal = [0, 1, 0] }} }}\nfriction = 0.4\n\
         [simulation]\nframes = [0, 1]\n"
    );
    let scene = folder.write("all.toml", text);
    let mut command = selvedge();
    command.arg("simulate").arg(&scene).arg("-o").arg(folder.path("run")).args(["--untangle=off", "--flypaper=off"]);
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    let manifest = std::fs::read_to_string(folder.path("run/manifest.json")).expect("a manifest");
    for switch in ["flypaper", "untangle"] {
        assert!(manifest.contains(&format!("\"{switch}\": false")), "{switch} is not in the manifest");
    }
}

#[test]
fn colliders_that_cannot_move_or_rub_so() {
    let collider = "[[collider]]\nname = 'ball'\nshape = { sphere = { radius = 0.1 } }\n";
    for (text, words) in [
        ("path = [{ time = 1 }, { time = 0.5 }]\n", ["collider 0 \"ball\": path 1: time: 0.5 s is not later", ""]),
        ("path = [{ tiem = 1 }]\n", ["path 0: tiem: ", "did you mean \"time\""]),
        ("path = [{ time = 0, turn = [0, 90] }]\n", ["path 0: turn: it is a list of 2", "3 numbers"]),
        ("interpolation = 'linaer'\n", ["interpolation", "did you mean \"linear\""]),
        ("friction = { sticking = 0.3 }\n", ["friction.sliding: it is missing", ""]),
        ("friction = { sticking = 0.3, sliding = 0.4 }\n", ["friction.sliding: 0.4 is more than sticking, 0.3", ""]),
        ("friction = { static = 0.3 }\n", ["friction.static", "not known"]),
        ("friction = 'rough'\n", ["friction: it is the string", "or a table"]),
    ] {
        refuses(&format!("{GOOD}{collider}{text}"), &words);
    }
    let mesh = "[[collider]]\nname = 'x'\nshape = { mesh = { file = 'scene.toml', animation = 0 } }\n";
    refuses(&format!("{GOOD}{mesh}"), &["shape.mesh.animation: \"scene.toml\" is no glTF file"]);
}

#[test]
fn names_that_flypaper_and_friction_do_not_know() {
    let ball = "[[collider]]\nname = 'ball'\nshape = { sphere = { radius = 0.1 } }\n";
    refuses(
        &format!("{GOOD}{ball}[flypaper]\n'bal' = 2\n"),
        &["line 8: flypaper.bal: no joint and no collider is called \"bal\"", "did you mean \"ball\""],
    );
    refuses(&format!("{GOOD}[flypaper]\n'Hand*' = 2\n"), &["there is no body and no collider"]);
    refuses(
        &format!("{GOOD}{ball}[[flypaper.garment]]\nname = 'flag'\ngroup = 'cornres'\n'*' = 2\n"),
        &["flypaper.garment 0 \"flag\": group: there is no group \"cornres\"", "did you mean \"corners\""],
    );
    let mannequin = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/bodies/mannequin.glb");
    let body = format!("[body]\nfile = '{mannequin}'\n");
    refuses(&format!("{body}{GOOD}[flypaper]\n'LeftHadn*' = 2\n"), &["did you mean \"LeftHand\""]);
    refuses(
        &format!("{body}friction_of = {{ 'LeftFoot*' = 0.5, 'RightFot' = 1 }}\n{GOOD}"),
        &["body.friction_of.RightFot: ", "did you mean \"RightFoot\""],
    );
}
