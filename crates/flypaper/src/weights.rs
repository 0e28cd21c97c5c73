//! How strongly each surface holds a pinched particle (BWK03 §4.3).
//!
//! Every solid is divided into parts: a body by its joints, others are one part. A *table* gives each part of each solid a
//! weight, 1 unless it is set. A particle uses the table of its group; group 0 is for all that name none. Of the surfaces
//! that pinch a particle each gets its share of the sum of their weights: α ≥ 0, Σ α = 1.
//!
//! Where no table says anything about the surfaces that pinch a particle, they share equally in what moves it across them; along them
//! strangers to it have no share ([`crate::worn`]).
//!
//! If all of them weigh nothing, they share equally: something must hold the particle, and nothing says what.
//!
//! A surface that only nearly touches holds by its *grip* γ: it gets γ α, and what is left is given to all by their grips. So a
//! surface comes in and goes with a share of nothing, whatever it weighs.
//!
//! Beside the grip, shares depend on the part of the nearest face alone. A particle that slides from one part to another changes its velocity
//! there, never its position.
//!
//! Not here: patterns of names, which the caller resolves.

use crate::pinch::Foot;
use crate::worn::Worn;
use contact::solid::Spot;
use geometry::VertexId;

/// A weight that cannot be one.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a weight of {0}; give a number that is not negative")]
pub struct WeightError(pub f64);

/// The weights of all parts, for all groups of particles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// For each solid, the part of each face; a solid or face beyond the end is part 0.
    parts: Vec<Vec<u32>>,
    /// For each group and each solid the weights of its parts, where they are set.
    tables: Vec<Vec<Vec<Option<f64>>>>,
    /// The group of each particle; 0 beyond the end.
    groups: Vec<u32>,
    worn: Option<Worn>,
}

impl Weights {
    /// Equal weights everywhere: equation (2) of BWK03.
    pub fn equal() -> Self {
        Self::default()
    }

    /// Divides a solid into parts.
    pub fn set_parts(&mut self, solid: u32, part_of_face: &[u32]) {
        *entry(&mut self.parts, solid) = part_of_face.to_vec();
    }

    /// Says on what cloth is worn: it goes along with that where no weight is set.
    pub fn set_worn(&mut self, worn: Worn) {
        self.worn = Some(worn);
    }

    /// Puts a particle into a group.
    pub fn set_group(&mut self, particle: VertexId, group: u32) {
        *entry(&mut self.groups, particle.0) = group;
    }

    /// Sets the weight of a part of a solid for a group of particles. Weights are relative to each other.
    pub fn set(&mut self, group: u32, solid: u32, part: u32, weight: f64) -> Result<(), WeightError> {
        if !(weight.is_finite() && weight >= 0.0) {
            return Err(WeightError(weight));
        }
        let parts = entry(entry(&mut self.tables, group), solid);
        if parts.len() <= part as usize {
            parts.resize(part as usize + 1, None);
        }
        parts[part as usize] = Some(weight);
        Ok(())
    }

    /// The weight of one place for one particle, before it is divided by the sum: 1 if none is set.
    pub fn weight(&self, particle: VertexId, foot: &Foot) -> f64 {
        self.set_weight(particle, foot).unwrap_or(1.0)
    }

    /// The weight that is set for one place and one particle.
    fn set_weight(&self, particle: VertexId, foot: &Foot) -> Option<f64> {
        let group = self.groups.get(particle.index()).copied().unwrap_or(0);
        let part_of = |face: usize| self.parts.get(foot.solid as usize).and_then(|parts| parts.get(face));
        let part = match foot.spot {
            Spot::Face { face, .. } => part_of(face.index()).copied().unwrap_or(0),
            Spot::Shape => 0,
        };
        let table = self.tables.get(group as usize).and_then(|table| table.get(foot.solid as usize));
        table.and_then(|parts| parts.get(part as usize)).copied().flatten()
    }

    /// The shares of the places that pinch a particle: none is negative, their sum is one to rounding.
    pub fn shares(&self, particle: VertexId, feet: &[Foot], shares: &mut Vec<f64>) {
        shares.clear();
        shares.extend(feet.iter().map(|foot| self.weight(particle, foot)));
        share(feet, shares);
    }

    /// The shares of the places in what carries a particle along the surfaces.
    pub fn shares_along(&self, particle: VertexId, feet: &[Foot], shares: &mut Vec<f64>) {
        let told = feet.iter().any(|foot| self.set_weight(particle, foot).is_some());
        match &self.worn {
            Some(worn) if !told && worn.weigh(particle, feet, shares) => share(feet, shares),
            _ => self.shares(particle, feet, shares),
        }
    }
}

/// Makes shares of weights.
fn share(feet: &[Foot], shares: &mut [f64]) {
    let largest = shares.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        shares.fill(1.0);
    } else {
        // First relative to the largest: the sum of large weights may be no number.
        divide(shares, largest);
    }
    let sum = shares.iter().sum();
    divide(shares, sum);
    fade(feet, shares);
}

/// Takes from surfaces that do not hold firmly, and gives to those that do.
fn fade(feet: &[Foot], shares: &mut [f64]) {
    let grips: f64 = feet.iter().map(|foot| foot.grip).sum();
    if grips <= 0.0 {
        return;
    }
    let left: f64 = feet.iter().zip(&*shares).map(|(foot, share)| (1.0 - foot.grip) * share).sum();
    for (foot, share) in feet.iter().zip(shares) {
        *share = foot.grip * (*share + left / grips);
    }
}

fn divide(shares: &mut [f64], by: f64) {
    for share in shares {
        *share /= by;
    }
}

/// The element at an index, with defaults up to it.
fn entry<T: Clone + Default>(list: &mut Vec<T>, index: u32) -> &mut T {
    if list.len() <= index as usize {
        list.resize(index as usize + 1, T::default());
    }
    &mut list[index as usize]
}
