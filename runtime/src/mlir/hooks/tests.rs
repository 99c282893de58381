use super::*;
use crate::mlir::{Attribute, BuiltinAttribute, NewOperation, Numbering, Op, WriteOptions};
use crate::properties::Kind;

/// A code, an attribute, and since version 2 a flag.
struct Motor {
    target: u8,
}

static SPIN: [Field; 1] = [Field::new("speed", Kind::OptionalAttribute)];

impl DialectCodec for Motor {
    fn dialect(&self) -> &str {
        "motor"
    }

    fn target(&self, _: Option<&[u8]>) -> Option<Vec<u8>> {
        Some(vec![self.target])
    }

    fn transcode(
        &self,
        _: Table,
        reader: &mut EntryReader<'_>,
        writer: &mut EntryWriter<'_, '_>,
    ) -> Result<()> {
        writer.varint(reader.varint()?);
        writer.attribute(reader.attribute()?)?;
        let flag = if reader.version() == Some(&[1][..]) { 0 } else { reader.byte()? };
        match writer.version() {
            Some([1]) if flag != 0 => Err(Error::invalid("the flag needs version 2")),
            Some([1]) => Ok(()),
            _ => {
                writer.byte(flag);
                Ok(())
            }
        }
    }

    fn property_layout(&self, _: &str) -> Option<&'static [Field]> {
        Some(&SPIN)
    }
}

const CANONICAL: WriteOptions = WriteOptions {
    numbering: Numbering::Canonical,
    version: None,
    losses: crate::mlir::Losses::Refuse,
};

/// A module of version 1 of the dialect, with entries that nothing refers to in front, so that
/// canonical numbers are others.
fn module() -> Result<Module<'static>> {
    let mut module = Module::new("MLIR22.1.8");
    for number in 0..9 {
        module.string_attribute(&format!("unused {number}"))?;
    }
    let name = module.string_attribute("fast")?;
    let speed = module.add_attribute_bytes(b"motor", &[0x07, (name.0 as u8) << 1 | 1])?;
    module.set_dialect_version(b"motor", Some(&[1]))?;
    let blob = [((speed.0 << 1 | 1) << 1 | 1) as u8];
    let properties = Some(module.add_properties(&blob)?);
    let location = module.unknown_location()?;
    let new = NewOperation { registered: Some(true), properties, ..NewOperation::default() };
    let spin = module.make("motor.spin", location, new)?;
    module.append(module.root(), spin);
    Ok(module)
}

fn spin(module: &Module<'_>) -> Op {
    let found = module.walk().find(|op| module.name(*op).full() == "motor.spin");
    found.expect("the operation is there")
}

/// The bytes of the attribute that the operation's property names.
fn speed(module: &Module<'_>) -> Vec<u8> {
    let blob = module.properties_id(spin(module)).expect("properties");
    let code = module.properties(blob).expect("a blob")[0] >> 1;
    match module.attribute(AttributeId(u32::from(code >> 1))).expect("an attribute") {
        Attribute::Opaque { dialect: b"motor", bytes } => bytes.to_vec(),
        other => panic!("not an entry of the dialect: {other:?}"),
    }
}

#[test]
fn without_the_codec_only_pinned_numbers_are_possible() {
    let module = module().expect("a module");
    assert!(module.write(&WriteOptions::default()).is_ok());
    let error = module.write(&CANONICAL).expect_err("the references are not known");
    assert!(error.to_string().contains("motor"), "{error}");
}

#[test]
fn with_the_codec_entries_and_properties_are_numbered_anew() {
    let mut module = module().expect("a module");
    module.add_codec(Arc::new(Motor { target: 2 }));
    let bytes = module.write(&CANONICAL).expect("a file");
    let read = Module::read(&bytes).expect("a module");
    assert!(read.attribute_count() < module.attribute_count());
    let bytes = speed(&read);
    assert_eq!((bytes.len(), bytes[0]), (2, 0x07));
    let name = read.attribute(AttributeId(u32::from(bytes[1] >> 1))).expect("an attribute");
    let Some(crate::mlir::view::BuiltinAttribute::StringAttr { value }) = name.builtin() else {
        panic!("not a string: {name:?}")
    };
    assert_eq!(read.string(value), Ok(b"fast".as_slice()));
}

#[test]
fn versions_of_the_dialect_go_up_and_down() {
    let mut module = module().expect("a module");
    module.add_codec(Arc::new(Motor { target: 2 }));
    module.transcode_dialect("motor").expect("an upgrade");
    assert_eq!(speed(&module).len(), 3);
    let motor = module.dialects().find(|dialect| dialect.name == b"motor").expect("the dialect");
    assert_eq!(motor.version, Some([2].as_slice()));
    let upgraded = module.write(&WriteOptions::default()).expect("a file");

    let mut module = Module::read(&upgraded).expect("a module");
    module.add_codec(Arc::new(Motor { target: 1 }));
    module.transcode_dialect("motor").expect("a downgrade");
    assert_eq!(speed(&module).len(), 2);
}

#[test]
fn what_an_older_version_lacks_is_refused_and_nothing_changes() {
    let mut module = module().expect("a module");
    let name = module.string_attribute("fast").expect("an attribute");
    let flagged = [0x07, (name.0 as u8) << 1 | 1, 1];
    module.add_attribute_bytes(b"motor", &flagged).expect("an attribute");
    module.set_dialect_version(b"motor", Some(&[2])).expect("a version");
    let before = module.write(&WriteOptions::default());
    module.add_codec(Arc::new(Motor { target: 1 }));
    let error = module.transcode_dialect("motor").expect_err("version 1 has no flag");
    assert!(error.path().starts_with("attributes["), "{error}");
    assert_eq!(module.write(&WriteOptions::default()), before);
    let unknown = module.add_attribute(BuiltinAttribute::UnitAttr);
    assert!(unknown.is_ok());
}
