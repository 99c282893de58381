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
    pub const TITLE: &str = "motor";
    /// The filler byte of alignments.
    pub const PAD: u8 = 0u8;
    /// A version of the format. Versions compare by age.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Version {
        /// 1.0: 1.0.
        V1_0,
        /// 1.1: 1.1.
        V1_1,
        /// 2.0: 2.0.
        V2_0,
    }
    impl Version {
        /// Every version, oldest first.
        pub const ALL: &[Version] = &[Version::V1_0, Version::V1_1, Version::V2_0];
        /// The newest version.
        pub const LATEST: Version = Version::V2_0;
        /// The names of all versions, oldest first.
        pub const NAMES: &[&str] = &["1.0", "1.1", "2.0"];
        /// The version's name, such as `13.1`.
        #[must_use]
        pub const fn name(self) -> &'static str {
            match self {
                Version::V1_0 => "1.0",
                Version::V1_1 => "1.1",
                Version::V2_0 => "2.0",
            }
        }
        /// The numbers in the name.
        #[must_use]
        pub const fn parts(self) -> &'static [u32] {
            match self {
                Version::V1_0 => &[1u32, 0u32],
                Version::V1_1 => &[1u32, 1u32],
                Version::V2_0 => &[2u32, 0u32],
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
    #[allow(unused_imports)]
    use ::bytespec::axes::DialectAxes as _;
    /// Motors, and what drives them.
    ///
    ///
    /// Releases compare by age.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum MotorRelease {
        /// version 1.0.
        R1_0,
        /// version 1.1.
        R1_1,
        /// version 2.0.
        R2_0,
    }
    impl MotorRelease {
        /// Every release, oldest first.
        pub const ALL: &[MotorRelease] = &[
            MotorRelease::R1_0,
            MotorRelease::R1_1,
            MotorRelease::R2_0,
        ];
        /// The names of all releases, in the same order.
        pub const NAMES: &[&str] = &["1.0", "1.1", "2.0"];
        /// The release's name.
        #[must_use]
        pub const fn name(self) -> &'static str {
            MotorRelease::NAMES[self as usize]
        }
    }
    impl std::str::FromStr for MotorRelease {
        type Err = Error;
        fn from_str(name: &str) -> Result<MotorRelease> {
            let found = MotorRelease::ALL
                .iter()
                .copied()
                .find(|release| release.name() == name);
            found
                .ok_or_else(|| {
                    Error::new(ErrorKind::Release {
                        dialect: "motor".to_owned(),
                        title: "version".to_owned(),
                        found: name.to_owned(),
                        known: MotorRelease::NAMES,
                    })
                })
        }
    }
    impl std::fmt::Display for MotorRelease {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(self.name())
        }
    }
    /// The known release of each dialect that has releases of its own.
    ///
    /// The trait `axes::DialectAxes` has the methods.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct DialectReleases {
        /// The version for `motor`.
        pub motor: Option<MotorRelease>,
    }
    impl ::bytespec::axes::DialectAxes for DialectReleases {
        type Version = Version;
        const AXES: &'static [::bytespec::axes::Axis<Version>] = &[
            ::bytespec::axes::Axis {
                dialect: "motor",
                title: "version",
                names: MotorRelease::NAMES,
                formats: &[],
                others: &[],
                producer: "",
                record: Some(2usize),
                writers_only: false,
            },
        ];
        #[inline]
        fn position(&self, axis: usize) -> Option<usize> {
            match axis {
                0usize => self.motor.map(|release| release as usize),
                _ => None,
            }
        }
        #[inline]
        fn set_position(&mut self, axis: usize, release: Option<usize>) {
            match axis {
                0usize => {
                    self.motor = release
                        .and_then(|at| MotorRelease::ALL.get(at).copied());
                }
                _ => {}
            }
        }
    }
    /// The context of readers and writers: the version, the features and the releases.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Context {
        /// The format version of the bytes.
        pub version: Version,
        /// The features that the file announces.
        pub features: Features,
        /// The releases of dialects, as far as they are known.
        pub dialects: DialectReleases,
    }
    impl Context {
        /// A context for a version, without features.
        #[must_use]
        pub fn new(version: Version) -> Self {
            Context {
                version,
                features: Features::NONE,
                dialects: DialectReleases::default(),
            }
        }
        /// The same context with the releases of dialects.
        #[must_use]
        pub fn with_dialects(self, dialects: DialectReleases) -> Self {
            Context { dialects, ..self }
        }
        /// The releases of dialects, as far as they are known.
        #[inline]
        #[must_use]
        pub fn dialects(&self) -> DialectReleases {
            self.dialects
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
    /// Schema: `schema.yaml:9`.
    ///
    /// This is an index into that table, from zero.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct StringId(pub u32);
    ::bytespec::table_index!(StringId, "String", prefix_u32);
    /// Index space.
    ///
    /// Schema: `schema.yaml:11`.
    ///
    /// This is an index into that table, from zero.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct AttributeId(pub u32);
    ::bytespec::table_index!(AttributeId, "Attribute", prefix_u32);
    /// Index space.
    ///
    /// Schema: `schema.yaml:13`.
    ///
    /// This is an index into that table, from zero.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct TypeId(pub u32);
    ::bytespec::table_index!(TypeId, "Type", prefix_u32);
    /// The unit of a speed.
    ///
    /// Schema: `schema.yaml:15`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Unit {
        /// Turns a minute.
        Rpm = 0,
        /// Turns a second.
        ///
        /// In versions 1.1 or later.
        Hertz = 1,
    }
    impl Unit {
        /// Every member, by number.
        pub const ALL: &[Unit] = &[Unit::Rpm, Unit::Hertz];
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
                Unit::Rpm => "Rpm",
                Unit::Hertz => "hz",
            }
        }
        /// The member with a number. If several members have the number, the last of them.
        #[inline]
        #[must_use]
        pub const fn from_number(number: u64) -> ::core::option::Option<Unit> {
            if number < Unit::ALL.len() as u64 {
                ::core::option::Option::Some(Unit::ALL[number as usize])
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
        ) -> ::bytespec::error::Result<Unit> {
            let start = cursor.position();
            let number = u64::from(cursor.prefix_u32()?);
            let Some(member) = Unit::from_number(number) else {
                return Err(
                    match number {
                        7 => {
                            ::bytespec::values::dead_number(
                                start,
                                "Unit",
                                number,
                                "knots",
                            )
                        }
                        _ => ::bytespec::values::unknown_number(start, "Unit", number),
                    },
                );
            };
            let version = cx.version();
            match member {
                Unit::Hertz if !(version >= Version::V1_1) => {
                    return Err(
                        gate_error("Unit.hz", "1.1 or later", version).or_at(start),
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
                Unit::Hertz if !(version >= Version::V1_1) => {
                    Err(gate_error("Unit.hz", "1.1 or later", version))
                }
                _ => Ok(()),
            };
            checked?;
            writer.prefix(u64::from(self as u32));
            Ok(())
        }
    }
    impl<'a> ::bytespec::wire::Decode<'a> for Unit {
        type Value = Unit;
        type Context = Context;
        #[inline]
        fn decode(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &Context,
        ) -> ::bytespec::error::Result<Unit> {
            Unit::read(cursor, cx)
        }
    }
    impl ::bytespec::reflect::ReflectField for Unit {
        fn reflect(&self, see: &mut dyn FnMut(::bytespec::reflect::FieldValue<'_>)) {
            see(::bytespec::reflect::FieldValue::Enum {
                name: self.name(),
                number: self.number().into(),
            });
        }
    }
    /// A limit, which no dialect has an influence on.
    ///
    /// Schema: `schema.yaml:23`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Limits {
        /// The lowest.
        ///
        /// Wire: `zigzag`.
        pub low: i64,
        /// The highest.
        ///
        /// Wire: `zigzag`.
        pub high: i64,
    }
    impl Limits {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_low = cursor.prefix_zigzag().field("low")?;
            let f_high = cursor.prefix_zigzag().field("high")?;
            Ok(Self { low: f_low, high: f_high })
        }
    }
    impl<'a> Decode<'a> for Limits {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl Limits {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_low = &self.low;
            let f_high = &self.high;
            writer.prefix_zigzag((*f_low));
            writer.prefix_zigzag((*f_high));
            Ok(())
        }
    }
    impl Reflect for Limits {
        fn item_name(&self) -> &'static str {
            "Limits"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("low", &self.low);
            visit.field("high", &self.high);
        }
    }
    /// A turn, as it was before 2.0.
    ///
    /// Schema: `schema.yaml:28`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct OldTurn {
        /// How far.
        ///
        /// Wire: `Angle`.
        pub angle: Angle,
    }
    impl OldTurn {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_angle = Angle::read(cursor, cx).field("angle")?;
            Ok(Self { angle: f_angle })
        }
    }
    impl<'a> Decode<'a> for OldTurn {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl OldTurn {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_angle = &self.angle;
            f_angle.write(writer, cx)?;
            Ok(())
        }
    }
    impl Reflect for OldTurn {
        fn item_name(&self) -> &'static str {
            "OldTurn"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("angle", &self.angle);
        }
    }
    /// Another one by version.
    ///
    /// Schema: `schema.yaml:32`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Angle {
        /// What it is in these versions.
        ///
        /// In versions 1.0 or earlier.
        ///
        /// Wire: `OldAngle`.
        pub old_angle: Option<OldAngle>,
        /// What it is in these versions.
        ///
        /// In versions 1.1 or later.
        ///
        /// Wire: `AngleNow`.
        pub angle: Option<AngleNow>,
    }
    impl Angle {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_old_angle = if version <= Version::V1_0 {
                Some(OldAngle::read(cursor, cx).field("old_angle")?)
            } else {
                None
            };
            let f_angle = if version >= Version::V1_1 {
                Some(AngleNow::read(cursor, cx).field("angle")?)
            } else {
                None
            };
            Ok(Self {
                old_angle: f_old_angle,
                angle: f_angle,
            })
        }
    }
    impl<'a> Decode<'a> for Angle {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl Angle {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_old_angle = &self.old_angle;
            let f_angle = &self.angle;
            if version <= Version::V1_0 && f_old_angle.is_none() {
                return Err(
                    ::bytespec::error::Error::new(::bytespec::error::ErrorKind::Presence {
                        item: "Angle.old_angle".into(),
                        when: Some("the version has it"),
                    }),
                );
            }
            if let Some(f_old_angle) = f_old_angle {
                if !((version <= Version::V1_0)) {
                    return Err(gate_error("Angle.old_angle", "1.0 or earlier", version));
                }
                f_old_angle.write(writer, cx)?;
            }
            if version >= Version::V1_1 && f_angle.is_none() {
                return Err(
                    ::bytespec::error::Error::new(::bytespec::error::ErrorKind::Presence {
                        item: "Angle.angle".into(),
                        when: Some("the version has it"),
                    }),
                );
            }
            if let Some(f_angle) = f_angle {
                if !((version >= Version::V1_1)) {
                    return Err(gate_error("Angle.angle", "1.1 or later", version));
                }
                f_angle.write(writer, cx)?;
            }
            Ok(())
        }
    }
    impl Reflect for Angle {
        fn item_name(&self) -> &'static str {
            "Angle"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("old_angle", &self.old_angle);
            visit.field("angle", &self.angle);
        }
    }
    /// An angle, as it was before 1.1.
    ///
    /// Schema: `schema.yaml:37`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct OldAngle {
        /// In whole degrees.
        ///
        /// Wire: `u16`.
        pub degrees: u16,
    }
    impl OldAngle {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_degrees = cursor.u16().field("degrees")?;
            Ok(Self { degrees: f_degrees })
        }
    }
    impl<'a> Decode<'a> for OldAngle {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl OldAngle {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            let f_degrees = &self.degrees;
            writer.u16((*f_degrees));
            Ok(())
        }
    }
    impl Reflect for OldAngle {
        fn item_name(&self) -> &'static str {
            "OldAngle"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("degrees", &self.degrees);
        }
    }
    /// An angle.
    ///
    /// In versions 1.1 or later.
    ///
    /// Schema: `schema.yaml:41`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct AngleNow {
        /// In seconds of arc.
        ///
        /// Wire: `varint<u32>`.
        pub seconds: u32,
    }
    impl AngleNow {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            if !(version >= Version::V1_1) {
                return Err(gate_error("AngleNow", "1.1 or later", version).or_at(start));
            }
            let f_seconds = cursor.prefix_u32().field("seconds")?;
            Ok(Self { seconds: f_seconds })
        }
    }
    impl<'a> Decode<'a> for AngleNow {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl AngleNow {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            let version = cx.version();
            if !(version >= Version::V1_1) {
                return Err(gate_error("AngleNow", "1.1 or later", version));
            }
            let f_seconds = &self.seconds;
            writer.prefix(u64::from((*f_seconds)));
            Ok(())
        }
    }
    impl Reflect for AngleNow {
        fn item_name(&self) -> &'static str {
            "AngleNow"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("seconds", &self.seconds);
        }
    }
    impl AngleNow {
        /// The first version with this record.
        pub const SINCE: Version = Version::V1_1;
    }
    /// Attributes of motors.
    ///
    /// Schema: `schema.yaml:46`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum MotorAttribute {
        /// A speed.
        ///
        /// It may be "negative".
        ///
        /// Tag 0.
        Speed {
            /// How fast.
            ///
            /// Wire: `zigzag`.
            value: i64,
            /// In which unit.
            ///
            /// In versions 1.1 or later.
            ///
            /// Wire: `Unit`, default `Rpm`.
            unit: Unit,
            /// What it must keep to.
            ///
            /// In versions 2.0 or later.
            ///
            /// Wire: `list<Limits>`, default `[]`.
            limits: ThinVec<Limits>,
        },
        /// Bytes for the controller.
        ///
        /// Tag 1.
        Program {
            /// A name in the table of strings.
            ///
            /// Wire: `ref<String>`.
            name: StringId,
            /// The bytes.
            ///
            /// Wire: `blob`.
            bytes: Vec<u8>,
            /// How often to go on.
            ///
            /// Wire: `u16`.
            times: Option<u16>,
            /// What comes next.
            ///
            /// In versions 2.0 or later.
            ///
            /// Wire: `flagged<ref<Attribute>>`, default `none`.
            next: Option<AttributeId>,
        },
        /// Nothing.
        ///
        /// Tag 2.
        Stop,
        /// Steps, one after the other.
        ///
        /// In versions 1.1 to 1.1.
        ///
        /// Tag 3.
        Steps {
            /// value.
            ///
            /// Wire: `list<ref<Attribute>>`.
            value: ThinVec<AttributeId>,
        },
        /// What `Turn` was before 2.0.
        ///
        /// In versions 1.1 or earlier.
        ///
        /// Tag 5.
        OldTurn {
            /// value.
            ///
            /// Wire: `OldTurn`.
            value: OldTurn,
        },
        /// A place.
        ///
        /// Tag 13.
        Place {
            /// Where.
            ///
            /// Wire: `list<varint>`.
            coordinates: ThinVec<u64>,
        },
        /// A place, with `space`.
        ///
        /// Tag 14.
        PlaceWithSpace {
            /// In which space.
            ///
            /// Wire: `ref<Attribute>`.
            space: AttributeId,
            /// Where.
            ///
            /// Wire: `list<varint>`.
            coordinates: ThinVec<u64>,
        },
        /// A place, with `fixed`.
        ///
        /// In versions 1.1 or later.
        ///
        /// Tag 15.
        PlaceWithFixed {
            /// Where.
            ///
            /// Wire: `list<varint>`.
            coordinates: ThinVec<u64>,
        },
        /// A place, with `space` and with `fixed`.
        ///
        /// In versions 2.0 or later.
        ///
        /// Tag 16.
        PlaceWithSpaceAndFixed {
            /// In which space.
            ///
            /// Wire: `ref<Attribute>`.
            space: AttributeId,
            /// Where.
            ///
            /// Wire: `list<varint>`.
            coordinates: ThinVec<u64>,
        },
        /// A turn.
        ///
        /// In versions 2.0 or later.
        ///
        /// Tag 20.
        Turn {
            /// How far, one after the other.
            ///
            /// Wire: `list<Angle>`.
            angles: ThinVec<Angle>,
            /// About what.
            ///
            /// Wire: `flagged<ref<Attribute>>`.
            axis: Option<AttributeId>,
        },
    }
    impl MotorAttribute {
        /// The place in the table of variants; its length for an entry that the schema does not describe.
        const fn variant_index(&self) -> usize {
            match self {
                Self::Speed { .. } => 0,
                Self::Program { .. } => 1,
                Self::Stop => 2,
                Self::Steps { .. } => 3,
                Self::OldTurn { .. } => 4,
                Self::Place { .. } => 5,
                Self::PlaceWithSpace { .. } => 6,
                Self::PlaceWithFixed { .. } => 7,
                Self::PlaceWithSpaceAndFixed { .. } => 8,
                Self::Turn { .. } => 9,
            }
        }
        /// The number on the wire.
        #[must_use]
        pub const fn tag(&self) -> u64 {
            variants_of_motor_attribute::ALL[self.variant_index()].tag
        }
        /// The variant's name in the schema.
        #[must_use]
        pub const fn variant_name(&self) -> &'static str {
            variants_of_motor_attribute::ALL[self.variant_index()].name
        }
        /// The variant's spelling in listings.
        #[must_use]
        pub const fn label(&self) -> &'static str {
            variants_of_motor_attribute::ALL[self.variant_index()].label
        }
    }
    mod variants_of_motor_attribute {
        use ::bytespec::values::Variant;
        pub(super) const ALL: [Variant; 10usize] = [
            Variant::new(0u64, "Speed"),
            Variant::new(1u64, "Program"),
            Variant::new(2u64, "Stop"),
            Variant::new(3u64, "Steps"),
            Variant::new(5u64, "OldTurn"),
            Variant::new(13u64, "Place"),
            Variant::new(14u64, "PlaceWithSpace"),
            Variant::new(15u64, "PlaceWithFixed"),
            Variant::new(16u64, "PlaceWithSpaceAndFixed"),
            Variant::new(20u64, "Turn"),
        ];
    }
    impl MotorAttribute {
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
                        Self::Speed {
                            value: f_value,
                            unit: f_unit,
                            limits: f_limits,
                        } => {
                            writer.prefix(self.tag());
                            writer.prefix_zigzag((*f_value));
                            if version >= Version::V1_1 {
                                (*f_unit).write(writer, cx)?;
                            } else if !(*f_unit == Unit::Rpm) {
                                return Err(
                                    gate_error("Speed.unit", "1.1 or later", version),
                                );
                            }
                            if version >= Version::V2_0 {
                                writer.prefix(f_limits.len() as u64);
                                for element in f_limits.iter() {
                                    element.write(writer, cx)?;
                                }
                            } else if !(f_limits.is_empty()) {
                                return Err(
                                    gate_error("Speed.limits", "2.0 or later", version),
                                );
                            }
                        }
                        Self::Program {
                            name: f_name,
                            bytes: f_bytes,
                            times: f_times,
                            next: f_next,
                        } => {
                            writer.prefix(self.tag());
                            writer.prefix(u64::from((*f_name).0));
                            writer.prefix((*f_bytes).len() as u64);
                            writer.bytes(&(*f_bytes));
                            {
                                writer.bool(f_times.is_some());
                            }
                            if let Some(f_times) = f_times {
                                writer.u16((*f_times));
                            }
                            if version >= Version::V2_0 {
                                let code = match (*f_next) {
                                    Some(some) => {
                                        ::bytespec::wire::flag(Some(u64::from(some.0)))?
                                    }
                                    None => 0,
                                };
                                writer.prefix(code);
                            } else if !(f_next.is_none()) {
                                return Err(
                                    gate_error("Program.next", "2.0 or later", version),
                                );
                            }
                        }
                        Self::Stop => {
                            writer.prefix(self.tag());
                        }
                        Self::Steps { value: f_value } => {
                            if !(version >= Version::V1_1 && version <= Version::V1_1) {
                                return Err(gate_error("Steps", "1.1 to 1.1", version));
                            }
                            writer.prefix(self.tag());
                            writer.prefix(f_value.len() as u64);
                            for element in f_value.iter() {
                                writer.prefix(u64::from((*element).0));
                            }
                        }
                        Self::OldTurn { value: f_value } => {
                            if !(version <= Version::V1_1) {
                                return Err(
                                    gate_error("OldTurn", "1.1 or earlier", version),
                                );
                            }
                            writer.prefix(self.tag());
                            f_value.write(writer, cx)?;
                        }
                        Self::Place { coordinates: f_coordinates } => {
                            writer.prefix(self.tag());
                            writer.prefix(f_coordinates.len() as u64);
                            for element in f_coordinates.iter() {
                                writer.prefix((*element));
                            }
                        }
                        Self::PlaceWithSpace {
                            space: f_space,
                            coordinates: f_coordinates,
                        } => {
                            writer.prefix(self.tag());
                            writer.prefix(u64::from((*f_space).0));
                            writer.prefix(f_coordinates.len() as u64);
                            for element in f_coordinates.iter() {
                                writer.prefix((*element));
                            }
                        }
                        Self::PlaceWithFixed { coordinates: f_coordinates } => {
                            if !(version >= Version::V1_1) {
                                return Err(
                                    gate_error("PlaceWithFixed", "1.1 or later", version),
                                );
                            }
                            writer.prefix(self.tag());
                            writer.prefix(f_coordinates.len() as u64);
                            for element in f_coordinates.iter() {
                                writer.prefix((*element));
                            }
                        }
                        Self::PlaceWithSpaceAndFixed {
                            space: f_space,
                            coordinates: f_coordinates,
                        } => {
                            if !(version >= Version::V2_0) {
                                return Err(
                                    gate_error(
                                        "PlaceWithSpaceAndFixed",
                                        "2.0 or later",
                                        version,
                                    ),
                                );
                            }
                            writer.prefix(self.tag());
                            writer.prefix(u64::from((*f_space).0));
                            writer.prefix(f_coordinates.len() as u64);
                            for element in f_coordinates.iter() {
                                writer.prefix((*element));
                            }
                        }
                        Self::Turn { angles: f_angles, axis: f_axis } => {
                            if !(version >= Version::V2_0) {
                                return Err(gate_error("Turn", "2.0 or later", version));
                            }
                            writer.prefix(self.tag());
                            let mut write = || -> Result<()> {
                                writer.prefix(f_angles.len() as u64);
                                let first = writer.len();
                                for element in f_angles.iter() {
                                    element.write(writer, cx)?;
                                }
                                wire::check_extent(f_angles.len(), writer.len() - first)?;
                                Ok(())
                            };
                            write().field("angles")?;
                            let code = match (*f_axis) {
                                Some(some) => {
                                    ::bytespec::wire::flag(Some(u64::from(some.0)))?
                                }
                                None => 0,
                            };
                            writer.prefix(code);
                        }
                    }
                    Ok(())
                })
        }
    }
    impl ::bytespec::text::template::Templates for MotorAttribute {
        fn templates() -> &'static [::bytespec::text::template::Template] {
            use ::bytespec::text::template as text;
            static TEMPLATES: text::Stored = text::Stored::new(
                &[
                    "\x000\x003\0default\0number\0i64\0refused\0member\x000\0default\0list\0record\0",
                    "\x000\x004\0refused\0entry\0String\0refused\0other\0optional\0number\0u16\0default\0optional\0none\0entry\0Attribute\0",
                    "\x000\x000\0",
                    "\x000\x001\0default\0list\0entry\0Attribute\0",
                    "\x000\x001\0refused\0only\0record\0",
                    "\x000\x001\0default\0list\0number\0u64\0",
                    "\x000\x002\0refused\0entry\0Attribute\0default\0list\0number\0u64\0",
                    "\x000\x001\0default\0list\0number\0u64\0",
                    "\x000\x002\0refused\0entry\0Attribute\0default\0list\0number\0u64\0",
                    "\x000\x002\0default\0list\0record\0default\0optional\0none\0entry\0Attribute\0",
                ],
                &[&text::Enum(Unit::ALL, Unit::name, |member| member.number().into())],
            );
            TEMPLATES.get()
        }
    }
    /// Entries of the dialect.
    ///
    /// Schema: `schema.yaml:130`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum MotorType {
        /// One that turns.
        ///
        /// Tag 0.
        Rotary {
            /// How strong.
            ///
            /// Wire: `u32`.
            torque: u32,
        },
        /// One that pushes.
        ///
        /// In versions 2.0 or later.
        ///
        /// Tag 1.
        Linear {
            /// What it pushes.
            ///
            /// Wire: `ref<Type>`.
            element: TypeId,
            /// Limits.
            ///
            /// Wire: `flagged<ref<Attribute>>`.
            limits: Option<AttributeId>,
        },
        /// A wire.
        ///
        /// Tag 7.
        Wire {
            /// Number of phases.
            ///
            /// Wire: `u8`.
            phases: u8,
        },
    }
    impl MotorType {
        /// The place in the table of variants; its length for an entry that the schema does not describe.
        const fn variant_index(&self) -> usize {
            match self {
                Self::Rotary { .. } => 0,
                Self::Linear { .. } => 1,
                Self::Wire { .. } => 2,
            }
        }
        /// The number on the wire.
        #[must_use]
        pub const fn tag(&self) -> u64 {
            variants_of_motor_type::ALL[self.variant_index()].tag
        }
        /// The variant's name in the schema.
        #[must_use]
        pub const fn variant_name(&self) -> &'static str {
            variants_of_motor_type::ALL[self.variant_index()].name
        }
        /// The variant's spelling in listings.
        #[must_use]
        pub const fn label(&self) -> &'static str {
            variants_of_motor_type::ALL[self.variant_index()].label
        }
    }
    mod variants_of_motor_type {
        use ::bytespec::values::Variant;
        pub(super) const ALL: [Variant; 3usize] = [
            Variant::new(0u64, "Rotary"),
            Variant::new(1u64, "Linear"),
            Variant::new(7u64, "Wire"),
        ];
    }
    impl MotorType {
        /// Reads the tag and the fields of its variant.
        ///
        /// # Errors
        /// An unknown tag, one that the version does not have, and the first field that cannot
        /// be read, with its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let tag = u64::from(cursor.prefix()?);
            cursor.enter()?;
            let value = match tag {
                0 => {
                    let mut read = || -> Result<Self> {
                        let f_torque = cursor.u32().field("torque")?;
                        Ok(Self::Rotary { torque: f_torque })
                    };
                    read().item("Rotary")
                }
                1 => {
                    if !(version >= Version::V2_0) {
                        return Err(
                            gate_error("Linear", "2.0 or later", version).or_at(start),
                        );
                    }
                    let mut read = || -> Result<Self> {
                        let f_element = cursor
                            .prefix_u32()
                            .map(TypeId)
                            .field("element")?;
                        let f_limits = {
                            let at = cursor.position();
                            cursor
                                .prefix()
                                .and_then(|code| ::bytespec::wire::unflag::<
                                    u32,
                                >(at, code, "u32"))
                                .map(|value| value.map(AttributeId))
                        }
                            .field("limits")?;
                        Ok(Self::Linear {
                            element: f_element,
                            limits: f_limits,
                        })
                    };
                    read().item("Linear")
                }
                7 => {
                    let mut read = || -> Result<Self> {
                        let f_phases = cursor.u8().field("phases")?;
                        Ok(Self::Wire { phases: f_phases })
                    };
                    read().item("Wire")
                }
                tag => Err(::bytespec::values::unknown_number(start, "MotorType", tag)),
            };
            cursor.leave();
            value
        }
    }
    impl<'a> Decode<'a> for MotorType {
        type Value = Self;
        type Context = Context;
        fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl MotorType {
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
                        Self::Rotary { torque: f_torque } => {
                            writer.prefix(self.tag());
                            writer.u32((*f_torque));
                        }
                        Self::Linear { element: f_element, limits: f_limits } => {
                            if !(version >= Version::V2_0) {
                                return Err(gate_error("Linear", "2.0 or later", version));
                            }
                            writer.prefix(self.tag());
                            writer.prefix(u64::from((*f_element).0));
                            let code = match (*f_limits) {
                                Some(some) => {
                                    ::bytespec::wire::flag(Some(u64::from(some.0)))?
                                }
                                None => 0,
                            };
                            writer.prefix(code);
                        }
                        Self::Wire { phases: f_phases } => {
                            writer.prefix(self.tag());
                            writer.u8((*f_phases));
                        }
                    }
                    Ok(())
                })
        }
    }
    impl ::bytespec::text::template::Templates for MotorType {
        fn templates() -> &'static [::bytespec::text::template::Template] {
            use ::bytespec::text::template as text;
            static TEMPLATES: text::Stored = text::Stored::new(
                &[
                    "\x000\x001\0default\0number\0u32\0",
                    "\x000\x002\0refused\0entry\0Type\0default\0optional\0none\0entry\0Attribute\0",
                    "\x000\x001\0default\0number\0u8\0",
                ],
                &[],
            );
            TEMPLATES.get()
        }
    }
    impl Reflect for MotorType {
        fn item_name(&self) -> &'static str {
            self.label()
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            match *self {
                Self::Rotary { torque: f_torque } => {
                    visit.field("torque", &f_torque);
                }
                Self::Linear { element: f_element, limits: f_limits } => {
                    visit.field("element", &f_element);
                    visit.field("limits", &f_limits);
                }
                Self::Wire { phases: f_phases } => {
                    visit.field("phases", &f_phases);
                }
            }
        }
        fn template(&self) -> Option<&'static ::bytespec::text::template::Template> {
            <MotorType as ::bytespec::text::template::Templates>::templates()
                .get(self.variant_index())
        }
    }
    /// The dialects whose entries of the table `Attribute` the schema describes, sorted.
    pub const ATTRIBUTE_DIALECTS: &[&str] = &["motor"];
    /// An entry of the table `Attribute`, with a variant for each dialect. [`AttributeId`] is the index of an entry.
    #[derive(Clone, Debug, PartialEq)]
    pub enum AttributeEntry {
        /// An entry of the dialect `motor`.
        Motor(MotorAttribute),
    }
    impl AttributeEntry {
        /// The name of the dialect, as in the file.
        #[must_use]
        pub const fn dialect(&self) -> &'static str {
            match self {
                Self::Motor(_) => "motor",
            }
        }
        /// The number on the wire. Its meaning depends on the dialect.
        #[must_use]
        pub const fn tag(&self) -> u64 {
            match self {
                Self::Motor(entry) => entry.tag(),
            }
        }
        /// The variant's name in the schema.
        #[must_use]
        pub const fn variant_name(&self) -> &'static str {
            match self {
                Self::Motor(entry) => entry.variant_name(),
            }
        }
    }
    impl AttributeEntry {
        /// Writes the tag and the fields.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            match self {
                Self::Motor(entry) => entry.write(writer, cx),
            }
        }
    }
    impl From<MotorAttribute> for AttributeEntry {
        fn from(entry: MotorAttribute) -> Self {
            Self::Motor(entry)
        }
    }
    /// The dialects whose entries of the table `Type` the schema describes, sorted.
    pub const TYPE_DIALECTS: &[&str] = &["motor"];
    /// An entry of the table `Type`, with a variant for each dialect. [`TypeId`] is the index of an entry.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum TypeEntry {
        /// An entry of the dialect `motor`.
        Motor(MotorType),
    }
    impl TypeEntry {
        /// The name of the dialect, as in the file.
        #[must_use]
        pub const fn dialect(&self) -> &'static str {
            match self {
                Self::Motor(_) => "motor",
            }
        }
        /// The number on the wire. Its meaning depends on the dialect.
        #[must_use]
        pub const fn tag(&self) -> u64 {
            match self {
                Self::Motor(entry) => entry.tag(),
            }
        }
        /// The variant's name in the schema.
        #[must_use]
        pub const fn variant_name(&self) -> &'static str {
            match self {
                Self::Motor(entry) => entry.variant_name(),
            }
        }
    }
    impl TypeEntry {
        /// Reads an entry of a dialect. None, without reading anything, if no schema describes the entries of the
        /// dialect.
        ///
        /// # Errors
        /// An unknown tag, one that the version does not have, and the first field that
        /// cannot be read, with its offset.
        pub fn read<'a>(
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
        pub(crate) fn read_with<'a>(
            dialect: &str,
            cursor: &mut Cursor<'a>,
            cx: &Context,
            found: impl FnOnce(Self),
        ) -> Option<Result<()>> {
            Some(
                match dialect {
                    "motor" => {
                        MotorType::read(cursor, cx)
                            .map(|value| found(Self::Motor(value)))
                    }
                    _ => return None,
                },
            )
        }
    }
    impl TypeEntry {
        /// Writes the tag and the fields.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        pub fn write(&self, writer: &mut Writer, cx: &mut Context) -> Result<()> {
            match self {
                Self::Motor(entry) => entry.write(writer, cx),
            }
        }
    }
    impl From<MotorType> for TypeEntry {
        fn from(entry: MotorType) -> Self {
            Self::Motor(entry)
        }
    }
    impl Reflect for TypeEntry {
        fn item_name(&self) -> &'static str {
            match self {
                Self::Motor(entry) => entry.item_name(),
            }
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            match self {
                Self::Motor(entry) => entry.fields(visit),
            }
        }
        fn template(&self) -> Option<&'static ::bytespec::text::template::Template> {
            match self {
                Self::Motor(entry) => entry.template(),
            }
        }
    }
    /// What operations have in releases, see `by_release` of the runtime.
    const TABLES_BY_RELEASE: &str = r#"spin	0	2	0	speed, limit?, turns: varint, gear: varint?, reverse: bool, label: string, operandSegmentSizes[2]
