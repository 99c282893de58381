//! `bytespec lsp` as an editor meets it: messages over the standard input and output of the command.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const BYTESPEC: &str = env!("CARGO_BIN_EXE_bytespec");

/// No answer takes as long.
const PATIENCE: Duration = Duration::from_secs(120);

/// An editor with a folder of files.
struct Editor {
    folder: tempfile::TempDir,
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// The last diagnostics of each file.
    diagnostics: BTreeMap<String, Value>,
    next: i64,
}

/// Reads a message.
fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim() {
            "" => break,
            line => {
                if let Some(bytes) = line.strip_prefix("Content-Length: ") {
                    length = bytes.parse().expect("a length");
                }
            }
        }
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("JSON"))
}

impl Editor {
    /// Starts the server for some files, and opens the first one.
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let mut server = Command::new(BYTESPEC)
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut output = BufReader::new(server.stdout.take().expect("an output"));
        let (tell, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if tell.send(message).is_err() {
                    break;
                }
            }
        });
        let input = server.stdin.take();
        let diagnostics = BTreeMap::new();
        let mut editor = Editor { folder, server, input, messages, diagnostics, next: 0 };
        let answer = editor
            .ask("initialize", json!({"processId": null, "rootUri": null, "capabilities": {}}));
        assert_eq!(answer["serverInfo"]["name"], "bytespec");
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        editor.tell("initialized", json!({}));
        if let Some((name, _)) = files.first() {
            editor.open(name);
        }
        editor
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        let input = self.input.as_mut().expect("the server is there");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        input.flush().expect("the server reads");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn receive(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE).expect("a message");
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().expect("a file").to_owned();
            self.diagnostics.insert(uri, message["params"]["diagnostics"].clone());
        }
        message
    }

    /// Asks, and waits for the answer, which is no error.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.try_ask(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn try_ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn open(&mut self, name: &str) {
        let text = std::fs::read_to_string(self.path(name)).expect("a file");
        let document =
            json!({"uri": self.uri(name), "languageId": "yaml", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Writes a text in the place of the one at a line, from a column to another one.
    fn change(&mut self, name: &str, line: usize, columns: [usize; 2], text: &str) {
        let [start, end] = columns.map(|character| json!({"line": line, "character": character}));
        let change = json!({"range": {"start": start, "end": end}, "text": text});
        let document = json!({"uri": self.uri(name), "version": 2});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.tell("textDocument/didChange", params);
    }

    /// Waits until what is found in a file is so; rules and messages are told.
    fn found(
        &mut self,
        name: &str,
        is_so: impl Fn(&[(String, String)]) -> bool,
    ) -> Vec<(String, String)> {
        let uri = self.uri(name);
        let start = Instant::now();
        loop {
            let found = self.diagnostics.get(&uri).and_then(Value::as_array).map(|found| {
                let described = |one: &Value| {
                    let text = |key: &str| one[key].as_str().unwrap_or_default().to_owned();
                    (text("code"), text("message"))
                };
                found.iter().map(described).collect::<Vec<_>>()
            });
            if let Some(found) = found.filter(|found| is_so(found)) {
                return found;
            }
            assert!(start.elapsed() < PATIENCE, "{:?}", self.diagnostics.get(&uri));
            self.receive();
        }
    }

    fn at(&self, name: &str, line: usize, column: usize) -> Value {
        let position = json!({"line": line, "character": column});
        json!({"textDocument": {"uri": self.uri(name)}, "position": position})
    }

    /// What is offered at a place.
    fn completed(&mut self, name: &str, line: usize, column: usize) -> Vec<String> {
        let params = self.at(name, line, column);
        let answer = self.ask("textDocument/completion", params);
        let labels = answer.as_array().expect("a list").iter();
        labels.map(|item| item["label"].as_str().expect("a label").to_owned()).collect()
    }

    /// Lines that places are in, with the names of their files.
    fn lines(&self, places: &Value) -> Vec<String> {
        let places = places.as_array().expect("a list").iter();
        let line = |place: &Value| {
            let uri = place["uri"].as_str().expect("a file");
            let name = Path::new(uri).file_name().expect("a name").to_string_lossy().into_owned();
            format!("{name}:{}", place["range"]["start"]["line"])
        };
        places.map(line).collect()
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().expect("the server ends").success());
    }
}

const FORMAT: &str = r#"- format: shelf
  summary: What stands on a shelf
  magic: "73 68"
  versions:
    - {version: "1.0", summary: First version}
    - {version: "1.1", summary: Second version}
  sections: {id_bits: 7}
- table: Name
  summary: Names
- enum: Colour
  wire: u8
  summary: What colour it has
  members:
    - {name: red, value: 0, summary: Red}
    - {name: blue, value: 2, summary: Blue}
"#;

const BOOKS: &str = r#"- record: Book
  summary: A book
  fields:
    - {name: title, type: utf8, summary: Its title}
    - {name: colour, type: Colour, summary: What it looks like}
    - {name: back, type: Colour, since: "1.1", default: red, summary: What its back looks like}
- section: books
  id: 1
  summary: All books
  fields:
    - {name: books, type: list<Book>, summary: Each book}
