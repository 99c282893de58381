//! What the owner of a format with a host writes by hand: contexts that know nothing but axes, and codecs of eight bytes.

use bytespec_codegen::model::{Codec, Field, Integer, Model, Wire};
use std::collections::HashSet;
use std::fmt::Write as _;

/// A host of a format; none where it must do more than this one can: where operations have text, codecs are read from text, or
/// names are odd.
pub(crate) fn module(model: &Model) -> Option<String> {
    let text = model.ops.iter().any(|op| !op.text.is_empty());
    if text || model.codecs.iter().any(|codec| codec.readable) {
        return None;
    }
    let contexts = contexts(model);
    let mut indices = String::new();
    for table in &model.tables {
        let function = snake(&table.name)?;
        let ty = format!("code::{}Id", capital(&function));
        let _ = writeln!(
            indices,
            "        pub fn {function}_index(&mut self, id: {ty}) -> Result<u32> {{ Ok(id.0) }}"
        );
    }
    let types = model.operations.as_ref().map(|found| &model.tables[found.types].name);
    let instructions = model.ops.iter().any(|op| !op.section_form);
    let builder =
        types.filter(|_| instructions).map(|name| BUILDER.replace("TYPE", &capital(name)));
    // A table may be called so where there are no operations.
    let values = if model.operations.is_some() {
        "pub fn value_index(&mut self, value: bytespec::values::Value) -> Result<u32> { Ok(value.index()) }"
    } else {
        ""
    };
    let codecs = codecs(model)?;
    Some(format!(
        "#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
pub(crate) mod host {{
    //! Made with the schema.
    use super::code;
    use bytespec::Result;
    {contexts}
    impl Context<'_> {{
        pub fn check_nonempty<T>(&self, _: T, _: usize) -> Result<()> {{ Ok(()) }}
    }}
    impl Encoder<'_> {{
        pub fn check_nonempty<T>(&self, _: T) -> Result<()> {{ Ok(()) }}
        {values}
        pub fn is_used(&mut self, _: bytespec::values::Value) -> bool {{ true }}
{indices}    }}
    {}
    pub mod codec {{
        //! Codecs.
        use super::{{Context, Encoder}};
        {codecs}
    }}
}}
",
        builder.unwrap_or_default()
    ))
}

/// The contexts of a format, for reading and for writing, with the axes that it has.
fn contexts(model: &Model) -> String {
    let mut axes = Vec::new();
    if model.releases.is_some() {
        axes.push(("release", "Option<code::Release>"));
    }
    if model.axes().next().is_some() {
        axes.push(("dialects", "code::DialectReleases"));
    }
    let mut contexts = String::new();
    for name in ["Context", "Encoder"] {
        let fields = axes.iter().map(|(name, ty)| format!("pub(crate) {name}: {ty}, "));
        let methods = axes
            .iter()
            .map(|(name, ty)| format!("pub fn {name}(&self) -> {ty} {{ self.{name} }}\n        "));
        let nothing = axes.iter().map(|(name, _)| format!("{name}: Default::default(), "));
        let _ = write!(
            contexts,
            "
    #[derive(Clone, Copy, Debug)]
    pub struct {name}<'a> {{
        version: code::Version,
        pub(crate) features: code::Features,
        {}
        input: std::marker::PhantomData<&'a ()>,
    }}

    impl {name}<'_> {{
        pub(crate) fn new(version: code::Version) -> Self {{
            let (features, input) = (code::Features::NONE, std::marker::PhantomData);
            {name} {{ version, features, {} input }}
        }}
        pub fn version(&self) -> code::Version {{ self.version }}
        pub fn has_feature(&self, feature: code::Feature) -> bool {{ self.features.contains(feature) }}
        {}
    }}
",
            fields.collect::<String>(),
            nothing.collect::<String>(),
            methods.collect::<String>(),
        );
    }
    contexts
}

/// The codecs of a format: what each is called, and what its values are.
pub(crate) fn functions(model: &Model) -> Vec<(&str, &str)> {
    let codecs = model.codecs.iter();
    let kind = |codec: &Codec| match (codec.borrowed, codec.derived, codec.integer()) {
        (true, ..) => "bytes",
        (_, true, _) => "shown",
        (_, _, Some(integer)) => integer.rust(),
        _ => "number",
    };
    codecs.map(|codec| (codec.docs.name.as_str(), kind(codec))).collect()
}

