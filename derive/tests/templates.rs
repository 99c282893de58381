//! Texts of derived entries: printed and parsed by the templates of `text`, as those of schemas are.

use bytespec::dialect::{Form, Registry};
use bytespec::mlir::{
    Attribute, AttributeId, BuiltinType, Module, NewOperation, ParseOptions, PrintOptions, TypeId,
};
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeType, Dialect, Error};

#[derive(Dialect)]
#[bytecode(
    name = "music",
    versions("1.0", "1.1"),
    attributes(MusicAttribute<'a>, Tempo),
    types(MusicType)
)]
struct Music;

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
#[bytecode(wire = "varint<u8>", dialect = Music)]
enum Length {
    Whole = 1,
    #[bytecode(name = "quarter")]
    Quarter = 4,
    #[bytecode(name = "quarter_dotted")]
    Dotted = 6,
    #[bytecode(other)]
    Other(u64),
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Music)]
enum MusicAttribute<'a> {
    #[bytecode(code = 0, text = "note<{pitch}, {length}{?slur|, slur}{?name|, {name}}>")]
    Note {
        #[bytecode(wire = "zigzag")]
        pitch: i64,
        length: Length,
        slur: bool,
        name: Option<AttributeId>,
    },
    #[bytecode(
        form(code = 1, without = "name", text = "chord<[{notes:, }]>"),
        form(code = 2, with = "name", text = "chord<{name} = [{notes:, }]>")
    )]
    Chord { name: Option<AttributeId>, notes: Vec<AttributeId> },
    #[bytecode(code = 3, since = "1.1", text = "rest")]
    Rest,
    #[bytecode(code = 4, text = "rest of {beats}, [{steps: | :}{words:, }] {{{on}}}")]
    LongRest {
        #[bytecode(wire = "varint<u32>")]
        beats: u32,
        #[bytecode(wire = "zigzag")]
        steps: Vec<i64>,
        words: Vec<String>,
        on: Option<TypeId>,
    },
    #[bytecode(code = 5)]
    Silent(&'a [u8]),
    #[bytecode(text)]
    Text(&'a str),
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Music, code = 6, text = "tempo<{beats}>")]
struct Tempo(#[bytecode(wire = "varint", name = "beats")] u64);

#[derive(BytecodeType, Clone, Debug, PartialEq)]
#[bytecode(dialect = Music)]
enum MusicType {
    #[bytecode(code = 0, text = "track<{sample}>")]
    Track { sample: TypeId },
}

fn music() -> Module<'static> {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Music>());
    module
}

/// Attributes of every kind, with their texts.
fn attributes(module: &mut Module<'_>) -> Vec<(AttributeId, String)> {
    let name = Some(module.string_attribute("a \"name\"").unwrap());
    let f32 = module.add_type(BuiltinType::Float32Type).unwrap();
    let note = |pitch, length, slur, name| MusicAttribute::Note { pitch, length, slur, name };
    let mut found = Vec::new();
    let mut add = |value: &MusicAttribute<'_>, text: &str| {
        let id = module.add_entry(value).unwrap();
        found.push((id, text.to_owned()));
        id
    };
    let low = add(&note(-3, Length::Quarter, false, None), "#music.note<-3, quarter>");
    let dotted = note(0, Length::Dotted, true, name);
    let high = add(&dotted, "#music.note<0, quarter_dotted, slur, \"a \\22name\\22\">");
    add(&note(9, Length::Whole, true, None), "#music.note<9, Whole, slur>");
    add(&note(9, Length::Other(75), false, None), "#music.note<9, 75>");
    add(&MusicAttribute::Chord { name: None, notes: vec![] }, "#music.chord<[]>");
    let notes = vec![low, high];
    add(
        &MusicAttribute::Chord { name, notes },
        "#music.chord<\"a \\22name\\22\" = [#music.note<-3, quarter>, \
         #music.note<0, quarter_dotted, slur, \"a \\22name\\22\">]>",
    );
    add(&MusicAttribute::Rest, "#music.rest");
    add(
        &MusicAttribute::LongRest {
            beats: 2,
            steps: vec![1, -1],
            words: vec!["x, ]".to_owned(), "ü".to_owned()],
            on: Some(f32),
        },
        "#music<rest of 2, [1 | -1 | \"x, ]\", \"\\C3\\BC\"] {f32}>",
    );
    let none = MusicAttribute::LongRest { beats: 0, steps: vec![], words: vec![], on: None };
    add(&none, "#music<rest of 0, [] {none}>");
    let tempo = module.add_entry(&Tempo(120)).unwrap();
    found.push((tempo, "#music.tempo<120>".to_owned()));
    found
}

