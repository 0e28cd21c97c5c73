//! The state after a frame, bit for bit: what a resumed run starts from.

use super::bytes::{Reader, Writer};
use crate::simulation::Simulation;
use dynamics::State;
use dynamics::state::Before;
use response::Grips;

const MAGIC: &[u8; 8] = b"SELVCHK\0";
const VERSION: u32 = 2;
/// Bytes of a point or vector.
const VECTOR: usize = 24;

/// A state and where in the run it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The frame that is done.
    pub frame: u32,
    /// Steps taken, counted from the first frame.
    pub step: i64,
    /// Where the cloth is and how it moves.
    pub state: State,
    /// What it did at the solids it touched.
    pub grips: Grips,
}

impl Checkpoint {
    /// The bytes of a checkpoint.
    pub fn encode(frame: u32, step: i64, state: &State, grips: &Grips) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.bytes(MAGIC);
        writer.u32(VERSION);
        writer.u32(frame);
        writer.u64(step as u64);
        writer.u32(state.halvings);
        writer.u64(state.positions.len() as u64);
        writer.points(&state.positions);
        writer.vectors(&state.velocities);
        writer.u32(u32::from(state.before.is_some()));
        if let Some(before) = &state.before {
            writer.f64(before.duration);
            writer.points(&before.positions);
            writer.vectors(&before.velocities);
        }
        writer.u64(state.last_change.len() as u64);
        writer.vectors(&state.last_change);
        writer.u64(grips.0.len() as u64);
        grips.0.iter().for_each(|grip| writer.f64(*grip));
        writer.0
    }

    /// A checkpoint of so many particles; `None` if the bytes are none.
    pub fn decode(bytes: &[u8], particles: usize) -> Option<Self> {
        let mut reader = Reader(bytes);
        reader.magic(MAGIC)?;
        if reader.u32()? != VERSION {
            return None;
        }
        let frame = reader.u32()?;
        let step = reader.u64()? as i64;
        let halvings = reader.u32()?;
        let count = reader.count(VECTOR).filter(|count| *count == particles)?;
        let (positions, velocities) = (reader.points(count)?, reader.vectors(count)?);
        let before = if reader.u32()? == 0 {
            None
        } else {
            let duration = reader.f64()?;
            Some(Before { duration, positions: reader.points(count)?, velocities: reader.vectors(count)? })
        };
        let changes = reader.count(VECTOR)?;
        let last_change = reader.vectors(changes)?;
        let known = reader.count(size_of::<f64>())?;
        let grips = Grips((0..known).map(|_| reader.f64()).collect::<Option<_>>()?);
        reader.end()?;
        Some(Self { frame, step, state: State { positions, velocities, before, last_change, halvings }, grips })
    }
}

impl Simulation {
    /// The bytes from which a run goes on after this frame.
    pub(crate) fn checkpoint(&self, frame: u32) -> Vec<u8> {
        Checkpoint::encode(frame, self.step, &self.state, &self.response.grips)
    }

    /// How many particles there are.
    pub fn particle_count(&self) -> usize {
        self.state.positions.len()
    }

    /// Goes on from a checkpoint of the same scene. What was noted at its beginning has been reported then.
    pub fn restore(&mut self, checkpoint: Checkpoint) {
        self.state = checkpoint.state;
        self.response.grips = checkpoint.grips;
        self.layers.forget();
        self.step = checkpoint.step;
        self.forget_notes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Point, Vector};

    #[test]
    fn every_bit_comes_back() {
        let points = vec![Point::new(0.1, -0.0, f64::MIN_POSITIVE), Point::new(1.0, 2.0, 3.0)];
        let vectors = vec![Vector::new(1e-310, 0.3, -7.0), Vector::zeros()];
        let before = Before { positions: points.clone(), velocities: vectors.clone(), duration: 1.0 / 96.0 };
        let mut state = State::at_rest(points);
        for before in [None, Some(before)] {
            state = State { before, last_change: vectors.clone(), halvings: 3, velocities: vectors.clone(), ..state };
            let grips = Grips(vec![-2.0, f64::INFINITY]);
            let bytes = Checkpoint::encode(17, -4, &state, &grips);
            let back = Checkpoint::decode(&bytes, 2).expect("a checkpoint");
            assert_eq!((back.frame, back.step), (17, -4));
            assert_eq!(Checkpoint::encode(17, -4, &back.state, &back.grips), bytes, "bit for bit, signs of zeros too");
            assert_eq!(Checkpoint::decode(&bytes, 3), None, "another cloth");
            assert!((0..bytes.len()).all(|end| Checkpoint::decode(&bytes[..end], 2).is_none()));
        }
    }
}
