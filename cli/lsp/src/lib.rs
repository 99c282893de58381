//! A language server for schemas: findings while the user types, completion, names, code actions, hover.
//!
//! One thread talks to the editor. It has the texts, and the latest findings of each schema. Another thread analyses schemas. Requests
//! that need the current analysis of a schema wait for that thread; faults in typed text are reported at once, because a changed item is
//! parsed alone (`server`). `context` finds the position of the cursor from the text before it, because an unfinished file is often
//! not valid YAML.

mod analysis;
mod completion;
mod context;
mod diagrams;
mod findings;
mod hover;
mod names;
mod places;
mod server;
mod state;
mod text;

use lsp_server::{Connection, Message};
use lsp_types::{
    CodeActionProviderCapability, CompletionOptions, HoverProviderCapability, InitializeParams,
    OneOf, RenameOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkDoneProgressOptions,
};
use state::Server;
use std::io;
use text::Encoding;

/// Serves an editor over the standard input and output, until it says that it is done.
///
/// # Errors
/// What the editor says is no message of the protocol, or the streams fail.
pub fn serve() -> io::Result<()> {
    let (connection, threads) = Connection::stdio();
    serve_over(connection)?;
    threads.join()
}

/// The same over a connection, such as one inside of a program.
///
/// # Errors
/// What comes is no message of the protocol.
pub fn serve_over(connection: Connection) -> io::Result<()> {
    let (id, params) = connection.initialize_start().map_err(io::Error::other)?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let general = params.capabilities.general;
    let offered = general.and_then(|general| general.position_encodings);
    let encoding = Encoding::of(offered.as_deref());
    let answer = serde_json::json!({
        "capabilities": capabilities(encoding),
        "serverInfo": {"name": "bytespec", "version": env!("CARGO_PKG_VERSION")},
    });
    connection.initialize_finish(id, answer).map_err(io::Error::other)?;
    let (jobs, to_do) = crossbeam_channel::unbounded();
    let (sender, reports) = crossbeam_channel::unbounded();
    // Types lie in each other, and rules follow them. What it is at when the editor goes is of no use to anyone.
    let worker = std::thread::Builder::new().stack_size(STACK);
    worker.spawn(move || analysis::work(&to_do, &sender))?;
    let mut server = Server::new(connection.sender.clone(), jobs, encoding);
    loop {
        crossbeam_channel::select! {
            recv(connection.receiver) -> message => match message {
                Ok(Message::Request(request)) => {
                    if connection.handle_shutdown(&request).map_err(io::Error::other)? {
                        return Ok(());
                    }
                    server.request(request);
                }
                Ok(Message::Notification(notification)) => server.notification(notification),
                Ok(Message::Response(_)) => {}
                Err(_) => return Ok(()),
            },
            recv(reports) -> news => match news {
                Ok(news) => server.report(news),
                Err(_) => return Err(io::Error::other("the schema cannot be analyzed")),
            },
        }
    }
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
