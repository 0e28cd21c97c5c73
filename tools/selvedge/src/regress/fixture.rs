//! Fixtures: folders with a `scene.toml` and an `expect.toml`, found, read and checked before any is run.

use anyhow::{Context, Result, anyhow, bail};
use body::Patterns;
use driver::{Override, Scene};
use measure::expect::Expectation;
use std::path::{Path, PathBuf};

/// The two files of a fixture, and its picture.
pub(crate) const SCENE: &str = "scene.toml";
pub(crate) const EXPECT: &str = "expect.toml";
pub(crate) const PICTURE: &str = "picture.png";
/// Where the repository keeps its own.
const BUILT_IN: &str = "fixtures/scenes";

/// A folder with a scene and what must hold of it.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    /// The folder's name.
    pub name: String,
    pub folder: PathBuf,
    /// Empty for a scene whose expectation is still to be recorded.
    pub expectation: Expectation,
    /// Whether there is an `expect.toml`.
    pub is_recorded: bool,
    /// What is replaced in the scene, besides what the expectation says.
    pub changes: Vec<Override>,
}

/// Which fixtures are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted<'a> {
    /// Folders with fixtures, or fixtures; none are the built-in ones.
    pub folders: &'a [PathBuf],
    /// Patterns of names.
    pub only: Option<&'a str>,
    /// A set that they belong to.
    pub set: Option<&'a str>,
    /// Whether those without an expectation are wanted too.
    pub unrecorded: bool,
}

impl Fixture {
    pub fn scene_file(&self) -> PathBuf {
        self.folder.join(SCENE)
    }

    /// Everything that is replaced in the scene.
    pub fn overrides(&self) -> Vec<Override> {
        let change = |(key, value): &(String, String)| Override { key: key.clone(), value: value.clone() };
        self.expectation.set.iter().map(change).chain(self.changes.iter().cloned()).collect()
    }

    /// The scene as it is run here.
    pub fn scene(&self) -> Result<Scene> {
        Ok(Scene::read(&self.scene_file(), &self.overrides())?)
    }

    fn read(folder: &Path, unrecorded: bool) -> Result<Self> {
        let name = name_of(folder);
        let file = folder.join(EXPECT);
        let is_recorded = file.exists();
        if !is_recorded && !unrecorded {
            bail!("{}: is missing; `selvedge regress {} --update` records it", file.display(), folder.display());
        }
        let expectation = if is_recorded {
            Expectation::read(&file)?
        } else {
            Expectation { shows: name.clone(), ..Expectation::default() }
        };
        Ok(Self { name, folder: folder.to_owned(), expectation, is_recorded, changes: Vec::new() })
    }
}

fn name_of(folder: &Path) -> String {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    real.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Finds and reads fixtures, by name; every scene must be good.
pub(crate) fn find(wanted: &Wanted) -> Result<Vec<Fixture>> {
    let folders = if wanted.folders.is_empty() { vec![built_in()?] } else { wanted.folders.to_vec() };
    let mut all = Vec::new();
    for folder in &folders {
        all.extend(fixtures_in(folder)?);
    }
    all.sort();
    all.dedup();
    let patterns = wanted.only.map(Patterns::new);
    all.retain(|folder| patterns.as_ref().is_none_or(|patterns| patterns.matches(&name_of(folder))));
    if let (true, Some(only)) = (all.is_empty(), wanted.only) {
        bail!("--only: no fixture has a name like {only}; they are the folders in {}", list(&folders));
    }
    // What has no expectation belongs to no set.
    all.retain(|folder| wanted.set.is_none() || folder.join(EXPECT).exists());
    let mut found = all.iter().map(|folder| Fixture::read(folder, wanted.unrecorded)).collect::<Result<Vec<_>>>()?;
    if let Some(set) = wanted.set {
        let mut sets: Vec<String> = found.iter().flat_map(|fixture| fixture.expectation.sets.clone()).collect();
        found.retain(|fixture| fixture.expectation.sets.iter().any(|of| of == set));
        sets.sort();
        sets.dedup();
        if found.is_empty() {
            bail!("--set: no fixture is in the set {set:?}; the sets are: {}", sets.join(", "));
        }
    }
    found.iter().try_for_each(|fixture| fixture.scene().map(drop))?;
    Ok(found)
}

/// A folder that is a fixture, or those in it.
fn fixtures_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let shown = folder.display();
    if folder.join(SCENE).is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("{shown}: cannot be read; name a folder with fixtures"))?;
    let inside: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.join(SCENE).is_file()).collect();
    if inside.is_empty() {
        bail!("{shown}: holds no fixture; a fixture is a folder with {SCENE} and {EXPECT}");
    }
    Ok(inside)
}

/// The repository's own fixtures, from wherever in it the tool is started.
fn built_in() -> Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder cannot be read; name a folder with fixtures")?;
    let found = here.ancestors().map(|folder| folder.join(BUILT_IN)).find(|folder| folder.is_dir());
    let relative = |folder: PathBuf| if folder == here.join(BUILT_IN) { PathBuf::from(BUILT_IN) } else { folder };
    found.map(relative).ok_or_else(|| {
        anyhow!("{BUILT_IN} is neither here nor in a folder above; run this in Selvedge's repository, or name a folder with fixtures of your own")
    })
}

fn list(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
}
