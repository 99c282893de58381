//! Properties: set, added and made, of operations that are registered and of others.

use bytespec::dialect::Registry;
use bytespec::mlir::{
    AttributeId, Module, NewOperation, Numbering, OpId, StringId, Version, WriteOptions,
};
use bytespec::{Dialect, OpProperties, Result};

#[derive(Dialect)]
#[bytecode(
    name = "props",
    operations(Attr, Maybe, Number, MaybeNumber, Flag, Text, Sizes, All, Empty)
)]
struct Props;

macro_rules! properties {
    ($($name:ident $operation:literal { $($field:ident: $ty:ty),* })*) => {$(
        #[derive(OpProperties, Clone, Debug, PartialEq)]
        #[bytecode(dialect = Props, operation = $operation)]
        struct $name {
            $($field: $ty,)*
        }
    )*};
}

properties! {
    Attr "attr" { value: AttributeId }
    Maybe "maybe" { value: Option<AttributeId> }
    Number "number" { value: u64 }
    MaybeNumber "maybe_number" { value: Option<u64> }
    Flag "flag" { value: bool }
    Text "text" { value: StringId }
    Sizes "sizes" { value: [u32; 3] }
    All "all" { a: AttributeId, b: Option<AttributeId>, sizes: [u32; 2], n: u64, t: StringId, f: bool }
    Empty "empty" {}
    Unlisted "unlisted" { value: AttributeId }
}

/// An operation that has the properties, as each way of giving them makes it.
fn made<P: bytespec::dialect::OpProperties>(
    module: &mut Module<'_>,
    value: &P,
    registered: Option<bool>,
    set: bool,
) -> Result<OpId> {
    let name = format!("props.{}", P::OPERATION);
    let location = module.unknown_location()?;
    let mut new = NewOperation { registered, ..NewOperation::default() };
    if !set {
        new.properties = module.add_op_properties(value)?;
    }
    let op = match module.make(&name, location, new) {
        Ok(op) => op,
        // What must be given cannot be left for later.
        Err(_) if set => {
            let new = NewOperation { registered: Some(false), ..NewOperation::default() };
            module.make(&name, location, new)?
        }
        Err(error) => return Err(error),
    };
    if set {
        module.set_op_properties(op, value)?;
    }
    module.append(module.root(), op)?;
    Ok(op)
}

