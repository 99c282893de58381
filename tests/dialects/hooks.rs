//! Dialects of nobody's, by hooks: their entries and properties are numbered, converted, spelled and followed.

use bytespec::dialect::{
    DeclaredVersions, Dialect, Entry, EntryReader, EntryWriter, Form, Hooks, Numbered, Reading,
    Record, Registry, Table, Unversioned, Writing,
};
use bytespec::mlir::{
    Attribute, AttributeId, BuiltinAttribute, BuiltinType, File, Handle, Module, NewOperation,
    Numbering, OpId, WriteOptions, view,
};
use bytespec::properties::{Field, Kind};
use bytespec::wire::{Cursor, Writer};
use bytespec::{Error, Result};
use std::sync::Arc;

/// A code, an attribute, and since version 2 a flag.
struct Motor;

impl DeclaredVersions for Motor {
    const DIALECT: &'static str = "motor";
    const VERSIONS: &'static [&'static str] = &["1", "2"];
    const RECORD: usize = 1;
}

impl Dialect for Motor {
    const NAME: &'static str = "motor";
    type Version = Numbered<Motor>;
    type Attributes<'a> = (Speed, ());
    type Types<'a> = ();

    fn property_layout(_: &str) -> Option<&'static [Field]> {
        Some(&SPIN)
    }
}

static SPIN: [Field; 1] = [Field::new("speed", Kind::OptionalAttribute)];

#[derive(Debug, PartialEq)]
struct Speed {
    unit: AttributeId,
    flag: u8,
}

impl<'a> Entry<'a> for Speed {
    type Dialect = Motor;
    type Id = AttributeId;
    const CODES: &'static [u64] = &[3];

    fn read(cursor: &mut Cursor<'a>, cx: &Reading<'_, Numbered<Motor>>) -> Result<Self> {
        let mut reader = EntryReader::new(cursor, cx);
        reader.varint()?;
        let unit = reader.attribute()?;
        let flag = if reader.version().name() == "1" { 0 } else { reader.byte()? };
        Ok(Speed { unit, flag })
    }

    fn write(&self, writer: &mut Writer, cx: &mut Writing<'_, '_, Numbered<Motor>>) -> Result<()> {
        let mut writer = EntryWriter::new(writer, cx);
        writer.varint(3);
        writer.attribute(self.unit)?;
        match (writer.version().name(), self.flag) {
            ("1", 0) => {}
            ("1", _) => return Err(Error::invalid("the flag needs version 2")),
            _ => writer.byte(self.flag),
        }
        Ok(())
    }
}

fn registry() -> Registry {
    Registry::new().with::<Motor>()
}

fn canonical() -> WriteOptions {
    WriteOptions::default().numbering(Numbering::Canonical)
}

/// A module of version 1 of the dialect, with entries that nothing refers to in front, so that
/// canonical numbers are others.
fn module() -> Result<Module<'static>> {
    let mut module = Module::new("MLIR22.1.8");
    for number in 0..9 {
        module.string_attribute(&format!("unused {number}"))?;
    }
    let unit = module.string_attribute("fast")?;
    module.set_dialect_version(b"motor", Some(&[3]))?;
    let speed = module.add_entry(&Speed { unit, flag: 0 })?;
    let blob = [((speed.0 << 1 | 1) << 1 | 1) as u8];
    let properties = Some(module.add_properties(&blob)?);
    let location = module.unknown_location()?;
    let new = NewOperation { registered: Some(true), properties, ..NewOperation::default() };
    let spin = module.make("motor.spin", location, new)?;
    module.append(module.root(), spin).unwrap();
    Ok(module)
}

fn spin(module: &Module<'_>) -> OpId {
    let found = module.walk().find(|op| module.name(*op).full() == "motor.spin");
    found.expect("the operation is there")
}

/// The attribute that the operation's property names, and its bytes.
fn speed(module: &Module<'_>) -> (Speed, Vec<u8>) {
    let blob = module.properties_id(spin(module)).expect("properties");
    let code = module.properties(blob).expect("a blob")[0] >> 1;
    let id = AttributeId(u32::from(code >> 1));
    let Ok(Attribute::Opaque { dialect: b"motor", bytes }) = module.attribute(id) else {
        panic!("not an entry of the dialect")
    };
    let entry = module.entry::<Speed>(id).expect("an entry").expect("of the dialect");
    (entry.value().expect("a value"), bytes.to_vec())
}

#[test]
fn without_the_dialect_only_pinned_numbers_are_possible() {
    let module = module().expect("a module");
    assert!(module.write(&WriteOptions::default()).is_ok());
    let error = module.write(&canonical()).expect_err("the references are not known");
    assert!(error.to_string().contains("motor"), "{error}");
}

