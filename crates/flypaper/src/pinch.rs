//! Who is pinched, and by which surfaces (BWK03 §4.4).
//!
//! For every particle, at t0:
//!
//! 1. The sheets near it (module `sheets`).
//! 2. Two sheets pinch it if both *grip* it, they oppose each other ([`OPPOSING`], [`OPPOSING_IN_FOLD`]), neither is
//!    *hidden*, and
//!    - they are of different solids, or
//!    - they are of the same, and the analysis says that they have passed through each other around their feet: then the
//!      solid is folded. If not, it is only thin there: a finger, or a bump.
//! 3. The nearest pair that does is taken, and every further sheet that pinches with all those taken before it, opposing
//!    them as those of different solids must.
//!
//! A sheet grips what is inside it or no further outside than the thickness. Beyond, its grip fades, the more slowly the
//! faster it comes: so it takes hold by degrees. One of two must grip firmly: what touches neither is not held in the air.
//!
//! A sheet is hidden if the way to it leads into the solid from outside: then the particle is outside, and sees the far side
//! of the solid through the near one. Ways in and out are counted, so wrinkles on the way do not matter, and the
//! partner does not count: what touches one of two intersecting limbs from outside is inside the other.
//!
//! Step 3 keeps the number of surfaces equal to the number of things that press, however coarse or crumpled their meshes
//! are: pieces of one side of a limb never oppose each other, so only one of them is taken.
//!
//! Particles are handled in parallel, each by itself: the answer is the same for any number of threads.
//!
//! Not here: what happens to the particle (see [`crate::hold`]).

use crate::Solid;
use crate::hold::displacement;
use crate::sheets::{Sheet, Sheets};
use contact::When;
use contact::solid::Spot;
use geometry::bvh::Bounds;
use geometry::{Point, Vector, VertexId};
use rayon::prelude::*;
use std::ops::Range;

/// The cosine between the normals of two sheets under which they oppose each other: they are more than 105° apart.
///
/// Up to a right angle the ways out of two surfaces do not disagree at all, and ordinary contact serves a particle in the
/// corner. Beyond it, leaving one leads into the other, and the way out along the middle grows: at 105° it is 1.6 times the
/// depth, from there on it grows quickly. BWK03 §4.1 notes that normals of pinching surfaces are "rarely opposite", so the
/// limit must not be near −1; the margin beyond the right angle keeps the corner between a limb and the floor out.
pub const OPPOSING: f64 = -0.25;

/// The same for two sheets of one solid that have passed through each other: 75°. The analysis has told already that they are a
/// fold. At the rim of the overlap of two round limbs both normals lean outwards; cloth there is caught all the same.
pub const OPPOSING_IN_FOLD: f64 = 0.25;

/// How far from its foot a sheet must have passed through the other, in thicknesses.
///
/// In the overlap of two sheets both feet are in regions that the analysis has coloured, so they themselves tell. At its rim
/// they are next to the crossing. Looking further would find, on the back of a finger, what its belly does.
const AROUND_FOOT: f64 = 1.0;

/// In how many steps a surface takes hold, however fast it comes: its grip fades over at least so many times the way by which
/// it closes in on its partner in the step. A particle that is let go needs no such care: it keeps its velocity.
///
/// With one, a fast surface would take hold at once, and what lay still would move with it a step later. It would even
/// be too late: contact looks ahead to the end of the step, and two contacts that oppose each other squirt a particle out.
const STEPS: f64 = 3.0;

/// By which part of the thickness a particle may be further away and still touch: contact keeps it *at* the thickness, up
/// to rounding and to the curvature of what it rests on.
const SLACK: f64 = 0.1;

/// Particles handled by one task.
const GRAIN: usize = 64;

/// How near a surface must be to touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// How far outside a surface a particle still touches it, in metres: the thickness of the contact. Default 5 mm.
    pub thickness: f64,
    /// Over how much more, in metres, a surface's grip fades from one to nothing; more where surfaces move fast. A particle that
    /// contact keeps at the thickness is thereby held by a second surface before that one pushes it, and never flickers by
    /// rounding. Default 1 mm.
    pub fade: f64,
    /// How deep inside a particle is still looked for, in metres. Cloth lies midway, so this is half of the deepest overlap
    /// of the solids. Default 5 cm: limbs that overlap by 10 cm. Nothing further outside is looked for either.
    pub depth: f64,
    /// What makes two sheets of one solid a fold. Default: the analysis.
    pub folds: Folds,
}

