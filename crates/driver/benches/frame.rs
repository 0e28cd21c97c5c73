//! What a frame costs, stage by stage: a shirt of 18K vertices on the mannequin, which folds an elbow.
//!
//! Every stage that the driver names is printed, in seconds a frame and as a share of the frame. Two sums have goals, after
//! BWK03 §7, where intersection analysis and flypapering of a garment of that size cost little beside the rest.

use cloth_io::Overwrite;
use driver::stage::Stage;
use driver::{Scene, Simulation};
use std::error::Error;
use std::path::Path;

/// The length of the shirt's edges, in metres.
const EDGE: f64 = 0.0078;
/// Frames before the clock runs: the arm is in motion then.
const WARM: u32 = 10;
/// Frames that are timed: the elbow goes from open to pinched.
const TIMED: u32 = 10;
/// Sums of stages, by parts of their names, and the share of a frame they should stay under.
const GOALS: [(&str, &[&str], f64); 2] = [
    ("analysis of cloth and body, flypaper", &["analysis", "gia", "flypaper", "pinch"], 0.10),
    ("search for contacts", &["contact", "layers", "search"], 0.25),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut simulation = Simulation::new(scene(folder.path())?)?;
    let vertices: usize = simulation.garments().iter().map(driver::garment::Garment::vertex_count).sum();
    simulation.advance_to(WARM)?;
    simulation.report(WARM);
    let mut seconds = vec![0.0; Stage::ALL.len()];
    for frame in WARM + 1..=WARM + TIMED {
        simulation.advance_to(frame)?;
        let report = simulation.report(frame);
        for (sum, stage) in seconds.iter_mut().zip(Stage::ALL) {
            *sum += report.stages.seconds(stage) / f64::from(TIMED);
        }
        println!("frame {frame}: {:.2} s, {} crossings, {} pinched", report.seconds, report.crossings, report.pinched);
    }
    println!("\n{vertices} vertices, {} threads", rayon::current_num_threads());
    print_shares(&seconds);
    Ok(())
}

/// Every stage, and the sums that have goals.
fn print_shares(seconds: &[f64]) {
    let frame: f64 = seconds.iter().sum();
    println!("{:>12} {:>10} {:>8}", "stage", "s a frame", "share");
    for (stage, time) in Stage::ALL.iter().zip(seconds) {
        println!("{:>12} {time:>10.4} {:>6.1} %", stage.name(), 100.0 * time / frame);
    }
    println!("{:>12} {frame:>10.4}", "all");
    for (what, names, goal) in GOALS {
        let is_meant = |stage: &Stage| names.iter().any(|name| stage.name().contains(name));
        let sum: f64 = Stage::ALL.iter().zip(seconds).filter(|(stage, _)| is_meant(stage)).map(|(_, time)| time).sum();
        let share = sum / frame;
        let verdict = if share < goal { "met" } else { "MISSED" };
        println!("{what}: {:.1} % of a frame; the goal of {:.0} % is {verdict}", 100.0 * share, 100.0 * goal);
    }
}

/// The shirt and its scene, written into a folder.
fn scene(folder: &Path) -> Result<Scene, Box<dyn Error>> {
    let shirt = make_fixtures::garments::shirt(&mannequin::Mannequin::new(), EDGE)?;
    cloth_io::write_new(&[shirt], &folder.join("shirt.obj"), Overwrite::Allow)?;
    let body = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/bodies/mannequin.glb");
    let text = format!(
        "[body]\nfile = {body:?}\nanimation = \"elbow\"\n[[garment]]\nfile = \"shirt.obj\"\n\
         [simulation]\nmode = \"gia\"\nlead_in = 0.0\nframes = [0, {}]\n",
        WARM + TIMED
    );
    std::fs::write(folder.join("frame.toml"), text)?;
    Ok(Scene::read(&folder.join("frame.toml"), &[])?)
}
