//! The colour of what is in front: lights, the two sides of the cloth, wireframe, background.
//!
//! 1. A pixel that holds one face, or smooth neighbours, is shaded once; else each face in it, weighted by its samples.
//! 2. The ray through the middle of a face's samples in a pixel gives the place on the face: the three volumes that the ray
//!    spans with the face's edges are its weights, correct in perspective and indifferent to clipping.
//! 3. Normal and colour are interpolated; the back side is turned towards the eye, darkened and tinted.
//! 4. Key light (with a soft shadow), fill light, rim light, sky and floor light, and the sheen of
//!    fibres at grazing angles. The lights hang on the camera, so every view is lit well.
//! 5. The wireframe darkens pixels near an edge, fading out where triangles are only a few pixels large.
//!
//! Not here: glossy reflections and textures.

use geometry::{Point, Vector};

use crate::color::{Linear, linear, mix};
use crate::project::{Seen, View};
use crate::raster::{NOTHING, ROTATED_GRID, TILE, Tile};
use crate::scene::{Backdrop, Wireframe};
use crate::soft::{Contact, Shadow};
use crate::surface::{Face, Surface, dot, unit};

/// Directions to the lights as (right, up, back) of the camera: the key rakes from the upper left, so that shallow folds of a
/// sheet that faces the camera still show; the fill comes from the right, the rim from behind.
const KEY_DIRECTION: [f64; 3] = [-0.80, 0.62, 0.34];
const FILL_DIRECTION: [f64; 3] = [0.85, 0.10, 0.50];
const RIM_DIRECTION: [f64; 3] = [0.30, 0.55, -0.80];
/// Light of each, linear. Together with the sky a white cloth facing the key stays just below 1.
const KEY_LIGHT: Linear = [0.98, 0.945, 0.90];
const FILL_LIGHT: Linear = [0.19, 0.205, 0.22];
const RIM_LIGHT: Linear = [0.22, 0.225, 0.24];
const SKY_LIGHT: Linear = [0.22, 0.235, 0.26];
const FLOOR_LIGHT: Linear = [0.135, 0.13, 0.125];
/// Part of the key light that reaches even a fully shadowed place, and part of the sky's that a shadow takes.
const KEY_IN_SHADOW: f32 = 0.08;
const SKY_LOST_IN_SHADOW: f32 = 0.35;
/// Cosine to the key light from which a shadow counts fully: where the form turns away it shades itself, and the edge of its
/// own shadow must not show.
const SHADOW_ONSET: f32 = 0.25;
/// Light added at grazing angles by upright fibres, of which this part has the cloth's own colour.
const SHEEN: f32 = 0.10;
const SHEEN_OWN_COLOR: f32 = 0.5;
/// What the back side's colour is multiplied by: darker and warmer, so that the two sides of cloth read apart.
const BACK_TINT: Linear = [0.66, 0.57, 0.50];
/// Half the width of a wire and its strength at most; wires start at the first triangle size and are full at the second, in
/// pixels (the side of a square of the triangle's size).
const WIRE_HALF_WIDTH: f64 = 0.45;
const WIRE_STRENGTH: f32 = 0.30;
const WIRE_SIZES: [f64; 2] = [5.0, 11.0];
/// The studio's background, sRGB, at the upper and lower edge.
const STUDIO_TOP: [f32; 3] = [0.875, 0.885, 0.90];
const STUDIO_BOTTOM: [f32; 3] = [0.745, 0.75, 0.76];
/// Part of the background's light that a full contact takes.
const CONTACT_STRENGTH: f32 = 0.55;
/// Slope of the view, downwards over forwards, below which contact fades: seen along the floor its cells would be stripes.
const STEEP: f64 = 0.35;
/// Cosine of the angle (25°) up to which neighbouring faces in a pixel count as one smooth surface.
const SMOOTH_COSINE: f32 = 0.906;

/// Everything needed to colour a tile.
pub(crate) struct Shader<'a> {
    surface: &'a Surface,
    seen: &'a [Seen],
    view: &'a View,
    shadow: Option<Shadow>,
    contact: Option<Contact>,
    /// The background at the upper and the lower edge.
    background: [Linear; 2],
    key: [f32; 3],
    fill: [f32; 3],
    rim: [f32; 3],
}

