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
    pub const TITLE: &str = "sample";
    /// The filler byte of alignments.
    pub const PAD: u8 = 0u8;
    /// A version of the format. Versions compare by age.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Version {
        /// 1: The only version.
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
    /// How a result is rounded.
    ///
    /// Schema: `schema.yaml:5`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Rounding {
        /// To nearest.
        NearestEven = 0,
        /// To zero.
        Zero = 1,
        /// As exactly as can be.
        Full = 200,
    }
    impl Rounding {
        /// Every member, by number.
        pub const ALL: &[Rounding] = &[
            Rounding::NearestEven,
            Rounding::Zero,
            Rounding::Full,
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
                Rounding::NearestEven => "nearest_even",
                Rounding::Zero => "zero",
                Rounding::Full => "exact",
            }
        }
        /// The member with a number. If several members have the number, the last of them.
        #[inline]
        #[must_use]
        pub const fn from_number(number: u64) -> ::core::option::Option<Rounding> {
            match number {
                0 => ::core::option::Option::Some(Rounding::NearestEven),
                1 => ::core::option::Option::Some(Rounding::Zero),
                200 => ::core::option::Option::Some(Rounding::Full),
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
        ) -> ::bytespec::error::Result<Rounding> {
            let start = cursor.position();
            let number = u64::from(cursor.leb128_u16()?);
            let Some(member) = Rounding::from_number(number) else {
                return Err(
                    ::bytespec::values::unknown_number(start, "Rounding", number),
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
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut Context,
        ) -> ::bytespec::error::Result<()> {
            writer.leb128(u64::from(self as u16));
            Ok(())
        }
    }
    impl<'a> ::bytespec::wire::Decode<'a> for Rounding {
        type Value = Rounding;
        type Context = Context;
        #[inline]
        fn decode(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &Context,
        ) -> ::bytespec::error::Result<Rounding> {
            Rounding::read(cursor, cx)
        }
    }
    impl ::bytespec::reflect::ReflectField for Rounding {
        fn reflect(&self, see: &mut dyn FnMut(::bytespec::reflect::FieldValue<'_>)) {
            see(::bytespec::reflect::FieldValue::Enum {
                name: self.name(),
                number: self.number().into(),
            });
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
