//! Every generated fixture as a named value: its meshes, what it shows, and what must be found in it.
//!
//! 1. [`tangles()`] makes them all: [`mod@tangles`] holds them by what they show.
//! 2. [`place`] answers where a point is by plane geometry alone, so that what must be found in a fixture never comes
//!    from the analysis that has to find it.
//! 3. [`garments()`] makes the mannequin's clothes, [`cubes()`] boxes of stiff cloth, [`solids()`] the meshes that scenes collide with.
//! 4. [`corpus`] makes tangles without number, seeded, for measuring repairs.
//! 5. [`leaves`] writes the one scene that is too long to be written by hand.
//! 6. [`files`] turns them into the files under `fixtures`, the same bytes every time.
//!
//! Coordinates of tangles are multiples of 2⁻²⁰: exact in every format, small enough for exact tests with integers, and the last bit
//! of a platform's trigonometry does not show.

pub mod corpus;
pub mod cubes;
pub mod files;
pub mod garments;
pub mod leaves;
pub mod place;
pub mod solids;
pub mod tangles;

use geometry::shapes::Shape;

pub use cubes::cubes;
pub use garments::garments;
pub use solids::solids;
pub use tangles::tangles;

/// Meshes that pass through themselves or each other, or only nearly do.
#[derive(Clone, Debug)]
pub struct Tangle {
    /// The name of its files, without the extension.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub shows: &'static str,
    /// Its meshes.
    pub pieces: Vec<Shape>,
    /// Every path that must be found, in no particular order.
    pub paths: Vec<Found>,
}

/// A path that must be found. Vertices are in running numbers: the second mesh's follow the first's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// What its ends make it.
    pub kind: Kind,
    /// What it encloses.
    pub paint: Paint,
    /// The loop vertices at its ends, ascending.
    pub loop_vertices: Vec<u32>,
}

/// What a path's ends make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// No ends.
    Closed,
    /// Both ends at loop vertices.
    Loop,
    /// Both ends on boundaries.
    Boundary,
    /// One of each.
    Mixed,
}

/// What a path encloses: the vertices of each region, ascending.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paint {
    /// Two regions that have passed through each other, the lower vertices first: which is black is no matter.
    BlackWhite(Vec<u32>, Vec<u32>),
    /// One region folded through itself.
    Red(Vec<u32>),
    /// A region on one side only.
    Half(Vec<u32>),
    /// Nothing.
    None,
}

impl Found {
    /// A closed path around a region of each of two sheets.
    pub fn black_white(one: Vec<u32>, other: Vec<u32>) -> Self {
        let (first, second) = if one <= other { (one, other) } else { (other, one) };
        Self { kind: Kind::Closed, paint: Paint::BlackWhite(first, second), loop_vertices: vec![] }
    }

    /// A path without loop vertices that bounds a region on one side only.
    pub fn half(kind: Kind, region: Vec<u32>) -> Self {
        Self { kind, paint: Paint::Half(region), loop_vertices: vec![] }
    }

    /// A path that bounds nothing.
    pub fn nothing(kind: Kind, loop_vertices: Vec<u32>) -> Self {
        Self { kind, paint: Paint::None, loop_vertices }
    }

    /// A path between two loop vertices around a region folded through itself.
    pub fn red(region: Vec<u32>, loop_vertices: Vec<u32>) -> Self {
        Self { kind: Kind::Loop, paint: Paint::Red(region), loop_vertices }
    }
}

impl Tangle {
    /// All its meshes as one shape, in running numbers.
    pub fn whole(&self) -> Shape {
        self.pieces.iter().fold(Shape::default(), Shape::with)
    }
}