"#;
    /// The first version in which the sizes of segments are a property: an attribute at the position in the layout.
    pub const SEGMENT_SIZES_ATTRIBUTE: Version = Version::V1_0;
    /// The first version in which the sizes of segments are sparse arrays instead, after all other properties and in the
    /// order of the layout.
    pub const SEGMENT_SIZES_SPARSE: Version = Version::V1_0;
    /// The property with the sizes of the segments of operands.
    pub const OPERAND_SEGMENT_SIZES: &str = "operandSegmentSizes";
    /// The property with the sizes of the segments of results.
    pub const RESULT_SEGMENT_SIZES: &str = "resultSegmentSizes";
    /// Each layout of properties in wire order that an operation has in releases of dialects, oldest first. Empty if no release describes the operation.
    ///
    /// `operation` is the name without the dialect.
    #[must_use]
    pub fn dialect_layouts(
        dialect: &str,
        operation: &str,
    ) -> &'static [::bytespec::by_release::Range<
        &'static [::bytespec::properties::Field],
    >] {
        ::bytespec::by_release::find(&property_layouts::DIALECTS, dialect, operation)
            .map_or(&[], |(_, ranges)| ranges)
    }
    impl DialectReleases {
        /// Each layout of properties in wire order that an operation can have in the known releases, oldest first. If the release of the operation's own dialect is not known, it can be any release.
        pub fn layouts(
            &self,
            dialect: &str,
            operation: &str,
        ) -> impl Iterator<Item = &'static [::bytespec::properties::Field]> + use<> {
            let found = ::bytespec::by_release::find(
                &property_layouts::DIALECTS,
                dialect,
                operation,
            );
            let (axis, ranges) = found.unwrap_or(("", &[]));
            let own = axis == dialect;
            let release = if own {
                self.for_reading().index(axis)
            } else {
                self.index(axis)
            };
            let ranges = if own || release.is_some() { ranges } else { &[] };
            let ranges = ranges.iter().filter(move |range| range.has(release));
            ranges.map(|range| range.value)
        }
    }
    mod property_layouts {
        use ::bytespec::by_release::Dialect;
        pub(super) static DIALECTS: [Dialect<
            &'static [::bytespec::properties::Field],
        >; 1usize] = [
            Dialect::new("motor", "motor", super::TABLES_BY_RELEASE, 0usize, 109usize),
        ];
    }
    /// Functions for all items that can be read alone, by their kind and name in the schema.
    #[cfg(any(test, feature = "samples"))]
    #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut)]
    pub mod samples {
        use super::*;
        /// The kind and the name of each item.
        pub const ITEMS: &[(&str, &str)] = &[
            ("enum", "Unit"),
            ("record", "Limits"),
            ("record", "OldTurn"),
            ("record", "Angle"),
            ("record", "OldAngle"),
            ("record", "AngleNow"),
            ("union", "MotorAttribute"),
            ("union", "MotorType"),
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
                ("enum", "Unit") => {
                    let value = Unit::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Member(value.name()));
                    value.write(writer, out)
                }
                ("record", "Limits") => {
                    let value = Limits::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "OldTurn") => {
                    let value = OldTurn::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "Angle") => {
                    let value = Angle::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "OldAngle") => {
                    let value = OldAngle::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "AngleNow") => {
                    let value = AngleNow::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("union", "MotorAttribute") => {
                    let value = view::MotorAttribute::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Text(&value, &value));
                    let owned = value.to_owned();
                    owned.write(writer, out)
                }
                ("union", "MotorType") => {
                    let value = MotorType::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Text(&value, &value));
                    let owned = value;
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
        /// Attributes of motors.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum MotorAttribute<'a> {
            /// A speed.
            ///
            /// Tag 0.
            Speed {
                /// How fast.
                ///
                /// Wire: `zigzag`.
                value: i64,
                /// In which unit.
                ///
                /// Wire: `Unit`, default `Rpm`.
                unit: Unit,
                /// What it must keep to.
                ///
                /// Wire: `list<Limits>`, default `[]`.
                limits: List<'a, Limits>,
            },
            /// Bytes for the controller.
            ///
            /// Tag 1.
            Program {
                /// A name in the table of strings.
                ///
                /// Wire: `ref<String>`.
                name: StringId,
                /// The bytes.
                ///
                /// Wire: `blob`.
                bytes: &'a [u8],
                /// How often to go on.
                ///
                /// Wire: `u16`.
                times: Option<u16>,
                /// What comes next.
                ///
                /// Wire: `flagged<ref<Attribute>>`, default `none`.
                next: Option<AttributeId>,
            },
            /// Nothing.
            ///
            /// Tag 2.
            Stop,
            /// Steps, one after the other.
            ///
            /// Tag 3.
            Steps {
                /// value.
                ///
                /// Wire: `list<ref<Attribute>>`.
                value: List<'a, AttributeId>,
            },
            /// What `Turn` was before 2.0.
            ///
            /// Tag 5.
            OldTurn {
                /// value.
                ///
                /// Wire: `OldTurn`.
                value: OldTurn,
            },
            /// A place.
            ///
            /// Tag 13.
            Place {
                /// Where.
                ///
                /// Wire: `list<varint>`.
                coordinates: List<'a, wire::Prefix<u64>>,
            },
            /// A place, with `space`.
            ///
            /// Tag 14.
            PlaceWithSpace {
                /// In which space.
                ///
                /// Wire: `ref<Attribute>`.
                space: AttributeId,
                /// Where.
                ///
                /// Wire: `list<varint>`.
                coordinates: List<'a, wire::Prefix<u64>>,
            },
            /// A place, with `fixed`.
            ///
            /// Tag 15.
            PlaceWithFixed {
                /// Where.
                ///
                /// Wire: `list<varint>`.
                coordinates: List<'a, wire::Prefix<u64>>,
            },
            /// A place, with `space` and with `fixed`.
            ///
            /// Tag 16.
            PlaceWithSpaceAndFixed {
                /// In which space.
                ///
                /// Wire: `ref<Attribute>`.
                space: AttributeId,
                /// Where.
                ///
                /// Wire: `list<varint>`.
                coordinates: List<'a, wire::Prefix<u64>>,
            },
            /// A turn.
            ///
            /// Tag 20.
            Turn {
                /// How far, one after the other.
                ///
                /// Wire: `list<Angle>`.
                angles: List<'a, Angle>,
                /// About what.
                ///
                /// Wire: `flagged<ref<Attribute>>`.
                axis: Option<AttributeId>,
            },
        }
        impl MotorAttribute<'_> {
            /// The place in the table of variants; its length for an entry that the schema does not describe.
            const fn variant_index(&self) -> usize {
                match self {
                    Self::Speed { .. } => 0,
                    Self::Program { .. } => 1,
                    Self::Stop => 2,
                    Self::Steps { .. } => 3,
                    Self::OldTurn { .. } => 4,
                    Self::Place { .. } => 5,
                    Self::PlaceWithSpace { .. } => 6,
                    Self::PlaceWithFixed { .. } => 7,
                    Self::PlaceWithSpaceAndFixed { .. } => 8,
                    Self::Turn { .. } => 9,
                }
            }
            /// The number on the wire.
            #[must_use]
            pub const fn tag(&self) -> u64 {
                variants_of_motor_attribute::ALL[self.variant_index()].tag
            }
            /// The variant's name in the schema.
            #[must_use]
            pub const fn variant_name(&self) -> &'static str {
                variants_of_motor_attribute::ALL[self.variant_index()].name
            }
            /// The variant's spelling in listings.
            #[must_use]
            pub const fn label(&self) -> &'static str {
                variants_of_motor_attribute::ALL[self.variant_index()].label
            }
        }
        impl<'a> MotorAttribute<'a> {
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
                    0 => {
                        let mut read = || -> Result<Self> {
                            let f_value = cursor.prefix_zigzag().field("value")?;
                            let f_unit = if version >= Version::V1_1 {
                                let f_unit = Unit::read(cursor, cx).field("unit")?;
                                f_unit
                            } else {
                                Unit::Rpm
                            };
                            let f_limits = if version >= Version::V2_0 {
                                let f_limits = cursor
                                    .prefix()
                                    .and_then(|count| List::read(cursor, cx, count))
                                    .field("limits")?;
                                f_limits
                            } else {
                                List::empty(cx)
                            };
                            Ok(Self::Speed {
                                value: f_value,
                                unit: f_unit,
                                limits: f_limits,
                            })
                        };
                        read().item("Speed")
                    }
                    1 => {
                        let mut read = || -> Result<Self> {
                            let f_name = cursor
                                .prefix_u32()
                                .map(StringId)
                                .field("name")?;
                            let f_bytes = cursor
                                .prefix()
                                .and_then(|size| {
                                    let size = cursor.check_size(size)?;
                                    cursor.bytes(size)
                                })
                                .field("bytes")?;
                            let f_times_present = cursor.bool().field("times_present")?;
                            let f_times = if f_times_present {
                                Some(cursor.u16().field("times")?)
                            } else {
                                None
                            };
                            let f_next = if version >= Version::V2_0 {
                                let f_next = {
                                    let at = cursor.position();
                                    cursor
                                        .prefix()
                                        .and_then(|code| ::bytespec::wire::unflag::<
                                            u32,
                                        >(at, code, "u32"))
                                        .map(|value| value.map(AttributeId))
                                }
                                    .field("next")?;
                                f_next
                            } else {
                                std::default::Default::default()
                            };
                            Ok(Self::Program {
                                name: f_name,
                                bytes: f_bytes,
                                times: f_times,
                                next: f_next,
                            })
                        };
                        read().item("Program")
                    }
                    2 => Ok(Self::Stop),
                    3 => {
                        if !(version >= Version::V1_1 && version <= Version::V1_1) {
                            return Err(
                                gate_error("Steps", "1.1 to 1.1", version).or_at(start),
                            );
                        }
                        let mut read = || -> Result<Self> {
                            let f_value = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, &(), count))
                                .field("value")?;
                            Ok(Self::Steps { value: f_value })
                        };
                        read().item("Steps")
                    }
                    5 => {
                        if !(version <= Version::V1_1) {
                            return Err(
                                gate_error("OldTurn", "1.1 or earlier", version)
                                    .or_at(start),
                            );
                        }
                        let mut read = || -> Result<Self> {
                            let f_value = OldTurn::read(cursor, cx).field("value")?;
                            Ok(Self::OldTurn { value: f_value })
                        };
                        read().item("OldTurn")
                    }
                    13 => {
                        let mut read = || -> Result<Self> {
                            let f_coordinates = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, &(), count))
                                .field("coordinates")?;
                            Ok(Self::Place {
                                coordinates: f_coordinates,
                            })
                        };
                        read().item("Place")
                    }
                    14 => {
                        let mut read = || -> Result<Self> {
                            let f_space = cursor
                                .prefix_u32()
                                .map(AttributeId)
                                .field("space")?;
                            let f_coordinates = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, &(), count))
                                .field("coordinates")?;
                            Ok(Self::PlaceWithSpace {
                                space: f_space,
                                coordinates: f_coordinates,
                            })
                        };
                        read().item("PlaceWithSpace")
                    }
                    15 => {
                        if !(version >= Version::V1_1) {
                            return Err(
                                gate_error("PlaceWithFixed", "1.1 or later", version)
                                    .or_at(start),
                            );
                        }
                        let mut read = || -> Result<Self> {
                            let f_coordinates = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, &(), count))
                                .field("coordinates")?;
                            Ok(Self::PlaceWithFixed {
                                coordinates: f_coordinates,
                            })
                        };
                        read().item("PlaceWithFixed")
                    }
                    16 => {
                        if !(version >= Version::V2_0) {
                            return Err(
                                gate_error(
                                        "PlaceWithSpaceAndFixed",
                                        "2.0 or later",
                                        version,
                                    )
                                    .or_at(start),
                            );
                        }
                        let mut read = || -> Result<Self> {
                            let f_space = cursor
                                .prefix_u32()
                                .map(AttributeId)
                                .field("space")?;
                            let f_coordinates = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, &(), count))
                                .field("coordinates")?;
                            Ok(Self::PlaceWithSpaceAndFixed {
                                space: f_space,
                                coordinates: f_coordinates,
                            })
                        };
                        read().item("PlaceWithSpaceAndFixed")
                    }
                    20 => {
                        if !(version >= Version::V2_0) {
                            return Err(
                                gate_error("Turn", "2.0 or later", version).or_at(start),
                            );
                        }
                        let mut read = || -> Result<Self> {
                            let f_angles = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, cx, count))
                                .field("angles")?;
                            let f_axis = {
                                let at = cursor.position();
                                cursor
                                    .prefix()
                                    .and_then(|code| ::bytespec::wire::unflag::<
                                        u32,
                                    >(at, code, "u32"))
                                    .map(|value| value.map(AttributeId))
                            }
                                .field("axis")?;
                            Ok(Self::Turn {
                                angles: f_angles,
                                axis: f_axis,
                            })
                        };
                        read().item("Turn")
                    }
                    tag => {
                        Err(
                            match tag {
                                4 => {
                                    ::bytespec::values::dead_number(
                                        start,
                                        "MotorAttribute",
                                        tag,
                                        "the colour of the motor",
                                    )
                                }
                                _ => {
                                    ::bytespec::values::unknown_number(
                                        start,
                                        "MotorAttribute",
                                        tag,
                                    )
                                }
                            },
                        )
                    }
                };
                cursor.leave();
                value
            }
        }
        impl<'a> Decode<'a> for MotorAttribute<'a> {
            type Value = Self;
            type Context = Context;
            fn decode(cursor: &mut Cursor<'a>, cx: &Context) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
        impl MotorAttribute<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::MotorAttribute {
                match *self {
                    Self::Speed { value: f_value, unit: f_unit, limits: f_limits } => {
                        super::MotorAttribute::Speed {
                            value: f_value,
                            unit: f_unit,
                            limits: f_limits.iter().collect(),
                        }
                    }
                    Self::Program {
                        name: f_name,
                        bytes: f_bytes,
                        times: f_times,
                        next: f_next,
                    } => {
                        super::MotorAttribute::Program {
                            name: f_name,
                            bytes: f_bytes.to_vec(),
                            times: f_times,
                            next: f_next,
                        }
                    }
                    Self::Stop => super::MotorAttribute::Stop,
                    Self::Steps { value: f_value } => {
                        super::MotorAttribute::Steps {
                            value: f_value.iter().collect(),
                        }
                    }
                    Self::OldTurn { value: f_value } => {
                        super::MotorAttribute::OldTurn {
                            value: f_value,
                        }
                    }
                    Self::Place { coordinates: f_coordinates } => {
                        super::MotorAttribute::Place {
                            coordinates: f_coordinates.iter().collect(),
                        }
                    }
                    Self::PlaceWithSpace {
                        space: f_space,
                        coordinates: f_coordinates,
                    } => {
                        super::MotorAttribute::PlaceWithSpace {
                            space: f_space,
                            coordinates: f_coordinates.iter().collect(),
                        }
                    }
                    Self::PlaceWithFixed { coordinates: f_coordinates } => {
                        super::MotorAttribute::PlaceWithFixed {
                            coordinates: f_coordinates.iter().collect(),
                        }
                    }
                    Self::PlaceWithSpaceAndFixed {
                        space: f_space,
                        coordinates: f_coordinates,
                    } => {
                        super::MotorAttribute::PlaceWithSpaceAndFixed {
                            space: f_space,
                            coordinates: f_coordinates.iter().collect(),
                        }
                    }
                    Self::Turn { angles: f_angles, axis: f_axis } => {
                        super::MotorAttribute::Turn {
                            angles: f_angles.iter().collect(),
                            axis: f_axis,
                        }
                    }
                }
            }
        }
        impl Reflect for MotorAttribute<'_> {
            fn item_name(&self) -> &'static str {
                self.label()
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                match *self {
                    Self::Speed { value: f_value, unit: f_unit, limits: f_limits } => {
                        visit.field("value", &f_value);
                        visit.field("unit", &f_unit);
                        visit.field("limits", &f_limits);
                    }
                    Self::Program {
                        name: f_name,
                        bytes: f_bytes,
                        times: f_times,
                        next: f_next,
                    } => {
                        visit.field("name", &f_name);
                        visit.field("bytes", &f_bytes);
                        visit.field("times", &f_times);
                        visit.field("next", &f_next);
                    }
                    Self::Stop => {}
                    Self::Steps { value: f_value } => {
                        visit.field("value", &f_value);
                    }
                    Self::OldTurn { value: f_value } => {
                        visit.field("value", &f_value);
                    }
                    Self::Place { coordinates: f_coordinates } => {
                        visit.field("coordinates", &f_coordinates);
                    }
                    Self::PlaceWithSpace {
                        space: f_space,
                        coordinates: f_coordinates,
                    } => {
                        visit.field("space", &f_space);
                        visit.field("coordinates", &f_coordinates);
                    }
                    Self::PlaceWithFixed { coordinates: f_coordinates } => {
                        visit.field("coordinates", &f_coordinates);
                    }
                    Self::PlaceWithSpaceAndFixed {
                        space: f_space,
                        coordinates: f_coordinates,
                    } => {
                        visit.field("space", &f_space);
                        visit.field("coordinates", &f_coordinates);
                    }
                    Self::Turn { angles: f_angles, axis: f_axis } => {
                        visit.field("angles", &f_angles);
                        visit.field("axis", &f_axis);
                    }
                }
            }
            fn template(&self) -> Option<&'static ::bytespec::text::template::Template> {
                <super::MotorAttribute as ::bytespec::text::template::Templates>::templates()
                    .get(self.variant_index())
            }
        }
        /// An entry of the table `Attribute`, with a variant for each dialect. [`AttributeId`] is the index of an entry.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AttributeEntry<'a> {
            /// An entry of the dialect `motor`.
            Motor(MotorAttribute<'a>),
        }
        impl AttributeEntry<'_> {
            /// The name of the dialect, as in the file.
            #[must_use]
            pub const fn dialect(&self) -> &'static str {
                match self {
                    Self::Motor(_) => "motor",
                }
            }
            /// The number on the wire. Its meaning depends on the dialect.
            #[must_use]
            pub const fn tag(&self) -> u64 {
                match self {
                    Self::Motor(entry) => entry.tag(),
                }
            }
            /// The variant's name in the schema.
            #[must_use]
            pub const fn variant_name(&self) -> &'static str {
                match self {
                    Self::Motor(entry) => entry.variant_name(),
                }
            }
        }
        impl<'a> AttributeEntry<'a> {
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
                        "motor" => {
                            MotorAttribute::read(cursor, cx)
                                .map(|value| found(Self::Motor(value)))
                        }
                        _ => return None,
                    },
                )
            }
        }
        impl AttributeEntry<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::AttributeEntry {
                match self {
                    Self::Motor(entry) => super::AttributeEntry::Motor(entry.to_owned()),
                }
            }
        }
        impl Reflect for AttributeEntry<'_> {
            fn item_name(&self) -> &'static str {
                match self {
                    Self::Motor(entry) => entry.item_name(),
                }
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                match self {
                    Self::Motor(entry) => entry.fields(visit),
                }
            }
            fn template(&self) -> Option<&'static ::bytespec::text::template::Template> {
                match self {
                    Self::Motor(entry) => entry.template(),
                }
            }
        }
        pub use super::TypeEntry;
    }
}
#[allow(unreachable_pub, unused_imports)]
pub use generated::*;
