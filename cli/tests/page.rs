//! The page of `explain --html` in a browser: it is drawn, loads nothing, and its script finds the same parts and values in the
//! bytes as `explain --json`. Without Chromium, the tests are skipped with a message.

#[path = "support/record.rs"]
mod record;

use bytespec::plan::data::Vlq;
use bytespec::wire::Writer;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A script after that of the page, which records its results.
const REPORT: &str = r##"<script>
const wait = () => {
  if (!globalThis.page) return setTimeout(wait, 10);
  const file = page.file, rows = [];
  for (let row = 0; row < file.count; row++) {
    if (file.of(row).level) continue;
    const [value, meaning] = file.value(row);
    rows.push([file.path(row), file.start[row], file.start[row] + file.length[row], value, meaning, file.of(row).kind]);
  }
  const found = rows.filter(([path]) => file.path(file.find(path)) === path).length;
  const at = rows.every(([, start, end]) => start % 8 || end === start || file.start[file.partAt(start / 8)] <= start + 7);
  const drawn = document.querySelectorAll("#bytes .byte").length, tree = document.querySelectorAll("#tree .row").length;
  const selected = document.querySelector("#detail dd")?.textContent;
  const documented = document.querySelector("#detail a")?.href ?? null;
  const report = { rows, found, at, drawn, tree, selected, documented };
  document.body.replaceChildren();
  const text = document.createElement("pre");
  text.id = "report";
  text.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(report))));
  document.body.append(text);
};
wait();
</script>"##;

fn bytespec(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bytespec"));
    let command = command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.output().expect("the command starts")
}

fn chromium() -> Option<&'static str> {
    let known = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let starts = |name: &str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    known.into_iter().find(|name| starts(name))
}

/// The report of the page in a file, opened at a place.
fn opened(browser: &str, page: &Path, at: &str) -> (Value, String) {
    let folder = page.parent().expect("a folder");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--dump-dom",
        ])
        .args(["--virtual-time-budget=20000", "--window-size=1400,900"])
        .arg(format!("--user-data-dir={}", folder.join("browser").display()))
        .arg(format!("file://{}{at}", page.display()))
        .output()
        .expect("the browser starts");
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    let logged = String::from_utf8_lossy(&output.stderr).into_owned();
    let console =
        logged.lines().filter(|line| line.contains("CONSOLE")).collect::<Vec<_>>().join("\n");
    let report = page.split_once("id=\"report\">").and_then(|(_, rest)| rest.split_once('<'));
    let Some((report, _)) = report else { panic!("no report: {console}\n{page}") };
    use base64::Engine as _;
    let report = base64::engine::general_purpose::STANDARD.decode(report).expect("a report");
    (serde_json::from_slice(&report).expect("JSON"), console)
}

/// Whether the page shows this value of a part: texts of a file have quotes, and texts from a function have none.
fn is_spelled(part: &Value, text: &str) -> bool {
    let value = &part["value"];
    let json = value.to_string();
    match value.as_str() {
        Some(known) => known.len() >= 100 || text == known || text == json,
        None => value.is_null() || text == json,
    }
}

/// Compares the page of a file with the parts in the output of `explain --json`. Both commands have the options `options`.
fn check_page(browser: &str, folder: &Path, options: &[&str], file: &str) -> Value {
    let page = folder.join("page.html");
    let path = page.to_str().expect("a plain path");
    let made = bytespec(&[&["explain", "--html", "--out", path], options, &[file]].concat());
    let text = fs::read_to_string(&page).unwrap_or_else(|_| panic!("{file}: {made:?}"));
    assert!(
        !text.contains("src=") && !text.contains("href="),
        "{file}: the page asks for something"
    );
    fs::write(&page, text.replace("</body>", &format!("{REPORT}</body>"))).expect("a page");
    let parts = bytespec(&[&["explain", "--json"], options, &[file]].concat()).stdout;
    let parts = String::from_utf8(parts).expect("text");
    let parts: Vec<Value> =
        parts.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (report, console) = opened(browser, &page, "#at=0x9");
    assert_eq!(console, "", "{file}");
    assert_eq!(report["documented"], Value::Null, "{file}");
    assert_eq!(report["at"], true, "{file}");
    let nine = parts.iter().find(|part| part["end"].as_u64() > Some(72)).expect("byte 9");
    assert_eq!(report["selected"], nine["path"], "{file}");
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), parts.len(), "{file}");
    for (row, part) in rows.iter().zip(&parts) {
        if part["kind"] != "gap" && part["kind"] != "error" {
            assert_eq!(row[0], part["path"], "{file}");
        }
        assert_eq!((&row[1], &row[2]), (&part["start"], &part["end"]), "{file}: {part}");
        assert_eq!(row[5], part["kind"], "{file}: {part}");
        let value = row[3].as_str().expect("text");
        assert!(is_spelled(part, value), "{file}: {part}: {value}");
    }
    report
}

