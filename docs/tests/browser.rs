//! The site in a browser: the search finds by name and by number, fields lead to their types, a choice of a version marks what that
//! lacks, and nothing is asked of any host. Where there is no Chromium, this is skipped with a word.

mod support;

use base64::Engine as _;
use bytespec_codegen::model::Model;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// What a page's script says, below the functions that it may use; the answer stands in the page.
const FRAME: &str = r##"
const wait = (what) => new Promise((done) => { const look = () => { const found = what(); found ? done(found) : setTimeout(look, 10); }; look(); });
const type = async (text) => {
  const query = document.getElementById("site-query");
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
  if (document.activeElement !== query) return [];
  query.value = text;
  query.dispatchEvent(new Event("input"));
  await wait(() => document.getElementById("site-status").textContent);
  const found = [...document.querySelectorAll("#site-found a")].map((row) => ({
    name: row.querySelector(".name").textContent, what: row.querySelector(".what").textContent, to: row.href }));
  query.value = "";
  query.dispatchEvent(new Event("input"));
  await wait(() => !document.getElementById("site-status").textContent);
  return found;
};
const ask = async () => { ASK };
ask().then((answer) => {
  answer.loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const text = document.createElement("pre");
  text.id = "report";
  text.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(answer))));
  document.body.append(text);
});
"##;

fn chromium() -> Option<&'static str> {
    let known = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let starts = |name: &str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    known.into_iter().find(|name| starts(name))
}

/// What a page of the site in a folder answers, which logs nothing.
fn asked(browser: &str, site: &Path, page: &str, ask: &str) -> Value {
    let path = site.join(page);
    let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("no page {page}"));
    fs::write(site.join("report.js"), FRAME.replace("ASK", ask)).expect("a script");
    let root = "../".repeat(page.matches('/').count());
    let script = format!("<script defer src=\"{root}report.js\"></script></head>");
    let asking = path.with_file_name("asking.html");
    fs::write(&asking, text.replace("</head>", &script)).expect("a page");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"])
        .args(["--dump-dom", "--virtual-time-budget=20000", "--window-size=1400,900"])
        .arg(format!("--user-data-dir={}", site.join("browser").display()))
        .arg(format!("file://{}", asking.display()))
        .output()
        .expect("the browser starts");
    let logged = String::from_utf8_lossy(&output.stderr);
    let console: Vec<&str> = logged.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "{page}: {console:?}");
    let drawn = String::from_utf8_lossy(&output.stdout);
    let report = drawn.split_once("id=\"report\">").and_then(|(_, rest)| rest.split_once('<'));
    let (report, _) = report.unwrap_or_else(|| panic!("{page} answers nothing: {drawn}"));
    let report = base64::engine::general_purpose::STANDARD.decode(report).expect("an answer");
    let answer: Value = serde_json::from_slice(&report).expect("JSON");
    let folder = format!("file://{}/", site.display());
    for loaded in answer["loaded"].as_array().expect("what was loaded") {
        assert!(loaded.as_str().expect("a name").starts_with(&folder), "{page} loads {loaded}");
    }
    answer
}

