//! Pictures of meshes without a GPU: a software z-buffer and a PNG encoder.
//!
//! ```
//! use geometry::Point;
//! use picture::{Camera, LineStyle, Mesh, Scene};
//!
//! let positions = [Point::new(0.0, 0.0, 0.0), Point::new(1.0, 0.0, 0.0), Point::new(0.0, 1.0, 0.0)];
//! let contour = vec![Point::new(0.2, 0.2, 0.0), Point::new(0.5, 0.3, 0.0)];
//! let scene = Scene::new()
//!     .mesh(Mesh::new(&positions, &[[0, 1, 2]]))
//!     .lines([contour], LineStyle::new([0.85, 0.1, 0.1], 3.0));
//! let camera = Camera::automatic(&scene.all_points(), 320.0 / 200.0);
//! let rendering = scene.render(320, 200, &camera);
//! assert_eq!(rendering.skipped, Default::default());
//! let file = rendering.image.write_png()?;
//! # Ok::<(), picture::PngError>(())
//! ```
//!
//! From a scene to a file:
//!
//! 1. `surface`: all meshes in one list, normals, what had to be skipped.
//! 2. `camera`, `project`: from metres to an integer grid of the picture.
//! 3. `raster`: which face is in front at four samples a pixel.
//! 4. `shade`, `soft`: lights, shadow, wireframe, background.
//! 5. `lines`: contours and markers over it, hidden parts dashed.
//! 6. `image`: contact sheets and PNG; `text`, `stroke` and `plot` draw on images.
//!
//! The same input gives the same bytes for any number of threads. Nothing panics on broken meshes: what cannot be drawn is
//! left out and counted in [`Skipped`]. Lengths are metres, Y is up, colours are sRGB in 0..=1.
//!
//! Not here: textures, transparency, reflections, animation files.

mod camera;
mod color;
mod image;
mod lines;
mod plot;
mod project;
#[cfg(test)]
mod random;
mod raster;
mod scene;
mod shade;
mod soft;
mod stroke;
mod surface;
mod text;

pub use camera::{Camera, VERTICAL_ANGLE, suitable_direction};
pub use color::{Srgb, srgb_from_linear};
pub use image::{Image, PngError};
pub use lines::{Hidden, LineStyle};
pub use plot::{Plot, SERIES_COLORS, Series};
pub use project::LARGEST_SIDE;
pub use scene::{BODY, Backdrop, CLOTH, Mesh, Rendering, Scene, Skipped, Wireframe};
pub use text::width as text_width;