#[test]
fn texts_are_printed_and_parsed() {
    let mut module = music();
    for (id, text) in attributes(&mut module) {
        assert_eq!(module.display(id).to_string(), text);
        let count = module.attribute_count();
        assert_eq!(module.parse_attribute(&text).unwrap(), id, "{text}");
        assert_eq!(module.attribute_count(), count, "{text}");
        let mut other = music();
        let parsed = other.parse_attribute(&text).unwrap();
        assert_eq!(other.display(parsed).to_string(), text);
        // It is a value of the dialect there, not the text that it was parsed from.
        let attribute = other.attribute(parsed).unwrap();
        assert!(matches!(attribute, Attribute::Opaque { .. }), "{attribute:?}");
    }
    let sample = module.add_type(BuiltinType::Float32Type).unwrap();
    let track = module.add_entry(&MusicType::Track { sample }).unwrap();
    assert_eq!(module.display(track).to_string(), "!music.track<f32>");
    assert_eq!(module.parse_type("!music<track< f32 >>").unwrap(), track);
}

#[test]
fn a_module_survives_its_text() {
    let mut module = music();
    let entries = attributes(&mut module);
    let sample = module.add_type(BuiltinType::Float32Type).unwrap();
    let track = module.add_entry(&MusicType::Track { sample }).unwrap();
    let location = module.unknown_location().unwrap();
    let new = NewOperation { results: vec![track], ..NewOperation::default() };
    let op = module.make("music.play", location, new).unwrap();
    module.append(module.body(), op).unwrap();
    for (at, (id, _)) in entries.iter().enumerate() {
        module.set_attribute(op, &format!("a{at}"), Some(*id)).unwrap();
    }
    let text = module.print(&PrintOptions::default()).unwrap();
    let options = ParseOptions::default()
        .registry(Registry::new().with::<Music>())
        .producer("MLIR22.1.8".to_owned());
    let parsed = Module::parse(&text, &options).unwrap();
    assert_eq!(parsed.print(&PrintOptions::default()).unwrap(), text);
    let bytes = parsed.write(&Default::default()).unwrap();
    let mut read = Module::read(&bytes).unwrap();
    let opaque = read.print(&PrintOptions::default()).unwrap();
    assert!(opaque.contains("#music<bytecode"), "{opaque}");
    read.set_registry(Registry::new().with::<Music>());
    assert_eq!(read.print(&PrintOptions::default()).unwrap(), text);
    // Without the registry texts of the dialect stay texts.
    let unknown = Module::parse(&text, &options.registry(Registry::new()));
    let bytes = unknown.unwrap().write(&Default::default()).unwrap();
    assert!(bytes.windows(14).any(|part| part == b"#music.note<-3"));
}

#[test]
fn entries_without_text_stay_bytes_and_invalid_text_stays_text() {
    let mut module = music();
    let silent = module.add_entry(&MusicAttribute::Silent(b"ab")).unwrap();
    assert!(module.display(silent).to_string().starts_with("#music<bytecode"));
    for text in [
        "#music.note<quarter, 3>",
        "#music.note<9, 4>",
        "#music.tune",
        "#music.tempo<-1>",
        "#music.rests",
    ] {
        let id = module.parse_attribute(text).unwrap();
        let found = module.entry::<MusicAttribute<'_>>(id).unwrap();
        assert_eq!(found, Some(Form::Value(MusicAttribute::Text(text))), "{text}");
        assert_eq!(module.display(id).to_string(), text);
    }
}

#[test]
fn a_version_has_its_own_texts() -> Result<(), Error> {
    let mut module = music();
    module.set_dialect_version(b"music", Some(&[3, 1]))?;
    let rest = module.parse_attribute("#music.rest").unwrap();
    let text = MusicAttribute::Text("#music.rest");
    assert_eq!(module.entry(rest)?, Some(Form::Value(text)));
    let tempo = module.parse_attribute("#music.tempo<3>").unwrap();
    assert_eq!(module.entry(tempo)?, Some(Form::Value(Tempo(3))));
    Ok(())
}

#[test]
fn a_schema_says_the_same() {
    let yaml = bytespec::export::dialect::<Music>().unwrap();
    let texts: Vec<_> = yaml.lines().filter(|line| line.starts_with("  text: ")).collect();
    assert_eq!(
        texts,
        [
            r#"  text: "note<{pitch}, {length}{?slur|, slur}{?name|, {name}}>""#,
            r#"  text: "chord<[{notes:, }]>""#,
            r#"  text: "chord<{name} = [{notes:, }]>""#,
            r#"  text: "rest""#,
            r#"  text: "rest of {beats}, [{steps: | :}{words:, }] {{{on}}}""#,
            r#"  text: "tempo<{beats}>""#,
            r#"  text: "track<{sample}>""#,
        ]
    );
}
