//! Which elements each particle belongs to, and into which blocks of its row they go.

use super::elements::{FoldNow, MembraneNow};
use crate::cloth::Cloth;
use crate::solver::Pattern;
use geometry::Vector;
use nalgebra::Matrix3;

/// A particle as corner of an element: the element's number, which corner, and the blocks of the row for its other corners
/// in order.
#[derive(Clone, Copy, Debug)]
pub struct Corner<const OTHERS: usize> {
    element: u32,
    place: u8,
    slots: [u16; OTHERS],
}

/// For every particle, its corners in the order of the elements.
#[derive(Debug)]
pub struct Incidence {
    membranes: Lists<2>,
    hinges: Lists<3>,
}

#[derive(Debug)]
struct Lists<const OTHERS: usize> {
    starts: Vec<u32>,
    corners: Vec<Corner<OTHERS>>,
}

/// The corners after `corner`, going round.
fn others<const OTHERS: usize>(corner: usize) -> [usize; OTHERS] {
    std::array::from_fn(|k| (corner + 1 + k) % (OTHERS + 1))
}

impl<const OTHERS: usize> Lists<OTHERS> {
    fn new<'a>(pattern: &Pattern, elements: impl Iterator<Item = &'a [u32]> + Clone) -> Self {
        let mut starts = vec![0u32; pattern.rows() + 1];
        for particle in elements.clone().flatten() {
            starts[*particle as usize + 1] += 1;
        }
        for row in 0..pattern.rows() {
            starts[row + 1] += starts[row];
        }
        let nowhere = Corner { element: 0, place: 0, slots: [0; OTHERS] };
        let mut corners = vec![nowhere; starts[pattern.rows()] as usize];
        let mut next = starts.clone();
        for (number, element) in elements.enumerate() {
            for (corner, particle) in element.iter().enumerate() {
                let row = *particle as usize;
                let slot = |other: usize| {
                    let slot = pattern.slot(row, element[other] as usize);
                    slot.map_or(0, |slot| (slot - pattern.row(row).start) as u16)
                };
                let slots = others::<OTHERS>(corner).map(slot);
                corners[next[row] as usize] = Corner { element: number as u32, place: corner as u8, slots };
                next[row] += 1;
            }
        }
        Self { starts, corners }
    }

    #[inline]
    fn of(&self, row: usize) -> &[Corner<OTHERS>] {
        &self.corners[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.corners[..])
    }
}

impl Incidence {
    pub fn new(pattern: &Pattern, triangles: &[[u32; 3]], hinges: &[[u32; 4]]) -> Self {
        Self {
            membranes: Lists::new(pattern, triangles.iter().map(<[u32; 3]>::as_slice)),
            hinges: Lists::new(pattern, hinges.iter().map(<[u32; 4]>::as_slice)),
        }
    }

    #[inline]
    pub fn membranes(&self, row: usize) -> &[Corner<2>] {
        self.membranes.of(row)
    }

    #[inline]
    pub fn hinges(&self, row: usize) -> &[Corner<3>] {
        self.hinges.of(row)
    }

    /// A particle's share of the area, as a vector along the normal, in m².
    pub fn area(&self, row: usize, membranes: &[MembraneNow]) -> Vector {
        self.membranes(row).iter().map(|corner| membranes[corner.element as usize].area).sum()
    }

    pub fn bytes(&self) -> usize {
        self.membranes.bytes() + self.hinges.bytes()
    }
}

impl Corner<2> {
    /// What the membrane takes from the right side here.
    #[inline]
    pub fn push(&self, cloth: &Cloth, now: &[MembraneNow]) -> Vector {
        let (rest, now) = (&cloth.membranes()[self.element as usize], &now[self.element as usize]);
        let corner = usize::from(self.place);
        now.pull[0] * rest.u[corner] + now.pull[1] * rest.v[corner]
    }

    /// Adds its blocks to the row.
    #[inline]
    pub fn add_blocks(&self, cloth: &Cloth, now: &[MembraneNow], blocks: &mut [Matrix3<f64>]) {
        let (rest, now) = (&cloth.membranes()[self.element as usize], &now[self.element as usize]);
        let a = usize::from(self.place);
        let [uu, vv, uv] = [now.uu.cast::<f64>(), now.vv.cast::<f64>(), now.uv.cast::<f64>()];
        for (b, slot) in others::<2>(a).into_iter().zip(self.slots) {
            // Grouped so that the block of the other corner is the transpose of this one, bit for bit.
            let straight = uu * (rest.u[a] * rest.u[b]) + vv * (rest.v[a] * rest.v[b]);
            let mixed = uv * (rest.u[a] * rest.v[b]) + uv.transpose() * (rest.v[a] * rest.u[b]);
            blocks[usize::from(slot)] += straight + mixed;
        }
    }
}

impl Corner<3> {
    /// What the hinge takes from the right side here.
    #[inline]
    pub fn push(&self, now: &[FoldNow], torques: &[f64]) -> Vector {
        now[self.element as usize].slope[usize::from(self.place)] * torques[self.element as usize]
    }

    /// Adds its blocks to the row.
    #[inline]
    pub fn add_blocks(&self, now: &[FoldNow], blocks: &mut [Matrix3<f64>]) {
        let now = &now[self.element as usize];
        let a = usize::from(self.place);
        for (b, slot) in others::<3>(a).into_iter().zip(self.slots) {
            // The product is symmetric in its factors before it is weighted: the transpose has the same bits.
            blocks[usize::from(slot)] += now.slope[a] * now.slope[b].transpose() * now.weight;
        }
    }
}
