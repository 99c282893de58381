//! A language server for schemas: findings as one types, completion, names, changes that mend, hover.
//!
//! The thread that talks to the editor knows texts, and what was last found out of each schema; another one looks into schemas.
//! What needs to know a schema as it stands waits for that thread; what is typed is answered at once.

mod analysis;
mod completion;
mod context;
mod diagrams;
mod findings;
mod hover;
mod names;
mod places;
mod server;
mod text;

use crate::failure::{Failure, Result};
use lsp_server::{Connection, Message};
use lsp_types::{
    CodeActionProviderCapability, CompletionOptions, HoverProviderCapability, InitializeParams,
    OneOf, RenameOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkDoneProgressOptions,
};
use server::Server;
use text::Encoding;

/// Serves an editor over the standard input and output, until it says that it is done.
pub(crate) fn run() -> Result {
    let (connection, threads) = Connection::stdio();
    let protocol = |error: &dyn std::fmt::Display| Failure::Input(format!("the editor: {error}"));
    let (id, params) = connection.initialize_start().map_err(|error| protocol(&error))?;
    let params: InitializeParams =
        serde_json::from_value(params).map_err(|error| protocol(&error))?;
    let general = params.capabilities.general;
    let offered = general.and_then(|general| general.position_encodings);
    let encoding = Encoding::of(offered.as_deref());
    let answer = serde_json::json!({
        "capabilities": capabilities(encoding),
        "serverInfo": {"name": "bytespec", "version": env!("CARGO_PKG_VERSION")},
    });
    connection.initialize_finish(id, answer).map_err(|error| protocol(&error))?;
    let (jobs, to_do) = crossbeam_channel::unbounded();
    let (tell, told) = crossbeam_channel::unbounded();
    // Types lie in each other, and rules follow them.
    let worker = std::thread::Builder::new().stack_size(STACK);
    let worker = worker.spawn(move || analysis::work(&to_do, &tell))?;
    let mut server = Server::new(connection.sender.clone(), jobs, encoding);
    loop {
        crossbeam_channel::select! {
            recv(connection.receiver) -> message => match message {
                Ok(Message::Request(request)) => {
                    let is_end = connection.handle_shutdown(&request);
                    if is_end.map_err(|error| protocol(&error))? {
                        break;
                    }
                    server.request(request);
                }
                Ok(Message::Notification(notification)) => server.notification(notification),
                Ok(Message::Response(_)) => {}
                Err(_) => break,
            },
            recv(told) -> news => match news {
                Ok(news) => server.told(news),
                Err(_) => break,
            },
        }
    }
    drop(server);
    // What it is at is of no use to anyone.
    drop(worker);
    drop(connection);
    threads.join().map_err(Failure::from)
}

/// Stack of the thread that looks into schemas.
const STACK: usize = 64 << 20;

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(lsp_types::TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([" ", "<", "{", "\""].map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        ..ServerCapabilities::default()
    }
}
