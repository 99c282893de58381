//! The site in a browser: the search finds by name and by number, fields lead to their types, a choice of a version marks what that
//! lacks, and nothing is asked of any host. Where there is no Chromium, this is skipped with a word.

mod support;

use base64::Engine as _;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

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

#[test]
fn a_reader_finds_what_they_look_for() {
    let Some(browser) = chromium() else {
        println!("skipped: there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path().canonicalize().expect("a path");
    let models: Vec<_> = support::SCHEMAS.iter().map(|schema| support::model(schema)).collect();
    for file in support::files(&models) {
        let path = site.join(&file.path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, file.text).expect("a file");
    }
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
    assert_eq!(answer["absent"], format!("This is not there in version {first}."), "{page}");
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
