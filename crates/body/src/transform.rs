//! Transforms: translation, rotation and scale as files and clips state them, and the affine maps they make.

use geometry::{Point, Vector};
use nalgebra::{Matrix3, Matrix4, Rotation3, UnitQuaternion};

/// An affine map: p ↦ L p + t.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// The linear part.
    pub linear: Matrix3<f64>,
    /// Where the origin goes.
    pub shift: Vector,
}

impl Affine {
    /// The map that leaves everything where it is.
    pub fn identity() -> Self {
        Self { linear: Matrix3::identity(), shift: Vector::zeros() }
    }

    /// The map of a matrix. Its last row is taken to be (0, 0, 0, 1), as glTF requires.
    pub fn from_matrix(matrix: &Matrix4<f64>) -> Self {
        Self {
            linear: matrix.fixed_view::<3, 3>(0, 0).into_owned(),
            shift: matrix.fixed_view::<3, 1>(0, 3).into_owned(),
        }
    }

    /// First `inner`, then this.
    #[inline]
    #[must_use]
    pub fn after(&self, inner: &Self) -> Self {
        Self { linear: self.linear * inner.linear, shift: self.linear * inner.shift + self.shift }
    }

    /// Where a point goes.
    #[inline]
    pub fn apply(&self, point: &Point) -> Point {
        Point::from(self.linear * point.coords + self.shift)
    }
}

/// Scale first, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trs {
    /// Translation, in metres.
    pub translation: Vector,
    /// Rotation.
    pub rotation: UnitQuaternion<f64>,
    /// Scale along the three axes; negative ones mirror.
    pub scale: Vector,
}

impl Default for Trs {
    fn default() -> Self {
        Self { translation: Vector::zeros(), rotation: UnitQuaternion::identity(), scale: Vector::from_element(1.0) }
    }
}

impl Trs {
    /// The map it stands for.
    #[inline]
    pub fn affine(&self) -> Affine {
        let mut linear = self.rotation.to_rotation_matrix().into_inner();
        for axis in 0..3 {
            linear.column_mut(axis).scale_mut(self.scale[axis]);
        }
        Affine { linear, shift: self.translation }
    }

    /// The transform nearest to a map; shear is lost, and a mirrored map is mirrored along x.
    pub fn nearest(map: &Affine) -> Self {
        let mut scale = Vector::from_fn(|axis, _| map.linear.column(axis).norm());
        if map.linear.determinant() < 0.0 {
            scale.x = -scale.x;
        }
        let mut rotation = map.linear;
        for axis in 0..3 {
            if scale[axis] != 0.0 {
                rotation.column_mut(axis).unscale_mut(scale[axis]);
            }
        }
        let rotation = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix(&rotation));
        Self { translation: map.shift, rotation, scale }
    }

    /// The transform a share of the way to another: rotations turn the shorter way.
    #[inline]
    #[must_use]
    pub fn blend(&self, other: &Self, share: f64) -> Self {
        Self {
            translation: self.translation.lerp(&other.translation, share),
            rotation: slerp(&self.rotation, &other.rotation, share),
            scale: self.scale.lerp(&other.scale, share),
        }
    }
}

/// Below this sine of the angle between them, rotations are so near that a straight line between them is as good.
const NEARLY_EQUAL: f64 = 1e-9;

/// The rotation a share of the way from one to another, the shorter way round (glTF 2.0, appendix C.3).
#[inline]
pub fn slerp(from: &UnitQuaternion<f64>, to: &UnitQuaternion<f64>, share: f64) -> UnitQuaternion<f64> {
    let dot = from.coords.dot(&to.coords);
    // A quaternion and its negative are one rotation: take the nearer.
    let to = if dot < 0.0 { -to.coords } else { to.coords };
    // The angle from the difference keeps its digits where it is small, unlike that from the cosine.
    let half = (to - from.coords).norm() / 2.0;
    let angle = 2.0 * half.min(1.0).asin();
    let sine = angle.sin();
    let (a, b) = if sine < NEARLY_EQUAL {
        (1.0 - share, share)
    } else {
        (((1.0 - share) * angle).sin() / sine, (share * angle).sin() / sine)
    };
    UnitQuaternion::new_normalize(nalgebra::Quaternion::from(from.coords * a + to * b))
}
