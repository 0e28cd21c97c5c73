//! What happened in the demo, as JSON and for a person.

use super::SCENE;
use driver::FrameReport;
use driver::run::Summary;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Where the demo's files are.
pub(super) struct Files {
    pub scene: PathBuf,
    pub run: PathBuf,
    pub glb: PathBuf,
    pub png: PathBuf,
}

impl Files {
    pub fn of(folder: &Path) -> Self {
        let [run, glb, png] = ["run", "demo.glb", "demo.png"].map(|name| folder.join(name));
        Self { scene: folder.join("scene").join(SCENE), run, glb, png }
    }
}

/// What happened.
#[derive(Debug, Default, Serialize)]
pub(super) struct Story {
    frames: usize,
    /// Of the simulation, in s.
    seconds_per_frame: f64,
    /// Of everything, in s.
    seconds: f64,
    most_pinched: Peak,
    most_crossings: Peak,
    final_crossings: u64,
    max_stretch: f64,
    lost: Vec<String>,
}

/// The frame at which something was most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Peak {
    frame: u32,
    count: usize,
}

impl Peak {
    fn see(&mut self, frame: u32, count: usize) {
        if count > self.count {
            *self = Self { frame, count };
        }
    }
}

impl Story {
    /// A frame was written.
    pub fn add(&mut self, report: &FrameReport) {
        self.most_pinched.see(report.frame, report.pinched);
        self.most_crossings.see(report.frame, report.crossings);
    }

    /// Everything was.
    pub fn end(&mut self, summary: &Summary, seconds: f64) {
        self.frames = summary.frames;
        self.seconds_per_frame = summary.seconds_per_frame;
        self.seconds = seconds;
        self.final_crossings = summary.final_crossings;
        self.max_stretch = summary.max_stretch;
        self.lost.clone_from(&summary.lost);
    }

    pub fn text(&self, files: &Files) -> String {
        let Self { frames, seconds_per_frame, seconds, most_pinched, most_crossings, final_crossings, .. } = self;
        let mut text = String::new();
        let _ = writeln!(text, "{frames} frames in {seconds:.0} s, {seconds_per_frame:.2} s each");
        let _ = match most_pinched {
            Peak { count: 0, .. } => writeln!(text, "pinched: no particle was held between two parts of the body"),
            Peak { frame, count } => writeln!(text, "pinched most in frame {frame}: {count} particles held"),
        };
        let _ = match (most_crossings, final_crossings) {
            (Peak { count: 0, .. }, _) => writeln!(text, "crossings: none, in no frame does cloth pass through cloth"),
            (Peak { frame, count }, end) => {
                writeln!(text, "crossings of cloth with cloth: {count} at their peak, frame {frame}; {end} at the end")
            }
        };
        let _ = writeln!(text, "the most stretched edge is {:.3} times its length at rest", self.max_stretch);
        for loss in &self.lost {
            let _ = writeln!(text, "lost: {loss}");
        }
        let _ = write!(text, "\n{}", look(files));
        text
    }
}

/// Where the files are and how to look at them.
fn look(Files { scene, run, glb, png }: &Files) -> String {
    let [scene, run, glb, png] = [scene, run, glb, png].map(|path| path.display());
    format!(
        "Look at\n  {png}  the frames that pinch most\n  {glb}  in motion: open it in Blender or drop it on any glTF \
         viewer\n  {run}  every frame; `selvedge export {run} --to pc2` and others\n\
         Change {scene} or its meshes, and run it again:\n  selvedge simulate {scene} --png again.png\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_frame_with_the_most_is_told() {
        let mut story = Story::default();
        for (frame, pinched, crossings) in [(0, 0, 0), (1, 7, 2), (2, 7, 9), (3, 1, 4)] {
            story.add(&FrameReport { frame, pinched, crossings, ..FrameReport::default() });
        }
        story.end(&Summary { frames: 4, final_crossings: 4, ..Summary::default() }, 8.0);
        let text = story.text(&Files::of(Path::new("demo")));
        assert!(text.contains("pinched most in frame 1: 7 particles"), "{text}");
        assert!(text.contains("9 at their peak, frame 2; 4 at the end"), "{text}");
        assert!(text.contains("selvedge simulate demo/scene/demo.toml"), "{text}");
    }
}
