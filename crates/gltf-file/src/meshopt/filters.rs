//! What is done to elements after decoding (appendix B): each filter works in place and keeps the size.

/// Unit vectors folded onto an octahedron: two coordinates, and what stands for 1; the fourth component is passed on.
pub(super) fn octahedral(bytes: &mut [u8], stride: usize) {
    if stride == 4 {
        for v in bytes.as_chunks_mut::<4>().0 {
            let [x, y, z] = unfold([v[0], v[1], v[2]].map(|b| f32::from(b as i8)), 127.0);
            *v = [x as i8 as u8, y as i8 as u8, z as i8 as u8, v[3]];
        }
    } else {
        for v in bytes.as_chunks_mut::<8>().0 {
            let w = words(*v).map(|w| w as i16);
            let [x, y, z] = unfold([w[0], w[1], w[2]].map(f32::from), 32767.0);
            *v = from_words([x as i16 as u16, y as i16 as u16, z as i16 as u16, w[3] as u16]);
        }
    }
}

fn unfold([x, y, one]: [f32; 3], largest: f32) -> [f32; 3] {
    let (x, y) = (x / one, y / one);
    let z = 1.0 - x.abs() - y.abs();
    let folded = z.min(0.0);
    let (x, y) = (x - folded.copysign(x), y - folded.copysign(y));
    let length = (x * x + y * y + z * z).sqrt();
    [x, y, z].map(|c| (c / length * largest).round())
}

/// Unit quaternions without their largest component: three components, and which one is left out.
pub(super) fn quaternion(bytes: &mut [u8]) {
    for v in bytes.as_chunks_mut::<8>().0 {
        let input = words(*v).map(|w| w as i16);
        let one = f32::from(input[3] | 3);
        let scale = std::f32::consts::FRAC_1_SQRT_2 / one;
        let [x, y, z] = [input[0], input[1], input[2]].map(|c| f32::from(c) * scale);
        let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
        let mut output = [0; 4];
        let left_out = usize::from((input[3] & 3) as u16);
        for (step, component) in [w, x, y, z].into_iter().enumerate() {
            output[(left_out + step) % 4] = (component * 32767.0).round() as i16 as u16;
        }
        *v = from_words(output);
    }
}

/// Floating-point numbers as an 8-bit exponent and a 24-bit integer.
pub(super) fn exponential(bytes: &mut [u8]) {
    for v in bytes.as_chunks_mut::<4>().0 {
        let input = i32::from_le_bytes(*v);
        // In double precision the power and the product are exact, so the result is rounded once.
        let value = f64::from((input << 8) >> 8) * f64::from(input >> 24).exp2();
        *v = (value as f32).to_le_bytes();
    }
}

/// Colours as luma and two chroma values of as many bits as the alpha has.
pub(super) fn color(bytes: &mut [u8], stride: usize) {
    if stride == 4 {
        for v in bytes.as_chunks_mut::<4>().0 {
            let [y, co, cg, a] = *v;
            *v = rgba(i32::from(y), i32::from(co as i8), i32::from(cg as i8), u32::from(a), 255.0).map(|c| c as u8);
        }
    } else {
        for v in bytes.as_chunks_mut::<8>().0 {
            let [y, co, cg, a] = words(*v);
            let color = rgba(i32::from(y), i32::from(co as i16), i32::from(cg as i16), u32::from(a), 65535.0);
            *v = from_words(color.map(|c| c as u16));
        }
    }
}

fn rgba(y: i32, co: i32, cg: i32, alpha: u32, largest: f32) -> [f32; 4] {
    let ones = alpha.checked_ilog2().map_or(1, |bit| (2_u32 << bit) - 1);
    let a = alpha & (ones >> 1);
    let a = (a << 1) | (a & 1);
    let scale = largest / ones as f32;
    [y + co - cg, y + cg, y - co - cg, a as i32].map(|c| (c as f32 * scale).round())
}

fn words(bytes: [u8; 8]) -> [u16; 4] {
    let [a, b, c, d, e, f, g, h] = bytes;
    [[a, b], [c, d], [e, f], [g, h]].map(u16::from_le_bytes)
}

fn from_words(words: [u16; 4]) -> [u8; 8] {
    let [[a, b], [c, d], [e, f], [g, h]] = words.map(u16::to_le_bytes);
    [a, b, c, d, e, f, g, h]
}