/// What makes two sheets of one solid that oppose each other a fold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Folds {
    /// The analysis says that they have passed through each other.
    #[default]
    Analysed,
    /// Nothing: any two are. Thin fingers pinch then, as BWK03 §4.4 says they must not; for tests of tests.
    Assumed,
}

impl Default for Touch {
    fn default() -> Self {
        Self { thickness: 0.005, fade: 0.001, depth: 0.05, folds: Folds::Analysed }
    }
}

impl Touch {
    /// Whether a surface at this distance may pinch.
    pub(crate) fn touches(&self, distance: f64) -> bool {
        (-self.depth..=self.reach()).contains(&distance)
    }

    /// How firmly a surface at this distance holds, from 1 to 0, without kinks on the way. In the step it comes nearer by so
    /// much, in metres, to what it presses against.
    fn grip(&self, distance: f64, closing: f64) -> f64 {
        let beyond = distance - (1.0 + SLACK) * self.thickness;
        if beyond <= 0.0 {
            return 1.0;
        }
        let left = (1.0 - beyond / self.fade.max(STEPS * closing)).max(0.0);
        left * left * (3.0 - 2.0 * left)
    }

    pub(crate) fn reach(&self) -> f64 {
        self.depth.max(self.thickness + self.fade)
    }
}

/// The point of a surface that is nearest to a particle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// Which of the solids.
    pub solid: u32,
    /// Where on it.
    pub spot: Spot,
    /// Metres; negative inside.
    pub distance: f64,
    /// The unit vector along which the distance grows.
    pub normal: Vector,
    /// How firmly it holds: 1 where the particle touches it, less where it only nearly does.
    pub grip: f64,
}

/// All pinched particles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pinches {
    pinched: Vec<(VertexId, Range<u32>)>,
    feet: Vec<Foot>,
    /// Whose fold opens in the step, ascending.
    opening: Vec<VertexId>,
}

impl Pinches {
    /// Finds the particles that are pinched at t0; each has its own idea of touching.
    pub fn find(solids: &[Solid], particles: &[Point], touch_of: impl Fn(VertexId) -> Touch + Sync) -> Self {
        let tasks = particles.par_chunks(GRAIN).enumerate().map_init(Sheets::default, |sheets, (task, chunk)| {
            let mut found = Self::default();
            for (index, point) in chunk.iter().enumerate() {
                let particle = VertexId::at(task * GRAIN + index);
                let touch = &touch_of(particle);
                if is_candidate(solids, point, touch) {
                    sheets.find(solids, point, touch);
                    let (feet, opens) = Around { solids, sheets, point, touch }.pinching();
                    found.push(particle, &feet, opens);
                }
            }
            found
        });
        let mut all = Self::default();
        for found in tasks.collect::<Vec<_>>() {
            found.iter().for_each(|(particle, feet)| all.push(particle, feet, found.opens(particle)));
        }
        all
    }

    fn push(&mut self, particle: VertexId, feet: &[Foot], opens: bool) {
        if !feet.is_empty() {
            self.opening.extend(opens.then_some(particle));
            let start = self.feet.len() as u32;
            self.feet.extend_from_slice(feet);
            self.pinched.push((particle, start..self.feet.len() as u32));
        }
    }

    /// How many particles are pinched.
    pub fn len(&self) -> usize {
        self.pinched.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.pinched.is_empty()
    }

    /// The pinched particles, ascending, each with the places that pinch it: two or more, the nearest pair first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (VertexId, &[Foot])> {
        self.pinched.iter().map(|(particle, feet)| (*particle, &self.feet[feet.start as usize..feet.end as usize]))
    }

    /// Whether a particle is pinched in a fold that has opened by the end of the step.
    pub fn opens(&self, particle: VertexId) -> bool {
        self.opening.binary_search(&particle).is_ok()
    }

    /// The places that pinch a particle; none if it is free.
    pub fn of(&self, particle: VertexId) -> &[Foot] {
        match self.pinched.binary_search_by_key(&particle, |(pinched, _)| *pinched) {
            Ok(index) => &self.feet[self.pinched[index].1.start as usize..self.pinched[index].1.end as usize],
            Err(_) => &[],
        }
    }
}

