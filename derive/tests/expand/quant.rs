use bytespec::mlir::{AttributeId, Double, TypeId};
use bytespec::{BytecodeRecord, BytecodeType, Dialect};
/// Numbers that stand for others.
#[derive()]
pub(crate) struct Quant;
const _: () = ::core::assert!(
    ! ::bytespec::dialect::is_described("quant_twin"),
    "the library describes the dialect quant_twin: choose another name"
);
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::dialect::DeclaredVersions for Quant {
    const DIALECT: &'static ::core::primitive::str = "quant_twin";
    const VERSIONS: &'static [&'static ::core::primitive::str] = &["1"];
    const RECORD: ::core::primitive::usize = 0usize;
    const PRODUCER: &'static ::core::primitive::str = "";
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::dialect::Dialect for Quant {
    const NAME: &'static ::core::primitive::str = "quant_twin";
    type Version = ::bytespec::dialect::Numbered<Quant>;
    type Attributes<'__a> = ();
    type Types<'__a> = (QuantType, ());
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
impl ::bytespec::export::DescribeDialect for Quant {
    const SUMMARY: &'static ::core::primitive::str = "Numbers that stand for others";
    const OPERATIONS: &'static [::bytespec::dialect::ListedOperation] = &[];
    fn attribute_entries() -> ::std::vec::Vec<::bytespec::export::DescribeUnion> {
        ::std::vec![]
    }
    fn type_entries() -> ::std::vec::Vec<::bytespec::export::DescribeUnion> {
        ::std::vec![
            < QuantType as ::bytespec::export::DescribeEntry > ::union as
            ::bytespec::export::DescribeUnion
        ]
    }
}
const _: () = ::core::assert!(
    ::bytespec::dialect::in_table(<< QuantType as ::bytespec::dialect::Entry < 'static >>
    ::Id as ::bytespec::dialect::Index > ::TABLE, ::bytespec::dialect::Table::Type,),
    "expected an entry of the type table, found one of the other table",
);
/// Distance between neighbouring quantized values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    /// The distance.
    pub(crate) value: Double,
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::wire::FromWire<'__a, ::bytespec::dialect::In<'_, Quant>>
for Scale {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::In<'_, Quant>,
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
        let f_value = <Double as ::bytespec::wire::FromWire<
            '_,
            ::bytespec::dialect::In<'_, Quant>,
        >>::from_wire(cursor, cx)
            .field("value")?;
        Ok(Self { value: f_value })
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Quant>> for Scale {
    const IS_OPEN: ::core::primitive::bool = <Double as ::bytespec::wire::ToWire<
        ::bytespec::dialect::Out<'_, '_, Quant>,
    >>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = <Double as ::bytespec::wire::ToWire<
        ::bytespec::dialect::Out<'_, '_, Quant>,
    >>::SIZES;
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Out<'_, '_, Quant>,
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
        let Self { value: f_value } = self;
        <Double as ::bytespec::wire::ToWire<
            ::bytespec::dialect::Out<'_, '_, Quant>,
        >>::to_wire(&(*f_value), writer, cx)
            .field("value")?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for Scale {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("Scale", &parameters)
        };
        schema
            .item(
                ::core::clone::Clone::clone(&name),
                |schema| {
                    {
                        let types: &[::std::string::String] = &[
                            <Double as ::bytespec::export::Describe>::describe(schema),
                        ];
                        let defaults: &[::std::string::String] = &[];
                        ::bytespec::export::fill(
                            "- record: \"\u{4}\"\n  summary: \"Distance between neighbouring quantized values\"\n  fields:\n    - {name: \"value\", type: \"\u{1}0\u{1}\", summary: \"The distance\"}\n",
                            types,
                            defaults,
                        )
                    }
                },
            )
    }
}
/// Type of the dialect.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum QuantType {
    /// Quantized type of which the expressed type may be known.
    Any {
        /// Properties of the storage.
        flags: u64,
        /// Integer type of the storage.
        storage: TypeId,
        /// Type of the numbers that it stands for.
        expressed: Option<TypeId>,
        /// Smallest stored number.
        min: i64,
        /// Largest stored number.
        max: i64,
    },
    /// Type of numbers whose range was measured.
    Calibrated {
        /// Type of the numbers.
        expressed: TypeId,
        /// Smallest number.
        min: Double,
        /// Largest number.
        max: Double,
    },
    /// Stored numbers at equal distances.
    Uniform {
        /// Properties of the storage.
        flags: u64,
        /// Integer type of the storage.
        storage: TypeId,
        /// Type of the numbers that it stands for.
        expressed: TypeId,
        /// Distance between neighbours.
        scale: Double,
        /// Stored number that stands for zero.
        zero_point: i64,
        /// Smallest stored number.
        min: i64,
        /// Largest stored number.
        max: i64,
    },
    /// Stored numbers at distances that depend on the position in one dimension.
    UniformPerAxis {
        /// Properties of the storage.
        flags: u64,
        /// Integer type of the storage.
        storage: TypeId,
        /// Type of the numbers that it stands for.
        expressed: TypeId,
        /// Dimension that decides.
        dimension: u64,
        /// Smallest stored number.
        min: i64,
        /// Largest stored number.
        max: i64,
        /// Distance between neighbours at each position.
        scales: Vec<Scale>,
        /// Stored number that stands for zero at each position.
        zero_points: Vec<i64>,
    },
    /// Stored numbers at distances that depend on the block of the position.
    UniformSubChannel {
        /// Properties of the storage.
        flags: u64,
        /// Integer type of the storage.
        storage: TypeId,
        /// Type of the numbers that it stands for.
        expressed: TypeId,
        /// Smallest stored number.
        min: i64,
        /// Largest stored number.
        max: i64,
        /// Dimensions that are divided into blocks.
        dimensions: Vec<i64>,
        /// Size of a block in each of these dimensions.
        block_sizes: Vec<i64>,
        /// Distance between neighbours in each block.
        scales: AttributeId,
        /// Stored number that stands for zero in each block.
        zero_points: AttributeId,
    },
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::wire::FromWire<'__a, ::bytespec::dialect::In<'_, Quant>>
for QuantType {
    #[inline]
    #[allow(unused_variables, unused_mut)]
    fn from_wire(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::In<'_, Quant>,
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
            1 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_flags = cursor.prefix().field("flags")?;
                    let f_storage = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("storage")?;
                    let f_min = cursor.prefix_zigzag().field("min")?;
                    let f_max = cursor.prefix_zigzag().field("max")?;
                    Ok(Self::Any {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: None,
                        min: f_min,
                        max: f_max,
                    })
                };
                read().item("Any")
            }
            2 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_flags = cursor.prefix().field("flags")?;
                    let f_storage = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("storage")?;
                    let f_expressed = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("expressed")?;
                    let f_min = cursor.prefix_zigzag().field("min")?;
                    let f_max = cursor.prefix_zigzag().field("max")?;
                    Ok(Self::Any {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: Some(f_expressed),
                        min: f_min,
                        max: f_max,
                    })
                };
                read().item("AnyWithExpressed")
            }
            3 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_expressed = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("expressed")?;
                    let f_min = <Double as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("min")?;
                    let f_max = <Double as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("max")?;
                    Ok(Self::Calibrated {
                        expressed: f_expressed,
                        min: f_min,
                        max: f_max,
                    })
                };
                read().item("Calibrated")
            }
            4 => {
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_flags = cursor.prefix().field("flags")?;
                    let f_storage = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("storage")?;
                    let f_expressed = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("expressed")?;
                    let f_scale = <Double as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("scale")?;
                    let f_zero_point = cursor.prefix_zigzag().field("zero_point")?;
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
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_flags = cursor.prefix().field("flags")?;
                    let f_storage = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("storage")?;
                    let f_expressed = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("expressed")?;
                    let f_dimension = cursor.prefix().field("dimension")?;
                    let f_min = cursor.prefix_zigzag().field("min")?;
                    let f_max = cursor.prefix_zigzag().field("max")?;
                    let f_scales = <Vec<
                        Scale,
                    > as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("scales")?;
                    let f_zero_points = (|| -> ::bytespec::error::Result<_> {
                        Ok({
                            let count = cursor.prefix()?;
                            ::bytespec::wire::read_elements(
                                cursor,
                                count,
                                |cursor| Ok(cursor.prefix_zigzag()?),
                            )?
                        })
                    })()
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
                let mut read = || -> ::bytespec::error::Result<Self> {
                    let f_flags = cursor.prefix().field("flags")?;
                    let f_storage = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("storage")?;
                    let f_expressed = <TypeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("expressed")?;
                    let f_min = cursor.prefix_zigzag().field("min")?;
                    let f_max = cursor.prefix_zigzag().field("max")?;
                    let f_dimensions = (|| -> ::bytespec::error::Result<_> {
                        Ok({
                            let count = cursor.prefix()?;
                            ::bytespec::wire::read_elements(
                                cursor,
                                count,
                                |cursor| Ok(cursor.prefix_zigzag()?),
                            )?
                        })
                    })()
                        .field("dimensions")?;
                    let f_block_sizes = (|| -> ::bytespec::error::Result<_> {
                        Ok({
                            let count = cursor.prefix()?;
                            ::bytespec::wire::read_elements(
                                cursor,
                                count,
                                |cursor| Ok(cursor.prefix_zigzag()?),
                            )?
                        })
                    })()
                        .field("block_sizes")?;
                    let f_scales = <AttributeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
                        .field("scales")?;
                    let f_zero_points = <AttributeId as ::bytespec::wire::FromWire<
                        '_,
                        ::bytespec::dialect::In<'_, Quant>,
                    >>::from_wire(cursor, cx)
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
            tag => Err(::bytespec::values::unknown_number(start, "QuantType", tag)),
        };
        cursor.leave();
        value
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::wire::ToWire<::bytespec::dialect::Out<'_, '_, Quant>> for QuantType {
    const IS_OPEN: ::core::primitive::bool = <Double as ::bytespec::wire::ToWire<
        ::bytespec::dialect::Out<'_, '_, Quant>,
    >>::IS_OPEN
        || <AttributeId as ::bytespec::wire::ToWire<
            ::bytespec::dialect::Out<'_, '_, Quant>,
        >>::IS_OPEN;
    const SIZES: ::bytespec::wire::Sizes = ::bytespec::wire::Sizes::varints::<
        ::bytespec::wire::Prefixed,
    >(1u32, 1u32)
        .then(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(0u32, 64u32),
        )
        .then(
            <TypeId as ::bytespec::wire::ToWire<
                ::bytespec::dialect::Out<'_, '_, Quant>,
            >>::SIZES,
        )
        .then(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(0u32, 64u32),
        )
        .then(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(0u32, 64u32),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(2u32, 2u32)
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                ),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(2u32, 2u32)
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    <Double as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    <Double as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                ),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(3u32, 3u32)
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    <Double as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                ),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(3u32, 3u32)
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    <Vec<
                        Scale,
                    > as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(::bytespec::wire::Sizes::COUNTED),
        )
        .or(
            ::bytespec::wire::Sizes::varints::<::bytespec::wire::Prefixed>(3u32, 3u32)
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    <TypeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(
                    ::bytespec::wire::Sizes::varints::<
                        ::bytespec::wire::Prefixed,
                    >(0u32, 64u32),
                )
                .then(::bytespec::wire::Sizes::COUNTED)
                .then(::bytespec::wire::Sizes::COUNTED)
                .then(
                    <AttributeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                )
                .then(
                    <AttributeId as ::bytespec::wire::ToWire<
                        ::bytespec::dialect::Out<'_, '_, Quant>,
                    >>::SIZES,
                ),
        );
    #[inline]
    #[allow(unused_variables)]
    fn to_wire(
        &self,
        writer: &mut ::bytespec::wire::Writer,
        cx: &mut ::bytespec::dialect::Out<'_, '_, Quant>,
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
                '_, Quant > >> ::IS_OPEN,
                "`storage` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < TypeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`expressed` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < TypeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`expressed` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < Double as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`min` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < TypeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`storage` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < TypeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`expressed` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < Double as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`scale` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < TypeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`storage` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < TypeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`expressed` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < Vec < Scale > as ::bytespec::wire::ToWire < ::bytespec::dialect::Out
                < '_, '_, Quant > >> ::IS_OPEN,
                "`scales` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < TypeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`storage` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < TypeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out < '_,
                '_, Quant > >> ::IS_OPEN,
                "`expressed` extends to the end of the bytes: it must come last"
            )
        };
        const {
            ::core::assert!(
                ! < AttributeId as ::bytespec::wire::ToWire < ::bytespec::dialect::Out <
                '_, '_, Quant > >> ::IS_OPEN,
                "`scales` extends to the end of the bytes: it must come last"
            )
        };
        let version = cx.version().index();
        writer
            .nested(|writer| -> ::bytespec::error::Result<()> {
                match self {
                    Self::Any {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: None,
                        min: f_min,
                        max: f_max,
                    } => {
                        writer.prefix(1);
                        writer.prefix((*f_flags));
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_storage), writer, cx)
                            .field("storage")
                            .item("Any")?;
                        writer.prefix_zigzag((*f_min));
                        writer.prefix_zigzag((*f_max));
                    }
                    Self::Any {
                        flags: f_flags,
                        storage: f_storage,
                        expressed: Some(f_expressed),
                        min: f_min,
                        max: f_max,
                    } => {
                        writer.prefix(2);
                        writer.prefix((*f_flags));
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_storage), writer, cx)
                            .field("storage")
                            .item("AnyWithExpressed")?;
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_expressed), writer, cx)
                            .field("expressed")
                            .item("AnyWithExpressed")?;
                        writer.prefix_zigzag((*f_min));
                        writer.prefix_zigzag((*f_max));
                    }
                    Self::Calibrated {
                        expressed: f_expressed,
                        min: f_min,
                        max: f_max,
                    } => {
                        writer.prefix(3);
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_expressed), writer, cx)
                            .field("expressed")
                            .item("Calibrated")?;
                        <Double as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_min), writer, cx)
                            .field("min")
                            .item("Calibrated")?;
                        <Double as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_max), writer, cx)
                            .field("max")
                            .item("Calibrated")?;
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
                        writer.prefix(4);
                        writer.prefix((*f_flags));
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_storage), writer, cx)
                            .field("storage")
                            .item("Uniform")?;
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_expressed), writer, cx)
                            .field("expressed")
                            .item("Uniform")?;
                        <Double as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_scale), writer, cx)
                            .field("scale")
                            .item("Uniform")?;
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
                        writer.prefix(5);
                        writer.prefix((*f_flags));
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_storage), writer, cx)
                            .field("storage")
                            .item("UniformPerAxis")?;
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_expressed), writer, cx)
                            .field("expressed")
                            .item("UniformPerAxis")?;
                        writer.prefix((*f_dimension));
                        writer.prefix_zigzag((*f_min));
                        writer.prefix_zigzag((*f_max));
                        <Vec<
                            Scale,
                        > as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_scales), writer, cx)
                            .field("scales")
                            .item("UniformPerAxis")?;
                        (|| -> ::bytespec::error::Result<()> {
                            let whole = &(*f_zero_points);
                            writer.prefix(whole.len() as u64);
                            ::bytespec::wire::write_elements(
                                writer,
                                whole,
                                |writer, element| {
                                    writer.prefix_zigzag((*element));
                                    Ok(())
                                },
                            )?;
                            Ok(())
                        })()
                            .field("zero_points")
                            .item("UniformPerAxis")?;
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
                        writer.prefix(6);
                        writer.prefix((*f_flags));
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_storage), writer, cx)
                            .field("storage")
                            .item("UniformSubChannel")?;
                        <TypeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_expressed), writer, cx)
                            .field("expressed")
                            .item("UniformSubChannel")?;
                        writer.prefix_zigzag((*f_min));
                        writer.prefix_zigzag((*f_max));
                        (|| -> ::bytespec::error::Result<()> {
                            let whole = &(*f_dimensions);
                            writer.prefix(whole.len() as u64);
                            ::bytespec::wire::write_elements(
                                writer,
                                whole,
                                |writer, element| {
                                    writer.prefix_zigzag((*element));
                                    Ok(())
                                },
                            )?;
                            Ok(())
                        })()
                            .field("dimensions")
                            .item("UniformSubChannel")?;
                        (|| -> ::bytespec::error::Result<()> {
                            let whole = &(*f_block_sizes);
                            writer.prefix(whole.len() as u64);
                            ::bytespec::wire::write_elements(
                                writer,
                                whole,
                                |writer, element| {
                                    writer.prefix_zigzag((*element));
                                    Ok(())
                                },
                            )?;
                            Ok(())
                        })()
                            .field("block_sizes")
                            .item("UniformSubChannel")?;
                        <AttributeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_scales), writer, cx)
                            .field("scales")
                            .item("UniformSubChannel")?;
                        <AttributeId as ::bytespec::wire::ToWire<
                            ::bytespec::dialect::Out<'_, '_, Quant>,
                        >>::to_wire(&(*f_zero_points), writer, cx)
                            .field("zero_points")
                            .item("UniformSubChannel")?;
                    }
                }
                Ok(())
            })?;
        Ok(())
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl<'__a> ::bytespec::dialect::Entry<'__a> for QuantType {
    type Dialect = Quant;
    type Id = ::bytespec::dialect::TypeId;
    const CODES: &'static [::core::primitive::u64] = &[1, 2, 3, 4, 5, 6];
    const DEAD: &'static [(::core::primitive::u64, &'static ::core::primitive::str)] = &[];
    const LISTED: () = ::core::assert!(
        ::bytespec::dialect::listed:: < Self > (),
        "the dialect does not list `QuantType`: add it to its `types(...)`"
    );
    #[inline]
    fn read(
        cursor: &mut ::bytespec::wire::Cursor<'__a>,
        cx: &::bytespec::dialect::Reading<
            '_,
            <Quant as ::bytespec::dialect::Dialect>::Version,
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
            <Quant as ::bytespec::dialect::Dialect>::Version,
        >,
    ) -> ::bytespec::error::Result<()> {
        ::bytespec::wire::ToWire::to_wire(self, writer, cx)
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::DescribeEntry for QuantType {
    fn union(schema: &mut ::bytespec::export::Schema) -> ::bytespec::export::Union {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("QuantType", &parameters)
        };
        let variants = {
            let types: &[::std::string::String] = &[
                <TypeId as ::bytespec::export::Describe>::describe(schema),
                <Double as ::bytespec::export::Describe>::describe(schema),
                <Vec<Scale> as ::bytespec::export::Describe>::describe(schema),
                {
                    let of = ::std::borrow::ToOwned::to_owned("zigzag");
                    schema.list(of)
                },
                {
                    let of = ::std::borrow::ToOwned::to_owned("zigzag");
                    schema.list(of)
                },
                {
                    let of = ::std::borrow::ToOwned::to_owned("zigzag");
                    schema.list(of)
                },
                <AttributeId as ::bytespec::export::Describe>::describe(schema),
            ];
            let defaults: &[::std::string::String] = &[];
            ::bytespec::export::fill(
                "- variant: \"Any\"\n  of: \"\u{3}\"\n  tag: 1\n  summary: \"Quantized type of which the expressed type may be known\"\n  fields:\n    - {name: \"flags\", type: \"varint\", summary: \"Properties of the storage\"}\n    - {name: \"storage\", type: \"\u{1}0\u{1}\", summary: \"Integer type of the storage\"}\n    - {name: \"min\", type: \"zigzag\", summary: \"Smallest stored number\"}\n    - {name: \"max\", type: \"zigzag\", summary: \"Largest stored number\"}\n- variant: \"AnyWithExpressed\"\n  of: \"\u{3}\"\n  tag: 2\n  summary: \"Quantized type of which the expressed type may be known, with `expressed`\"\n  fields:\n    - {name: \"flags\", type: \"varint\", summary: \"Properties of the storage\"}\n    - {name: \"storage\", type: \"\u{1}0\u{1}\", summary: \"Integer type of the storage\"}\n    - {name: \"expressed\", type: \"\u{1}0\u{1}\", summary: \"Type of the numbers that it stands for\"}\n    - {name: \"min\", type: \"zigzag\", summary: \"Smallest stored number\"}\n    - {name: \"max\", type: \"zigzag\", summary: \"Largest stored number\"}\n- variant: \"Calibrated\"\n  of: \"\u{3}\"\n  tag: 3\n  summary: \"Type of numbers whose range was measured\"\n  fields:\n    - {name: \"expressed\", type: \"\u{1}0\u{1}\", summary: \"Type of the numbers\"}\n    - {name: \"min\", type: \"\u{1}1\u{1}\", summary: \"Smallest number\"}\n    - {name: \"max\", type: \"\u{1}1\u{1}\", summary: \"Largest number\"}\n- variant: \"Uniform\"\n  of: \"\u{3}\"\n  tag: 4\n  summary: \"Stored numbers at equal distances\"\n  fields:\n    - {name: \"flags\", type: \"varint\", summary: \"Properties of the storage\"}\n    - {name: \"storage\", type: \"\u{1}0\u{1}\", summary: \"Integer type of the storage\"}\n    - {name: \"expressed\", type: \"\u{1}0\u{1}\", summary: \"Type of the numbers that it stands for\"}\n    - {name: \"scale\", type: \"\u{1}1\u{1}\", summary: \"Distance between neighbours\"}\n    - {name: \"zero_point\", type: \"zigzag\", summary: \"Stored number that stands for zero\"}\n    - {name: \"min\", type: \"zigzag\", summary: \"Smallest stored number\"}\n    - {name: \"max\", type: \"zigzag\", summary: \"Largest stored number\"}\n- variant: \"UniformPerAxis\"\n  of: \"\u{3}\"\n  tag: 5\n  summary: \"Stored numbers at distances that depend on the position in one dimension\"\n  fields:\n    - {name: \"flags\", type: \"varint\", summary: \"Properties of the storage\"}\n    - {name: \"storage\", type: \"\u{1}0\u{1}\", summary: \"Integer type of the storage\"}\n    - {name: \"expressed\", type: \"\u{1}0\u{1}\", summary: \"Type of the numbers that it stands for\"}\n    - {name: \"dimension\", type: \"varint\", summary: \"Dimension that decides\"}\n    - {name: \"min\", type: \"zigzag\", summary: \"Smallest stored number\"}\n    - {name: \"max\", type: \"zigzag\", summary: \"Largest stored number\"}\n    - {name: \"scales\", type: \"\u{1}2\u{1}\", summary: \"Distance between neighbours at each position\"}\n    - {name: \"zero_points\", type: \"\u{1}3\u{1}\", summary: \"Stored number that stands for zero at each position\"}\n- variant: \"UniformSubChannel\"\n  of: \"\u{3}\"\n  tag: 6\n  summary: \"Stored numbers at distances that depend on the block of the position\"\n  fields:\n    - {name: \"flags\", type: \"varint\", summary: \"Properties of the storage\"}\n    - {name: \"storage\", type: \"\u{1}0\u{1}\", summary: \"Integer type of the storage\"}\n    - {name: \"expressed\", type: \"\u{1}0\u{1}\", summary: \"Type of the numbers that it stands for\"}\n    - {name: \"min\", type: \"zigzag\", summary: \"Smallest stored number\"}\n    - {name: \"max\", type: \"zigzag\", summary: \"Largest stored number\"}\n    - {name: \"dimensions\", type: \"\u{1}4\u{1}\", summary: \"Dimensions that are divided into blocks\"}\n    - {name: \"block_sizes\", type: \"\u{1}5\u{1}\", summary: \"Size of a block in each of these dimensions\"}\n    - {name: \"scales\", type: \"\u{1}6\u{1}\", summary: \"Distance between neighbours in each block\"}\n    - {name: \"zero_points\", type: \"\u{1}6\u{1}\", summary: \"Stored number that stands for zero in each block\"}\n",
                types,
                defaults,
            )
        };
        ::bytespec::export::Union::new(
            name,
            "  tag: \"varint\"\n  unknown: error\n  summary: \"Type of the dialect\"\n",
            "",
            variants,
        )
    }
}
#[automatically_derived]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
impl ::bytespec::export::Describe for QuantType {
    fn describe(schema: &mut ::bytespec::export::Schema) -> ::std::string::String {
        let name = {
            let parameters = [];
            ::bytespec::export::full_name("QuantType", &parameters)
        };
        schema.union(name, <Self as ::bytespec::export::DescribeEntry>::union)
    }
}
