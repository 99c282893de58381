//! How long a change of a large schema takes, and how much memory: `cargo run --release -p bytespec-lsp --example edit_time -- [operations]`.
//!
//! An operation has ten lines. The time of a change is from the message to what is found in the changed item; that of the whole
//! from the message to what the rules find in all of it.

use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const HEAD: &str = "- format: large\n  summary: D\n  versions: [{version: \"1\", summary: D}]\n  \
    operations: {layout: [opcode, result_types, attributes, operands], opcode: varint, type: Type}\n\
    - table: Type\n  summary: D\n";

/// An operation in ten lines.
fn operation(n: usize) -> String {
    format!(
        "- op: op_{n}\n  opcode: {n}\n  since: \"1\"\n  summary: D\n  results:\n    - {{name: r, type: any, summary: D}}\n  \
         attributes:\n    - {{name: a, type: u8, summary: D}}\n  operands:\n    - {{name: x, type: any, summary: D}}\n"
    )
}

fn notify(connection: &Connection, method: &str, params: Value) {
    let message = Notification { method: method.to_owned(), params };
    connection.sender.send(Message::Notification(message)).expect("the server is there");
}

/// Waits for what is found, where it is so.
fn found(connection: &Connection, is_so: impl Fn(&[Value]) -> bool) {
    loop {
        let message = connection.receiver.recv().expect("the server is there");
        if let Message::Notification(message) = message
            && let Some(found) = message.params["diagnostics"].as_array()
            && is_so(found)
        {
            return;
        }
    }
}

/// What a process had in memory at most, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.unwrap_or("not told").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(5000);
    let text = HEAD.to_owned() + &(0..count).map(operation).collect::<String>();
    let folder = std::env::temp_dir().join(format!("bytespec-edit-time-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("large.yaml");
    std::fs::write(&path, &text).expect("a file");
    println!("{} lines, {} bytes", text.lines().count(), text.len());
    let uri = format!("file://{}", path.display());
    let (server, client) = Connection::memory();
    let thread = std::thread::spawn(|| bytespec_lsp::serve_over(server));
    let params = json!({"capabilities": {}});
    let request = Request { id: 1.into(), method: "initialize".to_owned(), params };
    client.sender.send(Message::Request(request)).expect("the server is there");
    client.receiver.recv().expect("an answer");
    notify(&client, "initialized", json!({}));
    let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
    let start = Instant::now();
    notify(&client, "textDocument/didOpen", json!({"textDocument": document}));
    // Nothing has a text or a group: no finding at all comes twice, from the rules and from the build.
    found(&client, <[_]>::is_empty);
    println!("opened and checked: {:.0?}, {}", start.elapsed(), memory());
    std::thread::sleep(Duration::from_secs(3));
    let line = HEAD.lines().count() + count / 2 * 10 + 3;
    let (mut at_once, mut whole) = (Vec::new(), Vec::new());
    for (version, (key, other)) in
        [("summary", "sumary"), ("sumary", "summary")].repeat(5).into_iter().enumerate()
    {
        let range = json!({
            "start": {"line": line, "character": 2},
            "end": {"line": line, "character": 2 + key.len()},
        });
        let params = json!({
            "textDocument": {"uri": uri, "version": version + 2},
            "contentChanges": [{"range": range, "text": other}],
        });
        let is_wrong = other == "sumary";
        let start = Instant::now();
        notify(&client, "textDocument/didChange", params);
        found(&client, |found| found.is_empty() != is_wrong);
        at_once.push(start.elapsed());
        let params = json!({"textDocument": {"uri": uri}});
        let id = i32::try_from(version).unwrap_or(0) + 10;
        // It waits for the whole.
        let position = json!({"line": 0, "character": 11});
        let params = json!({"textDocument": params["textDocument"], "position": position});
        let request = Request { id: id.into(), method: "textDocument/hover".to_owned(), params };
        client.sender.send(Message::Request(request)).expect("the server is there");
        while !matches!(client.receiver.recv().expect("an answer"), Message::Response(_)) {}
        whole.push(start.elapsed());
    }
    at_once.sort();
    whole.sort();
    println!("a change, the item: {:.1?} in the middle, {:.1?} at most", at_once[5], at_once[9]);
    println!("a change, the whole: {:.0?} in the middle, {:.0?} at most", whole[5], whole[9]);
    println!("memory at most: {}", memory());
    drop(client);
    let _ = thread.join();
    let _ = std::fs::remove_dir_all(folder);
}