/// What a page becomes that is opened at a place.
fn asked_at(browser: &str, site: &Path, page: &str, at: &str) -> String {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg("--virtual-time-budget=20000")
        .arg(format!("--user-data-dir={}", site.join("browser").display()))
        .arg(format!("file://{}{at}", site.join(page).display()))
        .output()
        .expect("the browser starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Chromium, and the site of the schemas of this repository in a folder; nothing where there is no Chromium.
fn opened() -> Option<(&'static str, TempDir, Vec<Model>)> {
    let Some(browser) = chromium() else {
        println!("skipped: there is no Chromium");
        return None;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let models: Vec<_> = support::SCHEMAS.iter().map(|schema| support::model(schema)).collect();
    for file in support::files(&models) {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, file.text).expect("a file");
    }
    Some((browser, folder, models))
}

#[test]
fn a_reader_finds_what_they_look_for() {
    let Some((browser, folder, models)) = opened() else { return };
    let site = folder.path().canonicalize().expect("a path");
    let tile_ir = &models[1];
    let op = tile_ir.ops.iter().find(|op| op.docs.name == "load_ptr_tko").expect("the operation");
    let ask = format!(
        "return {{ name: await type('load_ptr_tko'), hex: await type('0x{:x}'), decimal: await type('{}'),
          nothing: (await type('no such name')).length }};",
        op.opcode, op.opcode
    );
    for page in ["index.html", "tile_ir/index.html", "manual/keys.html"] {
        let answer = asked(browser, &site, page, &ask);
        let to = |found: &Value| {
            text(&found["to"]).ends_with("tile_ir/operations/memory/load_ptr_tko.html")
        };
        assert!(to(&answer["name"][0]), "{page}: {}", answer["name"]);
        for by in ["hex", "decimal"] {
            let found = answer[by].as_array().expect("a list");
            assert!(found.iter().any(to), "{page}: {by}: {found:?}");
        }
        assert_eq!(answer["nothing"], 0, "{page}");
    }
    let ask = "const cells = [...document.querySelectorAll('.diagram a')].map((link) => [link.querySelector('.name').textContent, new URL(link.getAttribute('href'), location).pathname]);
      const rows = [...document.querySelectorAll('tr[id]')].map((row) => row.id);
      const version = document.getElementById('site-version');
      version.selectedIndex = 1;
      version.dispatchEvent(new Event('change'));
      return { cells, rows, absent: document.getElementById('site-absent').textContent, lacking: document.querySelectorAll('tr.lacking').length };";
    let answer = asked(browser, &site, "tile_ir/operations/memory/load_ptr_tko.html", ask);
    let cells = answer["cells"].as_array().expect("cells");
    let semantics =
        cells.iter().find(|cell| cell[0] == "memory_ordering_semantics").expect("a cell");
    let to = "/tile_ir/enums/memoryorderingsemantics.html";
    assert!(text(&semantics[1]).ends_with(to), "{semantics}");
    assert_eq!(answer["absent"], "", "the first version has it");
    let last = tile_ir.versions.len() - 1;
    let late = tile_ir.ops.iter().find(|op| op.docs.gate.since == last).expect("a late operation");
    let group = &tile_ir.groups[late.group.expect("a group")].docs.name;
    let page = format!("tile_ir/operations/{group}/{}.html", late.docs.name.to_lowercase());
    let answer = asked(browser, &site, &page, ask);
    let first = &tile_ir.versions[0].docs.name;
    assert_eq!(answer["absent"], format!("This does not exist in version {first}."), "{page}");
    let place = &op.docs.place;
    let to = asked_at(
        browser,
        &site,
        "index.html",
        &format!("#schema={place}&format={}", tile_ir.title.replace(' ', "+")),
    );
    assert!(to.contains("<h1>load_ptr_tko</h1>"), "{place} does not lead to its page");
    let answer = asked(browser, &site, "tile_ir/operations/index.html", ask);
    assert!(answer["lacking"].as_u64() > Some(5), "{answer}");
}

/// Compares two versions on a page: what changed of what.
const COMPARE: &str = "
  const by = (id) => document.getElementById(`site-${id}`);
  const choose = (select, name) => {
    select.selectedIndex = [...select.options].findIndex((option) => option.textContent === name);
    select.dispatchEvent(new Event('change'));
  };
  const summary = by('comparison').querySelector('summary');
  summary.focus();
  const focused = document.activeElement === summary;
  summary.click();
  await wait(() => by('difference').textContent);
  choose(by('counted'), COUNTED);
  choose(by('before'), BEFORE);
  choose(by('after'), AFTER);
  return { focused, said: by('difference').textContent, lines: [...by('differences').children].map((line) => line.textContent),
    marked: document.querySelectorAll('tr.differs').length };
