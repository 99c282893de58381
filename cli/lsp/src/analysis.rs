//! What is known of a schema as its texts stood at some moment, found out beside the server.

use super::diagrams::{self, Diagrams};
use bytespec_codegen::ast::{Schema, Span};
use bytespec_codegen::check::{References, references};
use bytespec_codegen::diagnostics::Diagnostics;
use bytespec_codegen::lock;
use bytespec_codegen::model::Model;
use bytespec_codegen::syntax::{FileId, SourceMap, checked_model, read_and_hold, warnings};
use crossbeam_channel::{Receiver, Sender};
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A schema to look into.
#[derive(Debug)]
pub(super) struct Job {
    /// The schema.
    pub(super) root: PathBuf,
    /// Counts the changes of it.
    pub(super) revision: u64,
    /// Files that an editor has open; the others are read.
    pub(super) open: Vec<(PathBuf, String)>,
}

/// What was found out.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) root: PathBuf,
    pub(super) revision: u64,
    pub(super) schema: Schema,
    pub(super) sources: SourceMap,
    pub(super) found: Diagnostics,
    pub(super) references: References,
    /// By file: names that are declared or used there, with what is declared, by place.
    names: HashMap<FileId, Vec<(Range<usize>, usize)>>,
}

/// What is no longer as it was released.
#[derive(Debug)]
pub(super) struct Frozen {
    pub(super) found: Diagnostics,
    /// The texts of the schema, and its lock.
    pub(super) sources: SourceMap,
}

/// What the thread that looks into schemas tells.
#[derive(Debug)]
pub(super) enum Report {
    /// What the rules find, and what names refer to.
    Analysis(Arc<Analysis>),
    /// What a build would find, and warnings, where the rules find nothing.
    Built { root: PathBuf, revision: u64, found: Diagnostics },
    /// What the lock of a schema that can be built has otherwise.
    Frozen { root: PathBuf, revision: u64, frozen: Frozen },
    /// Diagrams of items.
    Diagrams { root: PathBuf, diagrams: Diagrams },
}

impl Analysis {
    fn new(job: Job) -> Self {
        let Job { root, revision, open } = job;
        let texts = texts(&root, open);
        let (schema, sources, found) = read_and_hold(texts);
        let references = references(&schema);
        let mut names: HashMap<FileId, Vec<_>> = HashMap::new();
        let mut add = |place: Option<(FileId, Range<usize>)>, declared| {
            if let Some((file, bytes)) = place {
                names.entry(file).or_default().push((bytes, declared));
            }
        };
        for (at, declared) in references.declared.iter().enumerate() {
            add(sources.name(declared.name.span, &declared.name.value, None), at);
        }
        for of in &references.uses {
            add(sources.name(of.span, &of.name, of.part.as_ref()), of.declared);
        }
        names.values_mut().for_each(|places| places.sort_by_key(|(bytes, _)| bytes.start));
        Analysis { root, revision, schema, sources, found, references, names }
    }

    /// What is named at a byte of a file, and the bytes of the name.
    pub(super) fn at(&self, path: &Path, byte: usize) -> Option<(Range<usize>, usize)> {
        let places = self.names.get(&self.sources.file(path)?)?;
        let end = places.partition_point(|(bytes, _)| bytes.start <= byte);
        let mut before = places[..end].iter().rev();
        before.find(|(bytes, _)| bytes.end >= byte).cloned()
    }

    /// All places that name something, that of its declaration first.
    pub(super) fn places(&self, declared: usize) -> Vec<(FileId, Range<usize>, bool)> {
        let of = &self.references.declared[declared].name;
        let own = self.sources.name(of.span, &of.value, None);
        let own = own.into_iter().map(|(file, bytes)| (file, bytes, true));
        let uses = self.references.uses.iter().filter(|of| of.declared == declared);
        let uses = uses.filter_map(|used| {
            let (file, bytes) = self.sources.name(used.span, &used.name, used.part.as_ref())?;
            Some((file, bytes, used.name == of.value))
        });
        let mut seen = std::collections::HashSet::new();
        own.chain(uses).filter(|(file, bytes, _)| seen.insert((*file, bytes.start))).collect()
    }

