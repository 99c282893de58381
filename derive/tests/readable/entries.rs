//! Entries: added, converted and written.

use bytespec::dialect::{DeclaredVersions, Entry, Form, Index, Registry, Table};
use bytespec::mlir::{
    AttributeId, BuiltinAttribute, BuiltinType, File, Losses, Module, NewOperation, Numbering,
    TypeId, Version, WriteOptions,
};
use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
use bytespec::{
    BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect, Error, Result,
};

/// An operation that holds an entry, so that canonical numbers keep it.
fn hold<I: Index>(module: &mut Module<'_>, id: I) -> Result<()> {
    let held = match I::TABLE {
        Table::Attribute => AttributeId(id.number()),
        Table::Type => {
            module.add_attribute(BuiltinAttribute::TypeAttr { value: TypeId(id.number()) })?
        }
    };
    let location = module.unknown_location()?;
    let op = module.make("test.hold", location, NewOperation::default())?;
    module.append(module.root(), op)?;
    module.set_attribute(op, "held", Some(held))
}

/// Whether a file, of either numbering, gives the one value that was put there.
fn check<E>(module: &Module<'_>, value: &E) -> std::result::Result<(), String>
where
    E: Entry<'static> + PartialEq,
{
    for numbering in [Numbering::Pinned, Numbering::Canonical] {
        let options = WriteOptions::default().numbering(numbering);
        let fault = |error: Error| format!("{numbering:?}: {error}");
        // The value borrows from the file, and the test is short.
        let bytes: &'static [u8] = module.write(&options).map_err(fault)?.leak();
        let file = File::open(bytes).map_err(fault)?.with_registry(module.registry().clone());
        let file: &'static File<'static> = Box::leak(Box::new(file));
        let entries = file.entries_of::<E>().map_err(fault)?;
        let entries: Vec<_> = entries.collect::<Result<_>>().map_err(fault)?;
        let [(id, form)] = entries.as_slice() else {
            return Err(format!("{numbering:?}: {} entries", entries.len()));
        };
        let same = matches!(form, Form::Value(found) if found == value);
        let renumbered = numbering == Numbering::Canonical && format!("{value:?}").contains("Id(");
        if !same && !renumbered {
            return Err(format!("{numbering:?}: read as {form:?}"));
        }
        let spelled = file.spell(*id, &mut String::new()).map_err(fault)?;
        assert_eq!(spelled, value.as_text().is_none());
        // Whoever reads the file can go on with it.
        let mut again = Module::read(bytes).map_err(fault)?;
        again.set_registry(module.registry().clone());
        if again.write(&options).map_err(fault)? != bytes {
            return Err(format!("{numbering:?}: other bytes"));
        }
    }
    Ok(())
}

/// What became of the calls.
#[derive(Debug, Default)]
struct Count {
    accepted: usize,
    refused: usize,
    faults: Vec<String>,
}

impl Count {
    /// Counts what a call that was to give `value` came to; whether it accepted.
    fn call<E>(
        &mut self,
        module: &Module<'_>,
        called: Result<()>,
        (names, value): ([&str; 2], &E),
        what: &str,
    ) -> bool
    where
        E: Entry<'static> + PartialEq,
    {
        let fault = match called {
            Ok(()) => {
                self.accepted += 1;
                check(module, value).err().map(|fault| format!("accepted, but {fault}"))
            }
            Err(error) => {
                self.refused += 1;
                let error = error.to_string();
                let named = names.iter().any(|name| error.contains(name));
                (!named).then(|| format!("refused without a name: {error}"))
            }
        };
        let is_fine = fault.is_none();
        let value = format!("{value:.0?}").chars().take(90).collect::<String>();
        self.faults.extend(fault.map(|fault| format!("{what}: {value}: {fault}")));
        is_fine
    }
}

/// Adds values at every version of the dialect and of the format, and takes them to all others.
fn every_version<D, E>(values: &[(&str, E)], count: &mut Count)
where
    D: bytespec::dialect::Dialect + DeclaredVersions,
    E: Entry<'static, Dialect = D> + PartialEq,
{
    let registry = Registry::new().with::<D>();
    let name = <D as DeclaredVersions>::DIALECT;
    for &format in Version::ALL {
        let is_end = [Version::ALL.first(), Version::ALL.last()].contains(&Some(&format));
        for from in D::VERSIONS {
            let mut empty = Module::for_version("MLIR22.1.8", format);
            empty.set_registry(registry.clone());
            empty.add_type(BuiltinType::IndexType).expect("a type");
            empty.string_attribute("one").expect("an attribute");
            empty.string_attribute("two").expect("an attribute");
            if empty.convert_dialect(name, Some(from)).is_err() {
                count.refused += 1;
                continue;
            }
            for (item, value) in values {
                let value = ([*item, name], value);
                let what = format!("{from} in {format}");
                let mut module = empty.clone();
                let added = module.add_entry(value.1).and_then(|id| hold(&mut module, id));
                let accepted = added.is_ok();
                if !count.call(&module, added, value, &what) || !accepted || !is_end {
                    continue;
                }
                for to in D::VERSIONS {
                    let mut module = module.clone();
                    let converted = module.convert_dialect(name, Some(to));
                    count.call(&module, converted, value, &format!("{what} to {to}"));
                }
                for &to in Version::ALL {
                    for losses in [Losses::Refuse, Losses::Allow] {
                        let mut module = module.clone();
                        let converted = module.convert(to, losses).map(drop);
                        let what = format!("{what} to {to}, {losses:?}");
                        count.call(&module, converted, value, &what);
                    }
                }
            }
        }
    }
}

/// A dialect whose entries have a shape in every position.
macro_rules! shape {
    ($module:ident, $name:literal, $ty:ty, $values:expr, { $($items:tt)* }) => {
        mod $module {
            use super::*;

            $($items)*

            #[derive(Dialect)]
            #[bytecode(name = $name, versions("1.0", "1.1", "2.0"), attributes(Attr), types(Held))]
            pub(super) struct Here;

            #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
            #[bytecode(dialect = Here)]
            pub(super) struct Holder {
                before: u8,
                values: Vec<$ty>,
            }

            #[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
            #[bytecode(dialect = Here)]
            pub(super) enum Attr {
                #[bytecode(code = 0)]
                Plain { value: $ty },
                #[bytecode(code = 1)]
                Listed { values: Vec<$ty> },
                #[bytecode(code = 2)]
                Lists { values: Vec<Vec<$ty>> },
                #[bytecode(code = 3)]
                Boxed { value: Box<$ty> },
                #[bytecode(code = 4)]
                BoxedList { values: Box<Vec<$ty>> },
                #[bytecode(code = 5)]
                Present {
                    #[bytecode(present)]
                    value: Option<$ty>,
                    after: u8,
                },
                #[bytecode(code = 6)]
                Late {
                    #[bytecode(since = "1.1", default = [])]
                    values: Vec<$ty>,
                },
                #[bytecode(code = 7)]
                Ended {
                    #[bytecode(until = "1.1", default = [])]
                    values: Vec<$ty>,
                },
                #[bytecode(code = 8)]
                Holding { holders: Vec<Holder> },
                #[bytecode(code = 9, since = "1.1", until = "1.1")]
                Between { values: Vec<$ty> },
                #[bytecode(form(code = 10, without = "other"), form(code = 11, with = "other"))]
                Formed { other: bool, values: Vec<$ty> },
                #[bytecode(code = 12)]
                Followed { values: Vec<$ty>, after: u64 },
                #[bytecode(text)]
                Text(String),
            }

            #[derive(BytecodeType, Clone, Debug, PartialEq)]
            #[bytecode(dialect = Here, code = 0)]
            pub(super) struct Held {
                values: Vec<$ty>,
            }

            pub(super) fn run(count: &mut Count) {
                let samples: Vec<$ty> = $values;
                let lists = [
                    Vec::new(),
                    samples[..1].to_vec(),
                    samples.clone(),
                    [samples.clone(), samples.clone()].concat(),
                ];
                let mut values = vec![("Text", Attr::Text("#here<1>".to_owned()))];
                for value in samples {
                    values.push(("Plain", Attr::Plain { value: value.clone() }));
                    values.push(("Boxed", Attr::Boxed { value: Box::new(value.clone()) }));
                    values.push(("Present", Attr::Present { value: Some(value), after: 1 }));
                }
                values.push(("Present", Attr::Present { value: None, after: 1 }));
                let mut types = Vec::new();
                for list in &lists {
                    let list = list.clone();
                    let holders = vec![Holder { before: 7, values: list.clone() }];
                    values.push(("Listed", Attr::Listed { values: list.clone() }));
                    values.push(("BoxedList", Attr::BoxedList { values: Box::new(list.clone()) }));
                    values.push(("Late", Attr::Late { values: list.clone() }));
                    values.push(("Ended", Attr::Ended { values: list.clone() }));
                    values.push(("Holding", Attr::Holding { holders }));
                    values.push(("Between", Attr::Between { values: list.clone() }));
                    values.push(("Formed", Attr::Formed { other: true, values: list.clone() }));
                    values.push(("Formed", Attr::Formed { other: false, values: list.clone() }));
                    values.push(("Followed", Attr::Followed { values: list.clone(), after: 0 }));
                    types.push(("Held", Held { values: list }));
                }
                values.push(("Lists", Attr::Lists { values: lists.to_vec() }));
                every_version::<Here, _>(&values, count);
                every_version::<Here, _>(&types, count);
            }
        }
    };
}

shape!(numbers, "numbers", u32, vec![0, 300, u32::MAX], {});
shape!(bytes, "bytes", u8, vec![0, 1], {});
shape!(texts, "texts", String, vec![String::new(), "text".to_owned()], {});
shape!(references, "references", AttributeId, vec![AttributeId(0), AttributeId(1)], {});
shape!(optional, "optional", Maybe, [None, Some(TypeId(0))].map(|id| Maybe { id }).to_vec(), {
    /// Nothing but references.
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    #[bytecode(dialect = Here)]
    pub(super) struct Maybe {
        id: Option<TypeId>,
    }
});
shape!(late, "late", Pin, vec![Pin { number: 0 }, Pin { number: 3 }], {
    /// Without bytes before 1.1.
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    #[bytecode(dialect = Here)]
    pub(super) struct Pin {
        #[bytecode(since = "1.1", default = 0)]
        number: u8,
    }
});
shape!(ended, "ended", Pin, vec![Pin { number: 0 }, Pin { number: 3 }], {
    /// Without bytes after 1.1.
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    #[bytecode(dialect = Here)]
    pub(super) struct Pin {
        #[bytecode(until = "1.1", default = 0)]
        number: u8,
    }
});
shape!(inside, "inside", Board, vec![Board { pins: Pin { id: None } }], {
    /// Without bytes before 2.0, by what it holds.
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    #[bytecode(dialect = Here)]
    pub(super) struct Board {
        pins: Pin,
    }

    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    #[bytecode(dialect = Here)]
    pub(super) struct Pin {
        #[bytecode(since = "2.0", default = None)]
        id: Option<AttributeId>,
    }
});
shape!(nothing, "nothing", Nothing, vec![Nothing {}], {
    /// Never any bytes.
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    pub(super) struct Nothing {}
});
shape!(members, "members", Unit, vec![Unit::Rpm, Unit::Hertz], {
    #[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
    #[bytecode(wire = "u8", dialect = Here)]
    pub(super) enum Unit {
        Rpm = 0,
        #[bytecode(since = "1.1")]
        Hertz = 1,
    }
});
shape!(by_hand, "by_hand", Silent, vec![Silent(true), Silent(false)], {
    /// A codec by hand that says only one of two values.
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Silent(bool);

    impl<'a, C> FromWire<'a, C> for Silent {
        fn from_wire(cursor: &mut Cursor<'a>, _: &C) -> Result<Self> {
            cursor.bool().map(Silent)
        }
    }

    impl<C> ToWire<C> for Silent {
        fn to_wire(&self, writer: &mut Writer, _: &mut C) -> Result<()> {
            if self.0 {
                writer.bool(true);
            }
            Ok(())
        }
    }

    impl bytespec::export::Describe for Silent {
        fn describe(_: &mut bytespec::export::Schema) -> String {
            "bool".to_owned()
        }
    }
});
shape!(nested, "nested", Nest, DEPTHS.map(Nest::deep).to_vec(), {
    /// One inside the other.
    #[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
    pub(super) enum Nest {
        #[bytecode(code = 0)]
        End,
        #[bytecode(code = 1)]
        In(Box<Nest>),
    }

    impl Nest {
        fn deep(depth: usize) -> Self {
            (1..depth).fold(Nest::End, |inner, _| Nest::In(Box::new(inner)))
        }
    }
});
shape!(trees, "trees", Tree, DEPTHS.map(Tree::deep).to_vec(), {
    /// Lists inside lists.
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    pub(super) struct Tree {
        children: Vec<Tree>,
    }

    impl Tree {
        fn deep(depth: usize) -> Self {
            let leaf = Tree { children: Vec::new() };
            (1..depth).fold(leaf, |inner, _| Tree { children: vec![inner] })
        }
    }
});

/// About the limit of the depth, and of half of it, where two things of each level count.
const DEPTHS: [usize; 14] = {
    let most = bytespec::wire::MAX_DEPTH as usize;
    let half = most / 2;
    [
        1,
        half - 3,
        half - 2,
        half - 1,
        half,
        half + 1,
        most - 4,
        most - 3,
        most - 2,
        most - 1,
        most,
        most + 1,
        most + 2,
        3 * most,
    ]
};

macro_rules! tests {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let mut count = Count::default();
            super::$name::run(&mut count);
            assert!(count.accepted > 0 && count.refused > 0, "{count:?}");
            let first = &count.faults[..count.faults.len().min(20)];
            assert!(first.is_empty(), "{} of {count:.0?}: {first:#?}", count.faults.len());
        }
    )*};
}

mod every {
    use super::Count;

    tests!(numbers bytes texts references optional late ended inside nothing members by_hand nested trees);
}
