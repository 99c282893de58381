//! Which message changes what, and what is answered.

use super::analysis::{Job, Report, place};
use super::state::{Answer, Open, Server, changed_item};
use super::text::{Edit, Text};
use super::{completion, findings, hover, names, places};
use bytespec_codegen::diagnostics::Diagnostics;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    PublishDiagnosticsParams,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Server {
    fn send(&self, message: impl Into<Message>) {
        // An editor that is gone is noticed where messages are read.
        let _ = self.out.send(message.into());
    }

    pub(super) fn notification(&mut self, message: Notification) {
        let Notification { method, params } = message;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(params) = serde_json::from_value(params) {
                    self.opened(params);
                }
            }
            "textDocument/didChange" => {
                if let Ok(params) = serde_json::from_value(params) {
                    self.changed(params);
                }
            }
            "textDocument/didClose" => {
                if let Ok(DidCloseTextDocumentParams { text_document }) =
                    serde_json::from_value(params)
                    && let Some(path) = places::path(&text_document.uri)
                    && let Some(open) = self.open.remove(&path)
                {
                    open.root.iter().for_each(|root| self.analyze(root));
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                let roots: BTreeSet<PathBuf> =
                    self.open.values().filter_map(|open| open.root.clone()).collect();
                roots.iter().for_each(|root| self.analyze(root));
            }
            "$/cancelRequest" => {
                if let Ok(id) = serde_json::from_value::<RequestId>(params["id"].clone()) {
                    self.cancel(&id);
                }
            }
            _ => {}
        }
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let Some(path) = places::path(&document.uri) else { return };
        let open = Open {
            text: Text::new(document.text),
            version: document.version,
            root: None,
            edits: Vec::new(),
            changed_item: None,
        };
        self.open.insert(path.clone(), open);
        self.find_schema(&path);
    }

    /// Finds the schema of a file, and looks into it.
    fn find_schema(&mut self, path: &Path) {
        let text = |path: &Path| match self.open.get(path) {
            Some(open) => Some(open.text.as_str().to_owned()),
            None => std::fs::read_to_string(path).ok(),
        };
        let root = places::schema(path, &text);
        if let Some(open) = self.open.get_mut(path) {
            open.root.clone_from(&root);
        }
        if let Some(root) = root {
            self.analyze(&root);
        }
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let Some(path) = places::path(&params.text_document.uri) else { return };
        let encoding = self.encoding;
        let Some(open) = self.open.get_mut(&path) else { return };
        open.version = params.text_document.version;
        let edits: Vec<Edit> = params
            .content_changes
            .into_iter()
            .map(|change| open.text.change(change, encoding))
            .collect();
        let Some(root) = open.root.clone() else { return self.find_schema(&path) };
        let revision = self.known.get(&root).map_or(0, |known| known.revision) + 1;
        if let Some(last) = edits.last() {
            open.changed_item = changed_item(&path, &open.text, last);
        }
        open.edits.extend(edits.into_iter().map(|edit| (revision, edit)));
        self.analyze(&root);
        self.publish_file(&root, &path);
    }

    /// Has a schema analyzed as it stands in the editor.
    fn analyze(&mut self, root: &Path) {
        let known = self.known.entry(root.to_owned()).or_default();
        known.revision += 1;
        let open = self.open.iter().filter(|(_, open)| open.root.as_deref() == Some(root));
        let open = open.map(|(path, open)| (path.clone(), open.text.as_str().to_owned()));
        let job = Job { root: root.to_owned(), revision: known.revision, open: open.collect() };
        let _ = self.jobs.send(job);
    }

    /// Takes what was found out.
    pub(super) fn report(&mut self, news: Report) {
        match news {
            Report::Analysis(analysis) => {
                let (root, revision) = (analysis.root.clone(), analysis.revision);
                let Some(known) = self.known.get_mut(&root) else { return };
                known.built = Diagnostics::new();
                known.frozen = None;
                known.analysis = Some(analysis);
                let is_current = known.revision == revision;
                let of_root = |open: &&mut Open| open.root.as_deref() == Some(&root);
                for open in self.open.values_mut().filter(of_root) {
                    open.edits.retain(|(made, _)| *made > revision);
                    open.changed_item = open.changed_item.take().filter(|_| !open.edits.is_empty());
                }
                // What a build finds comes at once where the rules find nothing.
                self.publish(&root);
                if is_current {
                    self.answer_waiting(&root);
                }
            }
            Report::Built { root, revision, found } => {
                let Some(known) = self.known.get_mut(&root) else { return };
                if known.analysis.as_ref().is_some_and(|analysis| analysis.revision == revision) {
                    known.built = found;
                    self.publish(&root);
                }
            }
            Report::Frozen { root, revision, frozen } => {
                let Some(known) = self.known.get_mut(&root) else { return };
                if known.analysis.as_ref().is_some_and(|analysis| analysis.revision == revision) {
                    known.frozen = Some(frozen);
                    self.publish(&root);
                }
            }
            Report::Diagrams { root, diagrams } => {
                if let Some(known) = self.known.get_mut(&root) {
                    known.diagrams = diagrams;
                }
            }
        }
    }

    fn answer_waiting(&mut self, root: &Path) {
        let waiting = self.known.get_mut(root).map(|known| std::mem::take(&mut known.waiting));
        waiting.into_iter().flatten().for_each(|request| self.request(request));
    }

    fn cancel(&mut self, id: &RequestId) {
        for known in self.known.values_mut() {
            if let Some(at) = known.waiting.iter().position(|request| request.id == *id) {
                let request = known.waiting.remove(at);
                let code = ErrorCode::RequestCanceled as i32;
                let response = Response::new_err(request.id, code, "cancelled".to_owned());
                return self.send(response);
            }
        }
    }

    pub(super) fn request(&mut self, request: Request) {
        let method = request.method.as_str();
        let is_known = method.starts_with("textDocument/") || method == "workspace/symbol";
        if !is_known {
            let code = ErrorCode::MethodNotFound as i32;
            let response = Response::new_err(request.id, code, format!("`{method}` is not known"));
            return self.send(response);
        }
        let root = self.root(&request.params);
        if method != "textDocument/completion"
            && let Some(root) = &root
            && let Some(known) = self.known.get_mut(root)
            && known.analysis.as_ref().is_none_or(|found| found.revision != known.revision)
        {
            return known.waiting.push(request);
        }
        let answer = match (method, &root) {
            ("workspace/symbol", _) => names::workspace_symbols(self, &request.params),
            (_, None) => Ok(Value::Null),
            (method, Some(root)) => self.answer(method, root, &request.params),
        };
        let response = match answer {
            Ok(value) => Response::new_ok(request.id, value),
            Err(message) => Response::new_err(request.id, ErrorCode::RequestFailed as i32, message),
        };
        self.send(response);
    }

    fn answer(&self, method: &str, root: &Path, params: &Value) -> Answer {
        match method {
            "textDocument/completion" => completion::complete(self, root, params),
            "textDocument/hover" => hover::hover(self, root, params),
            "textDocument/definition" => names::definition(self, root, params),
            "textDocument/references" => names::references(self, root, params),
            "textDocument/prepareRename" => names::prepare_rename(self, root, params),
            "textDocument/rename" => names::rename(self, root, params),
            "textDocument/documentSymbol" => names::document_symbols(self, root, params),
            "textDocument/codeAction" => findings::actions(self, root, params),
            _ => Err(format!("`{method}` is not known")),
        }
    }

    /// Tells the editor what is found in all files of a schema.
    fn publish(&mut self, root: &Path) {
        let Some((known, analysis)) = self.analysis(root) else { return };
        let found = known.found(analysis).filter_map(|(finding, sources)| {
            Some(place(sources, finding.primary()?)?.0.to_owned())
        });
        let open = self.open.iter().filter(|(_, open)| open.root.as_deref() == Some(root));
        let open = open.map(|(path, _)| path.clone());
        let files: BTreeSet<PathBuf> = found.chain(open).collect();
        let gone: Vec<PathBuf> = known.published.difference(&files).cloned().collect();
        for path in files.iter().chain(&gone) {
            self.publish_file(root, path);
        }
        if let Some(known) = self.known.get_mut(root) {
            known.published = files;
        }
    }

    fn publish_file(&self, root: &Path, path: &Path) {
        let Some(uri) = places::uri(path) else { return };
        let version = self.open.get(path).map(|open| open.version);
        let diagnostics = findings::of_file(self, root, path);
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), params));
    }
}
