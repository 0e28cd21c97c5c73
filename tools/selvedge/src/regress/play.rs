//! Fixtures are run side by side, as many as threads and memory allow, and told of in the order of their names.

use super::fixture::Fixture;
use anyhow::{Context, Result, anyhow};
use measure::quantity::Seen;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;

/// What a fixture needs at most, in bytes: all frames of a film of 30,000 triangles, and the solver.
const MEMORY: u64 = 1 << 30;

/// What is known of a fixture that was run.
pub(crate) struct Played {
    pub seen: Seen,
    pub seconds: f64,
}

/// How many run at once, and with how many threads each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crew {
    pub jobs: usize,
    pub threads: usize,
}

impl Crew {
    /// As many as there are threads, unless memory is short or fewer are asked for.
    pub fn new(jobs: Option<usize>, fixtures: usize) -> Self {
        let threads = rayon::current_num_threads().max(1);
        let memory = available_memory().map_or(usize::MAX, |bytes| (bytes / MEMORY) as usize);
        let jobs = jobs.unwrap_or(threads).min(memory).min(fixtures).max(1);
        Self { jobs, threads: (threads / jobs).max(1) }
    }
}

/// Bytes that are free for the taking, where the system says so.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// Runs fixtures; `tell` sees every one, in their order, as soon as it and all before it are done. What it returns is kept, the
/// film is not.
pub(crate) fn all<T>(
    fixtures: &[Fixture],
    crew: Crew,
    tell: &mut dyn FnMut(&Fixture, Played) -> Result<T>,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(false);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..crew.jobs {
            let (sender, next, failed) = (sender.clone(), &next, &failed);
            scope.spawn(move || {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(crew.threads).build();
                while !failed.lock().is_ok_and(|failed| *failed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(fixture) = fixtures.get(index) else { break };
                    let played = match &pool {
                        Ok(pool) => pool.install(|| one(fixture)),
                        Err(error) => Err(anyhow!(
                            "cannot start {} threads ({error}); ask for fewer with --threads",
                            crew.threads
                        )),
                    };
                    if sender.send((index, played)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut told = Vec::new();
        for (index, played) in receiver {
            waiting.insert(index, played);
            while let Some(played) = waiting.remove(&told.len()) {
                let fixture = &fixtures[told.len()];
                let outcome = played.and_then(|played| tell(fixture, played));
                if let (Err(_), Ok(mut failed)) = (&outcome, failed.lock()) {
                    *failed = true;
                }
                told.push(outcome?);
            }
        }
        Ok(told)
    })
}

/// Simulates and measures one.
fn one(fixture: &Fixture) -> Result<Played> {
    let begun = Instant::now();
    let changes = fixture.overrides();
    let changes: Vec<(&str, &str)> =
        changes.iter().map(|change| (change.key.as_str(), change.value.as_str())).collect();
    let mut film = measure::play(&fixture.scene_file(), &changes, &mut |_| {})
        .with_context(|| format!("{}: it cannot be run", fixture.folder.display()))?;
    film.name.clone_from(&fixture.name);
    Ok(Played { seen: Seen::new(film), seconds: begun.elapsed().as_secs_f64() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crew_has_at_least_one_job_and_one_thread() {
        let crew = Crew::new(Some(64), 3);
        assert!((1..=3).contains(&crew.jobs) && crew.threads >= 1, "{crew:?}");
        assert_eq!(Crew::new(Some(1), 0), Crew { jobs: 1, threads: rayon::current_num_threads() });
    }
}