"#;

fn shelf() -> Editor {
    Editor::new(&[("format.yaml", FORMAT), ("parts/books.yaml", BOOKS)])
}

#[test]
fn findings_are_published_while_typing() {
    let mut editor = shelf();
    editor.found("format.yaml", <[_]>::is_empty);
    editor.open("parts/books.yaml");
    // A key that is none: told of the item alone, before the schema is looked into.
    editor.change("parts/books.yaml", 1, [2, 9], "sumary");
    let found = editor.found("parts/books.yaml", |found| !found.is_empty());
    assert_eq!(found[0].0, "unknown-key", "{found:?}");
    assert!(found[0].1.contains("did you mean `summary`?"), "{found:?}");
    editor.change("parts/books.yaml", 1, [2, 8], "summary");
    editor.found("parts/books.yaml", <[_]>::is_empty);
    // A name of another file.
    editor.change("format.yaml", 9, [8, 14], "Color");
    let found = editor.found("parts/books.yaml", |found| found.len() == 2);
    assert!(found.iter().all(|(rule, _)| rule == "unknown-type"), "{found:?}");
    editor.change("format.yaml", 9, [8, 13], "Colour");
    editor.found("parts/books.yaml", <[_]>::is_empty);
    // What the whole schema is asked, and what is no YAML.
    editor.change("parts/books.yaml", 7, [6, 7], "200");
    let found = editor.found("parts/books.yaml", |found| !found.is_empty());
    assert_eq!(found[0].0, "number-range", "{found:?}");
    editor.change("parts/books.yaml", 7, [6, 9], "[");
    editor.found("parts/books.yaml", |found| found.iter().any(|(rule, _)| rule == "yaml-syntax"));
    editor.end();
}

#[test]
fn changes_of_released_items_are_reported() {
    let mut editor = shelf();
    let locked = Command::new(BYTESPEC).arg("lock").arg(editor.folder.path()).output();
    assert!(locked.expect("the command runs").status.success());
    editor.open("parts/books.yaml");
    editor.found("parts/books.yaml", <[_]>::is_empty);
    editor.change("parts/books.yaml", 7, [6, 7], "2");
    let found = editor.found("parts/books.yaml", |found| !found.is_empty());
    assert_eq!(found[0].0, "frozen", "{found:?}");
    assert!(found[0].1.contains("this is now `id 2`"), "{found:?}");
    editor.change("parts/books.yaml", 7, [6, 7], "1");
    editor.found("parts/books.yaml", <[_]>::is_empty);
    // What is gone stands in the lock alone.
    editor.change("parts/books.yaml", 6, [11, 16], "tomes");
    editor.found("wire.lock", |found| found.iter().any(|(rule, _)| rule == "frozen"));
    editor.end();
}

#[test]
fn names_lead_where_they_are_declared_and_used() {
    let mut editor = shelf();
    editor.open("parts/books.yaml");
    let place = editor.at("parts/books.yaml", 4, 30);
    let found = editor.ask("textDocument/definition", place.clone());
    assert_eq!(editor.lines(&json!([found])), ["format.yaml:9"]);
    let mut params = place.clone();
    params["context"] = json!({"includeDeclaration": false});
    let found = editor.ask("textDocument/references", params);
    assert_eq!(editor.lines(&found), ["books.yaml:4", "books.yaml:5"]);
    let range = editor.ask("textDocument/prepareRename", place.clone());
    assert_eq!(range["placeholder"], "Colour");
    let mut params = place.clone();
    params["newName"] = json!("Shade");
    let changes = editor.ask("textDocument/rename", params.clone());
    let changes = changes["changes"].as_object().expect("changes");
    let counts: Vec<_> =
        changes.values().map(|edits| edits.as_array().map_or(0, Vec::len)).collect();
    assert_eq!(counts.iter().sum::<usize>(), 3, "{changes:?}");
    assert_eq!(changes.len(), 2, "{changes:?}");
    // What would be another thing's name is refused.
    params["newName"] = json!("Book");
    let refused = editor.try_ask("textDocument/rename", params);
    let message = refused["error"]["message"].as_str().expect("an error");
    assert!(message.contains("duplicate-name"), "{message}");
    editor.end();
}

#[test]
fn symbols_of_a_file_and_of_all() {
    let mut editor = shelf();
    editor.open("parts/books.yaml");
    let uri = editor.uri("parts/books.yaml");
    let found = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    let name = |symbol: &Value| symbol["name"].as_str().expect("a name").to_owned();
    let names: Vec<_> = found.as_array().expect("a list").iter().map(name).collect();
    assert_eq!(names, ["Book", "books"]);
    let fields: Vec<_> =
        found[0]["children"].as_array().expect("fields").iter().map(name).collect();
    assert_eq!(fields, ["title", "colour", "back"]);
    let found = editor.ask("workspace/symbol", json!({"query": "colo"}));
    let names: Vec<_> = found.as_array().expect("a list").iter().map(name).collect();
    assert_eq!(names, ["Colour", "colour"]);
    editor.end();
}

