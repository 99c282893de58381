use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord};
/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// Good to know.
    Info = 0,
    /// To be looked at.
    Alarm = 200,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::wire::Enumeration for Level {
    type Number = ::core::primitive::u64;
    const ALL: &'static [Self] = &[Level::Info, Level::Alarm];
    #[inline]
    fn number(self) -> ::core::primitive::u64 {
        self as u64
    }
    fn name(self) -> &'static ::core::primitive::str {
        match self {
            Level::Info => "Info",
            Level::Alarm => "Alarm",
        }
    }
    #[inline]
    fn from_number(number: ::core::primitive::u64) -> ::core::option::Option<Self> {
        match number {
            0 => ::core::option::Option::Some(Level::Info),
            200 => ::core::option::Option::Some(Level::Alarm),
            _ => ::core::option::Option::None,
        }
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a, __C: ::bytespec::wire::Convention> ::bytespec::wire::FromWire<'__a, __C>
for Level {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &__C,
    ) -> ::bytespec::error::Result<Self> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        let start = cursor.position();
        let number = u64::from(cursor.u8()?);
        let Some(member) = <Level as ::bytespec::wire::Enumeration>::from_number(number)
        else {
            return Err(::bytespec::values::unknown_number(start, "Level", number));
        };
        Ok(member)
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<__C: ::bytespec::wire::Convention> ::bytespec::wire::ToWire<__C> for Level {
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::between(
        1usize,
        1usize,
    );
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut __C,
    ) -> ::bytespec::error::Result<()> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        writer.u8((*self) as u8);
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for Level {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Level", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    {
                        let types: &[::std::string::String] = &[];
                        let defaults: &[::std::string::String] = &[];
                        ::bytespec::export::fill(
                            "- enum: \"\u{4}\"\n  wire: \"u8\"\n  summary: \"How bad it is\"\n  members:\n    - {name: \"Info\", value: 0, summary: \"Good to know\"}\n    - {name: \"Alarm\", value: 200, summary: \"To be looked at\"}\n",
                            types,
                            defaults,
                        )
                    }
                },
            )
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Literal for Level {
    fn literal(&self) -> ::std::string::String {
        ::std::borrow::ToOwned::to_owned(
            match self {
                Self::Info => "Info",
                Self::Alarm => "Alarm",
            },
        )
    }
}
/// Two of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair<T> {
    /// One.
    pub(crate) first: T,
    /// The other.
    pub(crate) second: T,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a, T, __C: ::bytespec::wire::Convention> ::bytespec::wire::FromWire<'__a, __C>
for Pair<T>
where
    T: ::bytespec::wire::FromWire<'__a, __C>,
{
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &__C,
    ) -> ::bytespec::error::Result<Self> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        let start = cursor.position();
        let f_first = <T as ::bytespec::wire::FromWire<'_, __C>>::from_wire(cursor, cx)
            .field("first")?;
        let f_second = <T as ::bytespec::wire::FromWire<'_, __C>>::from_wire(cursor, cx)
            .field("second")?;
        Ok(Self {
            first: f_first,
            second: f_second,
        })
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<T, __C: ::bytespec::wire::Convention> ::bytespec::wire::ToWire<__C> for Pair<T>
where
    T: ::bytespec::wire::ToWire<__C>,
{
    const IS_OPEN: ::core::primitive::bool = <T as ::bytespec::wire::ToWire<
        __C,
    >>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = <T as ::bytespec::wire::ToWire<__C>>::SIZES
        .then(<T as ::bytespec::wire::ToWire<__C>>::SIZES);
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut __C,
    ) -> ::bytespec::error::Result<()> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        const {
            ::core::assert!(
                ! < T as ::bytespec::wire::ToWire < __C >> ::IS_OPEN,
                "`first` extends to the end of the bytes: it must come last"
            )
        };
        let Self { first: f_first, second: f_second } = self;
        <T as ::bytespec::wire::ToWire<__C>>::to_wire(&(*f_first), writer, cx)
            .field("first")?;
        <T as ::bytespec::wire::ToWire<__C>>::to_wire(&(*f_second), writer, cx)
            .field("second")?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<T> ::bytespec::export::Describe for Pair<T>
