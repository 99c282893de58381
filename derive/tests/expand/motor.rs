use bytespec::mlir::{AttributeId, StringId, TypeId};
use bytespec::{
    BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect, OpProperties,
};
/// Motors, and what drives them.
#[derive()]
pub(crate) struct Motor;
const _: () = ::core::assert!(
    ! ::bytespec::dialect::is_described("motor"),
    "the library describes the dialect motor: choose another name"
);
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::dialect::DeclaredVersions for Motor {
    const DIALECT: &'static ::core::primitive::str = "motor";
    const VERSIONS: &'static [&'static ::core::primitive::str] = &["1.0", "1.1", "2.0"];
    const RECORD: ::core::primitive::usize = 2usize;
    const PRODUCER: &'static ::core::primitive::str = "";
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::dialect::Dialect for Motor {
    const NAME: &'static ::core::primitive::str = "motor";
    type Version = ::bytespec::dialect::Numbered<Motor>;
    type Attributes<'__a> = (MotorAttribute<'__a>, ());
    type Types<'__a> = (MotorType, (Wire, ()));
    fn property_layout(
        operation: &::core::primitive::str,
    ) -> ::core::option::Option<&'static [::bytespec::properties::Field]> {
        ::bytespec::dialect::find_layout(
            <Self as ::bytespec::export::DescribeDialect>::OPERATIONS,
            operation,
        )
    }
    fn operation_text(
        operation: &::core::primitive::str,
    ) -> ::core::option::Option<&'static ::bytespec::dialect::OpText> {
        ::bytespec::dialect::find_text(
            <Self as ::bytespec::export::DescribeDialect>::OPERATIONS,
            operation,
        )
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::DescribeDialect for Motor {
    const SUMMARY: &'static ::core::primitive::str = "Motors, and what drives them";
    const OPERATIONS: &'static [::bytespec::dialect::ListedOperation] = &[
        ::bytespec::dialect::ListedOperation::of::<Spin>(),
    ];
    fn attribute_entries() -> ::std::vec::Vec<::bytespec::export::DescribeUnion> {
        ::std::vec![
            < MotorAttribute < 'static > as ::bytespec::export::DescribeEntry > ::union
            as ::bytespec::export::DescribeUnion
        ]
    }
    fn type_entries() -> ::std::vec::Vec<::bytespec::export::DescribeUnion> {
        ::std::vec![
            < MotorType as ::bytespec::export::DescribeEntry > ::union as
            ::bytespec::export::DescribeUnion, < Wire as
            ::bytespec::export::DescribeEntry > ::union as
            ::bytespec::export::DescribeUnion
        ]
    }
}
const _: () = ::core::assert!(
    ::bytespec::dialect::in_table(<< MotorAttribute < 'static > as
    ::bytespec::dialect::Entry < 'static >> ::Id as ::bytespec::dialect::Index > ::TABLE,
    ::bytespec::dialect::Table::Attribute,),
    "expected an entry of the attribute table, found one of the other table",
);
const _: () = ::core::assert!(
    ::bytespec::dialect::in_table(<< MotorType as ::bytespec::dialect::Entry < 'static >>
    ::Id as ::bytespec::dialect::Index > ::TABLE, ::bytespec::dialect::Table::Type,),
    "expected an entry of the type table, found one of the other table",
);
const _: () = ::core::assert!(
    ::bytespec::dialect::in_table(<< Wire as ::bytespec::dialect::Entry < 'static >> ::Id
    as ::bytespec::dialect::Index > ::TABLE, ::bytespec::dialect::Table::Type,),
    "expected an entry of the type table, found one of the other table",
);
const _: () = ::core::assert!(
    ::bytespec::dialect::codes_are_distinct(& [< MotorType as ::bytespec::dialect::Entry
    < 'static >> ::CODES, < Wire as ::bytespec::dialect::Entry < 'static >> ::CODES]),
    "two of the types of the dialect have the same code",
);
/// The unit of a speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Turns a minute.
    Rpm = 0,
    /// Turns a second.
    Hertz = 1,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::wire::Enumeration for Unit {
    type Number = ::core::primitive::u64;
    const ALL: &'static [Self] = &[Unit::Rpm, Unit::Hertz];
    #[inline]
    fn number(self) -> ::core::primitive::u64 {
        self as u64
    }
    fn name(self) -> &'static ::core::primitive::str {
        match self {
            Unit::Rpm => "Rpm",
            Unit::Hertz => "hz",
        }
    }
    #[inline]
    fn from_number(number: ::core::primitive::u64) -> ::core::option::Option<Self> {
        match number {
            0 => ::core::option::Option::Some(Unit::Rpm),
            1 => ::core::option::Option::Some(Unit::Hertz),
            _ => ::core::option::Option::None,
        }
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::wire::FromWire<'__a, ::bytespec::dialect::In<'_, Motor>>
for Unit {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::In<'_, Motor>,
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
        let number = u64::from(cursor.prefix_u32()?);
        let Some(member) = <Unit as ::bytespec::wire::Enumeration>::from_number(number)
        else {
            return Err(
                match number {
                    7 => ::bytespec::values::dead_number(start, "Unit", number, "knots"),
                    _ => ::bytespec::values::unknown_number(start, "Unit", number),
                },
            );
        };
        let version = cx.version().index();
        match member {
            Unit::Hertz if !(version
                >= const {
                    ::bytespec::versions::index_of(
                        <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                        "1.1",
                    )
                }) => {
                return Err(
                    ::bytespec::dialect::gate_error(
                            "Unit.hz",
                            "1.1 or later",
                            cx.version(),
                        )
                        .or_at(start),
                );
            }
            _ => {}
        }
        Ok(member)
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>> for Unit {
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::varints::<
        ::bytespec::wire::Prefixed,
    >(0u32, 1u32);
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Out<'_, '_, Motor>,
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
        let version = cx.version().index();
        let checked = match *self {
            Unit::Hertz if !(version
                >= const {
                    ::bytespec::versions::index_of(
                        <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                        "1.1",
                    )
                }) => {
                Err(
                    ::bytespec::dialect::gate_error(
                        "Unit.hz",
                        "1.1 or later",
                        cx.version(),
                    ),
                )
            }
            _ => Ok(()),
        };
        checked?;
        writer.prefix(u64::from((*self) as u32));
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for Unit {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Unit", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    {
                        let types: &[::std::string::String] = &[];
                        let defaults: &[::std::string::String] = &[];
                        ::bytespec::export::fill(
                            "- enum: \"\u{4}\"\n  wire: \"varint<u32>\"\n  summary: \"The unit of a speed\"\n  reserved:\n    - {value: 7, was: \"knots\"}\n  members:\n    - {name: \"Rpm\", value: 0, summary: \"Turns a minute\"}\n    - {name: \"Hertz\", value: 1, since: \"1.1\", label: \"hz\", summary: \"Turns a second\"}\n",
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
impl ::bytespec::export::Literal for Unit {
    fn literal(&self) -> ::std::string::String {
        ::std::borrow::ToOwned::to_owned(
            match self {
                Self::Rpm => "Rpm",
                Self::Hertz => "Hertz",
            },
        )
    }
}
const _: () = ::core::assert!(
    ::bytespec::versions::declared(< Motor as ::bytespec::dialect::DeclaredVersions >
    ::VERSIONS, "1.1"), "the dialect declares no version 1.1: add it to its `versions`"
);
/// A limit, which no dialect has an influence on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Limits {
    /// The lowest.
    pub(crate) low: i64,
    /// The highest.
    pub(crate) high: i64,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a, __C: ::bytespec::wire::Convention> ::bytespec::wire::FromWire<'__a, __C>
for Limits {
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
        let f_low = cursor.varint_zigzag::<__C>().field("low")?;
        let f_high = cursor.varint_zigzag::<__C>().field("high")?;
        Ok(Self { low: f_low, high: f_high })
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<__C: ::bytespec::wire::Convention> ::bytespec::wire::ToWire<__C> for Limits {
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::varints::<
        __C,
    >(0u32, 64u32)
        .then(::bytespec::wire::Sizes::varints::<__C>(0u32, 64u32));
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
        let Self { low: f_low, high: f_high } = self;
        writer.varint_zigzag::<__C>((*f_low));
        writer.varint_zigzag::<__C>((*f_high));
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for Limits {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Limits", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    {
                        let types: &[::std::string::String] = &[];
                        let defaults: &[::std::string::String] = &[];
                        ::bytespec::export::fill(
                            "- record: \"\u{4}\"\n  summary: \"A limit, which no dialect has an influence on\"\n  fields:\n    - {name: \"low\", type: \"zigzag\", summary: \"The lowest\"}\n    - {name: \"high\", type: \"zigzag\", summary: \"The highest\"}\n",
                            types,
                            defaults,
                        )
                    }
                },
            )
    }
}
/// An angle, as it was before 1.1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OldAngle {
    /// In whole degrees.
    pub(crate) degrees: u16,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a, __C: ::bytespec::wire::Convention> ::bytespec::wire::FromWire<'__a, __C>
for OldAngle {
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
        let f_degrees = cursor.u16().field("degrees")?;
        Ok(Self { degrees: f_degrees })
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<__C: ::bytespec::wire::Convention> ::bytespec::wire::ToWire<__C> for OldAngle {
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::between(
        2usize,
        2usize,
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
        let Self { degrees: f_degrees } = self;
        writer.u16((*f_degrees));
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for OldAngle {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("OldAngle", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    {
                        let types: &[::std::string::String] = &[];
                        let defaults: &[::std::string::String] = &[];
                        ::bytespec::export::fill(
                            "- record: \"\u{4}\"\n  summary: \"An angle, as it was before 1.1\"\n  fields:\n    - {name: \"degrees\", type: \"u16\", summary: \"In whole degrees\"}\n",
                            types,
                            defaults,
                        )
                    }
                },
            )
    }
}
/// An angle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Angle {
    /// In seconds of arc.
    pub(crate) seconds: u32,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::wire::FromWire<'__a, ::bytespec::dialect::In<'_, Motor>>
for Angle {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::In<'_, Motor>,
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
        let version = cx.version().index();
        let start = cursor.position();
        if version
            < const {
                ::bytespec::versions::index_of(
                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                    "1.1",
                )
            }
        {
            return ::bytespec::wire::convert::<
                Self,
                _,
            >(
                start,
                <OldAngle as ::bytespec::wire::FromWire<
                    '_,
                    ::bytespec::dialect::In<'_, Motor>,
                >>::from_wire(cursor, cx)?,
            );
        }
        let f_seconds = cursor.prefix_u32().field("seconds")?;
        Ok(Self { seconds: f_seconds })
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>> for Angle {
    const IS_OPEN: ::core::primitive::bool = <OldAngle as ::bytespec::wire::ToWire<
        ::bytespec::dialect::Out<'_, '_, Motor>,
    >>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::varints::<
        ::bytespec::wire::Prefixed,
    >(0u32, 32u32)
        .or(
            <OldAngle as ::bytespec::wire::ToWire<
                ::bytespec::dialect::Out<'_, '_, Motor>,
            >>::SIZES,
        );
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Out<'_, '_, Motor>,
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
        let version = cx.version().index();
        if version
            < const {
                ::bytespec::versions::index_of(
                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                    "1.1",
                )
            }
        {
            let older: OldAngle = ::bytespec::wire::convert_back(
                ::core::clone::Clone::clone(self),
            )?;
            <OldAngle as ::bytespec::wire::ToWire<
                ::bytespec::dialect::Out<'_, '_, Motor>,
            >>::to_wire(&older, writer, cx)?;
            return Ok(());
        }
        if !(version
            >= const {
                ::bytespec::versions::index_of(
                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                    "1.1",
                )
            })
        {
            return Err(
                ::bytespec::dialect::gate_error("Angle", "1.1 or later", cx.version()),
            );
        }
        let Self { seconds: f_seconds } = self;
        writer.prefix(u64::from((*f_seconds)));
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for Angle {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Angle", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    ::bytespec::export::fill_versions(
                        &{
                            let newest = ::std::string::ToString::to_string(
                                &{
                                    let types: &[::std::string::String] = &[];
                                    let defaults: &[::std::string::String] = &[];
                                    ::bytespec::export::fill(
                                        "- record: \"\u{4}\"\n  summary: \"An angle\"\n  since: \"1.1\"\n  fields:\n    - {name: \"seconds\", type: \"varint<u32>\", summary: \"In seconds of arc\"}\n",
                                        types,
                                        defaults,
                                    )
                                },
                            );
                            let versions = ::std::vec![
                                ("old_angle", < OldAngle as ::bytespec::export::Describe >
                                ::describe(schema), ", until: \"\u{5}1.1\u{5}\""), ("angle",
                                ::std::string::String::new(), ", since: \"1.1\"")
                            ];
                            schema.by_version(&name, "", newest, versions)
                        },
                        <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                    )
                },
            )
    }
}
const _: () = ::core::assert!(
    ::bytespec::versions::declared(< Motor as ::bytespec::dialect::DeclaredVersions >
    ::VERSIONS, "1.1"), "the dialect declares no version 1.1: add it to its `versions`"
);
const _: () = ::core::assert!(
    ! ::bytespec::versions::is_oldest(< Motor as ::bytespec::dialect::DeclaredVersions >
    ::VERSIONS, "1.1"), "the dialect has no version before 1.1"
);
impl From<OldAngle> for Angle {
    fn from(old: OldAngle) -> Self {
        Angle {
            seconds: u32::from(old.degrees) * 3600,
        }
    }
}
impl TryFrom<Angle> for OldAngle {
    type Error = String;
    fn try_from(angle: Angle) -> Result<Self, String> {
        let degrees = u16::try_from(angle.seconds / 3600);
        match (degrees, angle.seconds % 3600) {
            (Ok(degrees), 0) => Ok(OldAngle { degrees }),
            _ => Err(format!("{} seconds are no whole degrees", angle.seconds)),
        }
    }
}
/// A turn, as it was before 2.0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OldTurn {
    /// How far.
    pub(crate) angle: Angle,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::wire::FromWire<'__a, ::bytespec::dialect::In<'_, Motor>>
for OldTurn {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::In<'_, Motor>,
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
        let version = cx.version().index();
        let start = cursor.position();
        let f_angle = <Angle as ::bytespec::wire::FromWire<
            '_,
            ::bytespec::dialect::In<'_, Motor>,
        >>::from_wire(cursor, cx)
            .field("angle")?;
        Ok(Self { angle: f_angle })
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>> for OldTurn {
    const IS_OPEN: ::core::primitive::bool = <Angle as ::bytespec::wire::ToWire<
        ::bytespec::dialect::Out<'_, '_, Motor>,
    >>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = <Angle as ::bytespec::wire::ToWire<
        ::bytespec::dialect::Out<'_, '_, Motor>,
    >>::SIZES;
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Out<'_, '_, Motor>,
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
        let version = cx.version().index();
        let Self { angle: f_angle } = self;
        <Angle as ::bytespec::wire::ToWire<
            ::bytespec::dialect::Out<'_, '_, Motor>,
        >>::to_wire(&(*f_angle), writer, cx)
            .field("angle")?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for OldTurn {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("OldTurn", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    {
                        let types: &[::std::string::String] = &[
                            <Angle as ::bytespec::export::Describe>::describe(schema),
                        ];
                        let defaults: &[::std::string::String] = &[];
                        ::bytespec::export::fill(
                            "- record: \"\u{4}\"\n  summary: \"A turn, as it was before 2.0\"\n  fields:\n    - {name: \"angle\", type: \"\u{1}0\u{1}\", summary: \"How far\"}\n",
                            types,
                            defaults,
                        )
                    }
                },
            )
    }
}
impl From<OldTurn> for MotorAttribute<'_> {
    fn from(old: OldTurn) -> Self {
        MotorAttribute::Turn {
            angles: vec![old.angle],
            axis: None,
        }
    }
}
impl TryFrom<MotorAttribute<'_>> for OldTurn {
    type Error = &'static str;
    fn try_from(value: MotorAttribute<'_>) -> Result<Self, &'static str> {
        match value {
            MotorAttribute::Turn { mut angles, axis: None } if angles.len() == 1 => {
                Ok(OldTurn { angle: angles.remove(0) })
            }
            _ => Err("not one turn about no axis"),
        }
    }
}
/// Attributes of motors.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum MotorAttribute<'a> {
    /// A speed.
    ///
    /// It may be "negative".
    Speed {
        /// How fast.
        value: i64,
        /// In which unit.
        unit: Unit,
        /// What it must keep to.
        limits: Vec<Limits>,
    },
    /// Bytes for the controller.
    Program {
        /// A name in the table of strings.
        name: StringId,
        /// The bytes.
        bytes: &'a [u8],
        /// How often to go on.
        times: Option<u16>,
        /// What comes next.
        next: Option<AttributeId>,
    },
    /// Nothing.
    Stop,
    /// Steps, one after the other.
    Steps(Vec<AttributeId>),
    /// A place.
    Place {
        /// In which space.
        space: Option<AttributeId>,
        /// It does not move.
        fixed: bool,
        /// Where.
        coordinates: Vec<u64>,
    },
    /// A turn.
    Turn {
        /// How far, one after the other.
        angles: Vec<Angle>,
        /// About what.
        axis: Option<AttributeId>,
    },
    /// What has no encoding.
    Text(&'a str),
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'a> ::bytespec::wire::FromWire<'a, ::bytespec::dialect::In<'_, Motor>>
for MotorAttribute<'a> {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'a>,
        cx: &::bytespec::dialect::In<'_, Motor>,
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
        let version = cx.version().index();
        let start = cursor.position();
        let tag = u64::from(cursor.prefix()?);
        cursor.enter()?;
        let value = match tag {
            0 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_value = cursor.prefix_zigzag().field("value")?;
                    let f_unit = if version
                        >= const {
                            ::bytespec::versions::index_of(
                                <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                "1.1",
                            )
                        }
                    {
                        let f_unit = <Unit as ::bytespec::wire::FromWire<
                            '_,
                            ::bytespec::dialect::In<'_, Motor>,
                        >>::from_wire(cursor, cx)
                            .field("unit")?;
                        f_unit
                    } else {
                        Unit::Rpm
                    };
                    let f_limits = if version
                        >= const {
                            ::bytespec::versions::index_of(
                                <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                "2.0",
                            )
                        }
                    {
                        let f_limits = <Vec<
                            Limits,
                        > as ::bytespec::wire::FromWire<
                            '_,
                            ::bytespec::dialect::In<'_, Motor>,
                        >>::from_wire(cursor, cx)
                            .field("limits")?;
                        f_limits
                    } else {
                        ::core::default::Default::default()
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
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_name = <StringId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
                        .field("name")?;
                    let f_bytes = <&'a [u8] as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
                        .field("bytes")?;
                    let f_times_present = cursor.bool().field("times_present")?;
                    let f_times = if f_times_present {
                        Some(cursor.u16().field("times")?)
                    } else {
                        None
                    };
                    let f_next = if version
                        >= const {
                            ::bytespec::versions::index_of(
                                <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                "2.0",
                            )
                        }
                    {
                        let f_next = <Option<
                            AttributeId,
                        > as ::bytespec::wire::FromWire<
                            '_,
                            ::bytespec::dialect::In<'_, Motor>,
                        >>::from_wire(cursor, cx)
                            .field("next")?;
                        f_next
                    } else {
                        None
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
            2 => Ok(Self::Stop {}),
            3 => {
                if !(version
                    >= const {
                        ::bytespec::versions::index_of(
                            <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                            "1.1",
                        )
                    }
                    && version
                        <= const {
                            ::bytespec::versions::index_of(
                                <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                "1.1",
                            )
                        })
                {
                    return Err(
                        ::bytespec::dialect::gate_error(
                                "Steps",
                                "1.1 to 1.1",
                                cx.version(),
                            )
                            .or_at(start),
                    );
                }
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_value = <Vec<
                        AttributeId,
                    > as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
                        .field("value")?;
                    Ok(Self::Steps { 0: f_value })
                };
                read().item("Steps")
            }
            5 => {
                if !(version
                    <= const {
                        ::bytespec::versions::index_of(
                                <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                "2.0",
                            )
                            .saturating_sub(1)
                    })
                {
                    return Err(
                        ::bytespec::dialect::gate_error(
                                "OldTurn",
                                "before 2.0",
                                cx.version(),
                            )
                            .or_at(start),
                    );
                }
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_value = <OldTurn as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
                        .field("value")?;
                    ::bytespec::wire::convert::<Self, _>(start, f_value)
                };
                read().item("OldTurn")
            }
            13 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_coordinates = (|| -> ::bytespec::error::Result<_> {
                        Ok({
                            let count = cursor.prefix()?;
                            ::bytespec::wire::read_elements(
                                cursor,
                                count,
                                |cursor| Ok(cursor.prefix()?),
                            )?
                        })
                    })()
                        .field("coordinates")?;
                    Ok(Self::Place {
                        space: None,
                        fixed: false,
                        coordinates: f_coordinates,
                    })
                };
                read().item("Place")
            }
            14 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_space = <AttributeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
                        .field("space")?;
                    let f_coordinates = (|| -> ::bytespec::error::Result<_> {
                        Ok({
                            let count = cursor.prefix()?;
                            ::bytespec::wire::read_elements(
                                cursor,
                                count,
                                |cursor| Ok(cursor.prefix()?),
                            )?
                        })
                    })()
                        .field("coordinates")?;
                    Ok(Self::Place {
                        space: Some(f_space),
                        fixed: false,
                        coordinates: f_coordinates,
                    })
                };
                read().item("PlaceWithSpace")
            }
            15 => {
                if !(version
                    >= const {
                        ::bytespec::versions::index_of(
                            <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                            "1.1",
                        )
                    })
                {
                    return Err(
                        ::bytespec::dialect::gate_error(
                                "PlaceWithFixed",
                                "1.1 or later",
                                cx.version(),
                            )
                            .or_at(start),
                    );
                }
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_coordinates = (|| -> ::bytespec::error::Result<_> {
                        Ok({
                            let count = cursor.prefix()?;
                            ::bytespec::wire::read_elements(
                                cursor,
                                count,
                                |cursor| Ok(cursor.prefix()?),
                            )?
                        })
                    })()
                        .field("coordinates")?;
                    Ok(Self::Place {
                        space: None,
                        fixed: true,
                        coordinates: f_coordinates,
                    })
                };
                read().item("PlaceWithFixed")
            }
            16 => {
                if !(version
                    >= const {
                        ::bytespec::versions::index_of(
                            <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                            "2.0",
                        )
                    })
                {
                    return Err(
                        ::bytespec::dialect::gate_error(
                                "PlaceWithSpaceAndFixed",
                                "2.0 or later",
                                cx.version(),
                            )
                            .or_at(start),
                    );
                }
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_space = <AttributeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
                        .field("space")?;
                    let f_coordinates = (|| -> ::bytespec::error::Result<_> {
                        Ok({
                            let count = cursor.prefix()?;
                            ::bytespec::wire::read_elements(
                                cursor,
                                count,
                                |cursor| Ok(cursor.prefix()?),
                            )?
                        })
                    })()
                        .field("coordinates")?;
                    Ok(Self::Place {
                        space: Some(f_space),
                        fixed: true,
                        coordinates: f_coordinates,
                    })
                };
                read().item("PlaceWithSpaceAndFixed")
            }
            20 => {
                if !(version
                    >= const {
                        ::bytespec::versions::index_of(
                            <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                            "2.0",
                        )
                    })
                {
                    return Err(
                        ::bytespec::dialect::gate_error(
                                "Turn",
                                "2.0 or later",
                                cx.version(),
                            )
                            .or_at(start),
                    );
                }
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_angles = <Vec<
                        Angle,
                    > as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
                        .field("angles")?;
                    let f_axis = <Option<
                        AttributeId,
                    > as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
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
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'a> ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>>
for MotorAttribute<'a> {
    const IS_OPEN: ::core::primitive::bool = <Vec<
        Limits,
    > as ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>>>::IS_OPEN
        || <Option<
            AttributeId,
        > as ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>>>::IS_OPEN
        || <Vec<
            AttributeId,
        > as ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>>>::IS_OPEN
        || <OldTurn as ::bytespec::wire::ToWire<
            ::bytespec::dialect::Out<'_, '_, Motor>,
        >>::IS_OPEN
        || <Option<
            AttributeId,
        > as ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>>>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::varints::<
        ::bytespec::wire::Prefixed,
    >(0u32, 0u32)
        .then(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(0u32, 64u32),
        )
        .then(
            <Unit as ::bytespec::wire::ToWire<
                ::bytespec::dialect::Out<'_, '_, Motor>,
            >>::SIZES
                .maybe(),
        )
        .then(
            <Vec<
                Limits,
            > as ::bytespec::wire::ToWire<
                ::bytespec::dialect::Out<'_, '_, Motor>,
            >>::SIZES
                .maybe(),
        )
        .or(
            ::bytespec::wire::Sizes::between(1usize, 1usize)
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(1u32, 1u32),
                )
                .then(
                    <StringId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                )
                .then(
                    <&'a [u8] as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                )
                .then(::bytespec::wire::Sizes::between(2usize, 2usize).maybe())
                .then(
                    <Option<
                        AttributeId,
                    > as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES
                        .maybe(),
                ),
        )
        .or(::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(2u32, 2u32))
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(2u32, 2u32)
                .then(
                    <Vec<
                        AttributeId,
                    > as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                ),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(3u32, 3u32)
                .then(
                    <OldTurn as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                ),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(4u32, 4u32)
                .then(::bytespec::wire::Sizes::COUNTED),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(4u32, 4u32)
                .then(
                    <AttributeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                )
                .then(::bytespec::wire::Sizes::COUNTED),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(4u32, 4u32)
                .then(::bytespec::wire::Sizes::COUNTED),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(5u32, 5u32)
                .then(
                    <AttributeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                )
                .then(::bytespec::wire::Sizes::COUNTED),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(5u32, 5u32)
                .then(
                    <Vec<
                        Angle,
                    > as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                )
                .then(
                    <Option<
                        AttributeId,
                    > as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                ),
        );
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Out<'_, '_, Motor>,
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
                ! < Unit as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_, '_,
                Motor > >> ::IS_OPEN,
                "`unit` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < StringId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Motor > >> ::IS_OPEN,
                "`name` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < & 'a[u8] as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Motor > >> ::IS_OPEN,
                "`bytes` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < AttributeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out <
                '_, '_, Motor > >> ::IS_OPEN,
                "`space` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < Vec < Angle > as ::bytespec::wire::ToWire < ::bytespec::dialect::Out
                < '_, '_, Motor > >> ::IS_OPEN,
                "`angles` extends to the end of the bytes: it must come last"
            )
        };
        let version = cx.version().index();
        writer
            .nested(|writer| -> ::bytespec::error::Result<()> {
                match self {
                    Self::Speed { value: f_value, unit: f_unit, limits: f_limits } => {
                        writer.prefix(0);
                        writer.prefix_zigzag((*f_value));
                        if version
                            >= const {
                                ::bytespec::versions::index_of(
                                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                    "1.1",
                                )
                            }
                        {
                            <Unit as ::bytespec::wire::ToWire<
                                ::bytespec::dialect::Out<'_, '_, Motor>,
                            >>::to_wire(&(*f_unit), writer, cx)
                                .field("unit")
                                .item("Speed")?;
                        } else if !(*f_unit == Unit::Rpm) {
                            return Err(
                                ::bytespec::dialect::gate_error(
                                    "Speed.unit",
                                    "1.1 or later",
                                    cx.version(),
                                ),
                            );
                        }
                        if version
                            >= const {
                                ::bytespec::versions::index_of(
                                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                    "2.0",
                                )
                            }
                        {
                            <Vec<
                                Limits,
                            > as ::bytespec::wire::ToWire<
                                ::bytespec::dialect::Out<'_, '_, Motor>,
                            >>::to_wire(&(*f_limits), writer, cx)
                                .field("limits")
                                .item("Speed")?;
                        } else if !(f_limits.is_empty()) {
                            return Err(
                                ::bytespec::dialect::gate_error(
                                    "Speed.limits",
                                    "2.0 or later",
                                    cx.version(),
                                ),
                            );
                        }
                    }
                    Self::Program {
                        name: f_name,
                        bytes: f_bytes,
                        times: f_times,
                        next: f_next,
                    } => {
                        writer.prefix(1);
                        <StringId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Motor>,
                        >>::to_wire(&(*f_name), writer, cx)
                            .field("name")
                            .item("Program")?;
                        <&'a [u8] as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Motor>,
                        >>::to_wire(&(*f_bytes), writer, cx)
                            .field("bytes")
                            .item("Program")?;
                        {
                            writer.bool(f_times.is_some());
                        }
                        if let Some(f_times) = f_times {
                            writer.u16((*f_times));
                        }
                        if version
                            >= const {
                                ::bytespec::versions::index_of(
                                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                    "2.0",
                                )
                            }
                        {
                            <Option<
                                AttributeId,
                            > as ::bytespec::wire::ToWire<
                                ::bytespec::dialect::Out<'_, '_, Motor>,
                            >>::to_wire(&(*f_next), writer, cx)
                                .field("next")
                                .item("Program")?;
                        } else if !(*f_next == None) {
                            return Err(
                                ::bytespec::dialect::gate_error(
                                    "Program.next",
                                    "2.0 or later",
                                    cx.version(),
                                ),
                            );
                        }
                    }
                    Self::Stop {} => {
                        writer.prefix(2);
                    }
                    Self::Steps { 0: f_value } => {
                        if !(version
                            >= const {
                                ::bytespec::versions::index_of(
                                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                    "1.1",
                                )
                            }
                            && version
                                <= const {
                                    ::bytespec::versions::index_of(
                                        <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                        "1.1",
                                    )
                                })
                        {
                            return Err(
                                ::bytespec::dialect::gate_error(
                                    "Steps",
                                    "1.1 to 1.1",
                                    cx.version(),
                                ),
                            );
                        }
                        writer.prefix(3);
                        <Vec<
                            AttributeId,
                        > as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Motor>,
                        >>::to_wire(&(*f_value), writer, cx)
                            .field("value")
                            .item("Steps")?;
                    }
                    Self::Place {
                        space: None,
                        fixed: false,
                        coordinates: f_coordinates,
                    } => {
                        writer.prefix(13);
                        (|| -> ::bytespec::error::Result<()> {
                            let whole = &(*f_coordinates);
                            writer.prefix(whole.len() as u64);
                            ::bytespec::wire::write_elements(
                                writer,
                                whole,
                                |writer, element| {
                                    writer.prefix((*element));
                                    Ok(())
                                },
                            )?;
                            Ok(())
                        })()
                            .field("coordinates")
                            .item("Place")?;
                    }
                    Self::Place {
                        space: Some(f_space),
                        fixed: false,
                        coordinates: f_coordinates,
                    } => {
                        writer.prefix(14);
                        <AttributeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Motor>,
                        >>::to_wire(&(*f_space), writer, cx)
                            .field("space")
                            .item("PlaceWithSpace")?;
                        (|| -> ::bytespec::error::Result<()> {
                            let whole = &(*f_coordinates);
                            writer.prefix(whole.len() as u64);
                            ::bytespec::wire::write_elements(
                                writer,
                                whole,
                                |writer, element| {
                                    writer.prefix((*element));
                                    Ok(())
                                },
                            )?;
                            Ok(())
                        })()
                            .field("coordinates")
                            .item("PlaceWithSpace")?;
                    }
                    Self::Place {
                        space: None,
                        fixed: true,
                        coordinates: f_coordinates,
                    } => {
                        if !(version
                            >= const {
                                ::bytespec::versions::index_of(
                                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                    "1.1",
                                )
                            })
                        {
                            return Err(
                                ::bytespec::dialect::gate_error(
                                    "PlaceWithFixed",
                                    "1.1 or later",
                                    cx.version(),
                                ),
                            );
                        }
                        writer.prefix(15);
                        (|| -> ::bytespec::error::Result<()> {
                            let whole = &(*f_coordinates);
                            writer.prefix(whole.len() as u64);
                            ::bytespec::wire::write_elements(
                                writer,
                                whole,
                                |writer, element| {
                                    writer.prefix((*element));
                                    Ok(())
                                },
                            )?;
                            Ok(())
                        })()
                            .field("coordinates")
                            .item("PlaceWithFixed")?;
                    }
                    Self::Place {
                        space: Some(f_space),
                        fixed: true,
                        coordinates: f_coordinates,
                    } => {
                        if !(version
                            >= const {
                                ::bytespec::versions::index_of(
                                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                    "2.0",
                                )
                            })
                        {
                            return Err(
                                ::bytespec::dialect::gate_error(
                                    "PlaceWithSpaceAndFixed",
                                    "2.0 or later",
                                    cx.version(),
                                ),
                            );
                        }
                        writer.prefix(16);
                        <AttributeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Motor>,
                        >>::to_wire(&(*f_space), writer, cx)
                            .field("space")
                            .item("PlaceWithSpaceAndFixed")?;
                        (|| -> ::bytespec::error::Result<()> {
                            let whole = &(*f_coordinates);
                            writer.prefix(whole.len() as u64);
                            ::bytespec::wire::write_elements(
                                writer,
                                whole,
                                |writer, element| {
                                    writer.prefix((*element));
                                    Ok(())
                                },
                            )?;
                            Ok(())
                        })()
                            .field("coordinates")
                            .item("PlaceWithSpaceAndFixed")?;
                    }
                    Self::Turn { angles: f_angles, axis: f_axis } => {
                        if version
                            < const {
                                ::bytespec::versions::index_of(
                                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                    "2.0",
                                )
                            }
                        {
                            writer.prefix(5);
                            let older: OldTurn = ::bytespec::wire::convert_back(
                                    ::core::clone::Clone::clone(self),
                                )
                                .item("Turn")?;
                            <OldTurn as ::bytespec::wire::ToWire<
                                ::bytespec::dialect::Out<'_, '_, Motor>,
                            >>::to_wire(&older, writer, cx)
                                .item("Turn")?;
                            return Ok(());
                        }
                        if !(version
                            >= const {
                                ::bytespec::versions::index_of(
                                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                    "2.0",
                                )
                            })
                        {
                            return Err(
                                ::bytespec::dialect::gate_error(
                                    "Turn",
                                    "2.0 or later",
                                    cx.version(),
                                ),
                            );
                        }
                        writer.prefix(20);
                        <Vec<
                            Angle,
                        > as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Motor>,
                        >>::to_wire(&(*f_angles), writer, cx)
                            .field("angles")
                            .item("Turn")?;
                        <Option<
                            AttributeId,
                        > as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Motor>,
                        >>::to_wire(&(*f_axis), writer, cx)
                            .field("axis")
                            .item("Turn")?;
                    }
                    Self::Text { .. } => {
                        return Err(
                            ::bytespec::error::Error::new(::bytespec::error::ErrorKind::Kind {
                                item: "the value".into(),
                                found: "text".into(),
                                expected: "an encoding of the dialect".into(),
                            }),
                        );
                    }
                }
                Ok(())
            })?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'a> ::bytespec::dialect::Entry<'a> for MotorAttribute<'a> {
    type Dialect = Motor;
    type Id = ::bytespec::dialect::AttributeId;
    const CODES: &'static [::core::primitive::u64] = &[
        0, 1, 2, 3, 5, 13, 14, 15, 16, 20,
    ];
    const DEAD: &'static [(::core::primitive::u64, &'static ::core::primitive::str)] = &[
        (4, "the colour of the motor"),
    ];
    const LISTED: () = ::core::assert!(
        ::bytespec::dialect::listed:: < Self > (),
        "the dialect does not list `MotorAttribute`: add it to its `attributes(...)`"
    );
    #[inline]
    fn read(
        cursor: &mut ::bytespec::wire::Cursor<'a>,
        cx: &::bytespec::dialect::Reading<
            '_,
            <Motor as ::bytespec::dialect::Dialect>::Version,
        >,
    ) -> ::bytespec::error::Result<Self> {
        ::bytespec::wire::FromWire::from_wire(cursor, cx)
    }
    #[inline]
    fn write(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Writing<
            '_,
            '_,
            <Motor as ::bytespec::dialect::Dialect>::Version,
        >,
    ) -> ::bytespec::error::Result<()> {
        ::bytespec::wire::ToWire::to_wire(self, writer, cx)
    }
    fn from_text(text: &'a ::core::primitive::str) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(Self::Text {
            0: ::core::convert::Into::into(text),
        })
    }
    fn as_text(&self) -> ::core::option::Option<&::core::primitive::str> {
        match self {
            Self::Text { 0: text } => {
                ::core::option::Option::Some(::core::convert::AsRef::as_ref(text))
            }
            #[allow(unreachable_patterns)]
            _ => ::core::option::Option::None,
        }
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'a> ::bytespec::export::DescribeEntry for MotorAttribute<'a> {
    fn union(schema: &mut ::bytespec::export::Schema) -> ::bytespec::export::Union {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("MotorAttribute", &parameters)
        };
        let variants = ::bytespec::export::fill_versions(
            &{
                let types: &[::std::string::String] = &[
                    <Unit as ::bytespec::export::Describe>::describe(schema),
                    <Vec<Limits> as ::bytespec::export::Describe>::describe(schema),
                    <StringId as ::bytespec::export::Describe>::describe(schema),
                    <&'a [u8] as ::bytespec::export::Describe>::describe(schema),
                    <Option<
                        AttributeId,
                    > as ::bytespec::export::Describe>::describe(schema),
                    <Vec<AttributeId> as ::bytespec::export::Describe>::describe(schema),
                    <AttributeId as ::bytespec::export::Describe>::describe(schema),
                    {
                        let of = ::std::borrow::ToOwned::to_owned("varint");
                        schema.list(of)
                    },
                    <OldTurn as ::bytespec::export::Describe>::describe(schema),
                    <Vec<Angle> as ::bytespec::export::Describe>::describe(schema),
                ];
                let defaults: &[::std::string::String] = &[
                    <Unit as ::bytespec::export::Literal>::literal(&Unit::Rpm),
                    <Option<AttributeId> as ::bytespec::export::Literal>::literal(&None),
                ];
                ::bytespec::export::fill(
                    "- variant: \"Speed\"\n  of: \"\u{3}\"\n  tag: 0\n  summary: \"A speed\"\n  doc: \"It may be \\\"negative\\\".\"\n  fields:\n    - {name: \"value\", type: \"zigzag\", summary: \"How fast\"}\n    - {name: \"unit\", type: \"\u{1}0\u{1}\", default: \u{2}0\u{2}, since: \"1.1\", summary: \"In which unit\"}\n    - {name: \"limits\", type: \"\u{1}1\u{1}\", default: [], since: \"2.0\", summary: \"What it must keep to\"}\n- variant: \"Program\"\n  of: \"\u{3}\"\n  tag: 1\n  summary: \"Bytes for the controller\"\n  fields:\n    - {name: \"name\", type: \"\u{1}2\u{1}\", summary: \"A name in the table of strings\"}\n    - {name: \"bytes\", type: \"\u{1}3\u{1}\", summary: \"The bytes\"}\n    - {name: \"times_present\", type: \"presence<u8>\", summary: \"Whether `times` is present\"}\n    - {name: \"times\", type: \"u16\", optional: true, present: \"times_present\", summary: \"How often to go on\"}\n    - {name: \"next\", type: \"\u{1}4\u{1}\", default: \u{2}1\u{2}, since: \"2.0\", summary: \"What comes next\"}\n- variant: \"Stop\"\n  of: \"\u{3}\"\n  tag: 2\n  summary: \"Nothing\"\n- variant: \"Steps\"\n  of: \"\u{3}\"\n  tag: 3\n  summary: \"Steps, one after the other\"\n  since: \"1.1\"\n  until: \"1.1\"\n  fields:\n    - {name: \"value\", type: \"\u{1}5\u{1}\", summary: \"value\"}\n- variant: \"OldTurn\"\n  of: \"\u{3}\"\n  tag: 5\n  summary: \"What `Turn` was before 2.0\"\n  until: \"\u{5}2.0\u{5}\"\n  fields:\n    - {name: \"value\", type: \"\u{1}8\u{1}\", summary: \"value\"}\n- variant: \"Place\"\n  of: \"\u{3}\"\n  tag: 13\n  summary: \"A place\"\n  fields:\n    - {name: \"coordinates\", type: \"\u{1}7\u{1}\", summary: \"Where\"}\n- variant: \"PlaceWithSpace\"\n  of: \"\u{3}\"\n  tag: 14\n  summary: \"A place, with `space`\"\n  fields:\n    - {name: \"space\", type: \"\u{1}6\u{1}\", summary: \"In which space\"}\n    - {name: \"coordinates\", type: \"\u{1}7\u{1}\", summary: \"Where\"}\n- variant: \"PlaceWithFixed\"\n  of: \"\u{3}\"\n  tag: 15\n  summary: \"A place, with `fixed`\"\n  since: \"1.1\"\n  fields:\n    - {name: \"coordinates\", type: \"\u{1}7\u{1}\", summary: \"Where\"}\n- variant: \"PlaceWithSpaceAndFixed\"\n  of: \"\u{3}\"\n  tag: 16\n  summary: \"A place, with `space` and with `fixed`\"\n  since: \"2.0\"\n  fields:\n    - {name: \"space\", type: \"\u{1}6\u{1}\", summary: \"In which space\"}\n    - {name: \"coordinates\", type: \"\u{1}7\u{1}\", summary: \"Where\"}\n- variant: \"Turn\"\n  of: \"\u{3}\"\n  tag: 20\n  summary: \"A turn\"\n  since: \"2.0\"\n  fields:\n    - {name: \"angles\", type: \"\u{1}9\u{1}\", summary: \"How far, one after the other\"}\n    - {name: \"axis\", type: \"\u{1}4\u{1}\", summary: \"About what\"}\n",
                    types,
                    defaults,
                )
            },
            <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
        );
        ::bytespec::export::Union::new(
            name,
            "  tag: \"varint\"\n  unknown: error\n  summary: \"Attributes of motors\"\n",
            "    - {tag: 9}\n    - {tag: 10}\n    - {tag: 4, was: \"the colour of the motor\"}\n",
            variants,
        )
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'a> ::bytespec::export::Describe for MotorAttribute<'a> {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("MotorAttribute", &parameters)
        };
        schema.union(name, <Self as ::bytespec::export::DescribeEntry>::union)
    }
}
const _: () = ::core::assert!(
    ::bytespec::versions::declared(< Motor as ::bytespec::dialect::DeclaredVersions >
    ::VERSIONS, "1.1"), "the dialect declares no version 1.1: add it to its `versions`"
);
const _: () = ::core::assert!(
    ::bytespec::versions::declared(< Motor as ::bytespec::dialect::DeclaredVersions >
    ::VERSIONS, "2.0"), "the dialect declares no version 2.0: add it to its `versions`"
);
const _: () = ::core::assert!(
    ! ::bytespec::versions::is_oldest(< Motor as ::bytespec::dialect::DeclaredVersions >
    ::VERSIONS, "2.0"), "the dialect has no version before 2.0"
);
/// Types of motors.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum MotorType {
    /// One that turns.
    Rotary {
        /// How strong.
        torque: u32,
    },
    /// One that pushes.
    Linear {
        /// What it pushes.
        element: TypeId,
        /// Limits.
        limits: Option<AttributeId>,
    },
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::wire::FromWire<'__a, ::bytespec::dialect::In<'_, Motor>>
for MotorType {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::In<'_, Motor>,
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
        let version = cx.version().index();
        let start = cursor.position();
        let tag = u64::from(cursor.prefix()?);
        cursor.enter()?;
        let value = match tag {
            0 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_torque = cursor.u32().field("torque")?;
                    Ok(Self::Rotary { torque: f_torque })
                };
                read().item("Rotary")
            }
            1 => {
                if !(version
                    >= const {
                        ::bytespec::versions::index_of(
                            <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                            "2.0",
                        )
                    })
                {
                    return Err(
                        ::bytespec::dialect::gate_error(
                                "Linear",
                                "2.0 or later",
                                cx.version(),
                            )
                            .or_at(start),
                    );
                }
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_element = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
                        .field("element")?;
                    let f_limits = <Option<
                        AttributeId,
                    > as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Motor>,
                    >>::from_wire(cursor, cx)
                        .field("limits")?;
                    Ok(Self::Linear {
                        element: f_element,
                        limits: f_limits,
                    })
                };
                read().item("Linear")
            }
            tag => Err(::bytespec::values::unknown_number(start, "MotorType", tag)),
        };
        cursor.leave();
        value
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>> for MotorType {
    const IS_OPEN: ::core::primitive::bool = <Option<
        AttributeId,
    > as ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>>>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::between(
            4usize,
            4usize,
        )
        .then(::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(0u32, 0u32))
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(1u32, 1u32)
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                )
                .then(
                    <Option<
                        AttributeId,
                    > as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Motor>,
                    >>::SIZES,
                ),
        );
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Out<'_, '_, Motor>,
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
                ! < TypeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Motor > >> ::IS_OPEN,
                "`element` extends to the end of the bytes: it must come last"
            )
        };
        let version = cx.version().index();
        writer
            .nested(|writer| -> ::bytespec::error::Result<()> {
                match self {
                    Self::Rotary { torque: f_torque } => {
                        writer.prefix(0);
                        writer.u32((*f_torque));
                    }
                    Self::Linear { element: f_element, limits: f_limits } => {
                        if !(version
                            >= const {
                                ::bytespec::versions::index_of(
                                    <Motor as ::bytespec::dialect::DeclaredVersions>::VERSIONS,
                                    "2.0",
                                )
                            })
                        {
                            return Err(
                                ::bytespec::dialect::gate_error(
                                    "Linear",
                                    "2.0 or later",
                                    cx.version(),
                                ),
                            );
                        }
                        writer.prefix(1);
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Motor>,
                        >>::to_wire(&(*f_element), writer, cx)
                            .field("element")
                            .item("Linear")?;
                        <Option<
                            AttributeId,
                        > as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Motor>,
                        >>::to_wire(&(*f_limits), writer, cx)
                            .field("limits")
                            .item("Linear")?;
                    }
                }
                Ok(())
            })?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::dialect::Entry<'__a> for MotorType {
    type Dialect = Motor;
    type Id = ::bytespec::dialect::TypeId;
    const CODES: &'static [::core::primitive::u64] = &[0, 1];
    const DEAD: &'static [(::core::primitive::u64, &'static ::core::primitive::str)] = &[];
    const LISTED: () = ::core::assert!(
        ::bytespec::dialect::listed:: < Self > (),
        "the dialect does not list `MotorType`: add it to its `types(...)`"
    );
    #[inline]
    fn read(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::Reading<
            '_,
            <Motor as ::bytespec::dialect::Dialect>::Version,
        >,
    ) -> ::bytespec::error::Result<Self> {
        ::bytespec::wire::FromWire::from_wire(cursor, cx)
    }
    #[inline]
    fn write(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Writing<
            '_,
            '_,
            <Motor as ::bytespec::dialect::Dialect>::Version,
        >,
    ) -> ::bytespec::error::Result<()> {
        ::bytespec::wire::ToWire::to_wire(self, writer, cx)
    }
    fn spell(&self, f: &mut dyn ::core::fmt::Write) -> ::core::fmt::Result {
        ::core::fmt::Write::write_fmt(f, ::core::format_args!("{}", self))
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::DescribeEntry for MotorType {
    fn union(schema: &mut ::bytespec::export::Schema) -> ::bytespec::export::Union {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("MotorType", &parameters)
        };
        let variants = {
            let types: &[::std::string::String] = &[
                <TypeId as ::bytespec::export::Describe>::describe(schema),
                <Option<AttributeId> as ::bytespec::export::Describe>::describe(schema),
            ];
            let defaults: &[::std::string::String] = &[];
            ::bytespec::export::fill(
                "- variant: \"Rotary\"\n  of: \"\u{3}\"\n  tag: 0\n  summary: \"One that turns\"\n  fields:\n    - {name: \"torque\", type: \"u32\", summary: \"How strong\"}\n- variant: \"Linear\"\n  of: \"\u{3}\"\n  tag: 1\n  summary: \"One that pushes\"\n  since: \"2.0\"\n  fields:\n    - {name: \"element\", type: \"\u{1}0\u{1}\", summary: \"What it pushes\"}\n    - {name: \"limits\", type: \"\u{1}1\u{1}\", summary: \"Limits\"}\n",
                types,
                defaults,
            )
        };
        ::bytespec::export::Union::new(
            name,
            "  tag: \"varint\"\n  unknown: error\n  summary: \"Types of motors\"\n",
            "",
            variants,
        )
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for MotorType {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("MotorType", &parameters)
        };
        schema.union(name, <Self as ::bytespec::export::DescribeEntry>::union)
    }
}
const _: () = ::core::assert!(
    ::bytespec::versions::declared(< Motor as ::bytespec::dialect::DeclaredVersions >
    ::VERSIONS, "2.0"), "the dialect declares no version 2.0: add it to its `versions`"
);
impl std::fmt::Display for MotorType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MotorType::Rotary { torque } => write!(f, "!motor.rotary<{torque}>"),
            MotorType::Linear { .. } => f.write_str("!motor.linear"),
        }
    }
}
/// A wire.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wire {
    /// Number of phases.
    pub(crate) phases: u8,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::wire::FromWire<'__a, ::bytespec::dialect::In<'_, Motor>>
