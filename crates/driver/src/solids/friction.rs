//! How cloth rubs on a solid, part by part.

use super::weights::unmatched;
use crate::scene::specs::BodySpec;
use crate::scene::{FrictionSpec, Scene, SceneError};
use body::{Body, Pattern};
use contact::solid::Spot;
use geometry::FaceId;
use response::Friction;
use serde_json::Value as Json;

/// The friction of a solid.
#[derive(Clone, Debug)]
pub struct Rubbing {
    everywhere: Friction,
    /// For each face, where parts differ.
    faces: Vec<Friction>,
}

impl Rubbing {
    /// The same on every part.
    pub fn everywhere(spec: FrictionSpec) -> Self {
        Self { everywhere: friction(spec), faces: Vec::new() }
    }

    /// That of a body, whose parts may differ.
    pub fn of_body(scene: &Scene, spec: &BodySpec, body: &Body) -> Result<Self, SceneError> {
        let mut rubbing = Self::everywhere(spec.friction);
        let Some(table) = spec.friction_of.as_ref().and_then(Json::as_object) else { return Ok(rubbing) };
        let joints: Vec<&str> = body.skeleton().joints.iter().map(|joint| joint.name.as_str()).collect();
        let mut of_part = vec![rubbing.everywhere; body.parts().all().len()];
        for (text, value) in table {
            let pattern = Pattern::new(text);
            if let Some(problem) = unmatched(scene, "body.friction_of", text, &joints) {
                return Err(scene.error(problem));
            }
            let Ok(own) = serde_json::from_value(value.clone()) else { continue };
            let parts = body.parts().all().iter().zip(&mut of_part);
            parts.filter(|(part, _)| pattern.matches(&part.name)).for_each(|(_, f)| *f = friction(own));
        }
        let faces = (0..body.assembly().mesh().faces().len()).map(FaceId::at);
        rubbing.faces = faces.map(|face| of_part[body.parts().of(face)]).collect();
        Ok(rubbing)
    }

    /// The friction at a place.
    pub fn at(&self, spot: Spot) -> Friction {
        match spot {
            Spot::Face { face, .. } => self.faces.get(face.index()).copied().unwrap_or(self.everywhere),
            Spot::Shape => self.everywhere,
        }
    }
}

fn friction(spec: FrictionSpec) -> Friction {
    match spec {
        FrictionSpec::Same(both) => Friction { sticking: both, sliding: both },
        FrictionSpec::Apart { sticking, sliding } => Friction { sticking, sliding },
    }
}
