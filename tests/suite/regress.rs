//! `selvedge regress` and `selvedge reproduce`, run as a user runs them: on folders of their own, good and bad.

use crate::inspect::{Folder, selvedge};
use driver::mutation::Mutation;
use measure::expect::Expectation;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A napkin that hangs by one edge: it falls, and nothing passes through anything.
const SCENE: &str = "[[garment]]\nname = 'napkin'\n\
    shape = { sheet = { size = [0.2, 0.2], cells = [4, 4], plane = 'xz' } }\n\
    pin = [{ group = 'first_row' }]\n[simulation]\nframes = [0, 6]\n";
const EXPECT: &str = "shows = 'a napkin hangs'\n[[expect]]\nquantity = 'crossings'\nat_most = 0\n";
const SCENES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/scenes");

/// A folder with one fixture in it, `napkin`.
fn fixture(expect: Option<&str>) -> (Folder, PathBuf) {
    let folder = Folder::new();
    let napkin = folder.path("napkin");
    std::fs::create_dir(&napkin).expect("a folder");
    std::fs::write(napkin.join("scene.toml"), SCENE).expect("a scene");
    if let Some(text) = expect {
        std::fs::write(napkin.join("expect.toml"), text).expect("an expectation");
    }
    (folder, napkin)
}

/// Runs `regress` on a folder: exit code, standard output, standard error.
fn regress(folder: &Folder, more: &[&str]) -> (i32, String, String) {
    let mut command = selvedge();
    command.arg("regress").arg(folder.path("")).arg("-o").arg(folder.path("pages")).args(more);
    let output = command.output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_fixture_that_is_as_expected() {
    let (folder, _) = fixture(Some(EXPECT));
    let (code, told, _) = regress(&folder, &[]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("ok   napkin") && told.contains("crossings 0") && told.contains("a napkin hangs"), "{told}");
    assert_eq!(folder.names(), ["napkin"], "no page is written");
}

#[test]
fn one_that_is_not_names_frame_and_number_and_gets_a_page() {
    let text = format!("{EXPECT}[[expect]]\nquantity = 'speed'\nunit = 'm/s'\nat_most = 0.01\n");
    let (folder, _) = fixture(Some(&text));
    let (code, told, _) = regress(&folder, &[]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("FAIL napkin") && told.contains("at frame ") && told.contains("at most 0.01"), "{told}");
    let page = std::fs::read_to_string(folder.path("pages/napkin.html")).expect("a page");
    assert!(page.contains("data:image/png;base64,") && page.contains("speed") && !page.contains("http"), "{told}");
    // A page of its own is replaced, a file of somebody else is not.
    assert_eq!(regress(&folder, &[]).0, 1);
    std::fs::write(folder.path("pages/napkin.html"), "dear").expect("a file");
    let (code, _, message) = regress(&folder, &[]);
    assert!(code == 2 && message.contains("napkin.html"), "{message}");
    assert_eq!(std::fs::read(folder.path("pages/napkin.html")).expect("still there"), b"dear");
}

#[test]
fn update_records_and_the_record_holds() {
    let (folder, napkin) = fixture(None);
    let (code, _, message) = regress(&folder, &[]);
    assert!(code == 2 && message.contains("expect.toml: is missing") && message.contains("--update"), "{message}");
    assert_eq!(regress(&folder, &["--update"]).0, 0);
    let first = std::fs::read_to_string(napkin.join("expect.toml")).expect("it was recorded");
    assert!(std::fs::read(napkin.join("picture.png")).expect("a picture").starts_with(b"\x89PNG"));
    assert_eq!(regress(&folder, &[]).0, 0);
    assert_eq!(regress(&folder, &["--update", "--threads", "1"]).0, 0);
    assert_eq!(std::fs::read_to_string(napkin.join("expect.toml")).expect("still there"), first);
}

#[test]
fn the_report_has_every_figure() {
    let (folder, _) = fixture(Some(EXPECT));
    let (code, told, _) = regress(&folder, &["--json", "-"]);
    let report: Value = serde_json::from_str(&told).expect("nothing but JSON");
    assert_eq!(code, 0);
    assert_eq!(report["passed"], true);
    let check = &report["fixtures"][0]["checks"][0];
    assert_eq!(
        (&check["quantity"], &check["value"], &check["holds"]),
        (&"crossings".into(), &0.0.into(), &true.into())
    );
}

#[test]
fn what_is_wrong_is_said_before_anything_is_run() {
    let refuses = |expect: &str, words: &[&str]| {
        let (folder, _) = fixture(Some(expect));
        let (code, told, message) = regress(&folder, &[]);
        assert_eq!((code, told.as_str()), (2, ""), "{message}");
        assert!(words.iter().all(|word| message.contains(word)), "{message}");
        assert_eq!(folder.names(), ["napkin"]);
    };
    refuses(&EXPECT.replace("at_most", "at_mots"), &["expect.toml: line 2", "did you mean `at_most`?"]);
    refuses(&EXPECT.replace("'crossings'", "'crossing'"), &["did you mean `crossings`?"]);
    refuses(&format!("set = {{ 'simulation.fsp' = 1 }}\n{EXPECT}"), &["simulation.fsp", "fps"]);
    let (folder, _) = fixture(Some(EXPECT));
    assert!(regress(&folder, &["--only", "towel"]).2.contains("no fixture has a name like towel"));
    assert!(regress(&folder, &["--set", "big"]).2.contains("no fixture is in the set"));
    let nowhere = Folder::new();
    let output = selvedge().arg("regress").current_dir(nowhere.path("")).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && message.contains("fixtures/scenes is neither here"), "{message}");
}

