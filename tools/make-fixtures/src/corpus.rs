//! Tangles without number: seeded cases of several families, for measuring the repair of tangled cloth.
//!
//! A case is a family and a seed: the same two give the same meshes. Every case knows how deep its parts have passed through each
//! other, by construction, and comes with the same meshes before they did, its *clean* shape.
//!
//! | module | families |
//! |---|---|
//! | `sheets` | sheet through sheet, corner through sheet, bumps, figure eight, nested rings |
//! | `bent` | folded strip, sleeve through itself, cuff to cuff |
//! | `stacks` | layers mixed, garment through body |
//! | `crumple` | a sheet crumpled without regard to itself |

mod bent;
mod crumple;
mod dice;
mod sheets;
mod stacks;

use geometry::shapes::Shape;

/// A tangle of the corpus.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its family.
    pub family: Family,
    /// Its seed.
    pub seed: u64,
    /// Its meshes.
    pub pieces: Vec<Shape>,
    /// The same meshes before they passed through each other.
    pub clean: Vec<Shape>,
    /// What cannot move.
    pub body: Option<Shape>,
    /// Whether the meshes are layers, the innermost first.
    pub layers: bool,
    /// How deep parts have passed through each other, in m.
    pub depth: f64,
}

/// What is tangled how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// A small sheet stuck through a large one: a path from rim to rim of the small one.
    SheetThroughSheet,
    /// A strip folded over, one half dented through the other.
    FoldedStrip,
    /// A sleeve bent so sharply that the inside of the bend has passed through itself.
    Sleeve,
    /// Two sleeves whose cuffs have passed through each other, from rim to rim.
    Cuffs,
    /// The corner of one sheet through another.
    Corner,
    /// One to five bumps of a sheet through another.
    Bumps,
    /// Two bumps that meet where the sheets do: a path that nearly crosses itself.
    FigureEight,
    /// Ring-shaped ridges: closed paths inside each other.
    NestedRings,
    /// Two or three wavy layers, mixed at random.
    Layers,
    /// A tube around a body, pushed through it.
    Body,
    /// A crumpled sheet.
    Crumple,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::SheetThroughSheet,
        Self::FoldedStrip,
        Self::Sleeve,
        Self::Cuffs,
        Self::Corner,
        Self::Bumps,
        Self::FigureEight,
        Self::NestedRings,
        Self::Layers,
        Self::Body,
        Self::Crumple,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SheetThroughSheet => "sheet-through-sheet",
            Self::FoldedStrip => "folded-strip",
            Self::Sleeve => "sleeve",
            Self::Cuffs => "cuffs",
            Self::Corner => "corner",
            Self::Bumps => "bumps",
            Self::FigureEight => "figure-eight",
            Self::NestedRings => "nested-rings",
            Self::Layers => "layers",
            Self::Body => "body",
            Self::Crumple => "crumple",
        }
    }

    /// Whether each of its cases is a single contour, or several that have nothing to do with each other.
    pub const fn is_single(self) -> bool {
        matches!(self, Self::SheetThroughSheet | Self::FoldedStrip | Self::Corner | Self::Bumps)
    }
}

/// The case of a family and a seed.
pub fn case(family: Family, seed: u64) -> Case {
    let mut dice = dice::Dice::new(family.name(), seed);
    let dice = &mut dice;
    let made = match family {
        Family::SheetThroughSheet => sheets::through(dice),
        Family::Corner => sheets::corner(dice),
        Family::Bumps => sheets::bumps(dice),
        Family::FigureEight => sheets::figure_eight(dice),
        Family::NestedRings => sheets::nested_rings(dice),
        Family::FoldedStrip => bent::strip(dice),
        Family::Sleeve => bent::sleeve(dice),
        Family::Cuffs => bent::cuffs(dice),
        Family::Layers => stacks::layers(dice),
        Family::Body => stacks::body(dice),
        Family::Crumple => crumple::crumple(dice),
    };
    Case {
        family,
        seed,
        pieces: made.pieces,
        clean: made.clean,
        body: made.body,
        layers: family == Family::Layers,
        depth: made.depth,
    }
}

/// What a family makes of a throw of the dice.
struct Made {
    pieces: Vec<Shape>,
    clean: Vec<Shape>,
    body: Option<Shape>,
    depth: f64,
}