/// The same with a capital letter.
fn capital(name: &str) -> String {
    name[..1].to_ascii_uppercase() + &name[1..]
}

/// A name of letters in the case of functions.
fn snake(name: &str) -> Option<String> {
    let mut letters = name.chars();
    let first = letters.next().filter(char::is_ascii_alphabetic)?;
    let plain = letters.clone().all(|letter| letter.is_ascii_lowercase());
    plain.then(|| first.to_ascii_lowercase().to_string() + letters.as_str())
}

const BUILDER: &str = "
    /// Takes operations in the making.
    #[derive(Debug)]
    pub struct Builder<'b> {
        ops: &'b mut Vec<code::Op>,
    }
    impl<'b> Builder<'b> {
        pub(crate) fn add(&mut self, op: impl Into<code::Op>) -> usize {
            self.ops.push(op.into());
            self.ops.len() - 1
        }
        pub(crate) fn result(&self, op: usize, index: usize) -> bytespec::values::Value {
            bytespec::values::Value::new((op + index) as u32)
        }
        pub(crate) fn results(&self, op: usize) -> Vec<bytespec::values::Value> {
            vec![self.result(op, 0)]
        }
        pub(crate) fn type_of(&self, _: bytespec::values::Value) -> code::TYPEId {
            code::TYPEId(0)
        }
        pub(crate) fn add_region(&mut self) -> bytespec::values::RegionId {
            bytespec::values::RegionId::at(0)
        }
        pub(crate) fn fill_region(
            &mut self,
            _: bytespec::values::RegionId,
            _: &[code::TYPEId],
            _: impl FnOnce(&mut Builder<'b>, &[bytespec::values::Value]),
        ) {
        }
    }";

/// The functions and types of all codecs.
fn codecs(model: &Model) -> Option<String> {
    let mut code = String::new();
    let mut views = String::new();
    let mut types = HashSet::new();
    for codec in &model.codecs {
        let name = &codec.docs.name;
        let plain = |c: char| c.is_ascii_lowercase() || c == '_';
        let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
        if !starts || !name.chars().all(plain) || name.contains("__") || name.ends_with('_') {
            return None;
        }
        let value = &codec.value;
        let integer = codec.integer();
        let upper = value.starts_with(|c: char| c.is_ascii_uppercase()) && value != "Self";
        if integer.is_none() && !(upper && value.chars().all(|c| c.is_ascii_alphanumeric())) {
            return None;
        }
        let first = integer.is_none() && types.insert((value, codec.borrowed, codec.derived));
        // Codecs of one type agree in what it is, and each may have arguments.
        let arguments = arguments(model, name);
        let arguments: String = (0..arguments).map(|_| ", _: impl Copy").collect();
        if first && types.iter().filter(|(other, ..)| *other == value).count() > 1 {
            return None;
        }
        let (borrowed, derived) = (codec.borrowed, codec.derived);
        let mut texts = Vec::new();
        match (borrowed, integer) {
            (false, Some(_)) => texts.push(INTEGER),
            _ => {
                let own = if borrowed { [OWNED, DERIVED_BYTES] } else { [NUMBER, DERIVED_NUMBER] };
                let functions = if borrowed { BYTES } else { NUMBERS };
                if first {
                    views +=
                        &if borrowed { BORROWED.replace("TYPE", value) } else { String::new() };
                    texts.extend(&own[..1 + usize::from(derived)]);
                }
                texts.extend((!derived).then_some(functions));
            }
        }
        let wide = if integer.is_some_and(Integer::signed) { "i64" } else { "u64" };
        let text = texts.concat().replace("TYPE", value).replace("WIDE", wide);
        code += &text.replace("NAME", name).replace("ARGUMENTS", &arguments);
    }
    Some(format!("{code}\n        pub mod view {{ {views} }}"))
}

/// How many arguments a codec is given wherever it stands.
fn arguments(model: &Model, name: &str) -> usize {
    fn given(model: &Model, wire: &Wire, name: &str) -> Option<usize> {
        match wire {
            Wire::Codec(index, given) if model.codecs[*index].docs.name == name => {
                Some(given.len())
            }
            wire => given_inside(model, wire, name),
        }
    }
    fn given_inside(model: &Model, wire: &Wire, name: &str) -> Option<usize> {
        wire.inner().and_then(|inner| given(model, inner, name))
    }
    let records = model.records.iter().map(|item| &item.fields);
    let variants = model.unions.iter().flat_map(|item| &item.variants);
    let fields = records.chain(variants.map(|variant| &variant.fields));
    let fields = fields.chain(model.sections.iter().map(|item| &item.fields));
    let mut fields = fields.chain(model.ops.iter().map(|op| &op.attributes)).flatten();
    fields.find_map(|field: &Field| given(model, field.wire()?, name)).unwrap_or(0)
}

const INTEGER: &str = "
        pub fn read_NAME(cursor: &mut bytespec::wire::Cursor<'_>, _: &Context<'_>ARGUMENTS) -> bytespec::Result<TYPE> {
            let start = cursor.position();
            <TYPE>::try_from(cursor.WIDE()?)
                .map_err(|_| bytespec::Error::invalid(\"too large\").or_at(start))
        }
        pub fn write_NAME(writer: &mut bytespec::wire::Writer, _: &mut Encoder<'_>, value: TYPEARGUMENTS) -> bytespec::Result<()> {
            writer.WIDE(value.into());
            Ok(())
        }";

const NUMBER: &str = "
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct TYPE(u64);
        impl From<TYPE> for u64 {
            fn from(value: TYPE) -> u64 {
                value.0
            }
        }
        impl std::fmt::Display for TYPE {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, \"{}\", self.0)
            }
        }";

const NUMBERS: &str = "
        pub fn read_NAME(cursor: &mut bytespec::wire::Cursor<'_>, _: &Context<'_>ARGUMENTS) -> bytespec::Result<TYPE> {
            cursor.u64().map(TYPE)
        }
        pub fn write_NAME(writer: &mut bytespec::wire::Writer, _: &mut Encoder<'_>, value: TYPEARGUMENTS) -> bytespec::Result<()> {
            writer.u64(value.0);
            Ok(())
        }";

const DERIVED_NUMBER: &str = "
        impl<'a> bytespec::wire::FromWire<'a, Context<'a>> for TYPE {
            fn from_wire(cursor: &mut bytespec::wire::Cursor<'a>, _: &Context<'a>) -> bytespec::Result<Self> {
                cursor.u64().map(TYPE)
            }
        }
        impl bytespec::wire::ToWire<Encoder<'_>> for TYPE {
            fn to_wire(&self, writer: &mut bytespec::wire::Writer, _: &mut Encoder<'_>) -> bytespec::Result<()> {
                writer.u64(self.0);
                Ok(())
            }
        }";