";

/// What a page says that changed from one version to another.
fn compared(
    (browser, site): (&str, &Path),
    page: &str,
    [counted, before, after]: [&str; 3],
) -> (String, Vec<String>) {
    let quoted = |text: &str| format!("'{text}'");
    let ask = COMPARE.replace("COUNTED", &quoted(counted));
    let ask = ask.replace("BEFORE", &quoted(before)).replace("AFTER", &quoted(after));
    let answer = asked(browser, site, page, &ask);
    assert_eq!(answer["focused"], true, "{page}: no key leads to it");
    let lines = answer["lines"].as_array().expect("lines");
    assert_eq!(answer["marked"], lines.len(), "{page}");
    (text(&answer["said"]).to_owned(), lines.iter().map(|line| text(line).to_owned()).collect())
}

#[test]
fn two_versions_are_compared_on_any_page() {
    let Some((browser, folder, models)) = opened() else { return };
    let site = folder.path().canonicalize().expect("a path");
    let at = (browser, site.as_path());
    let page = "tile_ir/sections/record-function.html";
    let (said, lines) = compared(at, page, ["format version", "13.4", "13.5"]);
    assert_eq!(said, "From 13.4 to 13.5: 3 new, 1 changed.");
    assert!(lines.contains(&"changed: optimization_hints".to_owned()), "{lines:?}");
    assert!(lines.contains(&"new: arg_attrs".to_owned()), "{lines:?}");
    let (said, lines) = compared(at, page, ["format version", "13.5", "13.1"]);
    assert_eq!(said, "From 13.5 to 13.1: 1 changed, 3 gone.");
    assert_eq!(lines.len(), 4, "{lines:?}");
    let (said, _) = compared(at, page, ["format version", "13.1", "13.3"]);
    assert_eq!(said, "From 13.1 to 13.3 nothing on this page changed.");
    let page = "tile_ir/changes.html";
    let (_, lines) = compared(at, page, ["format version", "13.1", "13.3"]);
    let ops = models[1].ops.iter().filter(|op| (1..=2).contains(&op.docs.gate.since));
    for op in ops {
        let line = format!("new: {}", op.docs.name);
        assert!(lines.contains(&line), "{line} is not in {lines:?}");
    }
    assert!(lines.contains(&"new: unsigned_cmp of for".to_owned()), "{lines:?}");
    let (_, lines) = compared(at, page, ["format version", "13.4", "13.5"]);
    let hints = "changed: optimization_hints of Function".to_owned();
    assert!(lines.contains(&hints), "{lines:?}");
    let mlir = &models[0];
    let (_, dialect, releases) =
        mlir.axes().find(|(_, dialect, _)| dialect.docs.name == "vhlo").expect("a dialect");
    let (first, last) = (&releases.names[0], &releases.names[releases.names.len() - 1]);
    let page = "mlir/vhlo_types.html";
    let (said, lines) = compared(at, page, [&releases.title, first, last]);
    let union = mlir.unions.iter().find(|union| union.docs.name == "VhloType").expect("a union");
    let late = union.variants.iter().filter(|item| item.docs.gate.releases.since > Some(0));
    let late: Vec<String> = late.map(|item| format!("new: {}", item.docs.name)).collect();
    assert!(late.len() > 3 && late.iter().all(|line| lines.contains(line)), "{said}: {lines:?}");
    let ask = format!(
        "const choice = document.getElementById('site-{}');
         choice.selectedIndex = 1;
         choice.dispatchEvent(new Event('change'));
         return {{ lacking: [...document.querySelectorAll('tr.lacking a')].map((link) => link.textContent) }};",
        dialect.docs.name
    );
    let answer = asked(browser, &site, page, &ask);
    assert_eq!(answer["lacking"].as_array().expect("rows").len(), late.len(), "{answer}");
}
