//! Which required extensions can be ignored, and what to do about those that cannot.
//!
//! An extension listed as required may change what the geometry is. Those that only concern surfaces, pictures, lights or
//! notes leave vertices alone; anything unknown is refused, because guessing would show the wrong shape.

use crate::fault::{Fault, FaultKind};

/// Extensions that this reader implements, or that never touch geometry.
const HARMLESS: &[&str] = &[
    "KHR_mesh_quantization",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "KHR_texture_transform",
    "KHR_texture_basisu",
    "EXT_texture_webp",
    "EXT_texture_avif",
    "MSFT_texture_dds",
    "KHR_lights_punctual",
    "EXT_lights_image_based",
    "EXT_lights_ies",
    "KHR_animation_pointer",
    "KHR_xmp_json_ld",
    "KHR_xmp",
];
const HARMLESS_FAMILIES: &[&str] = &["KHR_materials_", "EXT_materials_", "ADOBE_materials_"];

/// Refuses a file that requires an extension which could change its geometry.
pub(crate) fn check_required(required: &[String]) -> Result<(), Fault> {
    match required.iter().find(|name| !is_harmless(name)) {
        None => Ok(()),
        Some(name) => Err(Fault::new(
            FaultKind::Extension,
            "extensionsRequired",
            format!("the file requires {name:?}, which is not supported"),
            remedy(name),
        )),
    }
}

fn is_harmless(name: &str) -> bool {
    HARMLESS.contains(&name) || HARMLESS_FAMILIES.iter().any(|family| name.starts_with(family))
}

fn remedy(name: &str) -> &'static str {
    match name {
        "KHR_draco_mesh_compression" => {
            "decompress it, for example with `gltf-transform copy in.glb out.glb`, or export without Draco"
        }
        "EXT_mesh_gpu_instancing" => "export the instances as ordinary nodes",
        _ => "export the file without this extension",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str) -> Result<(), Fault> {
        check_required(&[name.to_owned()])
    }

    #[test]
    fn surfaces_and_pictures_are_harmless() {
        for name in ["KHR_texture_transform", "KHR_materials_unlit", "EXT_texture_webp", "KHR_mesh_quantization"] {
            assert!(check(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn compression_is_refused_with_a_tool_that_undoes_it() {
        let name = "KHR_draco_mesh_compression";
        let fault = check(name).unwrap_err();
        assert!(fault.what.contains(name) && fault.remedy.contains("gltf-transform"));
        assert!(check("VENDOR_unknown").unwrap_err().what.contains("VENDOR_unknown"));
    }
}