const BORROWED: &str = "
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct TYPE<'a>(pub(crate) &'a [u8]);
        impl TYPE<'_> {
            pub fn to_owned(self) -> super::TYPE {
                super::TYPE(self.0.into())
            }
        }
        impl std::fmt::Display for TYPE<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, \"{:?}\", self.0)
            }
        }";

const OWNED: &str = "
        #[derive(Clone, Debug, PartialEq)]
        pub struct TYPE(pub(crate) Box<[u8]>);
        impl TYPE {
            fn put(&self, writer: &mut bytespec::wire::Writer) {
                writer.u64(self.0.len() as u64);
                writer.bytes(&self.0);
            }
        }";

const BYTES: &str = "
        pub fn read_NAME<'a>(cursor: &mut bytespec::wire::Cursor<'a>, _: &Context<'a>ARGUMENTS) -> bytespec::Result<view::TYPE<'a>> {
            let len = cursor.u64()?;
            let len = cursor.check_count(len, 1)?;
            cursor.bytes(len).map(view::TYPE)
        }
        pub fn write_NAME(writer: &mut bytespec::wire::Writer, _: &mut Encoder<'_>, value: &TYPEARGUMENTS) -> bytespec::Result<()> {
            value.put(writer);
            Ok(())
        }";

const DERIVED_BYTES: &str = "
        impl<'a> bytespec::wire::FromWire<'a, Context<'a>> for view::TYPE<'a> {
            fn from_wire(cursor: &mut bytespec::wire::Cursor<'a>, _: &Context<'a>) -> bytespec::Result<Self> {
                let len = cursor.u64()?;
                let len = cursor.check_count(len, 1)?;
                cursor.bytes(len).map(view::TYPE)
            }
        }
        impl bytespec::wire::ToWire<Encoder<'_>> for TYPE {
            fn to_wire(&self, writer: &mut bytespec::wire::Writer, _: &mut Encoder<'_>) -> bytespec::Result<()> {
                self.put(writer);
                Ok(())
            }
        }";