for Wire {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::In<'_, Motor>,
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
        let version = cx.version().index();
        let start = cursor.position();
        let tag = u64::from(cursor.prefix()?);
        cursor.enter()?;
        let value = match tag {
            7 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_phases = cursor.u8().field("phases")?;
                    Ok(Self { phases: f_phases })
                };
                read().item("Wire")
            }
            tag => Err(::bytespec::values::unknown_number(start, "Wire", tag)),
        };
        cursor.leave();
        value
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Motor>> for Wire {
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::between(
            1usize,
            1usize,
        )
        .then(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(3u32, 3u32),
        );
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Out<'_, '_, Motor>,
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
        let version = cx.version().index();
        writer
            .nested(|writer| -> ::bytespec::error::Result<()> {
                match self {
                    Self { phases: f_phases } => {
                        writer.prefix(7);
                        writer.u8((*f_phases));
                    }
                }
                Ok(())
            })?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::dialect::Entry<'__a> for Wire {
    type Dialect = Motor;
    type Id = ::bytespec::dialect::TypeId;
    const CODES: &'static [::core::primitive::u64] = &[7];
    const DEAD: &'static [(::core::primitive::u64, &'static ::core::primitive::str)] = &[];
    const LISTED: () = ::core::assert!(
        ::bytespec::dialect::listed:: < Self > (),
        "the dialect does not list `Wire`: add it to its `types(...)`"
    );
    #[inline]
    fn read(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::Reading<
            '_,
            <Motor as ::bytespec::dialect::Dialect>::Version,
        >,
    ) -> ::bytespec::error::Result<Self> {
        ::bytespec::wire::FromWire::from_wire(cursor, cx)
    }
    #[inline]
    fn write(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Writing<
            '_,
            '_,
            <Motor as ::bytespec::dialect::Dialect>::Version,
        >,
    ) -> ::bytespec::error::Result<()> {
        ::bytespec::wire::ToWire::to_wire(self, writer, cx)
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::DescribeEntry for Wire {
    fn union(schema: &mut ::bytespec::export::Schema) -> ::bytespec::export::Union {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Wire", &parameters)
        };
        let variants = {
            let types: &[::std::string::String] = &[];
            let defaults: &[::std::string::String] = &[];
            ::bytespec::export::fill(
                "- variant: \"Wire\"\n  of: \"\u{3}\"\n  tag: 7\n  summary: \"A wire\"\n  fields:\n    - {name: \"phases\", type: \"u8\", summary: \"Number of phases\"}\n",
                types,
                defaults,
            )
        };
        ::bytespec::export::Union::new(
            name,
            "  tag: \"varint\"\n  unknown: error\n  summary: \"A wire\"\n",
            "",
            variants,
        )
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for Wire {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Wire", &parameters)
        };
        schema.union(name, <Self as ::bytespec::export::DescribeEntry>::union)
    }
}
/// What a motor that spins is told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spin {
    /// How fast.
    pub(crate) speed: AttributeId,
    /// How fast at most.
    pub(crate) limit: Option<AttributeId>,
    /// How often.
    pub(crate) turns: u64,
    /// In which gear.
    pub(crate) gear: Option<u64>,
    /// Backwards.
    pub(crate) reverse: bool,
    /// A label.
    pub(crate) label: StringId,
    /// Operands by group.
    pub(crate) sizes: [u32; 2],
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::dialect::OpProperties for Spin {
    type Dialect = Motor;
    const OPERATION: &'static ::core::primitive::str = "spin";
    const LAYOUT: &'static [::bytespec::properties::Field] = &[
        ::bytespec::properties::Field::new(
            "speed",
            <AttributeId as ::bytespec::dialect::PropertyType>::KIND,
        ),
        ::bytespec::properties::Field::new(
            "limit",
            <Option<AttributeId> as ::bytespec::dialect::PropertyType>::KIND,
        ),
        ::bytespec::properties::Field::new(
            "turns",
            <u64 as ::bytespec::dialect::PropertyType>::KIND,
        ),
        ::bytespec::properties::Field::new(
            "gear",
            <Option<u64> as ::bytespec::dialect::PropertyType>::KIND,
        ),
        ::bytespec::properties::Field::new(
            "reverse",
            <bool as ::bytespec::dialect::PropertyType>::KIND,
        ),
        ::bytespec::properties::Field::new(
            "label",
            <StringId as ::bytespec::dialect::PropertyType>::KIND,
        ),
        ::bytespec::properties::Field::new(
            "operandSegmentSizes",
            <[u32; 2] as ::bytespec::dialect::PropertyType>::KIND,
        ),
    ];
    #[allow(unused_variables)]
    fn from_properties(
        get: &mut dyn ::core::ops::FnMut(
            &::core::primitive::str,
        ) -> ::core::option::Option<::bytespec::dialect::PropertyValue>,
    ) -> ::bytespec::error::Result<Self> {
        ::core::result::Result::Ok(Self {
            speed: ::bytespec::error::Context::field(
                <AttributeId as ::bytespec::dialect::PropertyType>::from_property(
                    get("speed"),
                ),
                "speed",
            )?,
            limit: ::bytespec::error::Context::field(
                <Option<
                    AttributeId,
                > as ::bytespec::dialect::PropertyType>::from_property(get("limit")),
                "limit",
            )?,
            turns: ::bytespec::error::Context::field(
                <u64 as ::bytespec::dialect::PropertyType>::from_property(get("turns")),
                "turns",
            )?,
            gear: ::bytespec::error::Context::field(
                <Option<
                    u64,
                > as ::bytespec::dialect::PropertyType>::from_property(get("gear")),
                "gear",
            )?,
            reverse: ::bytespec::error::Context::field(
                <bool as ::bytespec::dialect::PropertyType>::from_property(
                    get("reverse"),
                ),
                "reverse",
            )?,
            label: ::bytespec::error::Context::field(
                <StringId as ::bytespec::dialect::PropertyType>::from_property(
                    get("label"),
                ),
                "label",
            )?,
            sizes: ::bytespec::error::Context::field(
                <[u32; 2] as ::bytespec::dialect::PropertyType>::from_property(
                    get("operandSegmentSizes"),
                ),
                "operandSegmentSizes",
            )?,
        })
    }
    fn to_properties(
        &self,
    ) -> ::std::vec::Vec<
        (&'static ::core::primitive::str, ::bytespec::dialect::PropertyValue),
    > {
        ::std::vec![
            ("speed", < AttributeId as ::bytespec::dialect::PropertyType >
            ::to_property(& self.speed)), ("limit", < Option < AttributeId > as
            ::bytespec::dialect::PropertyType > ::to_property(& self.limit)), ("turns", <
            u64 as ::bytespec::dialect::PropertyType > ::to_property(& self.turns)),
            ("gear", < Option < u64 > as ::bytespec::dialect::PropertyType >
            ::to_property(& self.gear)), ("reverse", < bool as
            ::bytespec::dialect::PropertyType > ::to_property(& self.reverse)), ("label",
            < StringId as ::bytespec::dialect::PropertyType > ::to_property(& self
            .label)), ("operandSegmentSizes", < [u32; 2] as
            ::bytespec::dialect::PropertyType > ::to_property(& self.sizes))
        ]
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::dialect::DialectOperation for Spin {
    const OPERATION: &'static ::core::primitive::str = "spin";
    const LAYOUT: &'static [::bytespec::properties::Field] = <Self as ::bytespec::dialect::OpProperties>::LAYOUT;
}
