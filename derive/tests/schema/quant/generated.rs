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
    pub const TITLE: &str = "quant_twin";
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
    /// Index space.
    ///
    /// Schema: `schema.yaml:6`.
    ///
    /// This is an index into that table, from zero.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct TypeId(pub u32);
    ::bytespec::table_index!(TypeId, "Type", prefix_u32);
    /// Index space.
    ///
    /// Schema: `schema.yaml:8`.
    ///
    /// This is an index into that table, from zero.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct AttributeId(pub u32);
    ::bytespec::table_index!(AttributeId, "Attribute", prefix_u32);
    /// Distance between neighbouring quantized values.
    ///
    /// Schema: `schema.yaml:10`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Scale {
        /// The distance.
        ///
        /// Wire: `zigzag`.
        pub value: i64,
    }
    impl Scale {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_value = cursor.prefix_zigzag().field("value")?;
            Ok(Self { value: f_value })
        }
    }
    impl<'a> Decode<'a> for Scale {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl Scale {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_value = &self.value;
            writer.prefix_zigzag((*f_value));
            Ok(())
        }
    }
    impl Reflect for Scale {
        fn item_name(&self) -> &'static str {
            "Scale"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("value", &self.value);
        }
    }
    /// Type of the dialect.
    ///
    /// Schema: `schema.yaml:14`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum QuantType {
        /// Quantized type of which the expressed type may be known.
        ///
        /// Tag 1.
        Any {
            /// Properties of the storage.
            ///
            /// Wire: `varint`.
            flags: u64,
            /// Integer type of the storage.
            ///
            /// Wire: `ref<Type>`.
            storage: TypeId,
            /// Smallest stored number.
            ///
            /// Wire: `zigzag`.
            min: i64,
            /// Largest stored number.
            ///
            /// Wire: `zigzag`.
            max: i64,
        },
        /// Quantized type of which the expressed type may be known, with `expressed`.
        ///
        /// Tag 2.
        AnyWithExpressed {
            /// Properties of the storage.
            ///
            /// Wire: `varint`.
            flags: u64,
            /// Integer type of the storage.
            ///
            /// Wire: `ref<Type>`.
            storage: TypeId,
            /// Type of the numbers that it stands for.
            ///
            /// Wire: `ref<Type>`.
            expressed: TypeId,
            /// Smallest stored number.
            ///
            /// Wire: `zigzag`.
            min: i64,
            /// Largest stored number.
            ///
            /// Wire: `zigzag`.
            max: i64,
        },
        /// Type of numbers whose range was measured.
        ///
        /// Tag 3.
        Calibrated {
            /// Type of the numbers.
            ///
            /// Wire: `ref<Type>`.
            expressed: TypeId,
            /// Smallest number.
            ///
            /// Wire: `zigzag`.
            min: i64,
            /// Largest number.
            ///
            /// Wire: `zigzag`.
            max: i64,
        },
        /// Stored numbers at equal distances.
        ///
        /// Tag 4.
        Uniform {
            /// Properties of the storage.
            ///
            /// Wire: `varint`.
            flags: u64,
            /// Integer type of the storage.
            ///
            /// Wire: `ref<Type>`.
            storage: TypeId,
            /// Type of the numbers that it stands for.
            ///
            /// Wire: `ref<Type>`.
            expressed: TypeId,
            /// Distance between neighbours.
            ///
            /// Wire: `zigzag`.
            scale: i64,
            /// Stored number that stands for zero.
            ///
            /// Wire: `zigzag`.
            zero_point: i64,
            /// Smallest stored number.
            ///
            /// Wire: `zigzag`.
            min: i64,
            /// Largest stored number.
            ///
            /// Wire: `zigzag`.
            max: i64,
        },
        /// Stored numbers at distances that depend on the position in one dimension.
        ///
        /// Tag 5.
        UniformPerAxis {
            /// Properties of the storage.
            ///
            /// Wire: `varint`.
            flags: u64,
            /// Integer type of the storage.
            ///
            /// Wire: `ref<Type>`.
            storage: TypeId,
            /// Type of the numbers that it stands for.
            ///
            /// Wire: `ref<Type>`.
            expressed: TypeId,
            /// Dimension that decides.
            ///
            /// Wire: `varint`.
            dimension: u64,
            /// Smallest stored number.
            ///
            /// Wire: `zigzag`.
            min: i64,
            /// Largest stored number.
            ///
            /// Wire: `zigzag`.
            max: i64,
            /// Distance between neighbours at each position.
            ///
            /// Wire: `list<Scale>`.
            scales: ThinVec<Scale>,
            /// Stored number that stands for zero at each position.
            ///
            /// Wire: `list<zigzag>`.
            zero_points: ThinVec<i64>,
        },
        /// Stored numbers at distances that depend on the block of the position.
        ///
        /// Tag 6.
        UniformSubChannel {
            /// Properties of the storage.
            ///
            /// Wire: `varint`.
            flags: u64,
            /// Integer type of the storage.
            ///
            /// Wire: `ref<Type>`.
            storage: TypeId,
            /// Type of the numbers that it stands for.
            ///
            /// Wire: `ref<Type>`.
            expressed: TypeId,
            /// Smallest stored number.
            ///
            /// Wire: `zigzag`.
            min: i64,
            /// Largest stored number.
            ///
            /// Wire: `zigzag`.
            max: i64,
            /// Dimensions that are divided into blocks.
            ///
            /// Wire: `list<zigzag>`.
            dimensions: ThinVec<i64>,
            /// Size of a block in each of these dimensions.
            ///
            /// Wire: `list<zigzag>`.
            block_sizes: ThinVec<i64>,
            /// Distance between neighbours in each block.
            ///
            /// Wire: `ref<Attribute>`.
            scales: AttributeId,
            /// Stored number that stands for zero in each block.
            ///
            /// Wire: `ref<Attribute>`.
            zero_points: AttributeId,
        },
    }
    impl QuantType {
        /// The place in the table of variants; its length for an entry that the schema does not describe.
        const fn variant_index(&self) -> usize {
            match self {
                Self::Any { .. } => 0,
                Self::AnyWithExpressed { .. } => 1,
                Self::Calibrated { .. } => 2,
                Self::Uniform { .. } => 3,
                Self::UniformPerAxis { .. } => 4,
                Self::UniformSubChannel { .. } => 5,
            }
        }
        /// The number on the wire.
        #[must_use]
        pub const fn tag(&self) -> u64 {
            variants_of_quant_type::ALL[self.variant_index()].tag
        }
        /// The variant's name in the schema.
        #[must_use]
        pub const fn variant_name(&self) -> &'static str {
            variants_of_quant_type::ALL[self.variant_index()].name
        }
        /// The variant's spelling in listings.
        #[must_use]
        pub const fn label(&self) -> &'static str {
            variants_of_quant_type::ALL[self.variant_index()].label
        }
    }
    mod variants_of_quant_type {
        use ::bytespec::values::Variant;
        pub(super) const ALL: [Variant; 6usize] = [
            Variant::new(1u64, "Any"),
            Variant::new(2u64, "AnyWithExpressed"),
            Variant::new(3u64, "Calibrated"),
            Variant::new(4u64, "Uniform"),
            Variant::new(5u64, "UniformPerAxis"),
            Variant::new(6u64, "UniformSubChannel"),
        ];
    }
    impl QuantType {
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
                        Self::Any {
                            flags: f_flags,
                            storage: f_storage,
                            min: f_min,
                            max: f_max,
                        } => {
                            writer.prefix(self.tag());
                            writer.prefix((*f_flags));
                            writer.prefix(u64::from((*f_storage).0));
                            writer.prefix_zigzag((*f_min));
                            writer.prefix_zigzag((*f_max));
                        }
                        Self::AnyWithExpressed {
                            flags: f_flags,
                            storage: f_storage,
                            expressed: f_expressed,
                            min: f_min,
                            max: f_max,
                        } => {
                            writer.prefix(self.tag());
                            writer.prefix((*f_flags));
                            writer.prefix(u64::from((*f_storage).0));
                            writer.prefix(u64::from((*f_expressed).0));
                            writer.prefix_zigzag((*f_min));
                            writer.prefix_zigzag((*f_max));
                        }
                        Self::Calibrated {
                            expressed: f_expressed,
                            min: f_min,
                            max: f_max,
                        } => {
                            writer.prefix(self.tag());
                            writer.prefix(u64::from((*f_expressed).0));
                            writer.prefix_zigzag((*f_min));
                            writer.prefix_zigzag((*f_max));
                        }
                        Self::Uniform {
                            flags: f_flags,
                            storage: f_storage,
                            expressed: f_expressed,
                            scale: f_scale,
                            zero_point: f_zero_point,
                            min: f_min,
                            max: f_max,
                        } => {
                            writer.prefix(self.tag());
                            writer.prefix((*f_flags));
                            writer.prefix(u64::from((*f_storage).0));
                            writer.prefix(u64::from((*f_expressed).0));
                            writer.prefix_zigzag((*f_scale));
                            writer.prefix_zigzag((*f_zero_point));
                            writer.prefix_zigzag((*f_min));
                            writer.prefix_zigzag((*f_max));
                        }
                        Self::UniformPerAxis {
                            flags: f_flags,
                            storage: f_storage,
                            expressed: f_expressed,
                            dimension: f_dimension,
                            min: f_min,
                            max: f_max,
                            scales: f_scales,
                            zero_points: f_zero_points,
                        } => {
                            writer.prefix(self.tag());
                            writer.prefix((*f_flags));
                            writer.prefix(u64::from((*f_storage).0));
                            writer.prefix(u64::from((*f_expressed).0));
                            writer.prefix((*f_dimension));
                            writer.prefix_zigzag((*f_min));
                            writer.prefix_zigzag((*f_max));
                            writer.prefix(f_scales.len() as u64);
                            for element in f_scales.iter() {
                                element.write(writer, cx)?;
                            }
                            writer.prefix(f_zero_points.len() as u64);
                            for element in f_zero_points.iter() {
                                writer.prefix_zigzag((*element));
                            }
                        }
                        Self::UniformSubChannel {
                            flags: f_flags,
                            storage: f_storage,
                            expressed: f_expressed,
                            min: f_min,
                            max: f_max,
                            dimensions: f_dimensions,
                            block_sizes: f_block_sizes,
                            scales: f_scales,
                            zero_points: f_zero_points,
                        } => {
                            writer.prefix(self.tag());
                            writer.prefix((*f_flags));
                            writer.prefix(u64::from((*f_storage).0));
                            writer.prefix(u64::from((*f_expressed).0));
                            writer.prefix_zigzag((*f_min));
                            writer.prefix_zigzag((*f_max));
                            writer.prefix(f_dimensions.len() as u64);
                            for element in f_dimensions.iter() {
                                writer.prefix_zigzag((*element));
                            }
                            writer.prefix(f_block_sizes.len() as u64);
                            for element in f_block_sizes.iter() {
                                writer.prefix_zigzag((*element));
                            }
                            writer.prefix(u64::from((*f_scales).0));
                            writer.prefix(u64::from((*f_zero_points).0));
                        }
                    }
                    Ok(())
                })
        }
    }
    impl ::bytespec::text::template::Templates for QuantType {
        fn templates() -> &'static [::bytespec::text::template::Template] {
            use ::bytespec::text::template as text;
            static TEMPLATES: text::Stored = text::Stored::new(
                &[
                    "\x000\x004\0default\0number\0u64\0refused\0entry\0Type\0default\0number\0i64\0default\0number\0i64\0",
                    "\x000\x005\0default\0number\0u64\0refused\0entry\0Type\0refused\0entry\0Type\0default\0number\0i64\0default\0number\0i64\0",
                    "\x000\x003\0refused\0entry\0Type\0default\0number\0i64\0default\0number\0i64\0",
                    "\x000\x007\0default\0number\0u64\0refused\0entry\0Type\0refused\0entry\0Type\0default\0number\0i64\0default\0number\0i64\0default\0number\0i64\0default\0number\0i64\0",
                    "\x000\08\0default\0number\0u64\0refused\0entry\0Type\0refused\0entry\0Type\0default\0number\0u64\0default\0number\0i64\0default\0number\0i64\0default\0list\0only\0number\0i64\0default\0list\0number\0i64\0",
                    "\x000\09\0default\0number\0u64\0refused\0entry\0Type\0refused\0entry\0Type\0default\0number\0i64\0default\0number\0i64\0default\0list\0number\0i64\0default\0list\0number\0i64\0refused\0entry\0Attribute\0refused\0entry\0Attribute\0",
                ],
                &[],
            );
            TEMPLATES.get()
        }
    }
    /// The dialects whose entries of the table `Type` the schema describes, sorted.
    pub const TYPE_DIALECTS: &[&str] = &["quant_twin"];
    /// An entry of the table `Type`, with a variant for each dialect. [`TypeId`] is the index of an entry.
    #[derive(Clone, Debug, PartialEq)]
    pub enum TypeEntry {
        /// An entry of the dialect `quant_twin`.
        QuantTwin(QuantType),
    }
    impl TypeEntry {
        /// The name of the dialect, as in the file.
        #[must_use]
        pub const fn dialect(&self) -> &'static str {
            match self {
                Self::QuantTwin(_) => "quant_twin",
            }
        }
        /// The number on the wire. Its meaning depends on the dialect.
        #[must_use]
        pub const fn tag(&self) -> u64 {
            match self {
                Self::QuantTwin(entry) => entry.tag(),
            }
        }
        /// The variant's name in the schema.
        #[must_use]
        pub const fn variant_name(&self) -> &'static str {
            match self {
                Self::QuantTwin(entry) => entry.variant_name(),
            }
        }
    }
    impl TypeEntry {
        /// Writes the tag and the fields.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            match self {
                Self::QuantTwin(entry) => entry.write(writer, cx),
            }
        }
    }
    impl From<QuantType> for TypeEntry {
        fn from(entry: QuantType) -> Self {
            Self::QuantTwin(entry)
        }
    }
    /// Functions for all items that can be read alone, by their kind and name in the schema.
    #[cfg(any(test, feature = "samples"))]
    #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut)]
    pub mod samples {
        use super::*;
        /// The kind and the name of each item.
        pub const ITEMS: &[(&str, &str)] = &[
            ("record", "Scale"),
            ("union", "QuantType"),
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
                ("record", "Scale") => {
                    let value = Scale::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("union", "QuantType") => {
                    let value = view::QuantType::read(cursor, cx)?;
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
        /// Type of the dialect.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum QuantType<'a> {
            /// Quantized type of which the expressed type may be known.
            ///
            /// Tag 1.
            Any {
                /// Properties of the storage.
                ///
                /// Wire: `varint`.
                flags: u64,
                /// Integer type of the storage.
                ///
                /// Wire: `ref<Type>`.
                storage: TypeId,
                /// Smallest stored number.
                ///
                /// Wire: `zigzag`.
                min: i64,
                /// Largest stored number.
                ///
                /// Wire: `zigzag`.
                max: i64,
            },
            /// Quantized type of which the expressed type may be known, with `expressed`.
            ///
            /// Tag 2.
            AnyWithExpressed {
                /// Properties of the storage.
                ///
                /// Wire: `varint`.
                flags: u64,
                /// Integer type of the storage.
                ///
                /// Wire: `ref<Type>`.
                storage: TypeId,
                /// Type of the numbers that it stands for.
                ///
                /// Wire: `ref<Type>`.
                expressed: TypeId,
                /// Smallest stored number.
                ///
                /// Wire: `zigzag`.
                min: i64,
                /// Largest stored number.
                ///
                /// Wire: `zigzag`.
                max: i64,
            },
            /// Type of numbers whose range was measured.
            ///
            /// Tag 3.
            Calibrated {
                /// Type of the numbers.
                ///
                /// Wire: `ref<Type>`.
                expressed: TypeId,
                /// Smallest number.
                ///
                /// Wire: `zigzag`.
                min: i64,
                /// Largest number.
                ///
                /// Wire: `zigzag`.
                max: i64,
            },
            /// Stored numbers at equal distances.
            ///
            /// Tag 4.
            Uniform {
                /// Properties of the storage.
                ///
                /// Wire: `varint`.
                flags: u64,
                /// Integer type of the storage.
                ///
                /// Wire: `ref<Type>`.
                storage: TypeId,
                /// Type of the numbers that it stands for.
                ///
                /// Wire: `ref<Type>`.
                expressed: TypeId,
                /// Distance between neighbours.
                ///
                /// Wire: `zigzag`.
                scale: i64,
                /// Stored number that stands for zero.
                ///
                /// Wire: `zigzag`.
                zero_point: i64,
                /// Smallest stored number.
                ///
                /// Wire: `zigzag`.
                min: i64,
                /// Largest stored number.
                ///
                /// Wire: `zigzag`.
                max: i64,
            },
            /// Stored numbers at distances that depend on the position in one dimension.
            ///
            /// Tag 5.
            UniformPerAxis {
                /// Properties of the storage.
                ///
                /// Wire: `varint`.
                flags: u64,
                /// Integer type of the storage.
                ///
                /// Wire: `ref<Type>`.
                storage: TypeId,
                /// Type of the numbers that it stands for.
                ///
                /// Wire: `ref<Type>`.
                expressed: TypeId,
                /// Dimension that decides.
                ///
                /// Wire: `varint`.
                dimension: u64,
                /// Smallest stored number.
                ///
                /// Wire: `zigzag`.
                min: i64,
                /// Largest stored number.
                ///
                /// Wire: `zigzag`.
                max: i64,
                /// Distance between neighbours at each position.
                ///
                /// Wire: `list<Scale>`.
                scales: List<'a, Scale>,
                /// Stored number that stands for zero at each position.
                ///
                /// Wire: `list<zigzag>`.
                zero_points: List<'a, wire::Prefix<wire::Zigzag>>,
            },
            /// Stored numbers at distances that depend on the block of the position.
            ///
            /// Tag 6.
            UniformSubChannel {
                /// Properties of the storage.
                ///
                /// Wire: `varint`.
                flags: u64,
                /// Integer type of the storage.
                ///
                /// Wire: `ref<Type>`.
                storage: TypeId,
                /// Type of the numbers that it stands for.
                ///
                /// Wire: `ref<Type>`.
                expressed: TypeId,
                /// Smallest stored number.
                ///
                /// Wire: `zigzag`.
                min: i64,
                /// Largest stored number.
                ///
                /// Wire: `zigzag`.
                max: i64,
                /// Dimensions that are divided into blocks.
                ///
                /// Wire: `list<zigzag>`.
                dimensions: List<'a, wire::Prefix<wire::Zigzag>>,
                /// Size of a block in each of these dimensions.
                ///
                /// Wire: `list<zigzag>`.
                block_sizes: List<'a, wire::Prefix<wire::Zigzag>>,
                /// Distance between neighbours in each block.
                ///
                /// Wire: `ref<Attribute>`.
                scales: AttributeId,
                /// Stored number that stands for zero in each block.
                ///
                /// Wire: `ref<Attribute>`.
                zero_points: AttributeId,
            },
        }
        impl QuantType<'_> {
            /// The place in the table of variants; its length for an entry that the schema does not describe.
            const fn variant_index(&self) -> usize {
                match self {
                    Self::Any { .. } => 0,
                    Self::AnyWithExpressed { .. } => 1,
                    Self::Calibrated { .. } => 2,
                    Self::Uniform { .. } => 3,
                    Self::UniformPerAxis { .. } => 4,
                    Self::UniformSubChannel { .. } => 5,
                }
            }
            /// The number on the wire.
            #[must_use]
            pub const fn tag(&self) -> u64 {
                variants_of_quant_type::ALL[self.variant_index()].tag
            }
            /// The variant's name in the schema.
            #[must_use]
            pub const fn variant_name(&self) -> &'static str {
                variants_of_quant_type::ALL[self.variant_index()].name
            }
            /// The variant's spelling in listings.
            #[must_use]
            pub const fn label(&self) -> &'static str {
                variants_of_quant_type::ALL[self.variant_index()].label
            }
        }
        impl<'a> QuantType<'a> {
            /// Reads the tag and the fields of its variant.
            ///
            /// # Errors
            /// An unknown tag, one that the version does not have, and the first field that cannot
            /// be read, with its offset.
            #[allow(unused_variables, unused_mut)]
            pub fn read(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                let version = cx.version();
                let start = cursor.position();
                let tag = u64::from(cursor.prefix()?);
                cursor.enter()?;
                let value = match tag {
                    1 => {
                        let mut read = || -> Result<Self> {
                            let f_flags = cursor.prefix().field("flags")?;
                            let f_storage = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("storage")?;
                            let f_min = cursor.prefix_zigzag().field("min")?;
                            let f_max = cursor.prefix_zigzag().field("max")?;
                            Ok(Self::Any {
                                flags: f_flags,
                                storage: f_storage,
                                min: f_min,
                                max: f_max,
                            })
                        };
                        read().item("Any")
                    }
                    2 => {
                        let mut read = || -> Result<Self> {
                            let f_flags = cursor.prefix().field("flags")?;
                            let f_storage = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("storage")?;
                            let f_expressed = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("expressed")?;
                            let f_min = cursor.prefix_zigzag().field("min")?;
                            let f_max = cursor.prefix_zigzag().field("max")?;
                            Ok(Self::AnyWithExpressed {
                                flags: f_flags,
                                storage: f_storage,
                                expressed: f_expressed,
                                min: f_min,
                                max: f_max,
                            })
                        };
                        read().item("AnyWithExpressed")
                    }
                    3 => {
                        let mut read = || -> Result<Self> {
                            let f_expressed = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("expressed")?;
                            let f_min = cursor.prefix_zigzag().field("min")?;
                            let f_max = cursor.prefix_zigzag().field("max")?;
                            Ok(Self::Calibrated {
                                expressed: f_expressed,
                                min: f_min,
                                max: f_max,
                            })
                        };
                        read().item("Calibrated")
                    }
                    4 => {
                        let mut read = || -> Result<Self> {
                            let f_flags = cursor.prefix().field("flags")?;
                            let f_storage = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("storage")?;
                            let f_expressed = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("expressed")?;
                            let f_scale = cursor.prefix_zigzag().field("scale")?;
                            let f_zero_point = cursor
                                .prefix_zigzag()
                                .field("zero_point")?;
                            let f_min = cursor.prefix_zigzag().field("min")?;
                            let f_max = cursor.prefix_zigzag().field("max")?;
                            Ok(Self::Uniform {
                                flags: f_flags,
                                storage: f_storage,
                                expressed: f_expressed,
                                scale: f_scale,
                                zero_point: f_zero_point,
                                min: f_min,
                                max: f_max,
                            })
                        };
                        read().item("Uniform")
                    }
                    5 => {
                        let mut read = || -> Result<Self> {
                            let f_flags = cursor.prefix().field("flags")?;
                            let f_storage = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("storage")?;
                            let f_expressed = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("expressed")?;
                            let f_dimension = cursor.prefix().field("dimension")?;
                            let f_min = cursor.prefix_zigzag().field("min")?;
                            let f_max = cursor.prefix_zigzag().field("max")?;
                            let f_scales = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, cx, count))
                                .field("scales")?;
                            let f_zero_points = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, &(), count))
                                .field("zero_points")?;
                            Ok(Self::UniformPerAxis {
                                flags: f_flags,
                                storage: f_storage,
                                expressed: f_expressed,
                                dimension: f_dimension,
                                min: f_min,
                                max: f_max,
                                scales: f_scales,
                                zero_points: f_zero_points,
                            })
                        };
                        read().item("UniformPerAxis")
                    }
                    6 => {
                        let mut read = || -> Result<Self> {
                            let f_flags = cursor.prefix().field("flags")?;
                            let f_storage = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("storage")?;
                            let f_expressed = cursor
                                .prefix_u32()
                                .map(TypeId)
                                .field("expressed")?;
                            let f_min = cursor.prefix_zigzag().field("min")?;
                            let f_max = cursor.prefix_zigzag().field("max")?;
                            let f_dimensions = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, &(), count))
                                .field("dimensions")?;
                            let f_block_sizes = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, &(), count))
                                .field("block_sizes")?;
                            let f_scales = cursor
                                .prefix_u32()
                                .map(AttributeId)
                                .field("scales")?;
                            let f_zero_points = cursor
                                .prefix_u32()
                                .map(AttributeId)
                                .field("zero_points")?;
                            Ok(Self::UniformSubChannel {
                                flags: f_flags,
                                storage: f_storage,
                                expressed: f_expressed,
                                min: f_min,
                                max: f_max,
                                dimensions: f_dimensions,
                                block_sizes: f_block_sizes,
                                scales: f_scales,
                                zero_points: f_zero_points,
                            })
                        };
                        read().item("UniformSubChannel")
                    }
                    tag => {
                        Err(::bytespec::values::unknown_number(start, "QuantType", tag))
                    }
                };
                cursor.leave();
                value
            }
        }
        impl<'a> Decode<'a> for QuantType<'a> {
            type Value = Self;
            type Context = Context;
            fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
        impl QuantType<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::QuantType {
                match *self {
                    Self::Any {
                        flags: f_flags,
                        storage: f_storage,
                        min: f_min,
                        max: f_max,
                    } => {
                        super::QuantType::Any {
                            flags: f_flags,
                            storage: f_storage,
                            min: f_min,
                            max: f_max,
                        }
                    }
                    Self::AnyWithExpressed {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: f_expressed,
                        min: f_min,
                        max: f_max,
                    } => {
                        super::QuantType::AnyWithExpressed {
                            flags: f_flags,
                            storage: f_storage,
                            expressed: f_expressed,
                            min: f_min,
                            max: f_max,
                        }
                    }
                    Self::Calibrated {
                        expressed: f_expressed,
                        min: f_min,
                        max: f_max,
                    } => {
                        super::QuantType::Calibrated {
                            expressed: f_expressed,
                            min: f_min,
                            max: f_max,
                        }
                    }
                    Self::Uniform {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: f_expressed,
                        scale: f_scale,
                        zero_point: f_zero_point,
                        min: f_min,
                        max: f_max,
                    } => {
                        super::QuantType::Uniform {
                            flags: f_flags,
                            storage: f_storage,
                            expressed: f_expressed,
                            scale: f_scale,
                            zero_point: f_zero_point,
                            min: f_min,
                            max: f_max,
                        }
                    }
                    Self::UniformPerAxis {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: f_expressed,
                        dimension: f_dimension,
                        min: f_min,
                        max: f_max,
                        scales: f_scales,
                        zero_points: f_zero_points,
                    } => {
                        super::QuantType::UniformPerAxis {
                            flags: f_flags,
                            storage: f_storage,
                            expressed: f_expressed,
                            dimension: f_dimension,
                            min: f_min,
                            max: f_max,
                            scales: f_scales.iter().collect(),
                            zero_points: f_zero_points.iter().collect(),
                        }
                    }
                    Self::UniformSubChannel {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: f_expressed,
                        min: f_min,
                        max: f_max,
                        dimensions: f_dimensions,
                        block_sizes: f_block_sizes,
                        scales: f_scales,
                        zero_points: f_zero_points,
                    } => {
                        super::QuantType::UniformSubChannel {
                            flags: f_flags,
                            storage: f_storage,
                            expressed: f_expressed,
                            min: f_min,
                            max: f_max,
                            dimensions: f_dimensions.iter().collect(),
                            block_sizes: f_block_sizes.iter().collect(),
                            scales: f_scales,
                            zero_points: f_zero_points,
                        }
                    }
                }
            }
        }
        impl Reflect for QuantType<'_> {
            fn item_name(&self) -> &'static str {
                self.label()
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                match *self {
                    Self::Any {
                        flags: f_flags,
                        storage: f_storage,
                        min: f_min,
                        max: f_max,
                    } => {
                        visit.field("flags", &f_flags);
                        visit.field("storage", &f_storage);
                        visit.field("min", &f_min);
                        visit.field("max", &f_max);
                    }
                    Self::AnyWithExpressed {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: f_expressed,
                        min: f_min,
                        max: f_max,
                    } => {
                        visit.field("flags", &f_flags);
                        visit.field("storage", &f_storage);
                        visit.field("expressed", &f_expressed);
                        visit.field("min", &f_min);
                        visit.field("max", &f_max);
                    }
                    Self::Calibrated {
                        expressed: f_expressed,
                        min: f_min,
                        max: f_max,
                    } => {
                        visit.field("expressed", &f_expressed);
                        visit.field("min", &f_min);
                        visit.field("max", &f_max);
                    }
                    Self::Uniform {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: f_expressed,
                        scale: f_scale,
                        zero_point: f_zero_point,
                        min: f_min,
                        max: f_max,
                    } => {
                        visit.field("flags", &f_flags);
                        visit.field("storage", &f_storage);
                        visit.field("expressed", &f_expressed);
                        visit.field("scale", &f_scale);
                        visit.field("zero_point", &f_zero_point);
                        visit.field("min", &f_min);
                        visit.field("max", &f_max);
                    }
                    Self::UniformPerAxis {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: f_expressed,
                        dimension: f_dimension,
                        min: f_min,
                        max: f_max,
                        scales: f_scales,
                        zero_points: f_zero_points,
                    } => {
                        visit.field("flags", &f_flags);
                        visit.field("storage", &f_storage);
                        visit.field("expressed", &f_expressed);
                        visit.field("dimension", &f_dimension);
                        visit.field("min", &f_min);
                        visit.field("max", &f_max);
                        visit.field("scales", &f_scales);
                        visit.field("zero_points", &f_zero_points);
                    }
                    Self::UniformSubChannel {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: f_expressed,
                        min: f_min,
                        max: f_max,
                        dimensions: f_dimensions,
                        block_sizes: f_block_sizes,
                        scales: f_scales,
                        zero_points: f_zero_points,
                    } => {
                        visit.field("flags", &f_flags);
                        visit.field("storage", &f_storage);
                        visit.field("expressed", &f_expressed);
                        visit.field("min", &f_min);
                        visit.field("max", &f_max);
                        visit.field("dimensions", &f_dimensions);
                        visit.field("block_sizes", &f_block_sizes);
                        visit.field("scales", &f_scales);
                        visit.field("zero_points", &f_zero_points);
                    }
                }
            }
            fn template(&self) -> Option<&'static ::bytespec::text::template::Template> {
                <super::QuantType as ::bytespec::text::template::Templates>::templates()
                    .get(self.variant_index())
            }
        }
        /// An entry of the table `Type`, with a variant for each dialect. [`TypeId`] is the index of an entry.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum TypeEntry<'a> {
            /// An entry of the dialect `quant_twin`.
            QuantTwin(QuantType<'a>),
        }
        impl TypeEntry<'_> {
            /// The name of the dialect, as in the file.
            #[must_use]
            pub const fn dialect(&self) -> &'static str {
                match self {
                    Self::QuantTwin(_) => "quant_twin",
                }
            }
            /// The number on the wire. Its meaning depends on the dialect.
            #[must_use]
            pub const fn tag(&self) -> u64 {
                match self {
                    Self::QuantTwin(entry) => entry.tag(),
                }
            }
            /// The variant's name in the schema.
            #[must_use]
            pub const fn variant_name(&self) -> &'static str {
                match self {
                    Self::QuantTwin(entry) => entry.variant_name(),
                }
            }
        }
        impl<'a> TypeEntry<'a> {
            /// Reads an entry of a dialect. None, without reading anything, if no schema describes the entries of the
            /// dialect.
            ///
            /// # Errors
            /// An unknown tag, one that the version does not have, and the first field that
            /// cannot be read, with its offset.
            pub fn read(
                dialect: &str,
                cursor: &mut Cursor<'a>,
                cx: &Context,
            ) -> Option<Result<Self>> {
                let mut entry = None;
                let read = Self::read_with(
                    dialect,
                    cursor,
                    cx,
                    |value| entry = Some(value),
                )?;
                match read {
                    Ok(()) => entry.map(Ok),
                    Err(error) => Some(Err(error)),
                }
            }
            /// Like `read`, but passes the entry to `found`, which avoids a copy of a large value.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub(crate) fn read_with(
                dialect: &str,
                cursor: &mut Cursor<'a>,
                cx: &Context,
                found: impl FnOnce(Self),
            ) -> Option<Result<()>> {
                Some(
                    match dialect {
                        "quant_twin" => {
                            QuantType::read(cursor, cx)
                                .map(|value| found(Self::QuantTwin(value)))
                        }
                        _ => return None,
                    },
                )
            }
        }
        impl TypeEntry<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::TypeEntry {
                match self {
                    Self::QuantTwin(entry) => {
                        super::TypeEntry::QuantTwin(entry.to_owned())
                    }
                }
            }
        }
        impl Reflect for TypeEntry<'_> {
            fn item_name(&self) -> &'static str {
                match self {
                    Self::QuantTwin(entry) => entry.item_name(),
                }
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                match self {
                    Self::QuantTwin(entry) => entry.fields(visit),
                }
            }
            fn template(&self) -> Option<&'static ::bytespec::text::template::Template> {
                match self {
                    Self::QuantTwin(entry) => entry.template(),
                }
            }
        }
    }
}
#[allow(unreachable_pub, unused_imports)]
pub use generated::*;