impl<'a> Shader<'a> {
    pub(crate) fn new(surface: &'a Surface, seen: &'a [Seen], view: &'a View, backdrop: Backdrop) -> Self {
        let world = |[r, u, b]: [f64; 3]| (view.right * r + view.up * u + view.camera.back * b).normalize();
        let key = world(KEY_DIRECTION);
        let (shadow, contact) = rayon::join(
            || Shadow::cast(surface, key),
            || if backdrop == Backdrop::Studio { Contact::of(surface) } else { None },
        );
        Self {
            surface,
            seen,
            view,
            shadow,
            contact: contact.filter(|contact| view.camera.eye.y > contact.floor),
            background: match backdrop {
                Backdrop::Studio => [linear(STUDIO_TOP), linear(STUDIO_BOTTOM)],
                Backdrop::Plain(color) => [linear(color); 2],
            },
            key: narrow(key),
            fill: narrow(world(FILL_DIRECTION)),
            rim: narrow(world(RIM_DIRECTION)),
        }
    }

    /// Linear colours of a tile's pixels: each face in a pixel is shaded once, at the middle of its samples.
    pub(crate) fn color_tile(&self, tile: &Tile<4>) -> Vec<Linear> {
        (0..TILE * TILE)
            .map(|pixel| {
                let corner = [(tile.origin[0] + pixel % TILE) as f64, (tile.origin[1] + pixel / TILE) as f64];
                self.color_pixel(tile.faces[pixel], corner)
            })
            .collect()
    }

    fn color_pixel(&self, faces: [u32; 4], corner: [f64; 2]) -> Linear {
        if faces == [faces[0]; 4] || self.is_one_surface(&faces) {
            return self.color(faces[0], [corner[0] + 0.5, corner[1] + 0.5]);
        }
        let mut sum = [0.0; 3];
        for (s, &face) in faces.iter().enumerate() {
            if faces[..s].contains(&face) {
                continue;
            }
            let (count, middle) = middle_of_samples(&faces, face);
            let color = self.color(face, [corner[0] + middle[0], corner[1] + middle[1]]);
            sum = [0, 1, 2].map(|k| sum[k] + color[k].min(1.0) * (count / 4.0));
        }
        sum
    }

    /// Whether faces are neighbours of the first with nearly its normal: then one of them can stand for all. Only where there
    /// are no wires, which would get lost.
    fn is_one_surface(&self, faces: &[u32; 4]) -> bool {
        if faces.contains(&NOTHING) {
            return false;
        }
        let first = &self.surface.faces[faces[0] as usize];
        let normal = self.surface.normals[faces[0] as usize][0];
        first.wireframe == Wireframe::Hidden
            && faces[1..].iter().all(|&face| {
                face == faces[0]
                    || (self.surface.faces[face as usize].corners.iter().any(|v| first.corners.contains(v))
                        && dot(normal, self.surface.normals[face as usize][0]) > SMOOTH_COSINE)
            })
    }

    fn color(&self, face: u32, [x, y]: [f64; 2]) -> Linear {
        if face == NOTHING { self.background(x, y) } else { self.face(face as usize, x, y) }
    }

    fn background(&self, x: f64, y: f64) -> Linear {
        let plain = mix(self.background[0], self.background[1], (y / (2.0 * self.view.center[1])) as f32);
        let Some(contact) = &self.contact else { return plain };
        let [r, u] = self.view.ray(x, y);
        let direction = self.view.right * r + self.view.up * u - self.view.camera.back;
        let distance = (contact.floor - self.view.camera.eye.y) / direction.y;
        if !(distance > 0.0 && distance.is_finite()) {
            return plain;
        }
        let darkness = contact.darkness(&(self.view.camera.eye + direction * distance));
        let steep = (direction.y.abs() / STEEP).min(1.0) as f32;
        plain.map(|c| c * (1.0 - CONTACT_STRENGTH * darkness * steep))
    }

    fn face(&self, index: usize, x: f64, y: f64) -> Linear {
        let face = &self.surface.faces[index];
        let ray = self.view.ray(x, y);
        let hit = Hit::new(face, self.seen, ray);
        let w = hit.weights;
        let narrow_weights = w.map(|v| v as f32);
        let blend = |v: [[f32; 3]; 3]| [0, 1, 2].map(|k| dot([v[0][k], v[1][k], v[2][k]], narrow_weights));
        let mut normal = unit(blend(self.surface.normals[index]));
        let mut albedo = blend(face.corners.map(|v| self.surface.colors[v as usize]));
        if hit.behind {
            normal = normal.map(|c| -c);
            albedo = [0, 1, 2].map(|k| albedo[k] * BACK_TINT[k]);
        }
        let [a, b, c] = face.corners.map(|v| self.surface.points[v as usize].coords);
        let place = Point::from(a * w[0] + b * w[1] + c * w[2]);
        let toward_eye = narrow(self.view.camera.back - self.view.right * ray[0] - self.view.up * ray[1]);
        let color = self.light(normal, albedo, unit(toward_eye), &place);
        match face.wireframe {
            Wireframe::Hidden => color,
            Wireframe::Faint => mix(color, wire_color(albedo), hit.wire(self.view.focal)),
        }
    }