#[test]
fn with_the_dialect_entries_and_properties_are_numbered_anew() {
    let mut module = module().expect("a module");
    module.set_registry(registry());
    let bytes = module.write(&canonical()).expect("a file");
    let read = Module::read(&bytes).expect("a module");
    assert!(read.attribute_count() < module.attribute_count());
    let (speed, bytes) = speed(&read);
    assert_eq!((bytes.len(), bytes[0]), (2, 0x07));
    let name = read.attribute(speed.unit).expect("an attribute");
    let Some(view::BuiltinAttribute::StringAttr { value }) = name.builtin() else {
        panic!("not a string: {name:?}")
    };
    assert_eq!(read.string(value), Ok(b"fast".as_slice()));
}

#[test]
fn versions_of_the_dialect_go_up_and_down() {
    let mut module = module().expect("a module");
    module.set_registry(registry());
    module.convert_dialect("motor", None).expect("an upgrade");
    assert_eq!(speed(&module).1.len(), 3);
    let motor = module.dialects().find(|dialect| dialect.name == b"motor").expect("the dialect");
    assert_eq!(motor.version, Some([5].as_slice()));
    let upgraded = module.write(&WriteOptions::default()).expect("a file");

    let mut module = Module::read(&upgraded).expect("a module");
    module.set_registry(registry());
    module.convert_dialect("motor", Some("1")).expect("a downgrade");
    assert_eq!(speed(&module).1.len(), 2);
    assert!(module.convert_dialect("motor", Some("3")).is_err());
    assert!(module.convert_dialect("car", None).is_err());
}

#[test]
fn a_refused_downgrade_changes_nothing() {
    let mut module = module().expect("a module");
    module.set_registry(registry());
    module.convert_dialect("motor", Some("2")).expect("an upgrade");
    let unit = module.string_attribute("fast").expect("an attribute");
    module.add_entry(&Speed { unit, flag: 1 }).expect("an attribute");
    let before = module.write(&WriteOptions::default());
    let error = module.convert_dialect("motor", Some("1")).expect_err("version 1 has no flag");
    assert!(error.path().starts_with("attributes["), "{error}");
    assert_eq!(module.write(&WriteOptions::default()), before);
    let unknown = module.add_attribute(BuiltinAttribute::UnitAttr);
    assert!(unknown.is_ok());
}

#[test]
fn a_file_gives_its_entries_and_their_spelling() {
    let bytes = module().and_then(|module| module.write(&WriteOptions::default())).expect("a file");
    let file = File::open(&bytes).expect("a file").with_registry(registry());
    let entries: Result<Vec<_>> = file.entries_of::<Speed>().expect("entries").collect();
    let entries = entries.expect("entries");
    assert_eq!(entries.len(), 1);
    let (id, form) = &entries[0];
    assert!(matches!(form, Form::Value(Speed { flag: 0, .. })));
    assert_eq!(file.entry::<Speed>(*id).expect("an entry").as_ref(), Some(form));
    let mut text = String::new();
    assert_eq!(file.spell(*id, &mut text), Ok(true));
    assert!(text.starts_with("Speed { unit: "), "{text}");
}

/// A chain: what comes next.
#[derive(Debug, PartialEq)]
struct Link(Option<AttributeId>);

struct Chain;

impl Dialect for Chain {
    const NAME: &'static str = "chain";
    type Version = Unversioned;
    type Attributes<'a> = (Link, ());
    type Types<'a> = ();
}

impl<'a> Entry<'a> for Link {
    type Dialect = Chain;
    type Id = AttributeId;
    const CODES: &'static [u64] = &[0];

    fn read(cursor: &mut Cursor<'a>, cx: &Reading<'_, Unversioned>) -> Result<Self> {
        let mut reader = EntryReader::new(cursor, cx);
        reader.varint()?;
        reader.optional_attribute().map(Link)
    }

    fn write(&self, writer: &mut Writer, cx: &mut Writing<'_, '_, Unversioned>) -> Result<()> {
        let mut writer = EntryWriter::new(writer, cx);
        writer.varint(0);
        writer.optional_attribute(self.0)
    }
}

