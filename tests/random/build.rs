//! Makes schemas at random, and generates the code of those that `check` accepts: a module each, and what the tests call.

use bytespec_codegen::build::{Format, load};
use bytespec_codegen::model::{self, Model};
use bytespec_codegen::plan;
use bytespec_codegen::syntax::read_and_check;
use mutation::{Random, change, corpus};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[path = "generator/examples.rs"]
mod examples;
#[path = "generator/facts.rs"]
mod facts;
#[path = "generator/files.rs"]
mod files;
#[path = "generator/host.rs"]
mod host;
#[path = "../../codegen/tests/random/mutation.rs"]
#[allow(dead_code, reason = "what only the other test uses")]
mod mutation;

/// How many schemas a run of the suite compiles.
const COUNT: u64 = 100;

/// How many changes are tried on each; those that are accepted stay.
const CHANGES: usize = 24;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=generator");
    println!("cargo::rerun-if-changed=schema");
    println!("cargo::rerun-if-changed=../../codegen/tests");
    println!("cargo::rerun-if-changed=../matrix/schema");
    let variable = |name: &str| {
        println!("cargo::rerun-if-env-changed={name}");
        std::env::var(name).ok()
    };
    let number = |name: &str| variable(name)?.parse::<u64>().ok();
    let first = number("BYTESPEC_RANDOM_SEED").unwrap_or(1);
    let count = number("BYTESPEC_RANDOM_COUNT").unwrap_or(COUNT);
    let mut code = String::new();
    let (mut formats, mut all_files) = (String::new(), String::new());
    let mut add = |name: &str, text: &str| {
        let glue = generated(name, text).unwrap_or_default();
        if let Some(glue) = glue.items {
            code += &glue;
            let _ = write!(formats, "{name}::FORMAT, ");
        }
        if let Some(glue) = glue.file {
            code += &glue;
            let _ = write!(all_files, "{name}_file::FILE, ");
        }
    };
    match variable("BYTESPEC_RANDOM_SCHEMA") {
        Some(path) => {
            println!("cargo::rerun-if-changed={path}");
            let text = std::fs::read_to_string(&path).expect("a schema");
            let (_, _, found) = read_and_check(vec![(PathBuf::from(&path), text.clone())]);
            found.iter().for_each(|finding| println!("cargo::warning={finding}"));
            add("one", &text);
        }
        None => {
            let (bases, all) = (bases(), corpus(Path::new("../../codegen/tests/check")));
            for (number, base) in bases.iter().enumerate() {
                add(&format!("base_{number}"), base);
            }
            for seed in first..first + count {
                add(&format!("seed_{seed}"), &grown(&bases, &all, seed));
            }
            let files = number("BYTESPEC_RANDOM_FILES").unwrap_or(files::COUNT);
            let texts = (first..).filter_map(|seed| Some((seed, files::schema(seed)?)));
            for (seed, text) in texts.take(files as usize) {
                add(&format!("record_{seed}"), &text);
            }
            let texts = (first..).filter_map(|seed| Some((seed, files::of_sections(seed)?)));
            for (seed, text) in texts.take(files as usize) {
                add(&format!("sections_{seed}"), &text);
            }
        }
    }
    let _ = write!(
        code,
        "/// All formats.\npub(crate) const FORMATS: &[Format] = &[{formats}];\n\n\
         /// Those of which all of a file has types.\npub(crate) const FILES: &[files::TypedFile] = &[{all_files}];\n"
    );
    std::fs::write(out().join("formats.rs"), code).expect("OUT_DIR can be written");
}

fn out() -> PathBuf {
    PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"))
}

/// Schemas without a fault. Examples say which bytes a value has, which changes of the schema would make wrong.
fn bases() -> Vec<String> {
    let mut bases = corpus(Path::new("../../codegen/tests/check/pass"));
    bases.dedup();
    bases.extend(corpus(Path::new("schema")));
    let prelude = include_str!("../matrix/schema/prelude.yaml");
    bases.push(format!("- format: matrix\n  varint: leb128\n{prelude}"));
    let without_examples = |text: &String| {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("examples:"));
        lines.fold(String::new(), |text, line| text + line + "\n")
    };
    bases.iter().map(without_examples).collect()
}

/// The model of a schema that is accepted, and needs no host that cannot be made. None is made for files that are one record.
fn accepted(text: &str) -> Option<Model> {
    let (schema, _, found) = read_and_check(vec![(PathBuf::from("random.yaml"), text.to_owned())]);
    let model = found.is_empty().then(|| model::lower(&schema).expect("what is accepted"))?;
    let has_host = model.file.is_none() && host::module(&model).is_some();
    (!model.needs_host() || has_host).then_some(model)
}

/// A schema with all changes that are accepted, of some.
fn grown(bases: &[String], all: &[String], seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = bases[random.below(bases.len())].clone();
    for _ in 0..CHANGES {
        let changed = change(&text, all, &mut random);
        if changed != text && !changed.contains("examples:") && accepted(&changed).is_some() {
            text = changed;
        }
    }
    text
}

/// What the tests call of a format.
#[derive(Default)]
struct Glue {
    /// Items are read and written one by one.
    items: Option<String>,
    /// All of a file has types.
    file: Option<String>,
}

