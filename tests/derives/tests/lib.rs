//! Derived types at random: they compile without a warning, what they say of themselves is a schema that `check` accepts, and the
//! executor of that schema's plan has the same values, in every version of a dialect. Damaged bytes fail alike.
//!
//! `BYTESPEC_DERIVES_SEED` is the first seed and `BYTESPEC_DERIVES_COUNT` says how many modules are made.

#![cfg(test)]

use bytespec::mlir::{Module, Signedness};
use bytespec::plan::data::{ItemId, Kind, Plan};
use bytespec::plan::sample::Sampler;
use bytespec::plan::{Builtin, Executor, NoTables, Surroundings};
use bytespec::sample::Source;
use bytespec::wire::{Cursor, Sizes, Writer};
use bytespec::{ErrorKind, Result};
use bytespec_codegen::syntax::read_and_check;
use bytespec_codegen::{model, plan};
use std::collections::BTreeSet;
use std::path::PathBuf;

include!(concat!(env!("OUT_DIR"), "/derived.rs"));

/// How many values of each item are tried at each version.
const VALUES: u64 = 40;

/// How often each of them is damaged.
const DAMAGES: usize = 4;

/// How many entries each table has that values refer to.
const ENTRIES: u32 = 9;

/// A derived item, or the derived entries of a dialect's table.
pub(crate) struct Derived {
    kind: Kind,
    name: &'static str,
    source: &'static str,
    /// A value takes all bytes.
    is_entry: bool,
    /// What it says of itself.
    schema: fn() -> Result<String>,
    /// How many bytes its values take.
    sizes: Sizes,
    /// Reads a value at a version of the dialect, by its index, and writes it.
    again: fn(&[u8], usize) -> Result<Vec<u8>>,
}

/// An item of a plain format.
macro_rules! plain {
    ($kind:ident, $ty:ty, $source:ident) => {
        $crate::Derived {
            kind: bytespec::plan::data::Kind::$kind,
            name: stringify!($ty),
            source: $source,
            is_entry: false,
            schema: || bytespec::export::schema::<$ty, ()>("own"),
            sizes: <$ty as bytespec::wire::ToWire<()>>::SIZES,
            again: |bytes, _| {
                let mut cursor = bytespec::wire::Cursor::new(bytes);
                let value = <$ty as bytespec::wire::FromWire<'_, ()>>::from_wire(&mut cursor, &())?;
                // A number that is none (NaN) is not equal to itself.
                assert_eq!(format!("{:?}", value.clone()), format!("{value:?}"));
                let mut writer = bytespec::wire::Writer::new();
                bytespec::wire::ToWire::to_wire(&value, &mut writer, &mut ())?;
                let len = bytespec::wire::ToWire::encoded_len(&value, &mut ())?;
                assert_eq!(len, writer.len());
                Ok([writer.as_slice(), &bytes[cursor.position()..]].concat())
            },
        }
    };
}

/// The entries of a dialect in one table.
macro_rules! entry {
    ($dialect:ident, $ty:ty, $add:ident, $bytes:ident, $source:ident) => {
        $crate::Derived {
            kind: bytespec::plan::data::Kind::Union,
            name: stringify!($ty),
            source: $source,
            is_entry: true,
            schema: bytespec::export::dialect::<$dialect>,
            sizes: <$ty as bytespec::wire::ToWire<bytespec::dialect::Out<'_, '_, $dialect>>>::SIZES,
            again: |bytes, version| {
                let name = <$dialect as bytespec::dialect::Dialect>::NAME.as_bytes();
                let version = bytespec::dialect::Numbered::<$dialect>::at(version as u32);
                let record = bytespec::dialect::Version::write(version);
                let module = || {
                    let mut module = $crate::tables();
                    module.set_dialect_version(name, record.as_deref()).map(|()| module)
                };
                let mut own = module()?;
                let id = own.$add(name, bytes)?;
                let form = own.entry::<$ty>(id)?.expect("an entry of the dialect");
                let value = form.value().expect("an entry with an encoding");
                let mut other = module()?;
                let id = other.add_entry(&value)?;
                let file = other.write(&bytespec::mlir::WriteOptions::default())?;
                let file = bytespec::mlir::File::open(&file)?;
                Ok(file.$bytes(id)?.1.to_vec())
            },
        }
    };
}
pub(crate) use {entry, plain};

/// A module with entries that values refer to.
pub(crate) fn tables() -> Module<'static> {
    let mut module = Module::new("MLIR22.1.8");
    for width in 0..ENTRIES {
        module.string_attribute(&width.to_string()).expect("an attribute");
        let signedness = Signedness::Signless;
        let ty = bytespec::mlir::BuiltinType::IntegerType { signedness, width: width.into() };
        module.add_type(ty).expect("a type");
    }
    module
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    items: usize,
    values: usize,
    read: usize,
    refused: usize,
    /// Items in versions that lack them.
    gated: usize,
    /// Items of which a value takes the fewest bytes.
    least: usize,
    /// The same, and the most, where there is a limit.
    most: usize,
}

/// Something that the executor is asked of.
struct Case<'p> {
    executor: Executor<'p>,
    item: ItemId,
    around: Surroundings<'p>,
    is_entry: bool,
}

