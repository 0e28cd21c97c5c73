//! Which polygons the `g`, `o` and `usemtl` statements name.
//!
//! A statement holds for every face after it until the next of its kind. A bare `g` names the group "default", as the
//! format says; faces before any `g` are in no group, and a bare `o` or `usemtl` ends the last one. Groups without
//! faces are dropped.

use std::collections::HashMap;

use super::scan::Words;
use crate::number;
use crate::{Group, GroupKind, Problem};

/// The most names one `g` may have. Each face is in all of them, so without a limit a small file could ask for any
/// amount of memory.
const MOST_NAMES: usize = 64;

/// The groups so far, and those that hold for the next face.
#[derive(Default)]
pub(super) struct Memberships {
    groups: Vec<Group>,
    by_name: HashMap<(GroupKind, String), usize>,
    open_groups: Vec<usize>,
    open_object: Option<usize>,
    open_material: Option<usize>,
}

impl Memberships {
    /// A `g` statement: any number of names.
    pub(super) fn open_groups(&mut self, line: usize, words: Words<'_>) -> Result<(), Problem> {
        self.open_groups.clear();
        for (_, word) in words {
            let group = self.find(GroupKind::Group, word);
            if !self.open_groups.contains(&group) {
                self.open_groups.push(group);
            }
            if self.open_groups.len() > MOST_NAMES {
                return Err(Problem::new(
                    format!("line {line}"),
                    format!("one g statement has more than {MOST_NAMES} names"),
                    "name fewer groups on one line",
                ));
            }
        }
        if self.open_groups.is_empty() {
            let default = self.find(GroupKind::Group, b"default");
            self.open_groups.push(default);
        }
        Ok(())
    }

    /// An `o` statement: the rest of the line is one name.
    pub(super) fn open_object(&mut self, name: &[u8]) {
        self.open_object = (!name.is_empty()).then(|| self.find(GroupKind::Object, name));
    }

    /// A `usemtl` statement: the rest of the line is one name.
    pub(super) fn open_material(&mut self, name: &[u8]) {
        self.open_material = (!name.is_empty()).then(|| self.find(GroupKind::Material, name));
    }

    /// Puts a face into everything that is open.
    pub(super) fn add(&mut self, polygon: u32) {
        let open = self.open_groups.iter().chain(&self.open_object).chain(&self.open_material);
        for &group in open {
            self.groups[group].polygons.push(polygon);
        }
    }

    /// The groups that have faces, in the order in which the file names them.
    pub(super) fn finish(mut self) -> Vec<Group> {
        self.groups.retain(|group| !group.polygons.is_empty());
        self.groups
    }

    fn find(&mut self, kind: GroupKind, name: &[u8]) -> usize {
        let name = number::name(name);
        let next = self.groups.len();
        *self.by_name.entry((kind, name)).or_insert_with_key(|(_, name)| {
            self.groups.push(Group { name: name.clone(), kind, polygons: Vec::new() });
            next
        })
    }
}