/// Writes the code of a schema and gives what the tests call; none where it needs a host that cannot be made.
fn generated(name: &str, text: &str) -> Option<Glue> {
    let mut model = accepted(text)?;
    let without_examples = text;
    let with_examples = examples::added(text, &model).filter(|_| !model.needs_host());
    let text = with_examples.as_deref().unwrap_or(text);
    if with_examples.is_some() {
        model = accepted(text).unwrap_or_else(|| panic!("{name} takes no examples:\n{text}"));
    }
    let folder = out().join(name);
    std::fs::create_dir_all(&folder).expect("OUT_DIR can be written");
    let write = |file: &str, bytes: &[u8]| {
        std::fs::write(folder.join(file), bytes).expect("OUT_DIR can be written");
    };
    write("schema.yaml", text.as_bytes());
    // What is made smaller: lines cannot go where examples stand for what they say.
    write("without_examples.txt", without_examples.as_bytes());
    let format = Format::new(&folder).samples(true).edits(true);
    let is_typed = files::is_typed(&model);
    let format = if is_typed { format.plan("plan") } else { format };
    let format = match model.needs_host() {
        true => format.host(&format!("crate::{name}::host")),
        false => format.scan(true).derived(true),
    };
    let source = format.source();
    let source = match source {
        Ok(source) => source,
        Err(findings) => panic!("{name} is accepted and cannot be built: {findings}\n{text}"),
    };
    write("code.rs", source.as_bytes());
    // With the places in the schema, as the code has them: a plan has their names.
    let placed = load(&folder).unwrap_or_else(|findings| panic!("{name}: {findings}"));
    write("plan", &plan::lower(&placed).to_bytes());
    let has_items = model.file.is_none();
    let items = has_items.then(|| glue(name, &model, &source));
    Some(Glue { items, file: is_typed.then(|| files::glue(name, &model, &source)) })
}

/// Code that gives a context the releases and features of known versions.
fn axes(model: &Model, source: &str) -> String {
    let mut axes = String::new();
    let mut axis = 1;
    if model.releases.is_some() {
        let _ = write!(axes, "cx.release = Some(code::Release::ALL[at(versions, {axis})]); ");
        axis += 1;
    }
    for dialect in 0..model.axes().count() {
        let _ = write!(
            axes,
            "bytespec::axes::DialectAxes::set_position(&mut cx.dialects, {dialect}, Some(at(versions, {axis}))); "
        );
        axis += 1;
    }
    for feature in features(source) {
        let _ = write!(
            axes,
            "if at(versions, {axis}) == 1 {{ cx.features = cx.features.with(code::Feature::{feature}); }} "
        );
        axis += 1;
    }
    axes
}

/// The function of a module that makes a context of some type for known versions.
fn context(function: &str, ty: &str, axes: &str) -> String {
    let new = ty.replace("<'static>", "");
    format!(
        "#[allow(unused_mut, clippy::let_and_return)]
    fn {function}(versions: &KnownVersions) -> {ty} {{
        let mut cx = {new}::new(code::Version::ALL[at(versions, 0)]);
        {axes}
        cx
    }}"
    )
}

/// The module of a format.
fn glue(name: &str, model: &Model, source: &str) -> String {
    let host = host::module(model).filter(|_| model.needs_host());
    let codecs = host::functions(model);
    let facts = facts::facts(model).into_iter();
    let facts = facts.map(|(question, answer)| {
        format!("({question:?}, format!(\"{{:?}}\", {question}), {answer:?}), ")
    });
    let facts: String = facts.collect();
    let (reading, writing) = match host {
        Some(_) => ("host::Context<'static>", "host::Encoder<'static>"),
        None => ("code::Context", "code::Context"),
    };
    let host = host.unwrap_or_default();
    let axes = axes(model, source);
    let (context, encoder) =
        (context("context", reading, &axes), context("encoder", writing, &axes));
    let tables = model.tables.iter().map(|table| table.name.as_str());
    let others =
        ["Value", "Type"].into_iter().filter(|name| tables.clone().all(|own| own != *name));
    let tables: Vec<(&str, u32)> = tables.clone().chain(others).map(|name| (name, 9)).collect();
    format!(
        "mod {name} {{
    //! A format made at random.
    use crate::{{Change, Codecs, Fact, Format, KnownVersions, Part, Seen, at}};
    #[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
    mod code {{
        //! Generated.
        include!(concat!(env!(\"OUT_DIR\"), \"/{name}/code.rs\"));
    }}
    {host}
    {context}
    {encoder}

    fn round_trip(
        item: (&str, &str),
        bytes: &[u8],
        read: &KnownVersions,
        write: &KnownVersions,
        see: &mut dyn FnMut(Seen<'_>),
    ) -> bytespec::Result<Vec<u8>> {{
        code::samples::round_trip(item, bytes, &context(read), &mut encoder(write), see)
    }}

    fn edited(
        item: (&str, &str),
        bytes: [&[u8]; 2],
        read: [&KnownVersions; 2],
        write: &KnownVersions,
        path: &[Part<'_>],
        change: Change,
    ) -> bytespec::Result<Option<Vec<u8>>> {{
        let contexts = read.map(context);
        let contexts = [&contexts[0], &contexts[1]];
        code::samples::edited(item, bytes, contexts, &mut encoder(write), path, change)
    }}

    fn facts() -> Vec<Fact> {{
        vec![{facts}]
    }}

    pub(crate) const FORMAT: Format = Format {{
        name: \"{name}\",
        schema: include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}/schema.yaml\")),
        plan: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}/plan\")),
        items: code::samples::ITEMS,
        tables: &{tables:?},
        filler: {},
        codecs: Codecs(&{codecs:?}),
        round_trip,
        edited,
        facts,
    }};
}}
",
        model.pad
    )
}

/// The names of features in generated code.
fn features(source: &str) -> Vec<&str> {
    let mut lines = source.lines().map(str::trim);
    lines.by_ref().find(|line| *line == "pub enum Feature {" || *line == "pub enum Feature {}");
    let members = lines.take_while(|line| *line != "}" && !line.starts_with("impl"));
    members
        .filter(|line| !line.starts_with(['/', '#']))
        .filter_map(|line| line.strip_suffix(','))
        .collect()
}