    /// What is declared in a file, with the bytes of the names.
    pub(super) fn declared_in(&self, path: &Path) -> Vec<(usize, Range<usize>)> {
        let Some(file) = self.sources.file(path) else { return Vec::new() };
        let declared = self.references.declared.iter().enumerate();
        let places = declared.filter_map(|(at, declared)| {
            let (of, bytes) = self.sources.name(declared.name.span, &declared.name.value, None)?;
            (of == file).then_some((at, bytes))
        });
        let mut places: Vec<_> = places.collect();
        places.sort_by_key(|(_, bytes)| bytes.start);
        places
    }

    /// The file and the bytes of a place.
    pub(super) fn place(&self, span: Span) -> Option<(&Path, Range<usize>)> {
        place(&self.sources, span)
    }
}

/// The file and the bytes of a place.
pub(super) fn place(sources: &SourceMap, span: Span) -> Option<(&Path, Range<usize>)> {
    let (file, bytes) = sources.place(span)?;
    Some((sources.path(file), bytes))
}

impl Frozen {
    /// Compares a schema with its lock, if it has one.
    fn new(analysis: &Analysis, model: &Model) -> Option<Self> {
        let path = lock::path(&analysis.root);
        let text = std::fs::read_to_string(&path).ok()?;
        let mut sources = analysis.sources.clone();
        let found = match lock::open(&path, &text, &mut sources) {
            Ok((file, released)) => {
                let shapes = lock::shapes(model);
                let schema = (analysis.root.as_path(), &shapes);
                lock::compare((file, &released), schema, &mut sources).found
            }
            Err(fault) => Diagnostics::from(*fault),
        };
        (!found.is_empty()).then_some(Frozen { found, sources })
    }
}

/// The texts of a schema, of which some are open.
fn texts(root: &Path, open: Vec<(PathBuf, String)>) -> Vec<(PathBuf, String)> {
    let mut open: HashMap<PathBuf, String> = open.into_iter().collect();
    let mut files = match root.is_dir() {
        true => bytespec_codegen::syntax::list_folder(root).unwrap_or_default(),
        false => vec![root.to_owned()],
    };
    // One that was not saved yet.
    files.extend(open.keys().filter(|path| root.is_dir() && path.starts_with(root)).cloned());
    files.sort();
    files.dedup();
    let text = |path: PathBuf| {
        let text = open.remove(&path).or_else(|| std::fs::read_to_string(&path).ok())?;
        Some((path, text))
    };
    files.into_iter().filter_map(text).collect()
}

/// How long nothing is typed before a schema is analyzed.
const PAUSE: Duration = Duration::from_millis(100);

/// Looks into schemas, of several states of one only the last.
pub(super) fn work(jobs: &Receiver<Job>, reports: &Sender<Report>) {
    while let Ok(first) = jobs.recv() {
        let mut waiting: Vec<Job> = vec![first];
        // What is still being typed is not analyzed.
        while let Ok(next) = jobs.recv_timeout(PAUSE) {
            waiting.push(next);
        }
        while let Some(job) = {
            waiting.extend(jobs.try_iter());
            newest(&mut waiting)
        } {
            let is_old = || !jobs.is_empty();
            let analysis = Arc::new(Analysis::new(job));
            if reports.send(Report::Analysis(analysis.clone())).is_err() {
                return;
            }
            if !analysis.found.is_empty() || is_old() {
                continue;
            }
            let (root, revision) = (analysis.root.clone(), analysis.revision);
            let (model, mut found) = match checked_model(&root, &analysis.schema, &analysis.sources)
            {
                Ok(model) => (Some(model), Diagnostics::new()),
                Err(found) => (None, found),
            };
            found.extend(warnings(&analysis.schema, &analysis.sources));
            let _ = reports.send(Report::Built { root: root.clone(), revision, found });
            let Some(model) = model.filter(|_| !is_old()) else { continue };
            if let Some(frozen) = Frozen::new(&analysis, &model) {
                let _ = reports.send(Report::Frozen { root: root.clone(), revision, frozen });
            }
            let _ = reports.send(Report::Diagrams { root, diagrams: diagrams::of(&model) });
        }
    }
}

/// The last state of the schema that has waited longest.
fn newest(waiting: &mut Vec<Job>) -> Option<Job> {
    let root = waiting.first()?.root.clone();
    let last = waiting.iter().rposition(|job| job.root == root)?;
    let job = waiting.remove(last);
    waiting.retain(|other| other.root != root);
    Some(job)
}
