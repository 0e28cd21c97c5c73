//! Models that point to files: beside them, and where they must not.

use std::fs;
use std::path::Path;

use gltf_file::{Fault, FaultKind, GltfFile};
use serde_json::json;

/// A model in `folder` whose buffer of four bytes is `uri`.
fn open(folder: &Path, uri: &str) -> Result<GltfFile, Fault> {
    let document = json!({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": uri}]});
    let path = folder.join("model.gltf");
    fs::write(&path, document.to_string()).unwrap();
    GltfFile::open(&path)
}

#[test]
fn buffers_inside_the_folder_are_read_and_cut_to_their_length() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/a b.bin"), [1, 2, 3, 4, 5]).unwrap();
    assert_eq!(open(folder.path(), "data/a%20b.bin").unwrap().buffers(), [[1, 2, 3, 4]]);
    fs::write(folder.path().join("short.bin"), [1, 2, 3]).unwrap();
    assert_eq!(open(folder.path(), "short.bin").unwrap_err().kind, FaultKind::Buffer);
    assert_eq!(open(folder.path(), "data").unwrap_err().kind, FaultKind::Uri);
}

#[test]
fn whatever_lies_outside_is_refused_by_name() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.bin");
    fs::write(&secret, [1, 2, 3, 4]).unwrap();
    let folder = outside.path().join("model");
    fs::create_dir(&folder).unwrap();
    let absolute = secret.to_str().unwrap();
    let file = format!("file://{absolute}");
    let mut uris = vec!["../secret.bin", "%2e%2e/secret.bin", "./x/../../secret.bin", absolute, &file];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&secret, folder.join("link.bin")).unwrap();
        uris.push("link.bin");
    }
    for uri in uris {
        let fault = open(&folder, uri).unwrap_err();
        assert_eq!((fault.kind, fault.element.as_str()), (FaultKind::Uri, "buffer 0"), "{fault}");
        assert!(fault.what.contains("refused"), "{fault}");
    }
}

#[test]
fn a_file_that_is_none() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path(), &folder.path().join("nothing.glb")] {
        assert_eq!(GltfFile::open(path).unwrap_err().kind, FaultKind::Disk);
    }
    for bytes in [b"".as_slice(), b"glT", b"\x89PNG", b"[]", b"v 0 0 0"] {
        assert_eq!(GltfFile::from_bytes(bytes, None).unwrap_err().kind, FaultKind::Container);
    }
}
