//! Where a model may point: to data inside itself, and to files inside its own folder.
//!
//! A model comes from anywhere, and reading it must not read anything else of the user's. So a URI is decoded first and
//! judged afterwards: no scheme but `data:`, no absolute path, no `..`, and after links have been followed the file must
//! still lie in the folder of the model.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::fault::{Fault, FaultKind};

/// Exporters differ on the `=` at the end; both spellings mean the same bytes.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The bytes behind a URI, at most `limit` of them. `folder` is the model's; a model without one has only `data:` URIs.
pub(crate) fn fetch(uri: &str, folder: Option<&Path>, limit: u64, element: &str) -> Result<Vec<u8>, Fault> {
    if let Some(data) = data_uri(uri) {
        return decode_data(data)
            .ok_or_else(|| Fault::broken(FaultKind::Uri, element, "its data: URI is not valid base64"));
    }
    let relative = relative_path(uri).map_err(|why| refused(element, uri, why))?;
    let Some(folder) = folder else {
        return Err(Fault::new(
            FaultKind::Uri,
            element,
            format!("it names the file {}, but the model has no folder", shown(uri)),
            "read the model from its file",
        ));
    };
    read_inside(folder, &relative, limit, uri, element)
}

/// What follows `data:`, whatever the case of the scheme.
fn data_uri(uri: &str) -> Option<&str> {
    uri.split_at_checked(5).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("data:")).map(|(_, rest)| rest)
}

fn decode_data(data: &str) -> Option<Vec<u8>> {
    let (media_type, payload) = data.split_once(',')?;
    let bytes = percent_decode(payload);
    if media_type.to_ascii_lowercase().ends_with(";base64") { BASE64.decode(bytes).ok() } else { Some(bytes) }
}

/// The path a URI means, if a model may name it at all; else why not.
fn relative_path(uri: &str) -> Result<PathBuf, &'static str> {
    if has_scheme(uri) {
        return Err("it is not a file beside the model");
    }
    let Ok(path) = String::from_utf8(percent_decode(uri)) else { return Err("it is not UTF-8") };
    if path.is_empty() || path.contains('\0') {
        return Err("it is not a file name");
    }
    // Both separators count on every system: a file must not become dangerous by moving to another one.
    let mut parts = path.split(['/', '\\']);
    if path.starts_with(['/', '\\']) || has_scheme(&path) {
        return Err("it is an absolute path");
    }
    if parts.any(|part| part == "..") {
        return Err("it leads out of the model's folder");
    }
    Ok(PathBuf::from(path))
}

/// `http:`, `file:`, and the drive letters of Windows.
fn has_scheme(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

fn read_inside(folder: &Path, relative: &Path, limit: u64, uri: &str, element: &str) -> Result<Vec<u8>, Fault> {
    let missing = |error: std::io::Error| {
        Fault::new(
            FaultKind::Uri,
            element,
            format!("the file {} cannot be read: {error}", shown(uri)),
            "put it beside the model, or export a self-contained .glb",
        )
    };
    let home = fs::canonicalize(folder).map_err(missing)?;
    let target = fs::canonicalize(home.join(relative)).map_err(missing)?;
    if !target.starts_with(&home) {
        return Err(refused(element, uri, "a link leads out of the model's folder"));
    }
    if !fs::metadata(&target).map_err(missing)?.is_file() {
        return Err(refused(element, uri, "it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(&target).map_err(missing)?.take(limit).read_to_end(&mut bytes).map_err(missing)?;
    Ok(bytes)
}

/// Replaces `%41` by `A`. A percent sign that begins no such code stands for itself, as unescaped names are common.
fn percent_decode(text: &str) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = if first == b'%' { tail.first_chunk::<2>().and_then(|pair| hex_pair(*pair)) } else { None };
        decoded.push(code.unwrap_or(first));
        rest = if code.is_some() { tail.get(2..).unwrap_or_default() } else { tail };
    }
    decoded
}

fn hex_pair(digits: [u8; 2]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some((digit(digits[0])? * 16 + digit(digits[1])?) as u8)
}

fn refused(element: &str, uri: &str, why: &str) -> Fault {
    Fault::new(
        FaultKind::Uri,
        element,
        format!("the URI {} is refused: {why}", shown(uri)),
        "keep buffers and images in the model's folder, or export a self-contained .glb",
    )
}

/// A URI as a message can show it: quoted, and never a page long.
fn shown(uri: &str) -> String {
    const SHOWN: usize = 80;
    let short: String = uri.chars().take(SHOWN).collect();
    if short.len() < uri.len() { format!("{short:?}…") } else { format!("{short:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(uri: &str, folder: &Path) -> Fault {
        fetch(uri, Some(folder), 100, "buffer 0").unwrap_err()
    }

    #[test]
    fn data_uris_with_and_without_padding() {
        for uri in ["data:application/octet-stream;base64,AQI=", "DATA:;base64,AQI", "data:,%01%02"] {
            assert_eq!(fetch(uri, None, 100, "buffer 0").unwrap(), [1, 2], "{uri}");
        }
        assert!(fetch("data:;base64,A*", None, 100, "buffer 0").is_err());
        assert!(fetch("data:", None, 100, "buffer 0").is_err());
    }

    #[test]
    fn names_are_percent_decoded() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a b%.bin"), [7]).unwrap();
        assert_eq!(fetch("./a%20b%.bin", Some(folder.path()), 100, "buffer 0").unwrap(), [7]);
        assert_eq!(fault("nothing.bin", folder.path()).kind, FaultKind::Uri);
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("model");
        fs::create_dir(&model).unwrap();
        let secret = folder.path().join("secret.bin");
        fs::write(&secret, [7]).unwrap();
        let absolute = secret.to_str().unwrap().to_owned();
        let schemes = [format!("file://{absolute}"), format!("FILE:{absolute}"), "http://localhost/a.bin".to_owned()];
        let escapes =
            ["../secret.bin", "%2e%2e/secret.bin", "%2E%2E%2Fsecret.bin", "a/../../secret.bin", "..\\secret.bin"];
        let others = ["C:\\secret.bin", "\\\\host\\secret.bin", "", "a%00b", ".", "file%3A///etc/passwd"];
        for uri in schemes.iter().map(String::as_str).chain(escapes).chain(others).chain([absolute.as_str()]) {
            assert_eq!(fault(uri, &model).kind, FaultKind::Uri, "{uri}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_only_inside() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("model");
        fs::create_dir(&model).unwrap();
        fs::write(folder.path().join("secret.bin"), [7]).unwrap();
        fs::write(model.join("own.bin"), [8]).unwrap();
        symlink("../secret.bin", model.join("out.bin")).unwrap();
        symlink("own.bin", model.join("in.bin")).unwrap();
        symlink("/", model.join("root")).unwrap();
        assert!(fault("out.bin", &model).what.contains("link"));
        assert!(fault("root/etc/hostname", &model).kind == FaultKind::Uri);
        assert_eq!(fetch("in.bin", Some(&model), 100, "buffer 0").unwrap(), [8]);
    }
}