impl Case<'_> {
    fn sample(&self, source: &mut Source) -> Vec<u8> {
        let value = Sampler::new(&self.executor, &Builtin, source).item(self.item, None);
        let mut writer = Writer::new();
        let written = self.executor.write(self.item, &value, 0, self.around, &mut writer);
        written.unwrap_or_else(|error| panic!("{error}: {value:?}"));
        writer.into_bytes()
    }

    fn read(&self, bytes: &[u8]) -> Result<()> {
        let mut cursor = Cursor::new(bytes);
        self.executor.read(self.item, &mut cursor, self.around, &mut ())?;
        match self.is_entry && !cursor.is_empty() {
            true => Err(bytespec::Error::invalid("bytes follow").or_at(cursor.position())),
            false => Ok(()),
        }
    }
}

impl Derived {
    fn compare(&self, sum: &mut Compared) {
        let text = (self.schema)().expect("a schema");
        let (schema, _, found) =
            read_and_check(vec![(PathBuf::from("derived.yaml"), text.clone())]);
        assert!(found.is_empty(), "{}: {found:?}\n{text}\n{}", self.name, self.source);
        let model = model::lower(&schema).expect("a model");
        let plan = Plan::from_bytes(&plan::lower(&model).to_bytes()).expect("a plan");
        // An argument is a part of the name, and no name is that of what is made for every format.
        let name = self.name.split('<').next().unwrap_or(self.name).trim();
        let names = [name.to_owned(), format!("{name}U16"), format!("{name}Item")];
        let item = names.iter().find_map(|name| plan.item(self.kind, name));
        let item = item.unwrap_or_else(|| panic!("{name} is not in\n{text}"));
        sum.items += 1;
        let mut lens = BTreeSet::new();
        for version in 0..model.versions.len() {
            let executor = Executor::new(&plan, &[(0, version as u32)]).expect("an executor");
            let around = Surroundings { functions: &Builtin, tables: &NoTables };
            let mut bounds = plan.items[item.index()].gate.of(&plan.bounds).iter();
            if !bounds.all(|bound| bound.holds(Some(version as u32))) {
                let refused = (self.again)(&[1], version).map_err(|error| error.kind().clone());
                let is_gate = matches!(refused, Err(ErrorKind::Gate { .. }));
                assert!(is_gate, "{} at {version}: {refused:?}\n{}", self.name, self.source);
                sum.gated += 1;
                continue;
            }
            self.compare_at(
                version,
                &Case { executor, item, around, is_entry: self.is_entry },
                &text,
                sum,
                &mut lens,
            );
        }
        let (least, most) = (lens.first().copied(), lens.last().copied());
        let Sizes { min, max } = self.sizes;
        let fit = least.is_none_or(|least| min <= least)
            && most.is_none_or(|most| max.is_none_or(|max| most <= max));
        assert!(fit, "{} takes {lens:?}, not {min} to {max:?}\n{}", self.name, self.source);
        sum.least += usize::from(least == Some(min));
        sum.most += usize::from(max.is_some() && most == max);
    }

    fn compare_at(
        &self,
        version: usize,
        case: &Case<'_>,
        schema: &str,
        sum: &mut Compared,
        lens: &mut BTreeSet<usize>,
    ) {
        let mut source = Source::new(7);
        source.tables = ["Attribute", "Type", "String"].map(|name| (name, ENTRIES)).to_vec();
        for _ in 0..VALUES {
            let bytes = case.sample(&mut source);
            let what = |bytes: &[u8]| {
                format!("{} at {version}, {bytes:02x?}\n{schema}\n{}", self.name, self.source)
            };
            match (self.again)(&bytes, version) {
                Ok(again) => {
                    assert_eq!(again, bytes, "{}", what(&bytes));
                    lens.insert(bytes.len());
                }
                Err(error) if is_order(&error) => continue,
                Err(error) => panic!("{error}\n{}", what(&bytes)),
            }
            sum.values += 1;
            for _ in 0..DAMAGES {
                let mut damaged = bytes.clone();
                damage(&mut damaged, &mut source);
                match (case.read(&damaged), (self.again)(&damaged, version)) {
                    (Ok(_), Ok(_)) => sum.read += 1,
                    (Err(_), Err(_)) => sum.refused += 1,
                    // Only the module knows how many entries there are.
                    (Ok(()), Err(error)) if matches!(error.kind(), ErrorKind::Index { .. }) => {}
                    (Ok(()), Err(error)) if is_order(&error) => {}
                    (plan, derived) => {
                        panic!("the plan: {plan:?}\nderived: {derived:?}\n{}", what(&damaged))
                    }
                }
            }
        }
    }
}

/// Whether keys of a map do not ascend, which no schema asks for.
fn is_order(error: &bytespec::Error) -> bool {
    matches!(error.kind(), ErrorKind::KeyOrder)
}

fn damage(bytes: &mut Vec<u8>, source: &mut Source) {
    match source.below(4) {
        0 => bytes.truncate(source.below(bytes.len() + 1)),
        1 => bytes.push(source.number(8) as u8),
        _ if bytes.is_empty() => bytes.push(0),
        _ => {
            let at = source.below(bytes.len());
            bytes[at] = source.number(8) as u8;
        }
    }
}

#[test]
fn derived_types_are_what_they_say() {
    let mut sum = Compared::default();
    for items in MODULES {
        items.iter().for_each(|item| item.compare(&mut sum));
    }
    println!("{sum:?}");
    assert!(sum.refused > sum.items && sum.read > sum.items && sum.gated > 0, "{sum:?}");
    assert!(2 * sum.least > sum.items && sum.most > 0, "{sum:?}");
}