where
    T: ::bytespec::export::Describe,
{
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [<T as ::bytespec::export::Describe>::describe(schema)];
            ::bytespec::export::full_name("Pair", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    {
                        let types: &[::std::string::String] = &[
                            <T as ::bytespec::export::Describe>::describe(schema),
                        ];
                        let defaults: &[::std::string::String] = &[];
                        ::bytespec::export::fill(
                            "- record: \"\u{4}\"\n  summary: \"Two of a kind\"\n  fields:\n    - {name: \"first\", type: \"\u{1}0\u{1}\", summary: \"One\"}\n    - {name: \"second\", type: \"\u{1}0\u{1}\", summary: \"The other\"}\n",
                            types,
                            defaults,
                        )
                    }
                },
            )
    }
}
/// A place in a tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// Whether it is open.
    pub(crate) open: bool,
    /// A weight.
    pub(crate) weight: Option<u32>,
    /// What hangs below.
    pub(crate) leaves: Vec<Pair<u8>>,
    /// Rows of numbers.
    pub(crate) rows: Vec<Vec<u16>>,
    /// Corners, of which some are known.
    pub(crate) corners: [Option<(u32, bool)>; 2],
    /// Where it was made.
    pub(crate) origin: Origin,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a, __C: ::bytespec::wire::Convention> ::bytespec::wire::FromWire<'__a, __C>
