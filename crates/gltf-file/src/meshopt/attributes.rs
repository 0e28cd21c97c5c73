//! Mode 0: elements of any size, stored byte plane by byte plane as differences between one element and the next.
//!
//! 1. The stream: a header byte (which version), blocks of elements, and a tail with the element before the first.
//! 2. A block: for each byte of the element one *plane* of differences, in groups of 16, each group with as few bits as
//!    will do. Version 1 says first, in two bits a plane, which sizes its groups choose from.
//! 3. Differences become values: per byte, per 16-bit number, or as exclusive-or of rotated 32-bit numbers (version 1; the
//!    tail says which for every four bytes).

use super::Broken;

const GROUP: usize = 16;
/// Differences of one plane of a block.
const MAX_BLOCK: usize = 256;
const ENDS_EARLY: Broken = "it ends early";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    Zero,
    One,
}

/// How four neighbouring bytes of an element follow from those before.
#[derive(Clone, Copy)]
enum Channel {
    Bytes,
    Words,
    Rotated(u32),
}

/// How many bits a difference takes in a group, by the group's two header bits.
type Widths = [u32; 4];
const NARROW: Widths = [0, 1, 2, 4];
const WIDE: Widths = [1, 2, 4, 8];
const VERSION_ZERO: Widths = [0, 2, 4, 8];

/// The elements; `stride` is a multiple of 4 from 4 to 256.
pub(super) fn decode(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, Broken> {
    let (version, body) = match data.split_first() {
        Some((0xa0, body)) => (Version::Zero, body),
        Some((0xa1, body)) => (Version::One, body),
        _ => return Err("its header is not that of attributes"),
    };
    let tail = match version {
        Version::Zero => stride.max(32),
        Version::One => (stride + stride / 4).max(24),
    };
    let (blocks, tail) = body.split_at(body.len().checked_sub(tail).ok_or(ENDS_EARLY)?);
    let (mut before, channels) = read_tail(version, tail, stride)?;
    if blocks.len() < fewest_bytes(version, count, stride) {
        return Err(ENDS_EARLY);
    }
    let mut source = Source { bytes: blocks };
    let mut planes = vec![0; stride * MAX_BLOCK];
    let mut decoded = Vec::with_capacity(count * stride);
    while decoded.len() < count * stride {
        let elements = (count - decoded.len() / stride).min(block_size(stride));
        source.planes(version, elements, &mut planes)?;
        for element in 0..elements {
            advance(&mut before, &channels, &planes, element);
            decoded.extend_from_slice(&before);
        }
    }
    if source.bytes.is_empty() { Ok(decoded) } else { Err("it has bytes to spare") }
}

fn block_size(stride: usize) -> usize {
    ((8192 / stride) & !(GROUP - 1)).min(MAX_BLOCK)
}

/// What a stream of zeros takes: the least there can be for so many elements.
fn fewest_bytes(version: Version, count: usize, stride: usize) -> usize {
    match version {
        Version::Zero => count.div_ceil(GROUP * 4).saturating_mul(stride),
        Version::One => count.div_ceil(block_size(stride)).saturating_mul(stride / 4),
    }
}

/// The element before the first, and the channels.
fn read_tail(version: Version, tail: &[u8], stride: usize) -> Result<(Vec<u8>, Vec<Channel>), Broken> {
    let modes = if version == Version::One { stride / 4 } else { 0 };
    let start = tail.len().checked_sub(stride + modes).ok_or(ENDS_EARLY)?;
    let (before, modes) = tail.get(start..).unwrap_or_default().split_at(stride);
    let channel = |mode: &u8| match mode {
        0 => Ok(Channel::Bytes),
        1 => Ok(Channel::Words),
        mode if mode & 15 == 2 => Ok(Channel::Rotated(u32::from(mode >> 4))),
        _ => Err("it has a channel of an unknown kind"),
    };
    let channels = match version {
        Version::Zero => vec![Channel::Bytes; stride / 4],
        Version::One => modes.iter().map(channel).collect::<Result<_, _>>()?,
    };
    Ok((before.to_vec(), channels))
}

/// The bytes that are still to be read.
struct Source<'d> {
    bytes: &'d [u8],
}