#[test]
fn a_page_says_what_the_bytes_say() {
    let Some(browser) = chromium() else {
        println!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    for file in [
        "samples/kernel_mm.13.5.tileirbc",
        "samples/operations.13.3.tileirbc",
        "tests/data/bad_opcode.tileirbc",
        "tests/data/properties.6.mlirbc",
        "tests/data/types.6.mlirbc",
        "samples/resources.6.mlirbc",
    ] {
        let report = check_page(browser, folder.path(), &[], file);
        assert!(
            report["drawn"].as_u64() > Some(100) && report["tree"].as_u64() > Some(10),
            "{file}"
        );
    }
}

/// An integer in each encoding of a record.
#[test]
fn a_page_shows_integers_of_every_encoding() {
    let Some(browser) = chromium() else {
        println!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut types = vec![
        "u16be",
        "u24be",
        "i24be",
        "u32",
        "i32be",
        "i40",
        "u48",
        "u56be",
        "u64be",
        "varint",
        "zigzag",
        "zigzag<i32>",
        "signed<16>",
    ];
    types.extend(Vlq::ALL.map(Vlq::word));
    let mut fields = String::new();
    for (at, ty) in types.iter().enumerate() {
        fields += &format!("{{name: f{at}, type: \"{ty}\", count: 3, summary: Numbers}}\n");
    }
    let schema = folder.path().join("schema.yaml");
    fs::write(&schema, record::of_fields(&fields)).expect("a file");
    let mut writer = Writer::new();
    // Numbers of fixed width, and four times three LEB128 of two bytes.
    (0..90 + 24).for_each(|at| writer.u8([0x81, 0x23, 0xc5, 0x07][at % 4]));
    for kind in Vlq::ALL {
        // QUIC has no numbers of 63 bits.
        let last = if kind.needed(u64::MAX, 2).is_some() { u64::MAX } else { (1 << 62) - 1 };
        for number in [5, 1 << 40 | 7, last] {
            writer.vlq(number, 2, kind);
        }
    }
    let file = folder.path().join("numbers");
    fs::write(&file, writer.as_slice()).expect("a file");
    let (schema, file) = (schema.to_string_lossy(), file.to_string_lossy());
    check_page(browser, folder.path(), &["--schema", &schema], &file);
}

/// Levels of values at offsets have several rows.
#[test]
fn a_page_shows_values_at_offsets_in_their_levels() {
    let Some(browser) = chromium() else {
        println!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let zip = "../examples/formats/zip";
    let options = ["--schema", &format!("{zip}/schema")];
    let report = check_page(browser, folder.path(), &options, &format!("{zip}/samples/plain.zip"));
    assert_eq!(report["found"].as_u64(), report["rows"].as_array().map(|rows| rows.len() as u64));
}

/// Values in bytes of other values, and values of which other values have some bytes.
#[test]
fn a_page_shows_values_in_bytes_of_other_values() {
    let Some(browser) = chromium() else {
        println!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let schema = folder.path().join("schema.yaml");
    let fields = "\
{name: peek, type: u8, at: 0, summary: Shared}
{name: kind, type: Kind, summary: Shared}
{name: a, type: ascii, size: 3, at: 1, summary: Shared}
{name: b, type: bytes, size: 4, at: 2, summary: Shared}
{name: word, type: u32, at: 4, summary: Shared}
{name: data, type: bytes, size: 9, summary: Shared}
";
    let kind = "\
- enum: Kind
  wire: u8
  summary: A kind
  members:
    - {name: five, value: 5, summary: Five}
";
    fs::write(&schema, record::of_fields(fields) + kind).expect("a file");
    let file = folder.path().join("numbers");
    fs::write(&file, b"\x05abcd\xff\x00\x01\x02\x03").expect("a file");
    let (schema, file) = (schema.to_string_lossy(), file.to_string_lossy());
    let report = check_page(browser, folder.path(), &["--schema", &schema], &file);
    assert_eq!(report["found"].as_u64(), report["rows"].as_array().map(|rows| rows.len() as u64));
}

/// Numbers in digits, which can be longer than other numbers.
#[test]
fn a_page_shows_numbers_in_digits() {
    let Some(browser) = chromium() else {
        println!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let schema = folder.path().join("schema.yaml");
    let fields = "\
{name: mode, type: \"decimal<u32, 12, 0x00>\", summary: Numbers}
{name: size, type: \"decimal<i32, 4, 0x20>\", count: 3, summary: Numbers}
{name: crc, type: \"hexadecimal<u32, 8>\", base: decimal, summary: Numbers}
";
    fs::write(&schema, record::of_fields(fields)).expect("a file");
    let file = folder.path().join("numbers");
    fs::write(&file, b"0000644\0\0\0\0\x0012  -7      0000ABCD").expect("a file");
    let (schema, file) = (schema.to_string_lossy(), file.to_string_lossy());
    check_page(browser, folder.path(), &["--schema", &schema], &file);
}

#[test]
fn lines_of_the_schema_lead_into_the_documentation() {
    let Some(browser) = chromium() else {
        println!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let path = page.to_str().expect("a plain path");
    let file = "samples/kernel_mm.13.5.tileirbc";
    let docs = "https://docs.test/formats/";
    let made = bytespec(&["explain", "--html", "--docs", docs, "--out", path, file]);
    let text = fs::read_to_string(&page).unwrap_or_else(|_| panic!("{made:?}"));
    fs::write(&page, text.replace("</body>", &format!("{REPORT}</body>"))).expect("a page");
    let (report, console) = opened(browser, &page, "#at=0x9");
    assert_eq!(console, "");
    let link = report["documented"].as_str().expect("a link");
    let start = "https://docs.test/formats/index.html#schema=format.yaml%3A";
    assert!(link.starts_with(start) && link.ends_with("&format=CUDA+Tile+IR+bytecode"), "{link}");
}