#[test]
fn every_scene_of_the_fixtures_has_an_expectation_and_every_mutation_a_fixture() {
    let mut caught = Vec::new();
    for entry in std::fs::read_dir(SCENES).expect("the folder") {
        let file = entry.expect("an entry").path().join("expect.toml");
        caught.extend(Expectation::read(&file).expect("a good expectation").catches);
    }
    for (name, _) in Mutation::ALL {
        assert!(caught.iter().any(|mutation| mutation == name), "no fixture promises to catch {name}");
    }
}

#[test]
fn a_fixture_notices_that_friction_is_gone() {
    let run = |more: &[&str]| {
        let scene = Path::new(SCENES).join("sticking-sheet");
        let output = selvedge().arg("regress").arg(scene).args(more).args(["--json", "-"]).output().expect("it runs");
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    assert_eq!(run(&[])["passed"], true);
    let table = run(&["--mutations"]);
    let rows = table["mutations"].as_array().expect("rows");
    let of = |name: &str| &rows.iter().find(|row| row["mutation"] == name).expect("a row")["caught"];
    assert_eq!(of("friction-off"), true, "{table}");
    // Nobody among these promises to notice it.
    assert_eq!(of("gia-off"), false);
}

#[test]
fn modes_are_compared_figure_by_figure() {
    let (folder, _) = fixture(Some(EXPECT));
    let (code, told, _) = regress(&folder, &["--modes", "hybrid,gia", "--json", "-"]);
    assert_eq!(code, 0, "{told}");
    let report: Value = serde_json::from_str(told.trim()).expect("JSON");
    let figures = report["fixtures"][0]["figures"].as_array().expect("figures");
    assert!(report["modes"][1] == "gia" && report["passed"] == true, "{told}");
    assert!(figures.iter().any(|of| of["quantity"] == "crossings" && of["values"][1] == 0.0), "{told}");
    let (code, _, message) = regress(&folder, &["--modes", "hybrid"]);
    assert!(code == 2 && message.contains("at least two modes"), "{message}");
    let (code, _, message) = regress(&folder, &["--modes", "hybrid,wild"]);
    assert!(code == 2 && message.contains("simulation.mode"), "{message}");
}

#[test]
fn papers_are_reproduced_row_by_row() {
    let folder = Folder::new();
    let run = |paper: &str, only: &str| {
        let mut command = selvedge();
        command.args(["reproduce", paper, "--only", only, "-o"]).arg(folder.path("RESULTS.md")).current_dir(SCENES);
        command.output().expect("it runs")
    };
    let output = run("bwk03", "figure 4*,figure 7");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let table = std::fs::read_to_string(folder.path("RESULTS.md")).expect("the table");
    assert!(table.contains("| figure 4c |") && table.contains("| yes |") && !table.contains("| figure 6 |"), "{table}");
    assert!(folder.path("RESULTS/two-separate.png").exists(), "its picture");
    assert_eq!(run("bwk03", "figure 7").status.code(), Some(2), "an existing table is replaced with --overwrite alone");
    assert!(String::from_utf8_lossy(&run("XYZ99", "*").stderr).contains("BWK03"));
}

#[test]
fn what_slides_down_a_slope_keeps_to_the_formula_of_ssif08() {
    let folder = Folder::new();
    let mut command = selvedge();
    command.args(["reproduce", "SSIF08", "--only", "figures 7*", "-o"]).arg(folder.path("slope.md"));
    let output = command.current_dir(SCENES).output().expect("it runs");
    let table = std::fs::read_to_string(folder.path("slope.md")).unwrap_or_default();
    assert_eq!(output.status.code(), Some(0), "{output:?} {table}");
    assert!(table.contains("slope/braked-sheet.png") && folder.path("slope/braked-sheet.png").exists(), "{table}");
    let unknown = selvedge().args(["reproduce", "--only", "figure 99"]).current_dir(SCENES).output().expect("it runs");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("choose from figure 2"));
}