impl<'d> Source<'d> {
    fn take(&mut self, count: usize) -> Result<&'d [u8], Broken> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(ENDS_EARLY)?;
        self.bytes = rest;
        Ok(taken)
    }

    /// All planes of a block of so many elements.
    fn planes(&mut self, version: Version, elements: usize, planes: &mut [u8]) -> Result<(), Broken> {
        let stride = planes.len() / MAX_BLOCK;
        let control = if version == Version::One { self.take(stride / 4)? } else { &[] };
        for (index, plane) in planes.chunks_exact_mut(MAX_BLOCK).enumerate() {
            let control = control.get(index / 4).map(|byte| (byte >> (index % 4 * 2)) & 3);
            match control {
                None => self.plane(elements, plane, VERSION_ZERO)?,
                Some(0) => self.plane(elements, plane, NARROW)?,
                Some(1) => self.plane(elements, plane, WIDE)?,
                Some(2) => plane.fill(0),
                Some(_) => {
                    let literal = self.take(elements)?;
                    plane.iter_mut().zip(literal).for_each(|(delta, byte)| *delta = *byte);
                }
            }
        }
        Ok(())
    }

    fn plane(&mut self, elements: usize, plane: &mut [u8], widths: Widths) -> Result<(), Broken> {
        let groups = elements.div_ceil(GROUP);
        let headers = self.take(groups.div_ceil(4))?;
        for (index, group) in plane.chunks_exact_mut(GROUP).take(groups).enumerate() {
            let header = headers.get(index / 4).copied().unwrap_or_default();
            let choice = (header >> (index % 4 * 2)) & 3;
            self.group(group, widths.get(usize::from(choice)).copied().unwrap_or_default())?;
        }
        Ok(())
    }

    /// Sixteen differences of `width` bits; the largest value of that width stands for a whole byte further on.
    fn group(&mut self, group: &mut [u8], width: u32) -> Result<(), Broken> {
        match width {
            0 => group.fill(0),
            8 => group.copy_from_slice(self.take(GROUP)?),
            _ => {
                let packed = self.take(GROUP * width as usize / 8)?;
                let sentinel = (1 << width) - 1;
                for (index, delta) in group.iter_mut().enumerate() {
                    let small = small_delta(packed, index, width);
                    *delta = if small == sentinel { self.take(1)?.first().copied().unwrap_or_default() } else { small };
                }
            }
        }
        Ok(())
    }
}

/// Value `index` of packed values. Single bits run upwards in their byte, pairs and fours downwards.
fn small_delta(packed: &[u8], index: usize, width: u32) -> u8 {
    let in_byte = 8 / width as usize;
    let byte = packed.get(index / in_byte).copied().unwrap_or_default();
    let place = index % in_byte;
    let shift = if width == 1 { place } else { (in_byte - 1 - place) * width as usize };
    (byte >> shift) & ((1 << width) - 1)
}

/// Turns the element before into the element at `index`.
fn advance(before: &mut [u8], channels: &[Channel], planes: &[u8], index: usize) {
    let delta = |byte: usize| planes.get(byte * MAX_BLOCK + index).copied().unwrap_or_default();
    for (number, (value, channel)) in before.as_chunks_mut::<4>().0.iter_mut().zip(channels).enumerate() {
        let deltas: [u8; 4] = std::array::from_fn(|byte| delta(number * 4 + byte));
        match channel {
            Channel::Bytes => {
                value.iter_mut().zip(deltas).for_each(|(v, d)| *v = v.wrapping_add((d >> 1) ^ (d & 1).wrapping_neg()));
            }
            Channel::Words => {
                for (v, d) in value.as_chunks_mut::<2>().0.iter_mut().zip(deltas.as_chunks::<2>().0) {
                    let d = u16::from_le_bytes(*d);
                    *v = u16::from_le_bytes(*v).wrapping_add((d >> 1) ^ (d & 1).wrapping_neg()).to_le_bytes();
                }
            }
            Channel::Rotated(bits) => {
                let turned = u32::from_le_bytes(deltas).rotate_right(*bits);
                *value = (u32::from_le_bytes(*value) ^ turned).to_le_bytes();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example in the text of the specification.
    #[test]
    fn four_bit_differences_with_sentinels() {
        let bytes = [0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
        let mut group = [0; GROUP];
        let mut source = Source { bytes: &bytes };
        source.group(&mut group, 4).unwrap();
        let signed = group.map(|d| ((d >> 1) ^ (d & 1).wrapping_neg()) as i8);
        assert_eq!(signed, [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0]);
        assert!(source.bytes.is_empty());
    }
}
