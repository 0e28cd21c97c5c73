//! A mesh for every garment and frame, or a point cache for every garment.

use super::target::{Folder, Target};
use super::{Format, source};
use crate::character::Frames;
use crate::garment_file;
use crate::progress::Progress;
use anyhow::{Result, bail};
use cloth_io::PointCache;
use driver::run::Record;
use std::path::{Path, PathBuf};

/// Writes `NAME.NNNNNN.obj` for every garment and frame.
pub(super) fn meshes(
    record: &Record,
    frames: Frames,
    target: Target,
    extension: &str,
    progress: &Progress,
) -> Result<Vec<PathBuf>> {
    let Target::Folder(mut folder) = target else { bail!("a sequence of meshes needs a folder; name one with -o") };
    let garments = record.garments()?;
    folder.open()?;
    for frame in frames.all() {
        progress.step(format!("frame {frame}"));
        for (index, (garment, positions)) in garments.iter().zip(record.positions(frame)?).enumerate() {
            let name = format!("{}.{frame:06}.{extension}", garment.name);
            let bytes = garment_file::encode(garment, source(record, index), &positions, Path::new(&name))?;
            folder.write(&name, &bytes)?;
        }
    }
    let is_old = |name: &str| garments.iter().any(|garment| is_frame_of(name, &garment.name, extension));
    folder.finish(is_old)
}

/// Whether a file's name is that of some frame of a garment.
fn is_frame_of(name: &str, garment: &str, extension: &str) -> bool {
    let number = name.strip_prefix(garment).and_then(|rest| rest.strip_prefix('.'));
    let number = number.and_then(|rest| rest.strip_suffix(extension)).and_then(|rest| rest.strip_suffix('.'));
    number.is_some_and(|number| number.len() >= 6 && number.chars().all(|c| c.is_ascii_digit()))
}

/// Writes `NAME.pc2` for every garment, or the one file.
pub(super) fn caches(
    record: &Record,
    frames: Frames,
    target: Target,
    format: Format,
    progress: &Progress,
) -> Result<Vec<PathBuf>> {
    let garments = &record.manifest().garments;
    // Seconds count from the scene's beginning, as frames do.
    let times: Vec<f64> = frames.all().map(|frame| record.time(frame)).collect();
    let begin = |points: usize| match format {
        Format::Mdd => PointCache::mdd(points, &times),
        _ => PointCache::pc2(points, times.len(), frames.first),
    };
    let mut caches: Vec<PointCache> = garments.iter().map(|garment| begin(garment.vertices)).collect();
    for frame in frames.all() {
        progress.step(format!("frame {frame}"));
        for (cache, positions) in caches.iter_mut().zip(record.positions(frame)?) {
            cache.push(&positions);
        }
    }
    let mut files = garments.iter().zip(caches).map(|(garment, cache)| (&garment.name, cache.finish()));
    match target {
        Target::File(..) => target.write_one(&files.next().map(|(_, bytes)| bytes).unwrap_or_default()),
        Target::Folder(folder) => write_all(folder, files, format.extension()),
    }
}

fn write_all<'n>(
    mut folder: Folder,
    files: impl Iterator<Item = (&'n String, Vec<u8>)>,
    extension: &str,
) -> Result<Vec<PathBuf>> {
    folder.open()?;
    for (name, bytes) in files {
        folder.write(&format!("{name}.{extension}"), &bytes)?;
    }
    folder.finish(|_| false)
}

#[cfg(test)]
mod tests {
    use super::is_frame_of;

    #[test]
    fn only_frames_of_the_same_garment_are_old() {
        assert!(is_frame_of("shirt.000012.obj", "shirt", "obj") && is_frame_of("a.b.1000000.ply", "a.b", "ply"));
        for other in ["shirt.obj", "shirt.12.obj", "shirt.000012.ply", "shirts.000012.obj", "shirt.00001x.obj"] {
            assert!(!is_frame_of(other, "shirt", "obj"), "{other}");
        }
    }
}