/// A module with an operation that has the first of `links` entries, of which each refers to the one before.
fn chain(links: u32, first: impl Fn(u32) -> Option<AttributeId>) -> (Module<'static>, AttributeId) {
    let mut module = Module::new("MLIR22.1.8");
    let start = module.attribute_count() as u32;
    // The first link may refer to one that is not there yet, which only bytes can.
    let mut bytes = Writer::new();
    bytes.prefix(0);
    bytes.prefix(first(start).map_or(0, |id| u64::from(id.0) << 1 | 1));
    let bytes = bytes.into_bytes();
    let mut last = Some(module.add_attribute_bytes(b"chain", &bytes).expect("a link"));
    for _ in 1..links {
        last = Some(module.add_entry(&Link(last)).expect("a link"));
    }
    let last = last.expect("a link");
    let location = module.unknown_location().expect("a location");
    let op = module.make("chain.hold", location, NewOperation::default()).expect("an operation");
    module.append(module.root(), op).unwrap();
    module.set_attribute(op, "first", Some(last)).expect("an attribute");
    module.set_registry(Registry::new().with::<Chain>());
    (module, last)
}

#[test]
fn a_chain_of_a_hundred_thousand_entries() {
    const LINKS: u32 = 100_000;
    let (module, last) = chain(LINKS, |_| None);
    let found = module.reachable([last.into()]).expect("references");
    assert_eq!(found.entries.len(), LINKS as usize);
    assert!(found.opaque.is_empty());
    let bytes = module.write(&canonical()).expect("a file");
    let file = File::open(&bytes).expect("a file");
    assert_eq!(file.entries_of::<Link>().expect("entries").filter(Result::is_ok).count(), 100_000);
    let read = Module::read(&bytes).expect("a module");
    let without = read.reachable([Handle::Attribute(AttributeId(0))]).expect("references");
    assert!(without.entries.len() <= 2, "without the dialect nothing is followed");
}

#[test]
fn circles_end() {
    // The first refers to the last, which refers to the one before it, and so on.
    for links in [1, 2, 1000] {
        let (module, last) = chain(links, |start| Some(AttributeId(start + links - 1)));
        let found = module.reachable([last.into(), last.into()]).expect("references");
        assert_eq!(found.entries.len(), links as usize);
        let bytes = module.write(&canonical()).expect("a file");
        let file = File::open(&bytes).expect("a file").with_registry(module.registry().clone());
        let entries: Vec<_> = file.entries_of::<Link>().expect("entries").collect();
        assert_eq!(entries.len(), links as usize);
        let mut text = String::new();
        let (id, _) = entries[0].as_ref().expect("an entry");
        assert_eq!(file.spell(*id, &mut text), Ok(true));
        assert!(text.starts_with("Link(Some(AttributeId("), "{text}");
    }
}

#[test]
fn a_dialect_made_at_run_time() {
    /// Each entry is a code and a list of types.
    struct Plugin(String);
    impl Hooks for Plugin {
        fn name(&self) -> &str {
            &self.0
        }

        fn record(&self, _: Option<&str>) -> Result<Option<Vec<u8>>> {
            Ok(None)
        }

        fn version(&self, _: Record<'_>) -> Result<Option<String>> {
            Ok(None)
        }

        fn transcode(
            &self,
            _: Table,
            reader: &mut EntryReader<'_, '_, Record<'_>>,
            writer: &mut EntryWriter<'_, '_, '_, Record<'_>>,
        ) -> Result<()> {
            writer.varint(reader.varint()?);
            let types = reader.list(|reader| reader.ty())?;
            writer.list(&types, |writer, ty| writer.ty(*ty))
        }
    }

    let mut module = Module::new("MLIR22.1.8");
    let name = "plugin".to_owned();
    let ty = module.add_type(BuiltinType::IndexType).expect("a type");
    let ty = (ty.0 as u8) << 1 | 1;
    let tuple = module.add_type_bytes(name.as_bytes(), &[1, 5, ty, ty]).expect("a type");
    let mut registry = Registry::new();
    registry.add(Arc::new(Plugin(name))).expect("a dialect of nobody else");
    for described in ["builtin", "vhlo"] {
        assert!(registry.add(Arc::new(Plugin(described.to_owned()))).is_err());
    }
    module.set_registry(registry);
    let found = module.reachable([tuple.into()]).expect("references");
    assert_eq!(found.entries.len(), 2);
    assert_eq!(module.spell(tuple, &mut String::new()), Ok(false));
}

#[test]
fn text_is_text() {
    let mut module = Module::new("MLIR22.1.8");
    let text = module.add_attribute_text(b"motor", "speed<3>").expect("an attribute");
    assert_eq!(module.entry::<Speed>(text), Ok(Some(Form::Text(b"speed<3>"))));
    let other = module.string_attribute("fast").expect("an attribute");
    assert_eq!(module.entry::<Speed>(other), Ok(None));
    assert!(module.entry::<Speed>(AttributeId(99)).is_err());
}
