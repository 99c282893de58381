//! What the server knows: texts that are open, and what was last found out of each schema.

use super::analysis::{Analysis, Frozen, Job};
use super::diagrams::Diagrams;
use super::places;
use super::text::{Edit, Encoding, Text};
use bytespec_codegen::diagnostics::{Diagnostic, Diagnostics};
use bytespec_codegen::syntax::{SourceMap, read_sources};
use crossbeam_channel::Sender;
use lsp_server::{Message, Request};
use lsp_types::{Position, Uri};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that is open.
pub(super) struct Open {
    pub(super) text: Text,
    pub(super) version: i32,
    /// The schema that it belongs to.
    pub(super) root: Option<PathBuf>,
    /// Changes since the schema was last analyzed, each with the revision that it made.
    pub(super) edits: Vec<(u64, Edit)>,
    /// What is found in the item that was changed last, read alone.
    pub(super) changed_item: Option<ChangedItem>,
}

/// An item that was read alone.
pub(super) struct ChangedItem {
    /// Where it stands.
    pub(super) bytes: Range<usize>,
    pub(super) found: Diagnostics,
    pub(super) sources: SourceMap,
}

/// What is known of a schema.
#[derive(Default)]
pub(super) struct SchemaState {
    /// Counts its changes.
    pub(super) revision: u64,
    pub(super) analysis: Option<Arc<Analysis>>,
    /// What a build would find, and warnings.
    pub(super) built: Diagnostics,
    /// What is no longer as it was released.
    pub(super) frozen: Option<Frozen>,
    pub(super) diagrams: Diagrams,
    /// Questions that wait for what is being found out.
    pub(super) waiting: Vec<Request>,
    /// Files with findings that the editor was told of.
    pub(super) published: BTreeSet<PathBuf>,
}

impl SchemaState {
    /// All that is found, with the texts that it is about.
    pub(super) fn found<'k>(
        &'k self,
        analysis: &'k Analysis,
    ) -> impl Iterator<Item = (&'k Diagnostic, &'k SourceMap)> {
        let of_schema = analysis.found.iter().chain(&self.built);
        let of_lock = self
            .frozen
            .iter()
            .flat_map(|frozen| frozen.found.iter().map(|finding| (finding, &frozen.sources)));
        of_schema.map(|finding| (finding, &analysis.sources)).chain(of_lock)
    }
}

/// The server.
pub(super) struct Server {
    pub(super) out: Sender<Message>,
    pub(super) jobs: Sender<Job>,
    pub(super) encoding: Encoding,
    pub(super) open: HashMap<PathBuf, Open>,
    pub(super) known: HashMap<PathBuf, SchemaState>,
}

/// The largest item that is read alone.
const MAX_QUICK: usize = 1 << 16;

/// An answer, or why there is none.
pub(super) type Answer = Result<Value, String>;

impl Server {
    pub(super) fn new(out: Sender<Message>, jobs: Sender<Job>, encoding: Encoding) -> Self {
        Server { out, jobs, encoding, open: HashMap::new(), known: HashMap::new() }
    }

    /// The schema of the file that a question is about.
    pub(super) fn root(&self, params: &Value) -> Option<PathBuf> {
        let uri: Uri = serde_json::from_value(params["textDocument"]["uri"].clone()).ok()?;
        self.open.get(&places::path(&uri)?)?.root.clone()
    }

    /// The file and the byte that a question is about.
    pub(super) fn place(&self, params: &Value) -> Option<(PathBuf, usize)> {
        let uri: Uri = serde_json::from_value(params["textDocument"]["uri"].clone()).ok()?;
        let path = places::path(&uri)?;
        let position: Position = serde_json::from_value(params["position"].clone()).ok()?;
        let byte = self.open.get(&path)?.text.byte(position, self.encoding);
        Some((path, byte))
    }

    /// What is known of a schema, and was found out of it.
    pub(super) fn analysis(&self, root: &Path) -> Option<(&SchemaState, &Analysis)> {
        let known = self.known.get(root)?;
        Some((known, known.analysis.as_deref()?))
    }

    /// A place of a file as the protocol has it.
    pub(super) fn location(
        &self,
        sources: &SourceMap,
        path: &Path,
        bytes: Range<usize>,
    ) -> Option<lsp_types::Location> {
        let uri = places::uri(path)?;
        let range = match self.open.get(path) {
            Some(open) => open.text.range(bytes, self.encoding),
            None => {
                let text = Text::new(sources.text(sources.file(path)?).to_owned());
                text.range(bytes, self.encoding)
            }
        };
        Some(lsp_types::Location { uri, range })
    }

    /// Where bytes are now that were somewhere when the schema was analyzed; none where they were changed.
    pub(super) fn now(&self, path: &Path, bytes: Range<usize>) -> Option<Range<usize>> {
        let Some(open) = self.open.get(path) else { return Some(bytes) };
        let bytes = open.edits.iter().try_fold(bytes, |bytes, (_, edit)| edit.moved(bytes))?;
        let is_in_item = open.changed_item.as_ref().is_some_and(|changed_item| {
            changed_item.bytes.start <= bytes.start && bytes.end <= changed_item.bytes.end
        });
        (!is_in_item).then_some(bytes)
    }

    /// What was found in the item of a file that was changed last.
    pub(super) fn changed_item(&self, path: &Path) -> Option<&ChangedItem> {
        self.open.get(path)?.changed_item.as_ref()
    }
}

/// Reads the item around a change alone.
pub(super) fn changed_item(path: &Path, text: &Text, edit: &Edit) -> Option<ChangedItem> {
    let bytes = text.item(edit.new_bytes());
    let item = text.as_str().get(bytes.clone()).filter(|item| item.len() <= MAX_QUICK)?;
    let (_, sources, found) = read_sources(vec![(path.to_owned(), item.to_owned())]);
    Some(ChangedItem { bytes, found, sources })
}