    fn light(&self, normal: [f32; 3], albedo: Linear, toward_eye: [f32; 3], place: &Point) -> Linear {
        let facing = dot(normal, self.key).max(0.0);
        let dark = match &self.shadow {
            Some(shadow) if facing > 0.0 => (1.0 - shadow.lit(place, normal)) * (facing / SHADOW_ONSET).min(1.0),
            _ => 0.0,
        };
        let key = facing * (1.0 - (1.0 - KEY_IN_SHADOW) * dark);
        let fill = dot(normal, self.fill).max(0.0);
        let rim = dot(normal, self.rim).max(0.0);
        let sky = mix(FLOOR_LIGHT, SKY_LIGHT, normal[1] * 0.5 + 0.5);
        let sky_left = 1.0 - SKY_LOST_IN_SHADOW * dark;
        let grazing = 1.0 - dot(normal, toward_eye).clamp(0.0, 1.0);
        let sheen = SHEEN * grazing * grazing * grazing;
        [0, 1, 2].map(|k| {
            let light = KEY_LIGHT[k] * key + FILL_LIGHT[k] * fill + RIM_LIGHT[k] * rim + sky[k] * sky_left;
            albedo[k] * light + sheen * (SHEEN_OWN_COLOR * albedo[k] + 1.0 - SHEEN_OWN_COLOR)
        })
    }
}

/// Dark wires on cloth, light ones on nearly black cloth.
fn wire_color(albedo: Linear) -> Linear {
    const NEARLY_BLACK: f32 = 0.06;
    if albedo.iter().all(|&c| c < NEARLY_BLACK) { [0.25; 3] } else { albedo.map(|c| c * 0.12) }
}

/// How many samples of a pixel a face has, and their mean place within the pixel.
fn middle_of_samples(faces: &[u32; 4], face: u32) -> (f32, [f64; 2]) {
    let mut count = 0.0;
    let mut sum = [0.0; 2];
    for (&other, place) in faces.iter().zip(&ROTATED_GRID) {
        if other == face {
            count += 1.0;
            sum = [0, 1].map(|k| sum[k] + place[k] as f64);
        }
    }
    (count as f32, sum.map(|v| v / (count * f64::from(crate::project::SUBPIXELS))))
}

/// Where a ray meets a face.
struct Hit {
    /// Of the three corners; they add up to 1.
    weights: [f64; 3],
    /// The face turns its back to the eye.
    behind: bool,
    /// Normals of the planes through the eye and each edge, and the volumes that the ray spans with them.
    planes: [[f64; 3]; 3],
    volumes: [f64; 3],
}

impl Hit {
    fn new(face: &Face, seen: &[Seen], ray: [f64; 2]) -> Self {
        let [a, b, c] = face.corners.map(|v| seen[v as usize]);
        let planes = [cross(b, c), cross(c, a), cross(a, b)];
        let volumes = planes.map(|p| p[0] * ray[0] + p[1] * ray[1] + p[2]);
        let behind = volumes.iter().sum::<f64>() < 0.0;
        // The middle of samples may lie slightly outside the face: the nearest place inside is meant.
        let inward = volumes.map(|v| if behind { (-v).max(0.0) } else { v.max(0.0) });
        let sum: f64 = inward.iter().sum();
        let scale = 1.0 / sum;
        let weights = if scale.is_finite() { inward.map(|v| v * scale) } else { [1.0 / 3.0; 3] };
        Self { weights, behind, planes, volumes }
    }

    /// Strength of the wireframe here.
    fn wire(&self, focal: f64) -> f32 {
        let length = |p: [f64; 3]| (p[0] * p[0] + p[1] * p[1]).sqrt();
        let distance = |k: usize| self.volumes[k].abs() * focal / length(self.planes[k]);
        let nearest = distance(0).min(distance(1)).min(distance(2));
        // Distance over weight is the height above an edge; the least height measures thin triangles too.
        let height = |k: usize| distance(k) / self.weights[k].max(1e-6);
        let size = height(0).min(height(1)).min(height(2));
        let fade = ((size - WIRE_SIZES[0]) / (WIRE_SIZES[1] - WIRE_SIZES[0])).clamp(0.0, 1.0);
        (fade * (WIRE_HALF_WIDTH + 0.5 - nearest).clamp(0.0, 1.0)) as f32 * WIRE_STRENGTH
    }
}

fn cross(p: Seen, q: Seen) -> [f64; 3] {
    [p.up * q.depth - p.depth * q.up, p.depth * q.right - p.right * q.depth, p.right * q.up - p.up * q.right]
}

fn narrow(v: Vector) -> [f32; 3] {
    [v.x as f32, v.y as f32, v.z as f32]
}