#[test]
fn completion_offers_valid_keys_and_values() {
    let mut editor = shelf();
    editor.open("parts/books.yaml");
    editor.found("parts/books.yaml", <[_]>::is_empty);
    let types = editor.completed("parts/books.yaml", 4, 26);
    for ty in ["u8", "list<X>", "Colour", "Book"] {
        assert!(types.iter().any(|label| label == ty), "{types:?}");
    }
    let versions = editor.completed("parts/books.yaml", 5, 44);
    assert_eq!(versions, ["1.0", "1.1"]);
    let numbers = editor.completed("parts/books.yaml", 7, 6);
    assert_eq!(numbers, ["2", "0"]);
    let keys = editor.completed("parts/books.yaml", 8, 2);
    assert!(keys.iter().any(|label| label == "required"), "{keys:?}");
    let values = editor.completed("format.yaml", 14, 25);
    assert_eq!(values, ["3", "1"]);
    let words = editor.completed("format.yaml", 8, 0);
    assert!(words.iter().any(|label| label == "holds"), "{words:?}");
    editor.end();
}

#[test]
fn certain_corrections_are_offered() {
    let mut editor = shelf();
    editor.change("format.yaml", 5, [16, 21], "1.1");
    editor.found("format.yaml", |found| found.iter().any(|(rule, _)| rule == "unquoted-version"));
    let uri = editor.uri("format.yaml");
    let place = json!({"line": 5, "character": 17});
    let params = json!({
        "textDocument": {"uri": uri},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": []},
    });
    let actions = editor.ask("textDocument/codeAction", params);
    let action = &actions[0];
    assert_eq!(action["title"], "Change `1.1` to `\"1.1\"`", "{actions}");
    assert_eq!(action["isPreferred"], true);
    assert_eq!(action["edit"]["changes"][&uri][0]["newText"], "\"1.1\"");
    editor.end();
}

#[test]
fn hover_says_what_it_is_and_draws_its_bytes() {
    let mut editor = shelf();
    editor.open("parts/books.yaml");
    let text = |answer: &Value| answer["contents"]["value"].as_str().unwrap_or_default().to_owned();
    let place = editor.at("parts/books.yaml", 0, 11);
    let start = Instant::now();
    // Diagrams are drawn last.
    let found = loop {
        let found = text(&editor.ask("textDocument/hover", place.clone()));
        if found.contains("```text") || start.elapsed() > PATIENCE {
            break found;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    for part in
        ["**record** `Book`: A book", "`parts/books.yaml:1`, used in 1 place", "| colour", "+---"]
    {
        assert!(found.contains(part), "{found}");
    }
    let place = editor.at("parts/books.yaml", 5, 8);
    let found = text(&editor.ask("textDocument/hover", place));
    assert!(found.contains("**name** of field, required"), "{found}");
    let place = editor.at("parts/books.yaml", 5, 13);
    let found = text(&editor.ask("textDocument/hover", place));
    assert!(found.contains("Only since version 1.1"), "{found}");
    let place = editor.at("parts/books.yaml", 3, 28);
    let found = text(&editor.ask("textDocument/hover", place));
    assert!(found.contains("`utf8`: "), "{found}");
    editor.end();
}

#[test]
fn files_of_no_schema_are_left_alone() {
    let mut editor = Editor::new(&[("compose.yaml", "services:\n  web: {image: x}\n")]);
    let place = editor.at("compose.yaml", 0, 2);
    for method in ["textDocument/hover", "textDocument/definition", "textDocument/completion"] {
        assert_eq!(editor.ask(method, place.clone()), Value::Null, "{method}");
    }
    let answer = editor.try_ask("textDocument/formatting", place);
    assert!(!answer["result"].is_array());
    editor.end();
    // What is cut off ends the server as well.
    let mut editor = shelf();
    editor.input.take();
    editor.server.wait().expect("the server ends");
}

/// What editors are told of files is what the sources keep.
#[test]
fn the_schema_of_schemas_is_printed_as_the_file_has_it() {
    let output = Command::new(BYTESPEC).arg("json-schema").output().expect("the command runs");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/bytespec.schema.json");
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).expect("a text");
    assert!(printed == std::fs::read_to_string(file).expect("the file"), "it is not renewed");
}

/// A client that others wrote: where there is `nvim`, it is told the same.
#[test]
fn neovim_receives_findings() {
    if Command::new("nvim").arg("--version").output().is_err() {
        eprintln!("skipped: there is no `nvim`");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("format.yaml");
    std::fs::write(&path, FORMAT.replace("wire: u8", "wire: u9")).expect("a file");
    let script = folder.path().join("init.lua");
    std::fs::write(&script, include_str!("data/lsp.lua")).expect("a script");
    let output = Command::new("nvim")
        .args(["--headless", "--clean", "-u"])
        .arg(&script)
        .arg(&path)
        .env("BYTESPEC", BYTESPEC)
        .env("HOME", folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .expect("the editor runs");
    let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    for part in [
        "diagnostic 10 unknown-type no type is named `u9`",
        "hover **enum** `Colour`",
        "completion varint",
        "action Change `u9` to `u8`",
        "left 0",
    ] {
        assert!(said.contains(part), "{part}:\n{said}");
    }
}
