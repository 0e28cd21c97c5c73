//! Joint patterns → cover: for every vertex of the form a number from 0 (bare) to 1 (covered); the cut runs at one half.
//!
//! 1. Every joint gets the last part of the cover that matches it.
//! 2. A joint covered up to a share of the way is measured along its chain: joints in a row that the same part matches
//!    (upper and lower twist joints, say) count as one limb, from the first to what follows the last.
//! 3. A vertex is as covered as the joints it follows, weight by weight. So cuts between joints lie where skinning blends
//!    them, and cuts along a limb lie at right angles to it.
//!
//! Not here: cutting. The cover is carried over to the garment's own surface first.

use crate::error::TailorError;
use crate::form::Form;
use crate::pattern::{Cover, Extent, matches};
use geometry::{Point, Vector};

/// Over which part of a limb's length the cover falls from 1 to 0 around a cut along it: wide enough that the cut is a smooth
/// curve on a coarse body, narrow enough that it does not reach the limb's ends when the cut is at the middle.
const RAMP: f64 = 0.3;
/// A joint's own surface, for limbs that end without a further joint: vertices that follow it by at least this share.
const OWN: f64 = 0.5;
/// How many joints messages suggest.
const SUGGESTIONS: usize = 4;

/// The cover of every vertex, 0 to 1.
pub(crate) fn cover_field(form: &Form, cover: &Cover) -> Result<Vec<f64>, TailorError> {
    check_matches(form, cover)?;
    let rules: Vec<Rule> = (0..form.joints.len()).map(|joint| Rule::of(form, cover, joint)).collect();
    let at = |vertex: usize| -> f64 {
        let point = &form.positions[vertex];
        form.shares(vertex as u32).map(|(joint, share)| share * rules[joint].at(point)).sum()
    };
    let field: Vec<f64> = (0..form.positions.len()).map(at).collect();
    if field.iter().any(|&c| c > 0.5) {
        return Ok(field);
    }
    let matched = (0..form.joints.len()).filter(|&j| rules[j] != Rule::Bare).map(|j| form.joints[j].name.clone());
    Err(TailorError::Empty { joints: matched.collect(), carriers: carriers(form) })
}

/// How covered a joint's surface is at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule {
    Bare,
    Covered,
    /// Up to `length` metres from `from` along a unit vector.
    Until {
        from: Point,
        along: Vector,
        length: f64,
        ramp: f64,
    },
}

impl Rule {
    fn of(form: &Form, cover: &Cover, joint: usize) -> Self {
        let Some(part) = cover.part_of(&form.joints[joint].name) else { return Self::Bare };
        match cover.parts()[part].extent {
            Extent::Nothing => Self::Bare,
            Extent::Whole => Self::Covered,
            Extent::Until(share) => {
                let limb = Limb { form, in_limb: &|j| cover.part_of(&form.joints[j].name) == Some(part) };
                let (from, to) = limb.around(joint);
                let length = (to - from).norm();
                if length == 0.0 {
                    return Self::Bare;
                }
                Self::Until { from, along: (to - from) / length, length: share * length, ramp: RAMP * length }
            }
        }
    }

    fn at(&self, point: &Point) -> f64 {
        match *self {
            Self::Bare => 0.0,
            Self::Covered => 1.0,
            Self::Until { from, along, length, ramp } => {
                (0.5 + (length - along.dot(&(point - from))) / ramp).clamp(0.0, 1.0)
            }
        }
    }
}

/// Joints in a row that one part of the cover matches.
struct Limb<'a> {
    form: &'a Form,
    in_limb: &'a dyn Fn(usize) -> bool,
}

impl Limb<'_> {
    /// Where the limb through a joint begins and ends.
    fn around(&self, joint: usize) -> (Point, Point) {
        let joints = &self.form.joints;
        let mut top = joint;
        // The number of joints bounds both walks, whatever the file says about parents.
        for _ in 0..joints.len() {
            match joints[top].parent.filter(|&p| (self.in_limb)(p)) {
                Some(parent) => top = parent,
                None => break,
            }
        }
        let mut last = top;
        for _ in 0..joints.len() {
            match self.main_child(last) {
                Some(child) if (self.in_limb)(child) => last = child,
                Some(child) => return (joints[top].position, joints[child].position),
                None => break,
            }
        }
        (joints[top].position, self.tip(last))
    }

    /// The child that most of the limb goes on with: the one with the longest bone, so that fingers and helpers at the
    /// joint itself do not count.
    fn main_child(&self, joint: usize) -> Option<usize> {
        let joints = &self.form.joints;
        let children = (0..joints.len()).filter(|&j| joints[j].parent == Some(joint));
        let in_limb_first = |&j: &usize| (self.in_limb)(j);
        let length = |j: usize| (joints[j].position - joints[joint].position).norm_squared();
        let longest = |a: usize, b: usize| if length(b) > length(a) { b } else { a };
        children.clone().filter(in_limb_first).reduce(longest).or_else(|| children.reduce(longest))
    }

    /// The end of a limb without a further joint: as far as its own surface goes, in the direction of that surface.
    fn tip(&self, joint: usize) -> Point {
        let from = self.form.joints[joint].position;
        let share = |v: usize| self.form.shares(v as u32).find(|&(j, _)| j == joint).map_or(0.0, |(_, share)| share);
        let own = (0..self.form.positions.len()).filter(|&v| share(v) >= OWN);
        let offsets: Vec<Vector> = own.map(|v| self.form.positions[v] - from).collect();
        let Some(along) = offsets.iter().sum::<Vector>().try_normalize(0.0) else { return from };
        from + along * offsets.iter().map(|offset| offset.dot(&along)).fold(0.0, f64::max)
    }
}

fn check_matches(form: &Form, cover: &Cover) -> Result<(), TailorError> {
    for part in cover.parts() {
        if !form.joints.iter().any(|joint| matches(&part.pattern, &joint.name)) {
            let all: Vec<String> = form.joints.iter().map(|joint| joint.name.clone()).collect();
            return Err(TailorError::NoJoint {
                pattern: part.pattern.clone(),
                nearest: nearest_names(&part.pattern, &all),
                all,
            });
        }
    }
    Ok(())
}

/// The names most like a pattern: by the pairs of letters they share.
fn nearest_names(pattern: &str, all: &[String]) -> Vec<String> {
    let pairs = |text: &str| -> Vec<(char, char)> {
        let letters: Vec<char> = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        letters.windows(2).map(|w| (w[0], w[1])).collect()
    };
    let wanted = pairs(pattern);
    let likeness = |name: &String| {
        let own = pairs(name);
        let common = wanted.iter().filter(|pair| own.contains(pair)).count();
        (2000 * common) / (wanted.len() + own.len()).max(1)
    };
    let mut names: Vec<&String> = all.iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(likeness(name)));
    names.into_iter().take(SUGGESTIONS).cloned().collect()
}

/// The joints that carry most of the surface.
fn carriers(form: &Form) -> Vec<String> {
    let mut carried = vec![0.0; form.joints.len()];
    for vertex in 0..form.positions.len() {
        for (joint, share) in form.shares(vertex as u32) {
            carried[joint] += share;
        }
    }
    let mut order: Vec<usize> = (0..form.joints.len()).collect();
    order.sort_by(|&a, &b| carried[b].total_cmp(&carried[a]));
    order.into_iter().take(SUGGESTIONS).map(|j| form.joints[j].name.clone()).collect()
}
