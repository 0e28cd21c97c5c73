//! The one shape of the whole figure: elliptic sections along a straight axis, closed by rounded caps.
//!
//! A limb is a loft of many sections, a phalanx a loft of two, a ball a loft of one. A section has its own reach to the
//! front and to the back, so that a calf or a chest needs no second shape. Between sections a cubic runs, so the surface has
//! one tangent everywhere.
//!
//! The value is near a distance in metres close to the surface: for the ellipse's norm k₀ and the gradient's norm k₁ it is
//! k₀(k₀ − 1)/k₁, which is exact for spheres and cylinders. Not here: exact distances; nothing needs them.

use geometry::{Point, Vector};

/// An elliptic cross-section. Metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    /// How far along the axis.
    pub at: f64,
    /// Half its width.
    pub side: f64,
    /// From the axis to the front.
    pub front: f64,
    /// From the axis to the back.
    pub back: f64,
}

/// Sections along an axis.
#[derive(Clone, Debug)]
pub(crate) struct Loft {
    foot: Point,
    axis: Vector,
    side: Vector,
    front: Vector,
    sections: Vec<Section>,
    /// How the radii change with `at` at every section.
    slopes: Vec<Vector>,
    /// How far the caps reach beyond the first and the last section.
    caps: [f64; 2],
    /// A sphere around it all.
    centre: Point,
    radius: f64,
}

impl Section {
    pub(crate) const fn new(at: f64, side: f64, front: f64, back: f64) -> Self {
        Self { at, side, front, back }
    }

    fn radii(&self) -> Vector {
        Vector::new(self.side, self.front, self.back)
    }
}

impl Loft {
    /// Sections along `axis` from `foot`; `side` is made perpendicular to it. The front is `side` × `axis`.
    pub(crate) fn new(foot: Point, axis: Vector, side: Vector, sections: &[Section], caps: [f64; 2]) -> Self {
        let axis = axis.normalize();
        let side = (side - axis * axis.dot(&side)).normalize();
        let (first, last) = (sections[0].at - caps[0], sections[sections.len() - 1].at + caps[1]);
        let widest = sections.iter().map(|s| s.side.max(s.front).max(s.back)).fold(0.0, f64::max);
        Self {
            foot,
            axis,
            side,
            front: side.cross(&axis),
            sections: sections.to_vec(),
            slopes: (0..sections.len()).map(|i| slope(sections, i)).collect(),
            caps,
            centre: foot + axis * f64::midpoint(first, last),
            radius: ((last - first) * (last - first) / 4.0 + widest * widest).sqrt(),
        }
    }

    /// An ellipsoid with the given reaches along X, Y and Z.
    pub(crate) fn ball(centre: [f64; 3], reach: [f64; 3]) -> Self {
        let section = Section::new(0.0, reach[0], reach[2], reach[2]);
        Self::new(Point::from(centre), Vector::y(), Vector::x(), &[section], [reach[1]; 2])
    }

    /// An ellipsoid with the given reaches across (towards Z), along and perpendicular to both.
    pub(crate) fn ball_along(centre: Point, along: Vector, reach: [f64; 3]) -> Self {
        let section = Section::new(0.0, reach[0], reach[2], reach[2]);
        Self::new(centre, along, Vector::z(), &[section], [reach[1]; 2])
    }

    /// A round bone from one point to another.
    pub(crate) fn bone(ends: [Point; 2], radii: [f64; 2]) -> Self {
        let axis = ends[1] - ends[0];
        // Any side will do for a round shape: the one of the three directions that is least along it.
        let across = if axis.x.abs() < axis.norm() * 0.6 { Vector::x() } else { Vector::z() };
        let round = |at: f64, r: f64| Section::new(at, r, r, r);
        Self::new(ends[0], axis, across, &[round(0.0, radii[0]), round(axis.norm(), radii[1])], radii)
    }

    /// A bound below every value at `p`: far points need not be looked at.
    pub(crate) fn bound(&self, p: &Point) -> f64 {
        (p - self.centre).norm() - self.radius
    }

    /// Negative inside, positive outside, near the distance in metres close to the surface.
    pub(crate) fn value(&self, p: &Point) -> f64 {
        let d = p - self.foot;
        let (along, s, f) = (d.dot(&self.axis), d.dot(&self.side), d.dot(&self.front));
        let (first, last) = (self.sections[0].at, self.sections[self.sections.len() - 1].at);
        let inside = along.clamp(first, last);
        let radii = self.radii(inside);
        let a = radii.x;
        let b = if f > 0.0 { radii.y } else { radii.z };
        let cap = if along < first { self.caps[0] } else { self.caps[1] };
        let [x, y, z] = [s / a, f / b, (along - inside) / cap];
        let norm = (x * x + y * y + z * z).sqrt();
        let [gx, gy, gz] = [x / a, y / b, z / cap];
        let slope = (gx * gx + gy * gy + gz * gz).sqrt();
        // On the axis the norm has no gradient; deep inside any negative value serves.
        if norm < 1e-9 { -a.min(b) } else { norm * (norm - 1.0) / slope }
    }

    /// The section's radii at a place along the axis: side, front, back.
    fn radii(&self, at: f64) -> Vector {
        let s = &self.sections;
        let upper = s.iter().position(|section| section.at >= at).unwrap_or(s.len() - 1).max(1);
        if s.len() == 1 {
            return s[0].radii();
        }
        let lower = upper - 1;
        let length = s[upper].at - s[lower].at;
        let t = (at - s[lower].at) / length;
        // The cubic through both radii with the slopes below.
        let (u, square) = (1.0 - t, t * t);
        let [from, to] = [s[lower].radii(), s[upper].radii()];
        let [leaving, arriving] = [self.slopes[lower] * length, self.slopes[upper] * length];
        from * ((1.0 + 2.0 * t) * u * u) + leaving * (t * u * u) + to * (square * (3.0 - 2.0 * t))
            - arriving * (square * u)
    }
}

/// How the radii change with `at` at a section: as between its two neighbours; not at all at the ends, where the caps begin.
fn slope(sections: &[Section], i: usize) -> Vector {
    if i == 0 || i + 1 == sections.len() {
        return Vector::zeros();
    }
    let (before, after) = (&sections[i - 1], &sections[i + 1]);
    (after.radii() - before.radii()) / (after.at - before.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spheres_and_bones_have_exact_distances() {
        let ball = Loft::ball([1.0, 2.0, 3.0], [0.5; 3]);
        assert!((ball.value(&Point::new(1.0, 2.0, 4.0)) - 0.5).abs() < 1e-12);
        let bone = Loft::bone([Point::origin(), Point::new(0.0, 1.0, 0.0)], [0.1, 0.1]);
        assert!((bone.value(&Point::new(0.3, 0.4, 0.0)) - 0.2).abs() < 1e-12);
        assert!((bone.value(&Point::new(0.0, 1.3, 0.0)) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn the_bound_is_below_the_value() {
        let loft = Loft::ball([0.0; 3], [0.1, 0.2, 0.3]);
        for i in 0..20 {
            let p = Point::new(0.1 * f64::from(i), 0.3, 0.2);
            assert!(loft.bound(&p) <= loft.value(&p) + 1e-12);
        }
    }
}