/// Gives properties in every way, in every version, and reads them from the file; how often it was accepted and refused.
fn every_way<P>(value: impl Fn(&mut Module<'_>) -> P) -> [usize; 2]
where
    P: bytespec::dialect::OpProperties + PartialEq + std::fmt::Debug,
{
    let mut count = [0; 2];
    for &version in Version::ALL {
        for registered in [None, Some(true), Some(false)] {
            for (set, with_registry) in [(false, false), (false, true), (true, false), (true, true)]
            {
                let what = format!("{version} {registered:?} {set} {with_registry}");
                let mut module = Module::for_version("MLIR22.1.8", version);
                if with_registry {
                    module.set_registry(Registry::new().with::<Props>());
                }
                let value = value(&mut module);
                if let Err(error) = made(&mut module, &value, registered, set) {
                    let error = error.to_string();
                    let named = error.contains(P::OPERATION) || error.contains("`");
                    assert!(named, "{what}: {value:?}: {error}");
                    count[1] += 1;
                    continue;
                }
                count[0] += 1;
                for numbering in [Numbering::Pinned, Numbering::Canonical] {
                    let options = WriteOptions::default().numbering(numbering);
                    let bytes = match module.write(&options) {
                        Ok(bytes) => bytes,
                        Err(error) => panic!("{what} {numbering:?}: {value:?}: {error}"),
                    };
                    let mut read = Module::read(&bytes).expect("a module");
                    read.set_registry(Registry::new().with::<Props>());
                    let name = format!("props.{}", P::OPERATION);
                    let op = read.walk().find(|op| read.name(*op).full() == name).expect("it");
                    let found = match read.op_properties::<P>(op) {
                        Ok(found) => found.expect("the operation"),
                        Err(error) => panic!("{what} {numbering:?}: {value:?}: {error}"),
                    };
                    let renumbered = numbering == Numbering::Canonical;
                    assert!(found == value || renumbered, "{what}: {found:?} is not {value:?}");
                    let plain = |value: &P| format!("{value:?}").replace(char::is_numeric, "");
                    assert_eq!(plain(&found), plain(&value), "{what}");
                }
            }
        }
    }
    count
}

fn word(module: &mut Module<'_>) -> AttributeId {
    module.string_attribute("word").expect("an attribute")
}

fn dictionary(module: &mut Module<'_>) -> AttributeId {
    let (key, value) = (module.add_string(b"key").expect("a string"), word(module));
    module.dictionary_attribute(vec![(key, value)]).expect("a dictionary").expect("one")
}

#[test]
fn properties_that_are_accepted_are_read() {
    let counts = [
        every_way(|module| Attr { value: word(module) }),
        every_way(|module| Maybe { value: Some(word(module)) }),
        every_way(|_| Maybe { value: None }),
        every_way(|_| Number { value: 300 }),
        every_way(|_| MaybeNumber { value: Some(0) }),
        every_way(|_| MaybeNumber { value: None }),
        every_way(|_| Flag { value: true }),
        every_way(|module| Text { value: module.add_string(b"text").expect("a string") }),
        every_way(|_| Sizes { value: [0, 1, 300] }),
        every_way(|module| All {
            a: word(module),
            b: None,
            sizes: [1, 0],
            n: 7,
            t: module.add_string(b"text").expect("a string"),
            f: false,
        }),
    ];
    for [accepted, refused] in counts {
        assert!(accepted > 0 && refused > 0, "{counts:?}");
    }
    let [accepted, _] = every_way(|_| Empty {});
    assert!(accepted > 0);
    // Before properties, attributes need no layout.
    let [_, refused] = every_way(|module| Unlisted { value: word(module) });
    assert!(refused > 0);
}

#[test]
fn an_operation_that_is_not_registered_has_an_attribute() {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Props>());
    let location = module.unknown_location().unwrap();
    let value = Attr { value: dictionary(&mut module) };
    let op = NewOperation { registered: Some(false), ..NewOperation::default() };
    let op = module.make("props.attr", location, op).unwrap();
    let error = module.set_op_properties(op, &value).unwrap_err().to_string();
    assert_eq!(error, "props.attr is not registered: its properties are an attribute");
    let properties = module.add_op_properties(&Number { value: 300 }).unwrap();
    let new = NewOperation { registered: Some(false), properties, ..NewOperation::default() };
    let error = module.make("props.number", location, new).unwrap_err().to_string();
    assert_eq!(error, "props.number is not registered: its properties are an attribute");
    module
        .set_property(op, "value", bytespec::mlir::PropertyValue::Attribute(value.value))
        .unwrap();
    assert_eq!(module.op_properties::<Attr>(op), Ok(Some(value)));
}

#[derive(Dialect)]
#[bytecode(name = "alike", operations(Own, Every))]
struct Alike;

/// What every operation of the dialect has that says nothing else.
#[derive(OpProperties, Clone, Debug, PartialEq)]
#[bytecode(dialect = Alike, operation = "*")]
struct Every {
    value: AttributeId,
    note: Option<AttributeId>,
}

#[derive(OpProperties, Clone, Debug, PartialEq)]
#[bytecode(dialect = Alike, operation = "own")]
struct Own {
    count: u64,
}

/// Operations that no item names have the properties of all, under any name, by name and by value, and are numbered anew.
#[test]
fn operations_of_a_dialect_share_properties() -> Result<()> {
    let registry = || Registry::new().with::<Alike>();
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(registry());
    let location = module.unknown_location()?;
    let (value, note) = (word(&mut module), module.string_attribute("note")?);
    for name in ["alike.first", "alike.second.part", "alike.own"] {
        let properties = match name {
            "alike.own" => module.add_op_properties(&Own { count: 300 })?,
            _ => module.add_op_properties(&Every { value, note: Some(note) })?,
        };
        let new = NewOperation { registered: Some(true), properties, ..NewOperation::default() };
        let op = module.make(name, location, new)?;
        module.append(module.root(), op)?;
    }
    let first = module.walk().find(|op| module.name(*op).full() == "alike.first").expect("it");
    module.set_op_properties(first, &Every { value: note, note: None })?;
    let options = WriteOptions::default().numbering(Numbering::Canonical);
    let bytes = module.write(&options)?;
    let mut read = Module::read(&bytes)?;
    read.set_registry(registry());
    let mut found = Vec::new();
    for op in read.walk() {
        let text = |id| read.display(id).to_string();
        let own = read.op_properties::<Own>(op)?;
        let every = own.is_none().then(|| read.op_properties::<Every>(op)).transpose()?.flatten();
        found.push(match (own, every) {
            (Some(own), _) => own.count.to_string(),
            (_, Some(Every { value, note })) => format!("{} {:?}", text(value), note.map(text)),
            _ => String::new(),
        });
    }
    found.retain(|text| !text.is_empty());
    assert_eq!(found, ["\"note\" None", "\"word\" Some(\"\\\"note\\\"\")", "300"]);
    // Properties of all do not fit an operation with properties of its own.
    let own = read.walk().find(|op| read.name(*op).full() == "alike.own").expect("it");
    assert!(read.set_op_properties(own, &Every { value, note: None }).is_err());
    Ok(())
}
