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
    pub const TITLE: &str = "Tray";
    /// The filler byte of alignments.
    pub const PAD: u8 = 0u8;
    /// A version of the format. Versions compare by age.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Version {
        /// 1: First version.
        V1,
        /// 2: Glasses.
        V2,
    }
    impl Version {
        /// Every version, oldest first.
        pub const ALL: &[Version] = &[Version::V1, Version::V2];
        /// The newest version.
        pub const LATEST: Version = Version::V2;
        /// The names of all versions, oldest first.
        pub const NAMES: &[&str] = &["1", "2"];
        /// The version's name, such as `13.1`.
        #[must_use]
        pub const fn name(self) -> &'static str {
            match self {
                Version::V1 => "1",
                Version::V2 => "2",
            }
        }
        /// The numbers in the name.
        #[must_use]
        pub const fn parts(self) -> &'static [u32] {
            match self {
                Version::V1 => &[1u32],
                Version::V2 => &[2u32],
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
    /// Kind of a vessel.
    ///
    /// Schema: `schema.yaml:10`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Kind {
        /// A cup.
        Cup = 0,
        /// A glass.
        ///
        /// In versions 2 or later.
        Glass = 1,
    }
    impl Kind {
        /// Every member, by number.
        pub const ALL: &[Kind] = &[Kind::Cup, Kind::Glass];
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
                Kind::Cup => "cup",
                Kind::Glass => "glass",
            }
        }
        /// The member with a number. If several members have the number, the last of them.
        #[inline]
        #[must_use]
        pub const fn from_number(number: u64) -> ::core::option::Option<Kind> {
            if number < Kind::ALL.len() as u64 {
                ::core::option::Option::Some(Kind::ALL[number as usize])
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
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &Context,
        ) -> ::bytespec::error::Result<Kind> {
            let start = cursor.position();
            let number = u64::from(cursor.u8()?);
            let Some(member) = Kind::from_number(number) else {
                return Err(::bytespec::values::unknown_number(start, "Kind", number));
            };
            let version = cx.version();
            match member {
                Kind::Glass if !(version >= Version::V2) => {
                    return Err(
                        gate_error("Kind.glass", "2 or later", version).or_at(start),
                    );
                }
                _ => {}
            }
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
            let version = cx.version();
            let checked = match self {
                Kind::Glass if !(version >= Version::V2) => {
                    Err(gate_error("Kind.glass", "2 or later", version))
                }
                _ => Ok(()),
            };
            checked?;
            writer.u8(self as u8);
            Ok(())
        }
    }
    impl<'a> ::bytespec::wire::Decode<'a> for Kind {
        type Value = Kind;
        type Context = Context;
        #[inline]
        fn decode(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &Context,
        ) -> ::bytespec::error::Result<Kind> {
            Kind::read(cursor, cx)
        }
    }
    impl ::bytespec::reflect::ReflectField for Kind {
        fn reflect(&self, see: &mut dyn FnMut(::bytespec::reflect::FieldValue<'_>)) {
            see(::bytespec::reflect::FieldValue::Enum {
                name: self.name(),
                number: self.number().into(),
            });
        }
    }
    /// A vessel.
    ///
    /// Schema: `schema.yaml:17`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Vessel {
        /// Its kind.
        ///
        /// Wire: `Kind`.
        pub kind: Kind,
        /// How much it holds.
        ///
        /// Wire: `varint<u32>`.
        pub volume: u32,
    }
    impl Vessel {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_kind = Kind::read(cursor, cx).field("kind")?;
            let f_volume = cursor.leb128_u32().field("volume")?;
            Ok(Self {
                kind: f_kind,
                volume: f_volume,
            })
        }
    }
    impl<'a> Decode<'a> for Vessel {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl Vessel {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_kind = &self.kind;
            let f_volume = &self.volume;
            (*f_kind).write(writer, cx)?;
            writer.leb128(u64::from((*f_volume)));
            Ok(())
        }
    }
    impl Reflect for Vessel {
        fn item_name(&self) -> &'static str {
            "Vessel"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("kind", &self.kind);
            visit.field("volume", &self.volume);
        }
    }
    impl ::bytespec::wire::Convention for Context {
        const PREFIX: bool = false;
    }
    impl ::bytespec::wire::Format for Version {
        const VERSIONS: &'static [&'static str] = Version::NAMES;
        type Reading<'a> = Context;
        type Writing<'a> = Context;
    }
    impl<'a> ::bytespec::wire::FromWire<'a, Context> for Kind {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &Context,
        ) -> ::bytespec::error::Result<Self> {
            Kind::read(cursor, cx)
        }
    }
    impl ::bytespec::wire::ToWire<Context> for Kind {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut Context,
        ) -> ::bytespec::error::Result<()> {
            (*self).write(writer, cx)
        }
    }
    impl<'a> ::bytespec::wire::FromWire<'a, Context> for Vessel {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &Context,
        ) -> ::bytespec::error::Result<Self> {
            Vessel::read(cursor, cx)
        }
    }
    impl ::bytespec::wire::ToWire<Context> for Vessel {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut Context,
        ) -> ::bytespec::error::Result<()> {
            (*self).write(writer, cx)
        }
    }
    /// The same items, borrowed from the input.
    pub mod view {
        #[allow(unused_imports, clippy::wildcard_imports)]
        use super::*;
    }
}
#[allow(unreachable_pub, unused_imports)]
pub use generated::*;
