//! The experiments of the five papers: what each states, and what stands for it here.
//!
//! A row with a scene is a fixture that is run and held against its `expect.toml`; one with a tangle is a mesh that is analysed.
//! What is missing is a row too, and says why.

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A fixture by its name.
    Scene(&'static str),
    /// Meshes among the tangles by their name, how many paths are to be found and their colour.
    Tangle(&'static str, usize, Color),
    /// Nothing yet.
    Missing,
}

/// What the analysis must make of every path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    BlackWhite,
    Red,
}

use Source::{Missing, Scene, Tangle};

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

const OUR_SIZE: &str = "Coarser and shorter than in the paper, so that it takes seconds; `selvedge simulate` on the scene runs its own size.";
const OUR_FIGURE: &str = "Our mannequin instead of the paper's character.";
const BOXES: &str = "The fixtures falls-on-table and falls-to-ground play it; their iterations are measured by `cargo test -p selvedge-driver --test boxes`, not here.";
const SCALE: &str = "It is measured by `cargo bench --bench curtain`, not here.";

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
    row("BWK03", "figure 8", "A tortured shirt; when GIA is turned on, it immediately recovers.", Scene("tortured-shirt"), "This shirt comes clean by its own stiffness as well, so it does not show that GIA is needed."),
    row("BWK03", "figure 9", "Hands weighted at 10 %, 50 % and 100 % move the shirt in that proportion.", Scene("rubbing-hand"), "A ball and a block, at 10 %; the tests have the others."),
    row("BWK03", "figure 10", "An arm moves in tightly and pulls out: with GIA no intersection persists.", Scene("arm-in-torso"), OUR_FIGURE),
    row("BWK03", "§4.2", "Motionless solids leave pinched particles motionless.", Scene("still-pinch"), ""),
    row("BWK03", "§7", "18K vertices: flypapering and GIA cost less than 0.5 s a frame, which is negligible.", Missing, "It is measured by `cargo bench --bench frame`, not here."),
    row("VMT00", "§4.1", "A hanging cloth of 5000 triangles, fixed along one edge, balances from horizontal.", Scene("hanging-cloth"), "One second of it."),
    row("VMT00", "§4.2", "128 cubes pile on a soft cloth; at equilibrium the pile remains perfectly stable.", Scene("cubes"), ""),
    row("BFA02", "figure 1", "A ball flips a curtain over on itself and another pushes through the folds: free from interference.", Scene("curtain-and-ball"), OUR_SIZE),
    row("BFA02", "figure 2", "A rotating sphere twists the cloth draped over it into wrinkles and folds.", Scene("rotating-sphere"), OUR_SIZE),
    row("BFA02", "figure 3", "A tablecloth over table legs is dragged to the ground by a sphere, without snagging.", Scene("tablecloth"), ""),
    row("BFA02", "figure 4", "A robe on a digital character.", Missing, "The character is not public; the mannequin's clothes in `robust` mode would stand for it."),
    row("BFA02", "§9", "150 × 150 nodes: 2 minutes a frame.", Missing, SCALE),
    row("SSIF08", "figure 3", "A cloth twisted by a cylinder remains free of self-intersections under tension.", Scene("twist"), OUR_SIZE),
    row("SSIF08", "figures 7–8", "What slides down an incline matches the analytic solution.", Scene("sticking-sheet"), "The sticking case alone; the sliding ones are in the tests."),
    row("SSIF08", "figure 9", "100 pieces of cloth fall on each other in the wind: under 5 minutes a frame at a million triangles.", Scene("falling-leaves"), OUR_SIZE),
    row("SSIF08", "figure 10", "A cloth rolls down a rough incline instead of slipping.", Scene("rolling-cloth"), OUR_SIZE),
    row("SSIF08", "figure 11", "A cloth over a ball that begins to spin.", Scene("rotating-sphere"), OUR_SIZE),
    row("SSIF08", "figure 13", "1.7 million triangles flipped by a sphere that pushes through the folds.", Scene("curtain-and-ball"), OUR_SIZE),
    row("SSIF08", "figure 14", "A fixed number of steps per collision loop costs less than rewinding.", Missing, SCALE),
    row("SSIF08", "figure 15", "A cloth of 2 million triangles over a wardrobe.", Scene("wardrobe"), OUR_SIZE),
    row("SSIF08", "table 2", "Repulsion pairs take 3–7 %, time integration 45–60 %, collisions 37–48 % of the time.", Missing, SCALE),
    row("SSIF08", "table 3", "Minutes a frame of every example.", Missing, SCALE),
    row("LKC98", "figures 11–12", "Cloth of 21² and 51² points falls on a table.", Missing, BOXES),
    row("LKC98", "figures 13–16", "Cloth of 21² and 51² points falls to the ground and comes to rest.", Missing, BOXES),
    row("LKC98", "table 1", "On the table: 2 iterations a step on average, 4 at most.", Missing, BOXES),
    row("LKC98", "table 2", "On the ground: 3 to 4 iterations a step on average, 8 at most.", Missing, BOXES),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paper_has_rows_in_its_place() {
        let mut last = 0;
        for experiment in EXPERIMENTS {
            let place = PAPERS.iter().position(|(key, _)| *key == experiment.paper).expect("a known paper");
            assert!(place >= last, "{} {}", experiment.paper, experiment.item);
            last = place;
            assert!(
                experiment.source != Missing || !experiment.differs.is_empty(),
                "{} is missing without a word",
                experiment.item
            );
        }
        assert_eq!(last, PAPERS.len() - 1);
    }
}