for Node {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &__C,
    ) -> ::bytespec::error::Result<Self> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        let start = cursor.position();
        let start = cursor.position();
        let flags: u64 = {
            let flags = u64::from(cursor.u8().field("flags")?);
            let known: u64 = 9u64;
            if flags & !known != 0 {
                return Err(::bytespec::values::unknown_flags(start, flags & !known));
            }
            flags
        };
        let f_open = flags >> 0u32 & 1 != 0;
        let f_weight = if flags >> 3u32 & 1 != 0 {
            Some(cursor.varint_u32::<__C>().field("weight")?)
        } else {
            None
        };
        let f_leaves = <Vec<
            Pair<u8>,
        > as ::bytespec::wire::FromWire<'_, __C>>::from_wire(cursor, cx)
            .field("leaves")?;
        let f_rows = <Vec<
            Vec<u16>,
        > as ::bytespec::wire::FromWire<'_, __C>>::from_wire(cursor, cx)
            .field("rows")?;
        let f_corners = (|| -> ::bytespec::error::Result<_> {
            Ok(
                ::bytespec::wire::read_array(
                    cursor,
                    |cursor| Ok(
                        if cursor.bool()? {
                            Some((
                                (|| -> ::bytespec::error::Result<_> {
                                    Ok(cursor.varint_u32::<__C>()?)
                                })()
                                    .index(0)?,
                                (|| -> ::bytespec::error::Result<_> {
                                    Ok({
                                        let at = cursor.position();
                                        ::bytespec::wire::truth(
                                            at,
                                            u64::from(cursor.varint_u32::<__C>()?),
                                        )?
                                    })
                                })()
                                    .index(1)?,
                            ))
                        } else {
                            None
                        },
                    ),
                )?,
            )
        })()
            .field("corners")?;
        let f_origin = <Origin as ::bytespec::wire::FromWire<
            '_,
            __C,
        >>::from_wire(cursor, cx)
            .field("origin")?;
        Ok(Self {
            open: f_open,
            weight: f_weight,
            leaves: f_leaves,
            rows: f_rows,
            corners: f_corners,
            origin: f_origin,
        })
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<__C: ::bytespec::wire::Convention> ::bytespec::wire::ToWire<__C> for Node {
    const IS_OPEN: ::core::primitive::bool = <Origin as ::bytespec::wire::ToWire<
        __C,
    >>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::between(
            1usize,
            1usize,
        )
        .then(::bytespec::wire::Sizes::varints::<__C>(0u32, 32u32).maybe())
        .then(<Vec<Pair<u8>> as ::bytespec::wire::ToWire<__C>>::SIZES)
        .then(<Vec<Vec<u16>> as ::bytespec::wire::ToWire<__C>>::SIZES)
        .then(
            ::bytespec::wire::Sizes::between(1usize, 1usize)
                .then(
                    ::bytespec::wire::Sizes::between(1usize, 1usize)
                        .then(::bytespec::wire::Sizes::varints::<__C>(0u32, 32u32))
                        .maybe(),
                )
                .times(2),
        )
        .then(<Origin as ::bytespec::wire::ToWire<__C>>::SIZES);
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut __C,
    ) -> ::bytespec::error::Result<()> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        const {
            ::core::assert!(
                ! < Vec < Pair < u8 > > as ::bytespec::wire::ToWire < __C >> ::IS_OPEN,
                "`leaves` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < Vec < Vec < u16 > > as ::bytespec::wire::ToWire < __C >> ::IS_OPEN,
                "`rows` extends to the end of the bytes: it must come last"
            )
        };
        let Self {
            open: f_open,
            weight: f_weight,
            leaves: f_leaves,
            rows: f_rows,
            corners: f_corners,
            origin: f_origin,
        } = self;
        {
            let mut flags = 0u64;
            if *f_open {
                flags |= 1u64;
            }
            if f_weight.is_some() {
                flags |= 8u64;
            }
            writer.u8((flags as u8));
        }
        if let Some(f_weight) = f_weight {
            writer.varint::<__C>(u64::from((*f_weight)));
        }
        <Vec<
            Pair<u8>,
        > as ::bytespec::wire::ToWire<__C>>::to_wire(&(*f_leaves), writer, cx)
            .field("leaves")?;
        <Vec<Vec<u16>> as ::bytespec::wire::ToWire<__C>>::to_wire(&(*f_rows), writer, cx)
            .field("rows")?;
        (|| -> ::bytespec::error::Result<()> {
            let whole = &(*f_corners);
            ::bytespec::wire::write_array(
                writer,
                whole,
                |writer, element| {
                    writer.bool(element.is_some());
                    if let Some(inner) = element {
                        {
                            let (part0, part1) = inner;
                            (|| -> ::bytespec::error::Result<()> {
                                writer.varint::<__C>(u64::from((*part0)));
                                Ok(())
                            })()
                                .index(0)?;
                            (|| -> ::bytespec::error::Result<()> {
                                writer.varint::<__C>(u64::from(u32::from(*part1)));
                                Ok(())
                            })()
                                .index(1)?;
                        }
                    }
                    Ok(())
                },
            )?;
            Ok(())
        })()
            .field("corners")?;
        <Origin as ::bytespec::wire::ToWire<__C>>::to_wire(&(*f_origin), writer, cx)
            .field("origin")?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for Node {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Node", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    {
                        let types: &[::std::string::String] = &[
                            <Vec<
                                Pair<u8>,
                            > as ::bytespec::export::Describe>::describe(schema),
                            <Vec<
                                Vec<u16>,
                            > as ::bytespec::export::Describe>::describe(schema),
                            {
                                let of = {
                                    let of = {
                                        let parts = [
                                            ::std::borrow::ToOwned::to_owned("varint<u32>"),
                                            schema
                                                .truth(::std::borrow::ToOwned::to_owned("varint<u32>")),
                                        ];
                                        schema.tuple(&parts)
                                    };
                                    schema.optional(of)
                                };
                                schema.array(2, of)
                            },
                            <Origin as ::bytespec::export::Describe>::describe(schema),
                        ];
                        let defaults: &[::std::string::String] = &[];
                        ::bytespec::export::fill(
                            "- record: \"\u{4}\"\n  summary: \"A place in a tree\"\n  fields:\n    - {name: \"flags\", type: \"flags<u8>\", summary: \"Presence of the optional fields\"}\n    - {name: \"open\", type: \"unit\", bit: 0, summary: \"Whether it is open\"}\n    - {name: \"weight\", type: \"varint<u32>\", optional: true, bit: 3, summary: \"A weight\"}\n    - {name: \"leaves\", type: \"\u{1}0\u{1}\", summary: \"What hangs below\"}\n    - {name: \"rows\", type: \"\u{1}1\u{1}\", summary: \"Rows of numbers\"}\n    - {name: \"corners\", type: \"\u{1}2\u{1}\", summary: \"Corners, of which some are known\"}\n    - {name: \"origin\", type: \"\u{1}3\u{1}\", summary: \"Where it was made\"}\n",
                            types,
                            defaults,
                        )
                    }
                },
            )
    }
}
/// A place of which the name says enough.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Origin(pub(crate) String, pub(crate) Option<u64>);
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a, __C: ::bytespec::wire::Convention> ::bytespec::wire::FromWire<'__a, __C>
for Origin {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &__C,
    ) -> ::bytespec::error::Result<Self> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        let start = cursor.position();
        let f_name = <String as ::bytespec::wire::FromWire<
            '_,
            __C,
        >>::from_wire(cursor, cx)
            .field("name")?;
        Ok(Self {
            0: f_name,
            1: ::core::default::Default::default(),
        })
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<__C: ::bytespec::wire::Convention> ::bytespec::wire::ToWire<__C> for Origin {
    const IS_OPEN: ::core::primitive::bool = <String as ::bytespec::wire::ToWire<
        __C,
    >>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = <String as ::bytespec::wire::ToWire<
        __C,
    >>::SIZES;
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut __C,
    ) -> ::bytespec::error::Result<()> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        let Self { 0: f_name, 1: _ } = self;
        <String as ::bytespec::wire::ToWire<__C>>::to_wire(&(*f_name), writer, cx)
            .field("name")?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for Origin {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Origin", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    {
                        let types: &[::std::string::String] = &[
                            <String as ::bytespec::export::Describe>::describe(schema),
                        ];
                        let defaults: &[::std::string::String] = &[];
                        ::bytespec::export::fill(
                            "- record: \"\u{4}\"\n  summary: \"A place of which the name says enough\"\n  fields:\n    - {name: \"name\", type: \"\u{1}0\u{1}\", summary: \"name\"}\n",
                            types,
                            defaults,
                        )
                    }
                },
            )
    }
}
/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event<'a> {
    /// Something was said.
    Said {
        /// How bad it is.
        level: Level,
        /// The words.
        words: &'a str,
        /// By whom.
        speaker: Option<String>,
    },
    /// Something was measured.
    Measured(Pair<i16>),
    /// The tree as it was.
    Tree {
        /// The root.
        root: Box<Node>,
        /// Marks, from where to where.
        marks: Vec<Pair<u32>>,
    },
    /// One thing after the other.
    Group {
        /// What happened.
        events: Vec<Event<'a>>,
        /// Whatever else.
        rest: &'a [u8],
    },
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'a, __C: ::bytespec::wire::Convention> ::bytespec::wire::FromWire<'a, __C>
for Event<'a> {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'a>,
        cx: &__C,
    ) -> ::bytespec::error::Result<Self> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        let start = cursor.position();
        let tag = u64::from(cursor.u8()?);
        cursor.enter()?;
        let value = match tag {
            1 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_level = <Level as ::bytespec::wire::FromWire<
                        '_,
                        __C,
                    >>::from_wire(cursor, cx)
                        .field("level")?;
                    let f_words = <&'a str as ::bytespec::wire::FromWire<
                        '_,
                        __C,
                    >>::from_wire(cursor, cx)
                        .field("words")?;
                    let f_speaker_present = cursor.bool().field("speaker_present")?;
                    let f_speaker = if f_speaker_present {
                        Some(
                            <String as ::bytespec::wire::FromWire<
                                '_,
                                __C,
                            >>::from_wire(cursor, cx)
                                .field("speaker")?,
                        )
                    } else {
                        None
                    };
                    Ok(Self::Said {
                        level: f_level,
                        words: f_words,
                        speaker: f_speaker,
                    })
                };
                read().item("Said")
            }
            2 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_value = <Pair<
                        i16,
                    > as ::bytespec::wire::FromWire<'_, __C>>::from_wire(cursor, cx)
                        .field("value")?;
                    Ok(Self::Measured { 0: f_value })
                };
                read().item("Measured")
            }
            3 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_root = <Box<
                        Node,
                    > as ::bytespec::wire::FromWire<'_, __C>>::from_wire(cursor, cx)
                        .field("root")?;
                    let f_marks = <Vec<
                        Pair<u32>,
                    > as ::bytespec::wire::FromWire<'_, __C>>::from_wire(cursor, cx)
                        .field("marks")?;
                    Ok(Self::Tree {
                        root: f_root,
                        marks: f_marks,
                    })
                };
                read().item("Tree")
            }
            255 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_events = <Vec<
                        Event<'a>,
                    > as ::bytespec::wire::FromWire<'_, __C>>::from_wire(cursor, cx)
                        .field("events")?;
                    let f_rest = <&'a [u8] as ::bytespec::wire::FromWire<
                        '_,
                        __C,
                    >>::from_wire(cursor, cx)
                        .field("rest")?;
                    Ok(Self::Group {
                        events: f_events,
                        rest: f_rest,
                    })
                };
                read().item("Group")
            }
            tag => Err(::bytespec::values::unknown_number(start, "Event", tag)),
        };
        cursor.leave();
        value
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'a, __C: ::bytespec::wire::Convention> ::bytespec::wire::ToWire<__C> for Event<'a> {
    const IS_OPEN: ::core::primitive::bool = <String as ::bytespec::wire::ToWire<
        __C,
    >>::IS_OPEN || <Pair<i16> as ::bytespec::wire::ToWire<__C>>::IS_OPEN
        || <Vec<Pair<u32>> as ::bytespec::wire::ToWire<__C>>::IS_OPEN
        || <&'a [u8] as ::bytespec::wire::ToWire<__C>>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::between(
            2usize,
            2usize,
        )
        .then(<Level as ::bytespec::wire::ToWire<__C>>::SIZES)
        .then(<&'a str as ::bytespec::wire::ToWire<__C>>::SIZES)
        .then(<String as ::bytespec::wire::ToWire<__C>>::SIZES.maybe())
        .or(
            ::bytespec::wire::Sizes::between(1usize, 1usize)
                .then(<Pair<i16> as ::bytespec::wire::ToWire<__C>>::SIZES),
        )
        .or(
            ::bytespec::wire::Sizes::between(1usize, 1usize)
                .then(<Box<Node> as ::bytespec::wire::ToWire<__C>>::SIZES)
                .then(<Vec<Pair<u32>> as ::bytespec::wire::ToWire<__C>>::SIZES),
        )
        .or(
            ::bytespec::wire::Sizes::between(1usize, 1usize)
                .then(<Vec<Event<'a>> as ::bytespec::wire::ToWire<__C>>::SIZES)
                .then(<&'a [u8] as ::bytespec::wire::ToWire<__C>>::SIZES),
        );
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut __C,
    ) -> ::bytespec::error::Result<()> {
        #[allow(unused_imports)]
        use ::core::{
            convert::{From as _, Into as _},
            iter::{IntoIterator as _, Iterator as _},
            option::Option::{None, Some},
            result::Result::{Err, Ok},
        };
        #[allow(unused_imports)]
        use ::bytespec::error::Context as _;
        const {
            ::core::assert!(
                ! < Level as ::bytespec::wire::ToWire < __C >> ::IS_OPEN,
                "`level` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < & 'a str as ::bytespec::wire::ToWire < __C >> ::IS_OPEN,
                "`words` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < Box < Node > as ::bytespec::wire::ToWire < __C >> ::IS_OPEN,
                "`root` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < Vec < Event < 'a > > as ::bytespec::wire::ToWire < __C >> ::IS_OPEN,
                "`events` extends to the end of the bytes: it must come last"
            )
        };
        writer
            .nested(|writer| -> ::bytespec::error::Result<()> {
                match self {
                    Self::Said {
                        level: f_level,
                        words: f_words,
                        speaker: f_speaker,
                    } => {
                        writer.u8((1 as u8));
                        <Level as ::bytespec::wire::ToWire<
                            __C,
                        >>::to_wire(&(*f_level), writer, cx)
                            .field("level")
                            .item("Said")?;
                        <&'a str as ::bytespec::wire::ToWire<
                            __C,
                        >>::to_wire(&(*f_words), writer, cx)
                            .field("words")
                            .item("Said")?;
                        {
                            writer.bool(f_speaker.is_some());
                        }
                        if let Some(f_speaker) = f_speaker {
                            <String as ::bytespec::wire::ToWire<
                                __C,
                            >>::to_wire(&(*f_speaker), writer, cx)
                                .field("speaker")
                                .item("Said")?;
                        }
                    }
                    Self::Measured { 0: f_value } => {
                        writer.u8((2 as u8));
                        <Pair<
                            i16,
                        > as ::bytespec::wire::ToWire<
                            __C,
                        >>::to_wire(&(*f_value), writer, cx)
                            .field("value")
                            .item("Measured")?;
                    }
                    Self::Tree { root: f_root, marks: f_marks } => {
                        writer.u8((3 as u8));
                        <Box<
                            Node,
                        > as ::bytespec::wire::ToWire<
                            __C,
                        >>::to_wire(&(*f_root), writer, cx)
                            .field("root")
                            .item("Tree")?;
                        <Vec<
                            Pair<u32>,
                        > as ::bytespec::wire::ToWire<
                            __C,
                        >>::to_wire(&(*f_marks), writer, cx)
                            .field("marks")
                            .item("Tree")?;
                    }
                    Self::Group { events: f_events, rest: f_rest } => {
                        writer.u8((255 as u8));
                        <Vec<
                            Event<'a>,
                        > as ::bytespec::wire::ToWire<
                            __C,
                        >>::to_wire(&(*f_events), writer, cx)
                            .field("events")
                            .item("Group")?;
                        <&'a [u8] as ::bytespec::wire::ToWire<
                            __C,
                        >>::to_wire(&(*f_rest), writer, cx)
                            .field("rest")
                            .item("Group")?;
                    }
                }
                Ok(())
            })?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'a> ::bytespec::export::DescribeEntry for Event<'a> {
    fn union(schema: &mut ::bytespec::export::Schema) -> ::bytespec::export::Union {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Event", &parameters)
        };
        let variants = {
            let types: &[::std::string::String] = &[
                <Level as ::bytespec::export::Describe>::describe(schema),
                <&'a str as ::bytespec::export::Describe>::describe(schema),
                <String as ::bytespec::export::Describe>::describe(schema),
                <Pair<i16> as ::bytespec::export::Describe>::describe(schema),
                <Box<Node> as ::bytespec::export::Describe>::describe(schema),
                <Vec<Pair<u32>> as ::bytespec::export::Describe>::describe(schema),
                <Vec<Event<'a>> as ::bytespec::export::Describe>::describe(schema),
                <&'a [u8] as ::bytespec::export::Describe>::describe(schema),
            ];
            let defaults: &[::std::string::String] = &[];
            ::bytespec::export::fill(
                "- variant: \"Said\"\n  of: \"\u{3}\"\n  tag: 1\n  summary: \"Something was said\"\n  fields:\n    - {name: \"level\", type: \"\u{1}0\u{1}\", summary: \"How bad it is\"}\n    - {name: \"words\", type: \"\u{1}1\u{1}\", summary: \"The words\"}\n    - {name: \"speaker_present\", type: \"presence<u8>\", summary: \"Whether `speaker` is present\"}\n    - {name: \"speaker\", type: \"\u{1}2\u{1}\", optional: true, present: \"speaker_present\", summary: \"By whom\"}\n- variant: \"Measured\"\n  of: \"\u{3}\"\n  tag: 2\n  summary: \"Something was measured\"\n  fields:\n    - {name: \"value\", type: \"\u{1}3\u{1}\", summary: \"value\"}\n- variant: \"Tree\"\n  of: \"\u{3}\"\n  tag: 3\n  summary: \"The tree as it was\"\n  fields:\n    - {name: \"root\", type: \"\u{1}4\u{1}\", summary: \"The root\"}\n    - {name: \"marks\", type: \"\u{1}5\u{1}\", summary: \"Marks, from where to where\"}\n- variant: \"Group\"\n  of: \"\u{3}\"\n  tag: 255\n  summary: \"One thing after the other\"\n  fields:\n    - {name: \"events\", type: \"\u{1}6\u{1}\", summary: \"What happened\"}\n    - {name: \"rest\", type: \"\u{1}7\u{1}\", summary: \"Whatever else\"}\n",
                types,
                defaults,
            )
        };
        ::bytespec::export::Union::new(
            name,
            "  tag: \"u8\"\n  unknown: error\n  summary: \"What happened\"\n",
            "",
            variants,
        )
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'a> ::bytespec::export::Describe for Event<'a> {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Event", &parameters)
        };
        schema.union(name, <Self as ::bytespec::export::DescribeEntry>::union)
    }
}
