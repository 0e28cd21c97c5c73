//! The experiments of the five papers: what each states, and what stands for it here.
//!
//! A row with a scene is a fixture that is run and held against its `expect.toml`; one with a tangle is a mesh that is analysed; a
//! trial runs scenes, some with keys changed, and compares figures.

use super::plays::{Play, changed, plain};
use super::trials::{self, Judge};

/// An experiment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Experiment {
    /// The paper's key.
    pub paper: &'static str,
    /// The figure, table or section.
    pub item: &'static str,
    /// What the paper states.
    pub states: &'static str,
    /// What stands for it here.
    pub source: Source,
    /// What is different here, and why.
    pub differs: &'static str,
}

/// What stands for an experiment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// A fixture by its name.
    Scene(&'static str),
    /// Meshes among the tangles by their name, how many paths are to be found and their colour.
    Tangle(&'static str, usize, Color),
    /// Scenes that are run, and what is made of their figures.
    Trial(&'static [Play], Judge),
}

/// What the analysis must make of every path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    BlackWhite,
    Red,
}

use Source::{Scene, Tangle, Trial};

/// The papers, by key, with what they are called.
pub(super) const PAPERS: [(&str, &str); 5] = [
    ("BWK03", "Baraff, Witkin, Kass: Untangling Cloth (2003)"),
    ("VMT00", "Volino, Magnenat-Thalmann: Implementing Fast Cloth Simulation with Collision Response (2000)"),
    (
        "BFA02",
        "Bridson, Fedkiw, Anderson: Robust Treatment of Collisions, Contact and Friction for Cloth Animation (2002)",
    ),
    (
        "SSIF08",
        "Selle, Su, Irving, Fedkiw: Robust High-Resolution Cloth Using Parallelism, History-Based Collisions, and Accurate Friction (2008)",
    ),
    ("LKC98", "Liu, Ko, Chang: A Simple Self-Collision Avoidance for Cloth Animation (1998)"),
];

const OUR_SIZE: &str =
    "Coarser and shorter than in the paper, so that it takes seconds; `--set` on the scene makes it finer.";
const OUR_FIGURE: &str = "Our mannequin instead of the paper's character.";
const SMALLER: &str =
    "Far fewer triangles than in the paper, whose size is stated in its row, and one machine instead of several.";
const HEAP: &str = "Boxes that overlap from the start have no plane between them, so cloth that lies across the axes passes through itself in the heap; the mode is a preview and says what it could not keep apart.";

/// Keys that several plays change.
const CELLS: &str = "garment.0.shape.sheet.cells";
const FRAMES: &str = "simulation.frames";
/// The curtain until it lies on ball and ground: frames that are timed in `cargo bench --bench curtain` too.
const FALLS: (&str, &str) = (FRAMES, "[0, 18]");

/// A hand at a weight.
const fn hand(name: &'static str, changes: &'static [(&'static str, &'static str)]) -> Play {
    Play { of: "hand", ..changed(name, "rubbing-hand", changes) }
}

const HANDS: &[Play] = &[
    hand("rubbing-hand-10", &[]),
    hand("rubbing-hand-50", &[("flypaper.torso", "0.5"), ("flypaper.hand", "0.5")]),
    hand("rubbing-hand-100", &[("flypaper.torso", "0.0"), ("flypaper.hand", "1.0")]),
];
/// A shirt of 18K vertices while arms are pressed into the sides, by the paper's own method alone.
const LARGE_SHIRT: &[Play] = &[Play {
    triangles: 36_000,
    ..changed(
        "arm-in-torso-18k",
        "arm-in-torso",
        &[("simulation.mode", "\"gia\""), ("simulation.lead_in", "0"), (FRAMES, "[0, 24]")],
    )
}];
/// Three seconds: the swing goes down and up and down again.
const SWING: &[Play] = &[
    changed("hanging-cloth-midpoint", "hanging-cloth", &[(FRAMES, "[0, 72]")]),
    changed("hanging-cloth-euler", "hanging-cloth", &[(FRAMES, "[0, 72]"), ("simulation.blend", "0")]),
];
const WORN: &[Play] =
    &[changed("walk-mannequin-robust", "walk-mannequin", &[("simulation.mode", "\"robust\""), (FRAMES, "[0, 24]")])];
const TABLECLOTH: &[Play] = &[plain("tablecloth")];
/// Both are in folds at the end.
const SUBDIVIDED: &[Play] = &[
    Play { levels: 2, ..changed("rotating-sphere-subdivided", "rotating-sphere", &[]) },
    Play { levels: 2, ..changed("tablecloth-subdivided", "tablecloth", &[]) },
];
const NODES: &[Play] = &[changed("curtain-150-nodes", "curtain-and-ball", &[(CELLS, "[149, 149]"), FALLS])];
const CURTAIN: Play = changed("curtain-30000", "curtain-and-ball", &[(CELLS, "[150, 100]"), FALLS]);
const GROWTH: &[Play] = &[changed("curtain-7500", "curtain-and-ball", &[(CELLS, "[75, 50]"), FALLS]), CURTAIN];
const SHARES: &[Play] = &[CURTAIN];
/// A slope on which the sheet slides, and one that moves uphill below it: in its frame the sheet slides down and is braked.
const SLIDES: &[Play] = &[
    changed("sliding-sheet", "sticking-sheet", &[("collider.0.friction", "0.2"), STILL_AIR]),
    changed(
        "braked-sheet",
        "sticking-sheet",
        &[
            ("collider.0.shape", "{ box = { center = [0, -0.25, 0], size = [8, 0.5, 8] } }"),
            ("collider.0.path", "[{ time = 0 }, { time = 2, offset = [-1.6, 0, 0] }]"),
            ("collider.0.interpolation", "\"linear\""),
            STILL_AIR,
        ],
    ),
];
/// The formula knows no air.
const STILL_AIR: (&str, &str) = ("garment.0.material", "{ preset = \"denim\", air_drag = 0 }");
const REWINDING: &[Play] = &[
    changed("curtain-fixed-steps", "curtain-and-ball", &[("simulation.collision_steps", "4")]),
    changed(
        "curtain-rewinding",
        "curtain-and-ball",
        &[("simulation.collision_steps", "4"), ("simulation.rewind", "true")],
    ),
];
/// 150 × 150 nodes: BFA02's size (§9).
const FULL_SIZE: (&str, &str) = (CELLS, "[149, 149]");
const FOLDS: &[Play] = &[changed("curtain-and-ball-full", "curtain-and-ball", &[FULL_SIZE])];
const SPHERE: &[Play] = &[changed("rotating-sphere-full", "rotating-sphere", &[FULL_SIZE])];
const TWIST: &[Play] = &[plain("twist")];
/// In the order of SSIF08 table 3.
const EXAMPLES: &[Play] =
    &[plain("twist"), plain("hundred-leaves"), plain("rotating-sphere"), plain("curtain-and-ball"), plain("wardrobe")];
const ON_TABLE: &[Play] =
    &[plain("falls-on-table"), changed("falls-on-table-51", "falls-on-table", &[(CELLS, "[50, 50]")])];
const ON_GROUND: &[Play] =
    &[plain("falls-to-ground"), changed("falls-to-ground-51", "falls-to-ground", &[(CELLS, "[50, 50]")])];

const fn row(
    paper: &'static str,
    item: &'static str,
    states: &'static str,
    source: Source,
    differs: &'static str,
) -> Experiment {
    Experiment { paper, item, states, source, differs }
}

/// All of them, paper by paper.
#[rustfmt::skip]
pub(super) const EXPERIMENTS: &[Experiment] = &[
    row("BWK03", "figure 2", "Strongly pinched pants: cloth is flypapered between the legs, midway between the surfaces.", Scene("squat"), OUR_FIGURE),
    row("BWK03", "figure 3", "A particle near a thin feature is not pinched.", Scene("thin-finger"), ""),
    row("BWK03", "figure 3", "A particle between intersecting surfaces is.", Scene("folded-finger"), ""),
    row("BWK03", "figure 4a", "Two meshes that intersect once: one closed path, a region on each side.", Tangle("sphere-through-sheet", 1, Color::BlackWhite), ""),
    row("BWK03", "figure 4c", "Two separate intersections between a pair of meshes.", Tangle("two-separate", 2, Color::BlackWhite), ""),
    row("BWK03", "figure 6", "A mesh through itself: two distinct intersection paths on one mesh.", Tangle("self-crossing", 1, Color::BlackWhite), "The two curves are the two sides of one path here."),
    row("BWK03", "figure 7", "A severely bent arm: a single path between loop vertices.", Tangle("bent-arm", 1, Color::Red), ""),
    row("BWK03", "figure 8", "A shirt is tortured without GIA until it is tangled; when GIA is turned on, it immediately recovers.", Scene("tortured-shirt"), OUR_FIGURE),
    row("BWK03", "figure 9", "The same motion of hands weighted at 10 %, 50 % and 100 % moves a shirt differently: by §4.3 it follows them at that value.", Trial(HANDS, trials::weights), "A ball on a block instead of hands on a shirt."),
    row("BWK03", "figure 10", "An arm moves in tightly and pulls out: without GIA an intersection persists and snags the sleeve, with it the cloth does not snag.", Scene("arm-in-torso"), OUR_FIGURE),
    row("BWK03", "§4.2", "Motionless solids leave pinched particles motionless.", Scene("still-pinch"), ""),
    row("BWK03", "§7", "18K vertices: flypapering and GIA cost less than 0.5 s a frame, which is negligible.", Trial(LARGE_SHIRT, trials::repair_cost), "A second of our mannequin in a shirt of that size, in mode `gia`; negligible is read as a tenth of the frame."),
    row("VMT00", "§4.1", "A hanging cloth of 5000 triangles, fixed along one edge, balances from horizontal: 0.12 to 0.50 s a frame; with backward Euler, which saves 10 % of the time, the motion dies down quickly.", Trial(SWING, trials::swing), "Three seconds of it, at two steps a frame. Steps that fail are halved, so the two may differ in their number; whoever takes more of them loses less energy to each, and takes longer."),
    row("VMT00", "§4.2", "128 cubes pile on a soft cloth; at equilibrium the pile remains perfectly stable.", Scene("cubes"), ""),
    row("BFA02", "figure 1", "A ball flips a curtain over on itself and another pushes through the folds: free from interference.", Trial(FOLDS, trials::flipped), ""),
    row("BFA02", "figure 2", "A rotating sphere twists the cloth draped over it into wrinkles and folds.", Trial(SPHERE, trials::wound_up), ""),
    row("BFA02", "figure 3", "A tablecloth over table legs is dragged to the ground by a sphere, without snagging.", Trial(TABLECLOTH, trials::dragged), "48 × 48 cells. Coarser cloth, whose edges are nearly as long as a leg is wide, slides off as well; single edges are stretched to twice their length on the way over a corner."),
    row("BFA02", "figure 4", "A robe on a digital character.", Trial(WORN, trials::worn), "The character is not public: our mannequin walks in shirt and trousers, in `robust` mode, for a second. Cloth caught between solids is what the paper leaves to BWK03; the row says how much of that there is."),
    row("BFA02", "§8", "Subdivision after the simulation makes cloth finer and smoother and leaves it free from intersections.", Trial(SUBDIVIDED, trials::subdivided), "The last frames of figures 2 and 3, cut twice."),
    row("BFA02", "§9", "150 × 150 nodes: about 2 minutes a frame on a 1.2 GHz Pentium III.", Trial(NODES, trials::nodes), "The curtain until it lies on the ball; the mean of four frames."),
    row("SSIF08", "figure 3", "A cloth twisted by a cylinder remains free of self-intersections under tension.", Trial(TWIST, trials::wound_up), "Coarser and shorter than in the paper. The picture shows no twist, and how far the cloth turns is what decides."),
    row("SSIF08", "figures 7–8", "What slides down an incline matches the analytic solution, speeding up and slowing down to rest.", Trial(SLIDES, trials::slides), "A sheet instead of a particle and a tetrahedron, on a slope of 20°, as a whole scene; the test `incline` has the paper's slope, and a block. The one that is braked is seen from a slope that moves uphill."),
    row("SSIF08", "figures 7–8", "What friction holds stays.", Scene("sticking-sheet"), ""),
    row("SSIF08", "figure 9", "100 pieces of cloth fall on each other in the wind: under 5 minutes a frame at a million triangles.", Scene("hundred-leaves"), "A hundred pieces of 200 triangles each instead of 10,000, so that they take minutes; `--set` on the scene makes them finer."),
    row("SSIF08", "figure 10", "A cloth rolls down a rough incline instead of slipping.", Scene("rolling-cloth"), "Coarser and shorter than in the paper. Judged is that it stays clean: thrown down the slope it sticks where it touches and turns over its lower edge onto its face, but does not roll on."),
    row("SSIF08", "figure 11", "A cloth over a ball that begins to spin.", Trial(SPHERE, trials::wound_up), SMALLER),
    row("SSIF08", "figure 13", "1.7 million triangles flipped by a sphere that pushes through the folds.", Trial(FOLDS, trials::flipped), SMALLER),
    row("SSIF08", "figure 14", "A fixed number of steps per collision loop costs less than rewinding.", Trial(REWINDING, trials::rewinding), SMALLER),
    row("SSIF08", "figure 15", "A cloth of 2 million triangles over a wardrobe.", Scene("wardrobe"), OUR_SIZE),
    row("SSIF08", "table 2", "Repulsion pairs take 3–7 %, time integration 45–60 %, collisions 37–48 % of the time.", Trial(SHARES, trials::shares), "Judged is whether pairs and collisions take no more than theirs do, 55 %; half of their collisions is traffic between machines."),
    row("SSIF08", "table 3", "Half a million to 2 million triangles: 5 to 45 minutes a frame on 8 or 16 processors.", Trial(EXAMPLES, trials::minutes), "Far fewer triangles than in the paper, on a machine that is a decade and a half younger: judged is the time of a processor for a triangle, which grows with their number."),
    row("SSIF08", "table 3", "Two million triangles are tractable.", Trial(GROWTH, trials::growth), "Judged is this project's goal: time grows with the number of triangles to the power of at most 1.2."),
    row("LKC98", "figures 11–12", "Cloth of 21² and 51² points falls on a table.", Trial(ON_TABLE, trials::lies), ""),
    row("LKC98", "figures 13–16", "Cloth of 21² and 51² points falls to the ground and comes to rest; low resolution causes some inaccuracy.", Trial(ON_GROUND, trials::heaps_up), HEAP),
    row("LKC98", "table 1", "On the table: 2 iterations a step on average, 4 at most, at both sizes.", Trial(ON_TABLE, trials::table_iterations), "An iteration is a solve of the step, as in the paper."),
    row("LKC98", "table 2", "On the ground: 3 and 4 iterations a step on average, 5 and 8 at most.", Trial(ON_GROUND, trials::ground_iterations), "An iteration is a solve of the step, as in the paper."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_paper_has_rows_in_its_place() {
        let mut last = 0;
        for experiment in EXPERIMENTS {
            let place = PAPERS.iter().position(|(key, _)| *key == experiment.paper).expect("a known paper");
            assert!(place >= last, "{} {}", experiment.paper, experiment.item);
            last = place;
        }
        assert_eq!(last, PAPERS.len() - 1);
    }

    #[test]
    fn plays_of_one_name_are_the_same() {
        let mut known: BTreeMap<&str, Play> = BTreeMap::new();
        for play in EXPERIMENTS.iter().flat_map(super::super::plays::of) {
            assert_eq!(*known.entry(play.name).or_insert(play), play);
        }
    }

    #[test]
    fn the_slides_are_those_of_the_formula() {
        let value =
            |play: &Play, key: &str| play.changes.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
        assert_eq!(value(&SLIDES[0], "collider.0.friction"), Some(trials::SLIDES[0].to_string().as_str()));
        let path = value(&SLIDES[1], "collider.0.path").expect("it moves");
        assert!(path.contains(&format!("[{}, 0, 0]", -2.0 * trials::UPHILL)), "{path}");
    }
}
