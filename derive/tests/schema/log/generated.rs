#[allow(
    dead_code,
    unexpected_cfgs,
    unreachable_pub,
    unused,
    clippy::all,
    nonstandard_style,
    clippy::pedantic,
    rustdoc::all
)]
mod generated {
    #[allow(unused_imports)]
    use ::bytespec::error::{Context as _, Error, ErrorKind, Result};
    #[allow(unused_imports)]
    use ::bytespec::parts::OperationParts as _;
    #[allow(unused_imports)]
    use ::bytespec::reflect::{FieldValue, Reflect, VisitField as _};
    #[allow(unused_imports)]
    use ::bytespec::small::{ThinVec, ValueList};
    #[allow(unused_imports)]
    use ::bytespec::values::{
        self, ReadParts as _, RegionId, Typed, TypedValues, Value, Values,
        WriteParts as _,
    };
    #[allow(unused_imports)]
    use ::bytespec::wire::{
        self, Cursor, Decode, List, OffsetTable, TableBuilder, Writer,
    };
    /// The format's title.
    pub const TITLE: &str = "log";
    /// The filler byte of alignments.
    pub const PAD: u8 = 0u8;
    /// A version of the format. Versions compare by age.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Version {
        /// 1: 1.
        V1,
    }
    impl Version {
        /// Every version, oldest first.
        pub const ALL: &[Version] = &[Version::V1];
        /// The newest version.
        pub const LATEST: Version = Version::V1;
        /// The names of all versions, oldest first.
        pub const NAMES: &[&str] = &["1"];
        /// The version's name, such as `13.1`.
        #[must_use]
        pub const fn name(self) -> &'static str {
            match self {
                Version::V1 => "1",
            }
        }
        /// The numbers in the name.
        #[must_use]
        pub const fn parts(self) -> &'static [u32] {
            match self {
                Version::V1 => &[1u32],
            }
        }
        /// The version with these numbers.
        #[must_use]
        pub fn from_parts(parts: &[u32]) -> Option<Version> {
            Version::ALL.iter().copied().find(|version| version.parts() == parts)
        }
        /// The version with the numbers in a file.
        ///
        /// # Errors
        /// Numbers of no version: [`ErrorKind::Version`].
        pub fn supported(numbers: &[u64]) -> Result<Version> {
            let mut known = Version::ALL.iter().copied();
            let same = |version: &Version| {
                let parts = version.parts().iter().map(|part| u64::from(*part));
                parts.eq(numbers.iter().copied())
            };
            known
                .find(same)
                .ok_or_else(|| {
                    let names: Vec<_> = numbers.iter().map(u64::to_string).collect();
                    Version::unsupported(names.join("."))
                })
        }
        #[cold]
        fn unsupported(found: String) -> Error {
            Error::new(ErrorKind::Version {
                format: TITLE,
                found,
                known: Version::NAMES,
            })
        }
    }
    impl std::fmt::Display for Version {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(self.name())
        }
    }
    impl std::str::FromStr for Version {
        type Err = Error;
        fn from_str(name: &str) -> Result<Version> {
            let found = Version::ALL
                .iter()
                .copied()
                .find(|version| version.name() == name);
            found.ok_or_else(|| Version::unsupported(name.to_owned()))
        }
    }
    /// A feature that a file announces, which allows further items.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Feature {}
    impl Feature {
        /// The feature's name.
        #[must_use]
        pub const fn name(&self) -> &'static str {
            match *self {}
        }
    }
    /// A set of features.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Features(u32);
    impl Features {
        /// No feature.
        pub const NONE: Features = Features(0);
        #[allow(unreachable_code, clippy::missing_const_for_fn)]
        fn bit(feature: Feature) -> u32 {
            match feature {}
        }
        /// Whether the set has a feature.
        #[inline]
        #[must_use]
        pub fn contains(self, feature: Feature) -> bool {
            self.0 & Features::bit(feature) != 0
        }
        /// The set with a feature added.
        #[must_use]
        pub fn with(self, feature: Feature) -> Features {
            Features(self.0 | Features::bit(feature))
        }
    }
    #[cold]
    #[allow(dead_code)]
    fn gate_error(item: &str, needs: &str, version: Version) -> Error {
        ::bytespec::versions::gate_error(item, needs, version.name())
    }
    /// The context of readers and writers: the version, the features and the releases.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Context {
        /// The format version of the bytes.
        pub version: Version,
        /// The features that the file announces.
        pub features: Features,
    }
    impl Context {
        /// A context for a version, without features.
        #[must_use]
        pub fn new(version: Version) -> Self {
            Context {
                version,
                features: Features::NONE,
            }
        }
        /// The format version of the bytes.
        #[inline]
        #[must_use]
        pub fn version(&self) -> Version {
            self.version
        }
        /// Whether the file announces a feature.
        #[inline]
        #[must_use]
        pub fn has_feature(&self, feature: Feature) -> bool {
            self.features.contains(feature)
        }
    }
    /// How bad it is.
    ///
    /// Schema: `schema.yaml:39`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Level {
        /// Good to know.
        Info = 0,
        /// To be looked at.
        Alarm = 200,
    }
    impl Level {
        /// Every member, by number.
        pub const ALL: &[Level] = &[Level::Info, Level::Alarm];
        /// The number on the wire.
        #[inline]
        #[must_use]
        pub const fn number(self) -> u64 {
            self as u64
        }
        /// The member's spelling in listings.
        #[must_use]
        pub const fn name(self) -> &'static str {
            match self {
                Level::Info => "Info",
                Level::Alarm => "Alarm",
            }
        }
        /// The member with a number. If several members have the number, the last of them.
        #[inline]
        #[must_use]
        pub const fn from_number(number: u64) -> ::core::option::Option<Level> {
            match number {
                0 => ::core::option::Option::Some(Level::Info),
                200 => ::core::option::Option::Some(Level::Alarm),
                _ => ::core::option::Option::None,
            }
        }
        /// Reads a member.
        ///
        /// # Errors
        /// A number that no member has, or one whose member the version does not have.
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(unused_variables)]
        pub fn read<'a>(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &Context,
        ) -> ::bytespec::error::Result<Level> {
            let start = cursor.position();
            let number = u64::from(cursor.u8()?);
            let Some(member) = Level::from_number(number) else {
                return Err(::bytespec::values::unknown_number(start, "Level", number));
            };
            Ok(member)
        }
        /// Writes the member.
        ///
        /// # Errors
        /// A member that the version does not have.
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(unused_variables)]
        pub fn write(
            self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut Context,
        ) -> ::bytespec::error::Result<()> {
            writer.u8(self as u8);
            Ok(())
        }
    }
    impl<'a> ::bytespec::wire::Decode<'a> for Level {
        type Value = Level;
        type Context = Context;
        #[inline]
        fn decode(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &Context,
        ) -> ::bytespec::error::Result<Level> {
            Level::read(cursor, cx)
        }
    }
    impl ::bytespec::reflect::ReflectField for Level {
        fn reflect(&self, see: &mut dyn FnMut(::bytespec::reflect::FieldValue<'_>)) {
            see(::bytespec::reflect::FieldValue::Enum {
                name: self.name(),
                number: self.number().into(),
            });
        }
    }
    /// A truth value.
    ///
    /// Schema: `schema.yaml:69`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum TruthVarintU32 {
        /// It is not so.
        IsFalse = 0,
        /// It is so.
        IsTrue = 1,
    }
    impl TruthVarintU32 {
        /// Every member, by number.
        pub const ALL: &[TruthVarintU32] = &[
            TruthVarintU32::IsFalse,
            TruthVarintU32::IsTrue,
        ];
        /// The number on the wire.
        #[inline]
        #[must_use]
        pub const fn number(self) -> u64 {
            self as u64
        }
        /// The member's spelling in listings.
        #[must_use]
        pub const fn name(self) -> &'static str {
            match self {
                TruthVarintU32::IsFalse => "is_false",
                TruthVarintU32::IsTrue => "is_true",
            }
        }
        /// The member with a number. If several members have the number, the last of them.
        #[inline]
        #[must_use]
        pub const fn from_number(number: u64) -> ::core::option::Option<TruthVarintU32> {
            if number < TruthVarintU32::ALL.len() as u64 {
                ::core::option::Option::Some(TruthVarintU32::ALL[number as usize])
            } else {
                ::core::option::Option::None
            }
        }
        /// Reads a member.
        ///
        /// # Errors
        /// A number that no member has, or one whose member the version does not have.
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(unused_variables)]
        pub fn read<'a>(
            cursor: &mut impl ::bytespec::wire::Leb128Source,
            cx: &Context,
        ) -> ::bytespec::error::Result<TruthVarintU32> {
            let start = cursor.position();
            let number = u64::from(cursor.leb128_u32_low()?);
            let Some(member) = TruthVarintU32::from_number(number) else {
                return Err(
                    ::bytespec::values::unknown_number(start, "TruthVarintU32", number),
                );
            };
            Ok(member)
        }
        /// Writes the member.
        ///
        /// # Errors
        /// A member that the version does not have.
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(unused_variables)]
        pub fn write(
            self,
            writer: &mut impl ::bytespec::wire::Leb128Sink,
            cx: &mut Context,
        ) -> ::bytespec::error::Result<()> {
            writer.leb128_low(self.number());
            Ok(())
        }
    }
    impl<'a> ::bytespec::wire::Decode<'a> for TruthVarintU32 {
        type Value = TruthVarintU32;
        type Context = Context;
        #[inline]
        fn decode(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &Context,
        ) -> ::bytespec::error::Result<TruthVarintU32> {
            TruthVarintU32::read(cursor, cx)
        }
    }
    impl ::bytespec::reflect::ReflectField for TruthVarintU32 {
        fn reflect(&self, see: &mut dyn FnMut(::bytespec::reflect::FieldValue<'_>)) {
            see(::bytespec::reflect::FieldValue::Enum {
                name: self.name(),
                number: self.number().into(),
            });
        }
    }
    /// Two of a kind.
    ///
    /// Schema: `schema.yaml:45`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct PairI16 {
        /// One.
        ///
        /// Wire: `i16`.
        pub first: i16,
        /// The other.
        ///
        /// Wire: `i16`.
        pub second: i16,
    }
    impl PairI16 {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_first = cursor.i16().field("first")?;
            let f_second = cursor.i16().field("second")?;
            Ok(Self {
                first: f_first,
                second: f_second,
            })
        }
    }
    impl<'a> Decode<'a> for PairI16 {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl PairI16 {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_first = &self.first;
            let f_second = &self.second;
            writer.i16((*f_first));
            writer.i16((*f_second));
            Ok(())
        }
    }
    impl Reflect for PairI16 {
        fn item_name(&self) -> &'static str {
            "PairI16"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("first", &self.first);
            visit.field("second", &self.second);
        }
    }
    /// A place in a tree.
    ///
    /// Schema: `schema.yaml:50`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Node {
        /// Whether it is open.
        ///
        /// Wire: `unit`, bit 0.
        pub open: bool,
        /// A weight.
        ///
        /// Wire: `varint<u32>`, bit 3.
        pub weight: Option<u32>,
        /// What hangs below.
        ///
        /// Wire: `list<PairU8>`.
        pub leaves: ThinVec<PairU8>,
        /// Rows of numbers.
        ///
        /// Wire: `list<ElementListU16>`.
        pub rows: ThinVec<ElementListU16>,
        /// Corners, of which some are known.
        ///
        /// Wire: `Array2OptionalTupleVarintU32AndTruthVarintU32`.
        pub corners: Array2OptionalTupleVarintU32AndTruthVarintU32,
        /// Where it was made.
        ///
        /// Wire: `Origin`.
        pub origin: Origin,
    }
    impl Node {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_open = &self.open;
            let f_weight = &self.weight;
            let f_leaves = &self.leaves;
            let f_rows = &self.rows;
            let f_corners = &self.corners;
            let f_origin = &self.origin;
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
                writer.leb128(u64::from((*f_weight)));
            }
            writer.leb128(f_leaves.len() as u64);
            for element in f_leaves.iter() {
                element.write(writer, cx)?;
            }
            writer.leb128(f_rows.len() as u64);
            for element in f_rows.iter() {
                element.write(writer, cx)?;
            }
            f_corners.write(writer, cx)?;
            f_origin.write(writer, cx)?;
            Ok(())
        }
    }
    /// Two of a kind.
    ///
    /// Schema: `schema.yaml:60`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct PairU8 {
        /// One.
        ///
        /// Wire: `u8`.
        pub first: u8,
        /// The other.
        ///
        /// Wire: `u8`.
        pub second: u8,
    }
    impl PairU8 {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_first = cursor.u8().field("first")?;
            let f_second = cursor.u8().field("second")?;
            Ok(Self {
                first: f_first,
                second: f_second,
            })
        }
    }
    impl<'a> Decode<'a> for PairU8 {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl PairU8 {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_first = &self.first;
            let f_second = &self.second;
            writer.u8((*f_first));
            writer.u8((*f_second));
            Ok(())
        }
    }
    impl Reflect for PairU8 {
        fn item_name(&self) -> &'static str {
            "PairU8"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("first", &self.first);
            visit.field("second", &self.second);
        }
    }
    /// Element of a list.
    ///
    /// Schema: `schema.yaml:65`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ElementListU16 {
        /// The element.
        ///
        /// Wire: `list<u16>`.
        pub value: ThinVec<u16>,
    }
    impl ElementListU16 {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_value = &self.value;
            writer.leb128(f_value.len() as u64);
            for element in f_value.iter() {
                writer.u16((*element));
            }
            Ok(())
        }
    }
    /// Parts of a tuple.
    ///
    /// Schema: `schema.yaml:75`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct TupleVarintU32AndTruthVarintU32 {
        /// One of them.
        ///
        /// Wire: `varint<u32>`.
        pub value0: u32,
        /// One of them.
        ///
        /// Wire: `TruthVarintU32`.
        pub value1: TruthVarintU32,
    }
    impl TupleVarintU32AndTruthVarintU32 {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_value0 = cursor.leb128_u32().field("value0")?;
            let f_value1 = TruthVarintU32::read(cursor, cx).field("value1")?;
            Ok(Self {
                value0: f_value0,
                value1: f_value1,
            })
        }
    }
    impl<'a> Decode<'a> for TupleVarintU32AndTruthVarintU32 {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl TupleVarintU32AndTruthVarintU32 {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_value0 = &self.value0;
            let f_value1 = &self.value1;
            writer.leb128(u64::from((*f_value0)));
            (*f_value1).write(writer, cx)?;
            Ok(())
        }
    }
    impl Reflect for TupleVarintU32AndTruthVarintU32 {
        fn item_name(&self) -> &'static str {
            "TupleVarintU32AndTruthVarintU32"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("value0", &self.value0);
            visit.field("value1", &self.value1);
        }
    }
    /// An optional value.
    ///
    /// Schema: `schema.yaml:80`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct OptionalTupleVarintU32AndTruthVarintU32 {
        /// The value.
        ///
        /// Wire: `TupleVarintU32AndTruthVarintU32`.
        pub value: Option<TupleVarintU32AndTruthVarintU32>,
    }
    impl OptionalTupleVarintU32AndTruthVarintU32 {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_is_there = cursor.bool().field("is_there")?;
            let f_value = if f_is_there {
                Some(TupleVarintU32AndTruthVarintU32::read(cursor, cx).field("value")?)
            } else {
                None
            };
            Ok(Self { value: f_value })
        }
    }
    impl<'a> Decode<'a> for OptionalTupleVarintU32AndTruthVarintU32 {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl OptionalTupleVarintU32AndTruthVarintU32 {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_value = &self.value;
            {
                writer.bool(f_value.is_some());
            }
            if let Some(f_value) = f_value {
                f_value.write(writer, cx)?;
            }
            Ok(())
        }
    }
    impl Reflect for OptionalTupleVarintU32AndTruthVarintU32 {
        fn item_name(&self) -> &'static str {
            "OptionalTupleVarintU32AndTruthVarintU32"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("value", &self.value);
        }
    }
    /// Elements of an array.
    ///
    /// Schema: `schema.yaml:85`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Array2OptionalTupleVarintU32AndTruthVarintU32 {
        /// One of them.
        ///
        /// Wire: `OptionalTupleVarintU32AndTruthVarintU32`.
        pub value0: OptionalTupleVarintU32AndTruthVarintU32,
        /// One of them.
        ///
        /// Wire: `OptionalTupleVarintU32AndTruthVarintU32`.
        pub value1: OptionalTupleVarintU32AndTruthVarintU32,
    }
    impl Array2OptionalTupleVarintU32AndTruthVarintU32 {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_value0 = OptionalTupleVarintU32AndTruthVarintU32::read(cursor, cx)
                .field("value0")?;
            let f_value1 = OptionalTupleVarintU32AndTruthVarintU32::read(cursor, cx)
                .field("value1")?;
            Ok(Self {
                value0: f_value0,
                value1: f_value1,
            })
        }
    }
    impl<'a> Decode<'a> for Array2OptionalTupleVarintU32AndTruthVarintU32 {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl Array2OptionalTupleVarintU32AndTruthVarintU32 {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_value0 = &self.value0;
            let f_value1 = &self.value1;
            f_value0.write(writer, cx)?;
            f_value1.write(writer, cx)?;
            Ok(())
        }
    }
    impl Reflect for Array2OptionalTupleVarintU32AndTruthVarintU32 {
        fn item_name(&self) -> &'static str {
            "Array2OptionalTupleVarintU32AndTruthVarintU32"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("value0", &self.value0);
            visit.field("value1", &self.value1);
        }
    }
    /// A place of which the name says enough.
    ///
    /// Schema: `schema.yaml:90`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Origin {
        /// name.
        ///
        /// Wire: `utf8`.
        pub name: String,
    }
    impl Origin {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_name = &self.name;
            writer.leb128((*f_name).len() as u64);
            writer.bytes((*f_name).as_bytes());
            Ok(())
        }
    }
    /// Two of a kind.
    ///
    /// Schema: `schema.yaml:94`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct PairU32 {
        /// One.
        ///
        /// Wire: `u32`.
        pub first: u32,
        /// The other.
        ///
        /// Wire: `u32`.
        pub second: u32,
    }
    impl PairU32 {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_first = cursor.u32().field("first")?;
            let f_second = cursor.u32().field("second")?;
            Ok(Self {
                first: f_first,
                second: f_second,
            })
        }
    }
    impl<'a> Decode<'a> for PairU32 {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl PairU32 {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_first = &self.first;
            let f_second = &self.second;
            writer.u32((*f_first));
            writer.u32((*f_second));
            Ok(())
        }
    }
    impl Reflect for PairU32 {
        fn item_name(&self) -> &'static str {
            "PairU32"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("first", &self.first);
            visit.field("second", &self.second);
        }
    }
    /// What happened.
    ///
    /// Schema: `schema.yaml:6`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Event {
        /// Something was said.
        ///
        /// Tag 1.
        Said {
            /// How bad it is.
            ///
            /// Wire: `Level`.
            level: Level,
            /// The words.
            ///
            /// Wire: `utf8`.
            words: String,
            /// By whom.
            ///
            /// Wire: `utf8`.
            speaker: Option<String>,
        },
        /// Something was measured.
        ///
        /// Tag 2.
        Measured {
            /// value.
            ///
            /// Wire: `PairI16`.
            value: PairI16,
        },
        /// The tree as it was.
        ///
        /// Tag 3.
        Tree {
            /// The root.
            ///
            /// Wire: `Node`.
            root: Node,
            /// Marks, from where to where.
            ///
            /// Wire: `list<PairU32>`.
            marks: ThinVec<PairU32>,
        },
        /// One thing after the other.
        ///
        /// Tag 255.
        Group {
            /// What happened.
            ///
            /// Wire: `list<Event>`.
            events: ThinVec<Event>,
            /// Whatever else.
            ///
            /// Wire: `blob`.
            rest: Vec<u8>,
        },
    }
    impl Event {
        /// The place in the table of variants; its length for an entry that the schema does not describe.
        const fn variant_index(&self) -> usize {
            match self {
                Self::Said { .. } => 0,
                Self::Measured { .. } => 1,
                Self::Tree { .. } => 2,
                Self::Group { .. } => 3,
            }
        }
        /// The number on the wire.
        #[must_use]
        pub const fn tag(&self) -> u64 {
            variants_of_event::ALL[self.variant_index()].tag
        }
        /// The variant's name in the schema.
        #[must_use]
        pub const fn variant_name(&self) -> &'static str {
            variants_of_event::ALL[self.variant_index()].name
        }
        /// The variant's spelling in listings.
        #[must_use]
        pub const fn label(&self) -> &'static str {
            variants_of_event::ALL[self.variant_index()].label
        }
    }
    mod variants_of_event {
        use ::bytespec::values::Variant;
        pub(super) const ALL: [Variant; 4usize] = [
            Variant::new(1u64, "Said"),
            Variant::new(2u64, "Measured"),
            Variant::new(3u64, "Tree"),
            Variant::new(255u64, "Group"),
        ];
    }
    impl Event {
        /// Writes the tag and the fields.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            writer
                .nested(|writer| -> Result<()> {
                    match self {
                        Self::Said {
                            level: f_level,
                            words: f_words,
                            speaker: f_speaker,
                        } => {
                            writer.u8((self.tag() as u8));
                            (*f_level).write(writer, cx)?;
                            writer.leb128((*f_words).len() as u64);
                            writer.bytes((*f_words).as_bytes());
                            {
                                writer.bool(f_speaker.is_some());
                            }
                            if let Some(f_speaker) = f_speaker {
                                writer.leb128((*f_speaker).len() as u64);
                                writer.bytes((*f_speaker).as_bytes());
                            }
                        }
                        Self::Measured { value: f_value } => {
                            writer.u8((self.tag() as u8));
                            f_value.write(writer, cx)?;
                        }
                        Self::Tree { root: f_root, marks: f_marks } => {
                            writer.u8((self.tag() as u8));
                            f_root.write(writer, cx)?;
                            writer.leb128(f_marks.len() as u64);
                            for element in f_marks.iter() {
                                element.write(writer, cx)?;
                            }
                        }
                        Self::Group { events: f_events, rest: f_rest } => {
                            writer.u8((self.tag() as u8));
                            writer.leb128(f_events.len() as u64);
                            for element in f_events.iter() {
                                element.write(writer, cx)?;
                            }
                            writer.leb128((*f_rest).len() as u64);
                            writer.bytes(&(*f_rest));
                        }
                    }
                    Ok(())
                })
        }
    }
    impl ::bytespec::text::template::Templates for Event {
        fn templates() -> &'static [::bytespec::text::template::Template] {
            use ::bytespec::text::template as text;
            static TEMPLATES: text::Stored = text::Stored::new(
                &[
                    "\x000\x003\0refused\0member\x000\0refused\0other\0optional\0other\0",
                    "\x000\x001\0refused\0record\0",
                    "\x000\x002\0refused\0record\0default\0list\0record\0",
                    "\x000\x002\0default\0list\0nested\x000\0refused\0other\0",
                ],
                &[&text::Enum(Level::ALL, Level::name, |member| member.number().into())],
            );
            TEMPLATES.get()
        }
    }
    /// Functions for all items that can be read alone, by their kind and name in the schema.
    #[cfg(any(test, feature = "samples"))]
    #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut)]
    pub mod samples {
        use super::*;
        /// The kind and the name of each item.
        pub const ITEMS: &[(&str, &str)] = &[
            ("enum", "Level"),
            ("enum", "TruthVarintU32"),
            ("record", "PairI16"),
            ("record", "Node"),
            ("record", "PairU8"),
            ("record", "ElementListU16"),
            ("record", "TupleVarintU32AndTruthVarintU32"),
            ("record", "OptionalTupleVarintU32AndTruthVarintU32"),
            ("record", "Array2OptionalTupleVarintU32AndTruthVarintU32"),
            ("record", "Origin"),
            ("record", "PairU32"),
            ("union", "Event"),
        ];
        /// Reads an item of [`ITEMS`] from all bytes, passes it to `see`, and writes it. The content of an operation's
        /// regions is not included.
        ///
        /// # Errors
        /// Bytes that are not such an item, without a call of `see`, and a value that `out` cannot encode.
        pub fn round_trip<'a>(
            item: (&str, &str),
            bytes: &'a [u8],
            cx: &Context,
            out: &mut Context,
            see: &mut dyn FnMut(::bytespec::reflect::Seen<'_>),
        ) -> Result<Vec<u8>> {
            let (mut cursor, mut writer) = (Cursor::new(bytes), Writer::new());
            read_and_write(item, &mut cursor, &mut writer, cx, out, see)?;
            if !cursor.is_empty() {
                return Err(
                    Error::trailing(cursor.position(), cursor.remaining(), "the item"),
                );
            }
            Ok(writer.into_bytes())
        }
        fn read_and_write<'a>(
            item: (&str, &str),
            cursor: &mut Cursor<'a>,
            writer: &mut Writer,
            cx: &Context,
            out: &mut Context,
            see: &mut dyn FnMut(::bytespec::reflect::Seen<'_>),
        ) -> Result<()> {
            match item {
                ("enum", "Level") => {
                    let value = Level::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Member(value.name()));
                    value.write(writer, out)
                }
                ("enum", "TruthVarintU32") => {
                    let value = TruthVarintU32::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Member(value.name()));
                    value.write(writer, out)
                }
                ("record", "PairI16") => {
                    let value = PairI16::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "Node") => {
                    let value = view::Node::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.to_owned().write(writer, out)
                }
                ("record", "PairU8") => {
                    let value = PairU8::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "ElementListU16") => {
                    let value = view::ElementListU16::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.to_owned().write(writer, out)
                }
                ("record", "TupleVarintU32AndTruthVarintU32") => {
                    let value = TupleVarintU32AndTruthVarintU32::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "OptionalTupleVarintU32AndTruthVarintU32") => {
                    let value = OptionalTupleVarintU32AndTruthVarintU32::read(
                        cursor,
                        cx,
                    )?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "Array2OptionalTupleVarintU32AndTruthVarintU32") => {
                    let value = Array2OptionalTupleVarintU32AndTruthVarintU32::read(
                        cursor,
                        cx,
                    )?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "Origin") => {
                    let value = view::Origin::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.to_owned().write(writer, out)
                }
                ("record", "PairU32") => {
                    let value = PairU32::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("union", "Event") => {
                    let value = view::Event::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Text(&value, &value));
                    let owned = value.to_owned();
                    owned.write(writer, out)
                }
                (what, name) => {
                    Err(
                        Error::new(::bytespec::error::ErrorKind::Absent {
                            item: ::std::format!("the {what} `{name}`").into(),
                            why: "is not in the schema",
                        }),
                    )
                }
            }
        }
    }
    /// The same items, borrowed from the input.
    pub mod view {
        #[allow(unused_imports, clippy::wildcard_imports)]
        use super::*;
        /// A place in a tree.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Node<'a> {
            /// Whether it is open.
            ///
            /// Wire: `unit`, bit 0.
            pub open: bool,
            /// A weight.
            ///
            /// Wire: `varint<u32>`, bit 3.
            pub weight: Option<u32>,
            /// What hangs below.
            ///
            /// Wire: `list<PairU8>`.
            pub leaves: List<'a, PairU8>,
            /// Rows of numbers.
            ///
            /// Wire: `list<ElementListU16>`.
            pub rows: List<'a, ElementListU16<'a>>,
            /// Corners, of which some are known.
            ///
            /// Wire: `Array2OptionalTupleVarintU32AndTruthVarintU32`.
            pub corners: Array2OptionalTupleVarintU32AndTruthVarintU32,
            /// Where it was made.
            ///
            /// Wire: `Origin`.
            pub origin: Origin<'a>,
        }
        impl<'a> Node<'a> {
            /// Reads the fields in order.
            ///
            /// # Errors
            /// A record that the version does not have, or the first field that cannot be read, with
            /// its offset.
            #[allow(unused_variables, unused_mut)]
            pub fn read(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                let version = cx.version();
                let start = cursor.position();
                let start = cursor.position();
                let flags: u64 = {
                    let flags = u64::from(cursor.u8().field("flags")?);
                    let known: u64 = 9u64;
                    if flags & !known != 0 {
                        return Err(
                            ::bytespec::values::unknown_flags(start, flags & !known),
                        );
                    }
                    flags
                };
                let f_open = flags >> 0u32 & 1 != 0;
                let f_weight = if flags >> 3u32 & 1 != 0 {
                    Some(cursor.leb128_u32().field("weight")?)
                } else {
                    None
                };
                let f_leaves = cursor
                    .leb128()
                    .and_then(|count| List::read(cursor, cx, count))
                    .field("leaves")?;
                let f_rows = cursor
                    .leb128()
                    .and_then(|count| List::read(cursor, cx, count))
                    .field("rows")?;
                let f_corners = Array2OptionalTupleVarintU32AndTruthVarintU32::read(
                        cursor,
                        cx,
                    )
                    .field("corners")?;
                let f_origin = Origin::read(cursor, cx).field("origin")?;
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
        impl<'a> Decode<'a> for Node<'a> {
            type Value = Self;
            type Context = Context;
            fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
        impl Node<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::Node {
                let f_open = self.open;
                let f_weight = self.weight;
                let f_leaves = self.leaves;
                let f_rows = self.rows;
                let f_corners = self.corners;
                let f_origin = self.origin;
                super::Node {
                    open: f_open,
                    weight: f_weight,
                    leaves: f_leaves.iter().collect(),
                    rows: f_rows.iter().map(|element| element.to_owned()).collect(),
                    corners: f_corners,
                    origin: f_origin.to_owned(),
                }
            }
        }
        impl Reflect for Node<'_> {
            fn item_name(&self) -> &'static str {
                "Node"
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                visit.field("open", &self.open);
                visit.field("weight", &self.weight);
                visit.field("leaves", &self.leaves);
                visit.field("rows", &self.rows);
                visit.field("corners", &self.corners);
                visit.field("origin", &self.origin);
            }
        }
        /// Element of a list.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct ElementListU16<'a> {
            /// The element.
            ///
            /// Wire: `list<u16>`.
            pub value: List<'a, u16>,
        }
        impl<'a> ElementListU16<'a> {
            /// Reads the fields in order.
            ///
            /// # Errors
            /// A record that the version does not have, or the first field that cannot be read, with
            /// its offset.
            #[allow(unused_variables, unused_mut)]
            pub fn read(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                let version = cx.version();
                let start = cursor.position();
                let f_value = cursor
                    .leb128()
                    .and_then(|count| List::read(cursor, &(), count))
                    .field("value")?;
                Ok(Self { value: f_value })
            }
        }
        impl<'a> Decode<'a> for ElementListU16<'a> {
            type Value = Self;
            type Context = Context;
            fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
        impl ElementListU16<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::ElementListU16 {
                let f_value = self.value;
                super::ElementListU16 {
                    value: f_value.iter().collect(),
                }
            }
        }
        impl Reflect for ElementListU16<'_> {
            fn item_name(&self) -> &'static str {
                "ElementListU16"
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                visit.field("value", &self.value);
            }
        }
        /// A place of which the name says enough.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Origin<'a> {
            /// name.
            ///
            /// Wire: `utf8`.
            pub name: &'a str,
        }
        impl<'a> Origin<'a> {
            /// Reads the fields in order.
            ///
            /// # Errors
            /// A record that the version does not have, or the first field that cannot be read, with
            /// its offset.
            #[allow(unused_variables, unused_mut)]
            pub fn read(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                let version = cx.version();
                let start = cursor.position();
                let f_name = cursor
                    .leb128()
                    .and_then(|size| cursor.text(size))
                    .field("name")?;
                Ok(Self { name: f_name })
            }
        }
        impl<'a> Decode<'a> for Origin<'a> {
            type Value = Self;
            type Context = Context;
            fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
        impl Origin<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::Origin {
                let f_name = self.name;
                super::Origin {
                    name: String::from(f_name),
                }
            }
        }
        impl Reflect for Origin<'_> {
            fn item_name(&self) -> &'static str {
                "Origin"
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                visit.field("name", &self.name);
            }
        }
        /// What happened.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Event<'a> {
            /// Something was said.
            ///
            /// Tag 1.
            Said {
                /// How bad it is.
                ///
                /// Wire: `Level`.
                level: Level,
                /// The words.
                ///
                /// Wire: `utf8`.
                words: &'a str,
                /// By whom.
                ///
                /// Wire: `utf8`.
                speaker: Option<&'a str>,
            },
            /// Something was measured.
            ///
            /// Tag 2.
            Measured {
                /// value.
                ///
                /// Wire: `PairI16`.
                value: PairI16,
            },
            /// The tree as it was.
            ///
            /// Tag 3.
            Tree {
                /// The root.
                ///
                /// Wire: `Node`.
                root: Node<'a>,
                /// Marks, from where to where.
                ///
                /// Wire: `list<PairU32>`.
                marks: List<'a, PairU32>,
            },
            /// One thing after the other.
            ///
            /// Tag 255.
            Group {
                /// What happened.
                ///
                /// Wire: `list<Event>`.
                events: List<'a, Event<'a>>,
                /// Whatever else.
                ///
                /// Wire: `blob`.
                rest: &'a [u8],
            },
        }
        impl Event<'_> {
            /// The place in the table of variants; its length for an entry that the schema does not describe.
            const fn variant_index(&self) -> usize {
                match self {
                    Self::Said { .. } => 0,
                    Self::Measured { .. } => 1,
                    Self::Tree { .. } => 2,
                    Self::Group { .. } => 3,
                }
            }
            /// The number on the wire.
            #[must_use]
            pub const fn tag(&self) -> u64 {
                variants_of_event::ALL[self.variant_index()].tag
            }
            /// The variant's name in the schema.
            #[must_use]
            pub const fn variant_name(&self) -> &'static str {
                variants_of_event::ALL[self.variant_index()].name
            }
            /// The variant's spelling in listings.
            #[must_use]
            pub const fn label(&self) -> &'static str {
                variants_of_event::ALL[self.variant_index()].label
            }
        }
        impl<'a> Event<'a> {
            /// Reads the tag and the fields of its variant.
            ///
            /// # Errors
            /// An unknown tag, one that the version does not have, and the first field that cannot
            /// be read, with its offset.
            #[allow(unused_variables, unused_mut)]
            pub fn read(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                let version = cx.version();
                let start = cursor.position();
                let tag = u64::from(cursor.u8()?);
                cursor.enter()?;
                let value = match tag {
                    1 => {
                        let mut read = || -> Result<Self> {
                            let f_level = Level::read(cursor, cx).field("level")?;
                            let f_words = cursor
                                .leb128()
                                .and_then(|size| cursor.text(size))
                                .field("words")?;
                            let f_speaker_present = cursor
                                .bool()
                                .field("speaker_present")?;
                            let f_speaker = if f_speaker_present {
                                Some(
                                    cursor
                                        .leb128()
                                        .and_then(|size| cursor.text(size))
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
                        let mut read = || -> Result<Self> {
                            let f_value = PairI16::read(cursor, cx).field("value")?;
                            Ok(Self::Measured { value: f_value })
                        };
                        read().item("Measured")
                    }
                    3 => {
                        let mut read = || -> Result<Self> {
                            let f_root = Node::read(cursor, cx).field("root")?;
                            let f_marks = cursor
                                .leb128()
                                .and_then(|count| List::read(cursor, cx, count))
                                .field("marks")?;
                            Ok(Self::Tree {
                                root: f_root,
                                marks: f_marks,
                            })
                        };
                        read().item("Tree")
                    }
                    255 => {
                        let mut read = || -> Result<Self> {
                            let f_events = cursor
                                .leb128()
                                .and_then(|count| List::read(cursor, cx, count))
                                .field("events")?;
                            let f_rest = cursor
                                .leb128()
                                .and_then(|size| {
                                    let size = cursor.check_size(size)?;
                                    cursor.bytes(size)
                                })
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
        impl<'a> Decode<'a> for Event<'a> {
            type Value = Self;
            type Context = Context;
            fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
        impl Event<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::Event {
                match *self {
                    Self::Said { level: f_level, words: f_words, speaker: f_speaker } => {
                        super::Event::Said {
                            level: f_level,
                            words: String::from(f_words),
                            speaker: f_speaker.map(|value| String::from(value)),
                        }
                    }
                    Self::Measured { value: f_value } => {
                        super::Event::Measured {
                            value: f_value,
                        }
                    }
                    Self::Tree { root: f_root, marks: f_marks } => {
                        super::Event::Tree {
                            root: f_root.to_owned(),
                            marks: f_marks.iter().collect(),
                        }
                    }
                    Self::Group { events: f_events, rest: f_rest } => {
                        super::Event::Group {
                            events: f_events
                                .iter()
                                .map(|element| element.to_owned())
                                .collect(),
                            rest: f_rest.to_vec(),
                        }
                    }
                }
            }
        }
        impl Reflect for Event<'_> {
            fn item_name(&self) -> &'static str {
                self.label()
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                match *self {
                    Self::Said {
                        level: f_level,
                        words: f_words,
                        speaker: f_speaker,
                    } => {
                        visit.field("level", &f_level);
                        visit.field("words", &f_words);
                        visit.field("speaker", &f_speaker);
                    }
                    Self::Measured { value: f_value } => {
                        visit.field("value", &f_value);
                    }
                    Self::Tree { root: f_root, marks: f_marks } => {
                        visit.field("root", &f_root);
                        visit.field("marks", &f_marks);
                    }
                    Self::Group { events: f_events, rest: f_rest } => {
                        visit.field("events", &f_events);
                        visit.field("rest", &f_rest);
                    }
                }
            }
            fn template(&self) -> Option<&'static ::bytespec::text::template::Template> {
                <super::Event as ::bytespec::text::template::Templates>::templates()
                    .get(self.variant_index())
            }
        }
    }
    /// Records whose lists are slices, for writing data that is stored in another form.
    pub mod parts {
        #[allow(unused_imports, clippy::wildcard_imports)]
        use super::*;
        /// Element of a list.
        #[derive(Clone, Copy, Debug)]
        pub struct ElementListU16<'s> {
            /// The element.
            ///
            /// Wire: `list<u16>`.
            pub value: &'s [u16],
        }
        impl ElementListU16<'_> {
            /// Writes the fields in order.
            ///
            /// # Errors
            /// A value that the version cannot encode.
            #[allow(unused_variables)]
            pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
                let version = cx.version();
                let f_value = &self.value;
                writer.leb128(f_value.len() as u64);
                for element in f_value.iter() {
                    writer.u16((*element));
                }
                Ok(())
            }
        }
        /// A place of which the name says enough.
        #[derive(Clone, Copy, Debug)]
        pub struct Origin<'s> {
            /// name.
            ///
            /// Wire: `utf8`.
            pub name: &'s str,
        }
        impl Origin<'_> {
            /// Writes the fields in order.
            ///
            /// # Errors
            /// A value that the version cannot encode.
            #[allow(unused_variables)]
            pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
                let version = cx.version();
                let f_name = &self.name;
                writer.leb128((*f_name).len() as u64);
                writer.bytes((*f_name).as_bytes());
                Ok(())
            }
        }
    }
}
#[allow(unreachable_pub, unused_imports)]
pub use generated::*;
