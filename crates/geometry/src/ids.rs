//! Names of vertices, edges and faces: plain 32-bit numbers that cannot be mixed up.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in a flat array.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The name of the element at a position of a flat array.
            #[inline]
            pub const fn at(index: usize) -> Self {
                Self(index as u32)
            }
        }
    };
}

id!(
    /// A vertex. Its number is also its rank in the symbolic perturbation: see [`crate::predicates`].
    VertexId
);
id!(
    /// An edge: two vertices and the one or two faces on it.
    EdgeId
);
id!(
    /// A face: always a triangle.
    FaceId
);
