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
    pub const TITLE: &str = "Shelf";
    /// The filler byte of alignments.
    pub const PAD: u8 = 0u8;
    /// A version of the format. Versions compare by age.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Version {
        /// 1: First version.
        V1,
        /// 2: Leather and heights.
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
    /// What a book is bound in.
    ///
    /// Schema: `schema.yaml:21`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Binding {
        /// Paper.
        Paper = 0,
        /// Leather.
        ///
        /// In versions 2 or later.
        Leather = 200,
    }
    impl Binding {
        /// Every member, by number.
        pub const ALL: &[Binding] = &[Binding::Paper, Binding::Leather];
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
                Binding::Paper => "paper",
                Binding::Leather => "leather",
            }
        }
        /// The member with a number. If several members have the number, the last of them.
        #[inline]
        #[must_use]
        pub const fn from_number(number: u64) -> ::core::option::Option<Binding> {
            match number {
                0 => ::core::option::Option::Some(Binding::Paper),
                200 => ::core::option::Option::Some(Binding::Leather),
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
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Binding> {
            let start = cursor.position();
            let number = u64::from(cursor.prefix_u8()?);
            let Some(member) = Binding::from_number(number) else {
                return Err(::bytespec::values::unknown_number(start, "Binding", number));
            };
            let version = cx.version();
            match member {
                Binding::Leather if !(version >= Version::V2) => {
                    return Err(
                        gate_error("Binding.leather", "2 or later", version).or_at(start),
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
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            let version = cx.version();
            let checked = match self {
                Binding::Leather if !(version >= Version::V2) => {
                    Err(gate_error("Binding.leather", "2 or later", version))
                }
                _ => Ok(()),
            };
            checked?;
            writer.prefix(u64::from(self as u8));
            Ok(())
        }
    }
    impl<'a> ::bytespec::wire::Decode<'a> for Binding {
        type Value = Binding;
        type Context = crate::host::Context<'a>;
        #[inline]
        fn decode(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Binding> {
            Binding::read(cursor, cx)
        }
    }
    impl ::bytespec::reflect::ReflectField for Binding {
        fn reflect(&self, see: &mut dyn FnMut(::bytespec::reflect::FieldValue<'_>)) {
            see(::bytespec::reflect::FieldValue::Enum {
                name: self.name(),
                number: self.number().into(),
            });
        }
    }
    /// Size of a book.
    ///
    /// Schema: `schema.yaml:28`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Size {
        /// Width.
        ///
        /// Wire: `varint<u32>`.
        pub width: u32,
        /// Height.
        ///
        /// In versions 2 or later.
        ///
        /// Wire: `u16`, default `0`.
        pub height: u16,
    }
    impl Size {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(
            cursor: &mut Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            let f_width = cursor.prefix_u32().field("width")?;
            let f_height = if version >= Version::V2 {
                let f_height = cursor.u16().field("height")?;
                f_height
            } else {
                0
            };
            Ok(Self {
                width: f_width,
                height: f_height,
            })
        }
    }
    impl<'a> Decode<'a> for Size {
        type Value = Self;
        type Context = crate::host::Context<'a>;
        fn decode(
            cursor: &mut Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl Size {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(
            &self,
            writer: &mut Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> Result<()> {
            let version = cx.version();
            let f_width = &self.width;
            let f_height = &self.height;
            writer.prefix(u64::from((*f_width)));
            if version >= Version::V2 {
                writer.u16((*f_height));
            } else if !(*f_height == 0) {
                return Err(gate_error("Size.height", "2 or later", version));
            }
            Ok(())
        }
    }
    impl Reflect for Size {
        fn item_name(&self) -> &'static str {
            "Size"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("width", &self.width);
            visit.field("height", &self.height);
        }
    }
    /// A book.
    ///
    /// Schema: `schema.yaml:34`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Book {
        /// What stands on its back.
        ///
        /// Wire: `blob`.
        pub title: Vec<u8>,
        /// What it is bound in.
        ///
        /// Wire: `Binding`.
        pub binding: Binding,
        /// Its size.
        ///
        /// Wire: `Size`.
        pub size: Size,
        /// Pages with a mark.
        ///
        /// Wire: `list<varint<u32>>`.
        pub marks: ThinVec<u32>,
    }
    impl Book {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(
            &self,
            writer: &mut Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> Result<()> {
            let version = cx.version();
            let f_title = &self.title;
            let f_binding = &self.binding;
            let f_size = &self.size;
            let f_marks = &self.marks;
            writer.prefix((*f_title).len() as u64);
            writer.bytes(&(*f_title));
            (*f_binding).write(writer, cx)?;
            f_size.write(writer, cx)?;
            writer.prefix(f_marks.len() as u64);
            for element in f_marks.iter() {
                writer.prefix(u64::from((*element)));
            }
            Ok(())
        }
    }
    /// A place for a book.
    ///
    /// Schema: `schema.yaml:42`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Place {
        /// Where it is.
        ///
        /// Wire: `position`.
        pub position: crate::host::codec::Position,
        /// Whether there is another place.
        ///
        /// Wire: `bool`.
        pub has_spare: bool,
        /// Another place.
        ///
        /// Wire: `position`.
        pub spare: Option<crate::host::codec::Position>,
        /// What is said of it.
        ///
        /// Wire: `note`.
        pub note: crate::host::codec::Note,
    }
    impl Place {
        /// Whether, in a version, `spare` is present exactly if `has_spare` is true.
        #[must_use]
        pub fn spare_follows_has_spare(version: Version) -> bool {
            true
        }
    }
    impl Place {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(
            &self,
            writer: &mut Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> Result<()> {
            let version = cx.version();
            let f_position = &self.position;
            let f_has_spare = &self.has_spare;
            let f_spare = &self.spare;
            let f_note = &self.note;
            <crate::host::codec::Position as wire::ToWire<
                crate::host::Encoder<'_>,
            >>::to_wire(&(*f_position), writer, cx)?;
            writer.bool((*f_has_spare));
            if (*f_has_spare == true) != f_spare.is_some() {
                return Err(
                    ::bytespec::error::Error::new(::bytespec::error::ErrorKind::Presence {
                        item: "Place.spare".into(),
                        when: Some("`has_spare` is true"),
                    }),
                );
            }
            if let Some(f_spare) = f_spare {
                <crate::host::codec::Position as wire::ToWire<
                    crate::host::Encoder<'_>,
                >>::to_wire(&(*f_spare), writer, cx)?;
            }
            <crate::host::codec::Note as wire::ToWire<
                crate::host::Encoder<'_>,
            >>::to_wire(&(*f_note), writer, cx)?;
            Ok(())
        }
    }
    /// A press for books.
    ///
    /// In versions 2 or later.
    ///
    /// Schema: `schema.yaml:52`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Press {
        /// How strong it is.
        ///
        /// Wire: `u8`.
        pub force: u8,
    }
    impl Press {
        /// Reads the fields in order.
        ///
        /// # Errors
        /// A record that the version does not have, or the first field that cannot be read, with
        /// its offset.
        #[allow(unused_variables, unused_mut)]
        pub fn read<'a>(
            cursor: &mut Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> Result<Self> {
            let version = cx.version();
            let start = cursor.position();
            if !(version >= Version::V2) {
                return Err(gate_error("Press", "2 or later", version).or_at(start));
            }
            let f_force = cursor.u8().field("force")?;
            Ok(Self { force: f_force })
        }
    }
    impl<'a> Decode<'a> for Press {
        type Value = Self;
        type Context = crate::host::Context<'a>;
        fn decode(
            cursor: &mut Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> Result<Self> {
            Self::read(cursor, cx)
        }
    }
    impl Press {
        /// Writes the fields in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(
            &self,
            writer: &mut Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> Result<()> {
            let version = cx.version();
            if !(version >= Version::V2) {
                return Err(gate_error("Press", "2 or later", version));
            }
            let f_force = &self.force;
            writer.u8((*f_force));
            Ok(())
        }
    }
    impl Reflect for Press {
        fn item_name(&self) -> &'static str {
            "Press"
        }
        #[allow(unused_variables)]
        fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
            visit.field("force", &self.force);
        }
    }
    impl Press {
        /// The first version with this record.
        pub const SINCE: Version = Version::V2;
    }
    /// What stands on a shelf.
    ///
    /// Schema: `schema.yaml:58`.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Item {
        /// A book.
        ///
        /// Tag 1.
        Single {
            /// The book.
            ///
            /// Wire: `Book`.
            book: Book,
            /// Its place.
            ///
            /// Wire: `Place`.
            place: Place,
        },
        /// Books on top of each other.
        ///
        /// In versions 2 or later.
        ///
        /// Tag 2.
        Stack {
            /// Their sizes.
            ///
            /// Wire: `list<Size>`.
            sizes: ThinVec<Size>,
        },
    }
    impl Item {
        /// The place in the table of variants; its length for an entry that the schema does not describe.
        const fn variant_index(&self) -> usize {
            match self {
                Self::Single { .. } => 0,
                Self::Stack { .. } => 1,
            }
        }
        /// The number on the wire.
        #[must_use]
        pub const fn tag(&self) -> u64 {
            variants_of_item::ALL[self.variant_index()].tag
        }
        /// The variant's name in the schema.
        #[must_use]
        pub const fn variant_name(&self) -> &'static str {
            variants_of_item::ALL[self.variant_index()].name
        }
        /// The variant's spelling in listings.
        #[must_use]
        pub const fn label(&self) -> &'static str {
            variants_of_item::ALL[self.variant_index()].label
        }
    }
    mod variants_of_item {
        use ::bytespec::values::Variant;
        pub(super) const ALL: [Variant; 2usize] = [
            Variant::new(1u64, "Single"),
            Variant::new(2u64, "Stack"),
        ];
    }
    impl Item {
        /// Writes the tag and the fields.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[allow(unused_variables)]
        pub fn write(
            &self,
            writer: &mut Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> Result<()> {
            let version = cx.version();
            writer
                .nested(|writer| -> Result<()> {
                    match self {
                        Self::Single { book: f_book, place: f_place } => {
                            writer.prefix(u64::from((self.tag() as u8)));
                            f_book.write(writer, cx)?;
                            f_place.write(writer, cx)?;
                        }
                        Self::Stack { sizes: f_sizes } => {
                            if !(version >= Version::V2) {
                                return Err(gate_error("Stack", "2 or later", version));
                            }
                            writer.prefix(u64::from((self.tag() as u8)));
                            writer.prefix(f_sizes.len() as u64);
                            for element in f_sizes.iter() {
                                element.write(writer, cx)?;
                            }
                        }
                    }
                    Ok(())
                })
        }
    }
    impl ::bytespec::text::template::Templates for Item {
        fn templates() -> &'static [::bytespec::text::template::Template] {
            use ::bytespec::text::template as text;
            static TEMPLATES: text::Stored = text::Stored::new(
                &[
                    "\x000\x002\0refused\0record\0refused\0record\0",
                    "\x000\x001\0default\0list\0record\0",
                ],
                &[],
            );
            TEMPLATES.get()
        }
    }
    impl ::bytespec::wire::Convention for crate::host::Context<'_> {
        const PREFIX: bool = true;
    }
    impl ::bytespec::wire::Convention for crate::host::Encoder<'_> {
        const PREFIX: bool = true;
    }
    impl ::bytespec::wire::Format for Version {
        const VERSIONS: &'static [&'static str] = Version::NAMES;
        type Reading<'a> = crate::host::Context<'a>;
        type Writing<'a> = crate::host::Encoder<'a>;
    }
    impl<'a> ::bytespec::wire::FromWire<'a, crate::host::Context<'a>> for Binding {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Self> {
            Binding::read(cursor, cx)
        }
    }
    impl ::bytespec::wire::ToWire<crate::host::Encoder<'_>> for Binding {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            (*self).write(writer, cx)
        }
    }
    impl<'a> ::bytespec::wire::FromWire<'a, crate::host::Context<'a>> for Size {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Self> {
            Size::read(cursor, cx)
        }
    }
    impl ::bytespec::wire::ToWire<crate::host::Encoder<'_>> for Size {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            (*self).write(writer, cx)
        }
    }
    impl<'a> ::bytespec::wire::FromWire<'a, crate::host::Context<'a>> for Book {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Self> {
            view::Book::read(cursor, cx).map(|value| value.to_owned())
        }
    }
    impl ::bytespec::wire::ToWire<crate::host::Encoder<'_>> for Book {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            (*self).write(writer, cx)
        }
    }
    impl<'a> ::bytespec::wire::FromWire<'a, crate::host::Context<'a>>
    for view::Book<'a> {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Self> {
            view::Book::read(cursor, cx)
        }
    }
    impl ::bytespec::wire::ToWire<crate::host::Encoder<'_>> for view::Book<'_> {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            self.to_owned().write(writer, cx)
        }
    }
    impl<'a> ::bytespec::wire::FromWire<'a, crate::host::Context<'a>> for Place {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Self> {
            view::Place::read(cursor, cx).map(|value| value.to_owned())
        }
    }
    impl ::bytespec::wire::ToWire<crate::host::Encoder<'_>> for Place {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            (*self).write(writer, cx)
        }
    }
    impl<'a> ::bytespec::wire::FromWire<'a, crate::host::Context<'a>>
    for view::Place<'a> {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Self> {
            view::Place::read(cursor, cx)
        }
    }
    impl ::bytespec::wire::ToWire<crate::host::Encoder<'_>> for view::Place<'_> {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            self.to_owned().write(writer, cx)
        }
    }
    impl<'a> ::bytespec::wire::FromWire<'a, crate::host::Context<'a>> for Press {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Self> {
            Press::read(cursor, cx)
        }
    }
    impl ::bytespec::wire::ToWire<crate::host::Encoder<'_>> for Press {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            (*self).write(writer, cx)
        }
    }
    impl<'a> ::bytespec::wire::FromWire<'a, crate::host::Context<'a>> for Item {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Self> {
            view::Item::read(cursor, cx).map(|value| value.to_owned())
        }
    }
    impl ::bytespec::wire::ToWire<crate::host::Encoder<'_>> for Item {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            (*self).write(writer, cx)
        }
    }
    impl<'a> ::bytespec::wire::FromWire<'a, crate::host::Context<'a>>
    for view::Item<'a> {
        #[inline]
        fn from_wire(
            cursor: &mut ::bytespec::wire::Cursor<'a>,
            cx: &crate::host::Context<'a>,
        ) -> ::bytespec::error::Result<Self> {
            view::Item::read(cursor, cx)
        }
    }
    impl ::bytespec::wire::ToWire<crate::host::Encoder<'_>> for view::Item<'_> {
        #[inline]
        fn to_wire(
            &self,
            writer: &mut ::bytespec::wire::Writer,
            cx: &mut crate::host::Encoder<'_>,
        ) -> ::bytespec::error::Result<()> {
            self.to_owned().write(writer, cx)
        }
    }
    /// Functions for all items that can be read alone, by their kind and name in the schema.
    #[cfg(test)]
    #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut)]
    pub mod samples {
        use super::*;
        /// The kind and the name of each item.
        pub const ITEMS: &[(&str, &str)] = &[
            ("enum", "Binding"),
            ("record", "Size"),
            ("record", "Book"),
            ("record", "Place"),
            ("record", "Press"),
            ("union", "Item"),
        ];
        /// Reads an item of [`ITEMS`] from all bytes, passes it to `see`, and writes it. The content of an operation's
        /// regions is not included.
        ///
        /// # Errors
        /// Bytes that are not such an item, without a call of `see`, and a value that `out` cannot encode.
        pub fn round_trip<'a>(
            item: (&str, &str),
            bytes: &'a [u8],
            cx: &crate::host::Context<'a>,
            out: &mut crate::host::Encoder<'_>,
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
            cx: &crate::host::Context<'a>,
            out: &mut crate::host::Encoder<'_>,
            see: &mut dyn FnMut(::bytespec::reflect::Seen<'_>),
        ) -> Result<()> {
            match item {
                ("enum", "Binding") => {
                    let value = Binding::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Member(value.name()));
                    value.write(writer, out)
                }
                ("record", "Size") => {
                    let value = Size::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("record", "Book") => {
                    let value = view::Book::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.to_owned().write(writer, out)
                }
                ("record", "Place") => {
                    let value = view::Place::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.to_owned().write(writer, out)
                }
                ("record", "Press") => {
                    let value = Press::read(cursor, cx)?;
                    see(::bytespec::reflect::Seen::Item(&value));
                    value.write(writer, out)
                }
                ("union", "Item") => {
                    let value = view::Item::read(cursor, cx)?;
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
    /// The examples of the schema, and a test that decodes and encodes each of them.
    #[cfg(test)]
    #[allow(clippy::all, clippy::pedantic, dead_code, unused_variables, unused_mut)]
    pub mod examples {
        use super::*;
        use super::samples::round_trip;
        /// An example of the schema.
        pub struct Example {
            /// The name of the item.
            pub item: &'static str,
            /// The format version of the bytes.
            pub version: Version,
            /// The features that the file announces.
            pub features: Features,
            /// The bytes.
            pub bytes: &'static [u8],
            /// The value of the bytes, as in listings.
            pub value: &'static str,
            /// Text for the host, which makes the contexts; may be empty.
            pub context: &'static str,
            of: (&'static str, &'static str),
        }
        impl Example {
            fn from_row(row: &'static str) -> Example {
                let mut row = ::bytespec::words::Words::new(row);
                Example {
                    of: (row.word(), row.word()),
                    item: row.word(),
                    version: Version::ALL[row.number::<usize>()],
                    features: Features(row.number()),
                    bytes: ::bytespec::sample::from_hexadecimal(row.word()),
                    value: row.word(),
                    context: row.word(),
                }
            }
        }
        impl Example {
            /// The value of the bytes, as in listings. References are spelled as table and number.
            ///
            /// # Errors
            /// A description of the fault: bytes that cannot be read or are not all read, or a value that is written as other
            /// bytes.
            pub fn spelled(&self) -> std::result::Result<String, String> {
                let mut found = Err("the host provided no context".to_owned());
                crate::host::example(self, &mut |cx, out| found = self.attempt(cx, out));
                found
            }
            fn attempt<'a>(
                &self,
                cx: &crate::host::Context<'a>,
                out: &mut crate::host::Encoder<'_>,
            ) -> std::result::Result<String, String> {
                let mut spelled = String::new();
                let mut see = |seen: ::bytespec::reflect::Seen<'_>| {
                    spelled = seen.spelled();
                };
                let written = round_trip(self.of, self.bytes, cx, out, &mut see);
                let written = written
                    .map_err(|error| match spelled.is_empty() {
                        true => error.to_string(),
                        false => format!("`{spelled}`, but {error}"),
                    })?;
                if written != self.bytes {
                    return Err(format!("`{spelled}` is written as {written:02x?}"));
                }
                Ok(spelled)
            }
        }
        /// Every example of the schema.
        #[must_use]
        pub fn examples() -> Vec<Example> {
            [
                "record\0Place\0Place\x001\x000\x0002070005486901\0Place<position = 2/3, has_spare = false, spare = none, note = \"Hi\" on paper>\0\0",
            ]
                .into_iter()
                .map(Example::from_row)
                .collect()
        }
        #[cfg(test)]
        #[test]
        fn every_example_stands_for_its_value() {
            let mut wrong = String::new();
            for example in examples() {
                let found = match example.spelled() {
                    Ok(spelled) if spelled == example.value => continue,
                    Ok(spelled) => {
                        format!("decodes to `{spelled}`, not to `{}`", example.value)
                    }
                    Err(error) => error,
                };
                let (item, bytes) = (example.item, example.bytes);
                wrong
                    += &format!(
                        "{item} in version {}: {bytes:02x?}: {found}\n", example.version
                    );
            }
            assert!(wrong.is_empty(), "\n{wrong}");
        }
    }
    /// The same items, borrowed from the input.
    pub mod view {
        #[allow(unused_imports, clippy::wildcard_imports)]
        use super::*;
        /// A book.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Book<'a> {
            /// What stands on its back.
            ///
            /// Wire: `blob`.
            pub title: &'a [u8],
            /// What it is bound in.
            ///
            /// Wire: `Binding`.
            pub binding: Binding,
            /// Its size.
            ///
            /// Wire: `Size`.
            pub size: Size,
            /// Pages with a mark.
            ///
            /// Wire: `list<varint<u32>>`.
            pub marks: List<'a, wire::Prefix<u32>>,
        }
        impl<'a> Book<'a> {
            /// Reads the fields in order.
            ///
            /// # Errors
            /// A record that the version does not have, or the first field that cannot be read, with
            /// its offset.
            #[allow(unused_variables, unused_mut)]
            pub fn read(
                cursor: &mut Cursor<'a>,
                cx: &crate::host::Context<'a>,
            ) -> Result<Self> {
                let version = cx.version();
                let start = cursor.position();
                let f_title = cursor
                    .prefix()
                    .and_then(|size| {
                        let size = cursor.check_size(size)?;
                        cursor.bytes(size)
                    })
                    .field("title")?;
                let f_binding = Binding::read(cursor, cx).field("binding")?;
                let f_size = Size::read(cursor, cx).field("size")?;
                let f_marks = cursor
                    .prefix()
                    .and_then(|count| List::read(cursor, &(), count))
                    .field("marks")?;
                Ok(Self {
                    title: f_title,
                    binding: f_binding,
                    size: f_size,
                    marks: f_marks,
                })
            }
        }
        impl<'a> Decode<'a> for Book<'a> {
            type Value = Self;
            type Context = crate::host::Context<'a>;
            fn decode(
                cursor: &mut Cursor<'a>,
                cx: &crate::host::Context<'a>,
            ) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
        impl Book<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::Book {
                let f_title = self.title;
                let f_binding = self.binding;
                let f_size = self.size;
                let f_marks = self.marks;
                super::Book {
                    title: f_title.to_vec(),
                    binding: f_binding,
                    size: f_size,
                    marks: f_marks.iter().collect(),
                }
            }
        }
        impl Reflect for Book<'_> {
            fn item_name(&self) -> &'static str {
                "Book"
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                visit.field("title", &self.title);
                visit.field("binding", &self.binding);
                visit.field("size", &self.size);
                visit.field("marks", &self.marks);
            }
        }
        /// A place for a book.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Place<'a> {
            /// Where it is.
            ///
            /// Wire: `position`.
            pub position: crate::host::codec::Position,
            /// Whether there is another place.
            ///
            /// Wire: `bool`.
            pub has_spare: bool,
            /// Another place.
            ///
            /// Wire: `position`.
            pub spare: Option<crate::host::codec::Position>,
            /// What is said of it.
            ///
            /// Wire: `note`.
            pub note: crate::host::codec::view::Note<'a>,
        }
        impl<'a> Place<'a> {
            /// Reads the fields in order.
            ///
            /// # Errors
            /// A record that the version does not have, or the first field that cannot be read, with
            /// its offset.
            #[allow(unused_variables, unused_mut)]
            pub fn read(
                cursor: &mut Cursor<'a>,
                cx: &crate::host::Context<'a>,
            ) -> Result<Self> {
                let version = cx.version();
                let start = cursor.position();
                let f_position = <crate::host::codec::Position as wire::FromWire<
                    '_,
                    crate::host::Context<'_>,
                >>::from_wire(cursor, cx)
                    .field("position")?;
                let f_has_spare = cursor.bool().field("has_spare")?;
                let f_spare = if f_has_spare {
                    Some(
                        <crate::host::codec::Position as wire::FromWire<
                            '_,
                            crate::host::Context<'_>,
                        >>::from_wire(cursor, cx)
                            .field("spare")?,
                    )
                } else {
                    None
                };
                let f_note = <crate::host::codec::view::Note<
                    '_,
                > as wire::FromWire<'_, crate::host::Context<'_>>>::from_wire(cursor, cx)
                    .field("note")?;
                Ok(Self {
                    position: f_position,
                    has_spare: f_has_spare,
                    spare: f_spare,
                    note: f_note,
                })
            }
        }
        impl<'a> Decode<'a> for Place<'a> {
            type Value = Self;
            type Context = crate::host::Context<'a>;
            fn decode(
                cursor: &mut Cursor<'a>,
                cx: &crate::host::Context<'a>,
            ) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
        impl Place<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::Place {
                let f_position = self.position;
                let f_has_spare = self.has_spare;
                let f_spare = self.spare;
                let f_note = self.note;
                super::Place {
                    position: f_position,
                    has_spare: f_has_spare,
                    spare: f_spare,
                    note: f_note.to_owned(),
                }
            }
        }
        impl Reflect for Place<'_> {
            fn item_name(&self) -> &'static str {
                "Place"
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                visit.field("position", &::bytespec::reflect::Displayed(self.position));
                visit.field("has_spare", &self.has_spare);
                visit.field("spare", &self.spare.map(::bytespec::reflect::Displayed));
                visit.field("note", &::bytespec::reflect::Displayed(self.note));
            }
        }
        /// What stands on a shelf.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Item<'a> {
            /// A book.
            ///
            /// Tag 1.
            Single {
                /// The book.
                ///
                /// Wire: `Book`.
                book: Book<'a>,
                /// Its place.
                ///
                /// Wire: `Place`.
                place: Place<'a>,
            },
            /// Books on top of each other.
            ///
            /// Tag 2.
            Stack {
                /// Their sizes.
                ///
                /// Wire: `list<Size>`.
                sizes: List<'a, Size>,
            },
        }
        impl Item<'_> {
            /// The place in the table of variants; its length for an entry that the schema does not describe.
            const fn variant_index(&self) -> usize {
                match self {
                    Self::Single { .. } => 0,
                    Self::Stack { .. } => 1,
                }
            }
            /// The number on the wire.
            #[must_use]
            pub const fn tag(&self) -> u64 {
                variants_of_item::ALL[self.variant_index()].tag
            }
            /// The variant's name in the schema.
            #[must_use]
            pub const fn variant_name(&self) -> &'static str {
                variants_of_item::ALL[self.variant_index()].name
            }
            /// The variant's spelling in listings.
            #[must_use]
            pub const fn label(&self) -> &'static str {
                variants_of_item::ALL[self.variant_index()].label
            }
        }
        impl<'a> Item<'a> {
            /// Reads the tag and the fields of its variant.
            ///
            /// # Errors
            /// An unknown tag, one that the version does not have, and the first field that cannot
            /// be read, with its offset.
            #[allow(unused_variables, unused_mut)]
            pub fn read(
                cursor: &mut Cursor<'a>,
                cx: &crate::host::Context<'a>,
            ) -> Result<Self> {
                let version = cx.version();
                let start = cursor.position();
                let tag = u64::from(cursor.prefix_u8()?);
                cursor.enter()?;
                let value = match tag {
                    1 => {
                        let mut read = || -> Result<Self> {
                            let f_book = Book::read(cursor, cx).field("book")?;
                            let f_place = Place::read(cursor, cx).field("place")?;
                            Ok(Self::Single {
                                book: f_book,
                                place: f_place,
                            })
                        };
                        read().item("Single")
                    }
                    2 => {
                        if !(version >= Version::V2) {
                            return Err(
                                gate_error("Stack", "2 or later", version).or_at(start),
                            );
                        }
                        let mut read = || -> Result<Self> {
                            let f_sizes = cursor
                                .prefix()
                                .and_then(|count| List::read(cursor, cx, count))
                                .field("sizes")?;
                            Ok(Self::Stack { sizes: f_sizes })
                        };
                        read().item("Stack")
                    }
                    tag => Err(::bytespec::values::unknown_number(start, "Item", tag)),
                };
                cursor.leave();
                value
            }
        }
        impl<'a> Decode<'a> for Item<'a> {
            type Value = Self;
            type Context = crate::host::Context<'a>;
            fn decode(
                cursor: &mut Cursor<'a>,
                cx: &crate::host::Context<'a>,
            ) -> Result<Self> {
                Self::read(cursor, cx)
            }
        }
        impl Item<'_> {
            /// The same value, owned.
            #[must_use]
            #[allow(clippy::wrong_self_convention, clippy::redundant_clone)]
            pub fn to_owned(&self) -> super::Item {
                match *self {
                    Self::Single { book: f_book, place: f_place } => {
                        super::Item::Single {
                            book: f_book.to_owned(),
                            place: f_place.to_owned(),
                        }
                    }
                    Self::Stack { sizes: f_sizes } => {
                        super::Item::Stack {
                            sizes: f_sizes.iter().collect(),
                        }
                    }
                }
            }
        }
        impl Reflect for Item<'_> {
            fn item_name(&self) -> &'static str {
                self.label()
            }
            #[allow(unused_variables)]
            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                match *self {
                    Self::Single { book: f_book, place: f_place } => {
                        visit.field("book", &f_book);
                        visit.field("place", &f_place);
                    }
                    Self::Stack { sizes: f_sizes } => {
                        visit.field("sizes", &f_sizes);
                    }
                }
            }
            fn template(&self) -> Option<&'static ::bytespec::text::template::Template> {
                <super::Item as ::bytespec::text::template::Templates>::templates()
                    .get(self.variant_index())
            }
        }
    }
    /// Records whose lists are slices, for writing data that is stored in another form.
    pub mod parts {
        #[allow(unused_imports, clippy::wildcard_imports)]
        use super::*;
        /// A book.
        #[derive(Clone, Copy, Debug)]
        pub struct Book<'s> {
            /// What stands on its back.
            ///
            /// Wire: `blob`.
            pub title: &'s [u8],
            /// What it is bound in.
            ///
            /// Wire: `Binding`.
            pub binding: Binding,
            /// Its size.
            ///
            /// Wire: `Size`.
            pub size: Size,
            /// Pages with a mark.
            ///
            /// Wire: `list<varint<u32>>`.
            pub marks: &'s [u32],
        }
        impl Book<'_> {
            /// Writes the fields in order.
            ///
            /// # Errors
            /// A value that the version cannot encode.
            #[allow(unused_variables)]
            pub fn write(
                &self,
                writer: &mut Writer,
                cx: &mut crate::host::Encoder<'_>,
            ) -> Result<()> {
                let version = cx.version();
                let f_title = &self.title;
                let f_binding = &self.binding;
                let f_size = &self.size;
                let f_marks = &self.marks;
                writer.prefix((*f_title).len() as u64);
                writer.bytes(&(*f_title));
                (*f_binding).write(writer, cx)?;
                f_size.write(writer, cx)?;
                writer.prefix(f_marks.len() as u64);
                for element in f_marks.iter() {
                    writer.prefix(u64::from((*element)));
                }
                Ok(())
            }
        }
    }
}
#[allow(unreachable_pub, unused_imports)]
pub use generated::*;
