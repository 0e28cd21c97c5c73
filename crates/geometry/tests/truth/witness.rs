//! Witnesses that two come within a separation: a time, and a point on each, whose distance is compared with the separation
//! in exact arithmetic. Where to look is found by floating-point arithmetic, which decides nothing.

use super::{Kind, Query, fraction, integer, unit};
use geometry::distance::{edge_edge, point_triangle};
use geometry::{Point, Vector};
use num_bigint::BigInt;

/// Times at which the distance is looked at first.
const SAMPLES: u32 = 48;

/// Steps of the search between the best samples: each takes a third off.
const REFINEMENTS: u32 = 80;

/// Weights are multiples of this part of one.
const WEIGHTS: f64 = (1u64 << 40) as f64;

/// A time, and the weights of the differences at it.
#[derive(Clone, Debug)]
pub struct Witness {
    /// From 0 to 1.
    pub time: f64,
    /// The distance, to rounding.
    pub distance: f64,
    weights: Vec<u64>,
}

impl Query {
    /// About where the two are nearest, at times up to one.
    pub fn nearest_approach(&self, until: f64) -> Witness {
        let at = |k: u32| until * f64::from(k) / f64::from(SAMPLES);
        let best =
            (0..=SAMPLES).map(|k| (self.at(at(k)).0, k)).fold((f64::INFINITY, 0), |a, b| if b.0 < a.0 { b } else { a });
        let (mut low, mut high) = (at(best.1.saturating_sub(1)), at((best.1 + 1).min(SAMPLES)));
        let mut time = at(best.1);
        let mut distance = best.0;
        for _ in 0..REFINEMENTS {
            let thirds = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            let distances = thirds.map(|t| self.at(t).0);
            for (t, d) in thirds.into_iter().zip(distances) {
                if d < distance {
                    (time, distance) = (t, d);
                }
            }
            if distances[0] < distances[1] { high = thirds[1] } else { low = thirds[0] }
        }
        Witness { time, distance, weights: self.at(time).1 }
    }

    /// The distance at a time, to rounding, and the weights of the differences there.
    pub fn at(&self, time: f64) -> (f64, Vec<u64>) {
        let points: [Point; 4] =
            std::array::from_fn(|k| Point::from(self.start[k].coords * (1.0 - time) + self.end[k].coords * time));
        let [a, b, c, d] = &points;
        let (squared, weights) = match self.kind {
            Kind::PointTriangle => {
                let near = point_triangle(a, [b, c, d]);
                (near.squared, near.barycentric.to_vec())
            }
            Kind::EdgeEdge => {
                let near = edge_edge([a, b], [c, d]);
                let [s, t] = near.parameters;
                (near.squared, vec![(1.0 - s) * (1.0 - t), s * (1.0 - t), s * t, (1.0 - s) * t])
            }
        };
        (squared.sqrt(), weights.into_iter().map(|w| (w * WEIGHTS) as u64).collect())
    }

    /// Whether the witness's two points are within the separation: exact.
    pub fn is_within(&self, witness: &Witness, separation: f64) -> bool {
        let length = Point::from(Vector::new(separation, 0.0, 0.0));
        let unit = unit(self.start.iter().chain(&self.end).chain([&length]));
        let (numerator, level) = fraction(witness.time);
        let rest = (BigInt::from(1) << level as usize) - &numerator;
        let mut squared = BigInt::default();
        for axis in 0..3 {
            let mut sum = BigInt::default();
            for (&[from, to], &weight) in self.differences().iter().zip(&witness.weights) {
                let of = |four: &[Point; 4]| integer(four[to][axis], unit) - integer(four[from][axis], unit);
                sum += (of(&self.start) * &rest + of(&self.end) * &numerator) * BigInt::from(weight);
            }
            squared += &sum * &sum;
        }
        let total: BigInt = witness.weights.iter().map(|&w| BigInt::from(w)).sum();
        let allowed = (integer(separation, unit) * total) << level as usize;
        squared <= &allowed * &allowed
    }
}
