//! Writing whole or not at all.

use std::fs;
use std::path::Path;

use cloth_io::{Overwrite, write_atomically};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_written_and_replaced_only_when_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.obj");
    write_atomically(&path, b"one", Overwrite::Refuse).expect("written");
    let message = write_atomically(&path, b"two", Overwrite::Refuse).expect_err("it exists").to_string();
    let expected =
        "out.obj: cannot write: the file exists already; pass --overwrite to replace it, or choose another name";
    assert!(message.ends_with(expected), "{message}");
    assert_eq!(fs::read(&path).expect("a file"), b"one");
    write_atomically(&path, b"three", Overwrite::Allow).expect("replaced");
    assert_eq!(fs::read(&path).expect("a file"), b"three");
    assert_eq!(names(folder.path()), ["out.obj"], "no temporary file stays");
}

#[test]
fn a_missing_folder_and_a_folder_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let message =
        write_atomically(&folder.path().join("no/out.obj"), b"x", Overwrite::Allow).expect_err("no folder").to_string();
    assert!(
        message.contains("the folder ") && message.ends_with("/no does not exist; make the folder first"),
        "{message}"
    );
    for overwrite in [Overwrite::Refuse, Overwrite::Allow] {
        let message = write_atomically(folder.path(), b"x", overwrite).expect_err("a folder").to_string();
        assert!(message.ends_with("cannot write: it is a folder; add a file name to the path"), "{message}");
    }
    fs::write(folder.path().join("file"), "").expect("a file");
    let message = write_atomically(&folder.path().join("file/out.obj"), b"x", Overwrite::Refuse).expect_err("a file");
    assert!(message.to_string().ends_with("is not a folder; choose a path inside a folder"), "{message}");
    assert_eq!(names(folder.path()), ["file"]);
}

#[cfg(unix)]
#[test]
fn links_devices_and_read_only_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "old").expect("a file");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    write_atomically(&link, b"new", Overwrite::Allow).expect("replaced through the link");
    assert_eq!(fs::read(&file).expect("a file"), b"new");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());

    let message = write_atomically(Path::new("/dev/null"), b"x", Overwrite::Allow).expect_err("a device").to_string();
    assert_eq!(message, "/dev/null: cannot write: it is not an ordinary file; name an ordinary file");

    let mut permissions = fs::metadata(&file).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).expect("read-only");
    let message = write_atomically(&file, b"x", Overwrite::Allow).expect_err("read-only").to_string();
    assert!(message.ends_with("the file that is there is read-only; allow writing to it, or choose another name"));
    assert_eq!(names(folder.path()), ["file", "link"]);
}

#[test]
fn of_many_writers_of_one_name_exactly_one_wins() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.ply");
    let write = |writer: u8| write_atomically(&path, &[writer; 5000], Overwrite::Refuse).is_ok();
    let winners: Vec<bool> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..8).map(|writer| scope.spawn(move || write(writer))).collect();
        writers.into_iter().map(|writer| writer.join().expect("no panic")).collect()
    });
    assert_eq!(winners.iter().filter(|&&won| won).count(), 1);
    let winner = winners.iter().position(|&won| won).expect("one") as u8;
    assert_eq!(fs::read(&path).expect("a file"), [winner; 5000]);
    assert_eq!(names(folder.path()), ["out.ply"]);
}

#[test]
fn what_a_killed_process_left_behind_is_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    for count in 0..200 {
        fs::write(folder.path().join(format!(".selvedge-{}-{count}.tmp", std::process::id())), "").expect("a file");
    }
    let path = folder.path().join("out.obj");
    write_atomically(&path, b"one", Overwrite::Refuse).expect("written");
    assert_eq!(fs::read(&path).expect("a file"), b"one");
    assert_eq!(names(folder.path()).len(), 201);
}