/// Whether a point is near two solids, or near where one passes through itself: all others need not be searched.
fn is_candidate(solids: &[Solid], point: &Point, touch: &Touch) -> bool {
    let around = Bounds { low: *point, high: *point }.grown(touch.reach());
    let mut near = 0;
    for solid in solids {
        match solid {
            Solid::Mesh { surface, intersections } => {
                if intersections[0].reach_into(&around)
                    || (touch.folds == Folds::Assumed && surface.swept().overlaps(&around))
                {
                    return true;
                }
                near += usize::from(surface.swept().overlaps(&around));
            }
            Solid::Shape(shape) => near += usize::from(touch.touches(shape.from(point, When::T0).distance)),
        }
    }
    near >= 2
}

/// One particle and what is near it.
struct Around<'a> {
    solids: &'a [Solid<'a>],
    sheets: &'a Sheets,
    point: &'a Point,
    touch: &'a Touch,
}

impl Around<'_> {
    /// The feet of the sheets that pinch the particle, none or at least two, and whether the first two have parted by the end of the step.
    fn pinching(&self) -> (Vec<Foot>, bool) {
        let list = &self.sheets.list;
        let mut pairs = (1..list.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
        let Some(pair) = pairs.find(|&[a, b]| self.pinch(&list[a], &list[b], OPPOSING_IN_FOLD)) else {
            return (Vec::new(), false);
        };
        let [a, b] = pair.map(|index| &list[index]);
        let opens = a.foot.solid == b.foot.solid && !self.is_fold(a, b, When::T1);
        let mut taken = pair.to_vec();
        for index in 0..list.len() {
            let with = |other: &usize| self.pinch(&list[*other], &list[index], OPPOSING);
            if !taken.contains(&index) && taken.iter().all(with) {
                taken.push(index);
            }
        }
        let grip = |index: usize| {
            let others = taken.iter().filter(|other| **other != index);
            others.map(|other| self.grip(&list[index], &list[*other])).fold(0.0, f64::max)
        };
        (taken.iter().map(|index| Foot { grip: grip(*index), ..list[*index].foot }).collect(), opens)
    }

    /// How firmly a sheet holds the particle against a partner.
    fn grip(&self, sheet: &Sheet, partner: &Sheet) -> f64 {
        let carried = |sheet: &Sheet| displacement(self.solids, &sheet.foot, self.point);
        let closing = sheet.foot.normal.dot(&(carried(sheet) - carried(partner)));
        self.touch.grip(sheet.foot.distance, closing)
    }

    /// Whether two sheets pinch the particle. In a fold the cosine between them must be under the limit.
    fn pinch(&self, a: &Sheet, b: &Sheet, in_fold: f64) -> bool {
        let cosine = a.foot.normal.dot(&b.foot.normal);
        let same = a.foot.solid == b.foot.solid;
        let opposing = cosine < if same { in_fold } else { OPPOSING };
        let grip = || {
            let both = [self.grip(a, b), self.grip(b, a)];
            both.iter().all(|grip| *grip > 0.0) && both.contains(&1.0)
        };
        // What costs most comes last.
        opposing && grip() && (!same || self.is_fold(a, b, When::T0)) && !self.is_hidden(a, b) && !self.is_hidden(b, a)
    }

    /// Whether two sheets of one solid have passed through each other around their feet, at one end of the step.
    fn is_fold(&self, a: &Sheet, b: &Sheet, when: When) -> bool {
        if self.touch.folds == Folds::Assumed {
            return true;
        }
        let Solid::Mesh { surface, intersections } = self.solids[a.foot.solid as usize] else { return false };
        let around = |sheet| self.sheets.around_foot(surface, sheet, AROUND_FOOT * self.touch.thickness);
        intersections[usize::from(when == When::T1)].between(around(a), around(b))
    }

    /// Whether the way to a sheet that the particle seems to be inside of leads into the solid first.
    fn is_hidden(&self, sheet: &Sheet, partner: &Sheet) -> bool {
        let Solid::Mesh { surface, .. } = self.solids[sheet.foot.solid as usize] else { return false };
        if sheet.foot.distance >= 0.0 {
            return false;
        }
        let way = sheet.foot.normal * -sheet.foot.distance;
        let passages = self.sheets.others(sheet, partner).map(|face| surface.passage(face, self.point, &way));
        passages.sum::<i32>() < 0
    }
}
