//! Plans of schemas, as people read them: what the sugar of the language is made of.

use bytespec_codegen::{build, plan};
use bytespec_plan::{ItemId, Kind, Plan};
use expect_test::{Expect, expect};
use std::path::Path;

/// The plan of a schema that ships with the project.
fn shipped(format: &str) -> Plan {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema");
    let model = build::load(&schemas.join(format)).expect("the schema is in order");
    plan::lower(&model)
}

fn check(plan: &Plan, kind: Kind, name: &str, expected: &Expect) {
    let item = plan.item(kind, name).unwrap_or_else(|| panic!("no {} {name}", kind.word()));
    expected.assert_eq(&plan.show(item).to_string());
}

#[test]
fn plans_keep_their_invariants() {
    for format in ["mlir", "tile_ir"] {
        let plan = shipped(format);
        assert_eq!(plan.check(), Ok(()), "{format}");
        let empty = (0..plan.items.len() as u32)
            .filter(|item| plan.items[*item as usize].name.0.is_empty())
            .map(|item| plan.show(ItemId(item)).to_string());
        assert_eq!(
            empty.collect::<Vec<_>>(),
            Vec::<String>::new(),
            "{format}: items without a name"
        );
    }
}

#[test]
fn flags_and_optional_fields_are_bits_and_conditions() {
    check(
        &shipped("tile_ir"),
        Kind::Record,
        "Function",
        &expect![[r#"
        record Function
          name: String index as leb128 u32 not empty
          signature: Type index as leb128 u32
          (flags): bits of u8 for 4
          private: bit 0 as bool else 0
          kernel: bit 1 as bool else 0
          extern_implementation: bit 2 as bool @version 13.5.. @feature preview with.. else 0
          (optimization_hints?): bit 2 as bool := optimization_hints is there @version 13.1..13.4 else 0
          location: leb128 u32
          optimization_hints: Attribute if (([ @version 13.1..13.4 ] and optimization_hints?) or ([ @version 13.5.. ] and kernel))
          arg_attrs: Attribute @version 13.5.. else Array[]
          body: {(size): leb128 u64 := bytes of content else 0; content: in size bytes all of operation}
          const_params: Attribute @version 13.5.. @feature preview with.. if not kernel
    "#]],
    );
}

#[test]
fn packed_numbers_are_bits() {
    let plan = shipped("mlir");
    check(
        &plan,
        Kind::Record,
        "BlockHeader",
        &expect![[r#"
        record BlockHeader
          (head): bits of prefix u64 for 2
          has_arguments: next 1 bits as bool
          operations: other bits as prefix u64
          arguments: {(count): prefix u64 := elements of elements else 0; elements: count of BlockArgument} if has_arguments
          use_lists: UseListMark as u8 @version 3.. if has_arguments
    "#]],
    );
    check(
        &plan,
        Kind::Record,
        "BlockArgument",
        &expect![[r#"
        record BlockArgument
          (head): bits of prefix u64 for 2
          has_location: next 1 bits as bool @version 4.. else 1
          type: other bits as Type index as prefix u32
          location: Attribute index as prefix u32 if has_location
    "#]],
    );
}

#[test]
fn masks_are_bits() {
    check(
        &shipped("mlir"),
        Kind::Record,
        "Operation",
        &expect![[r#"
            record Operation
              name: OpName index as prefix u32
              (mask): bits of u8 for 7
              (attributes?): bit 0 as bool := attributes is there else 0
              (results?): bit 1 as bool := results is there else 0
              (operands?): bit 2 as bool := operands is there else 0
              (successors?): bit 3 as bool := successors is there else 0
              regions: bit 4 as bool else 0
              use_lists: bit 5 as bool @version 3.. else 0
              (properties?): bit 6 as bool := properties is there @version 5.. else 0
              location: Attribute index as prefix u32
              attributes: Attribute index as prefix u32 if attributes?
              properties: PropertyBlob index as prefix u32 @version 5.. if properties?
              results: {(count): prefix u64 := elements of elements else 0; elements: count of Type index as prefix u32} if results?
              operands: {(count): prefix u64 := elements of elements else 0; elements: count of Value index as prefix u32} if operands?
              successors: {(count): prefix u64 := elements of elements else 0; elements: count of RegionBlock index as prefix u32} if successors?
        "#]],
    );
}

#[test]
fn presence_bytes_are_derived() {
    check(
        &shipped("tile_ir"),
        Kind::Variant,
        "PartitionView",
        &expect![[r#"
        variant PartitionView, class = view
          (flags): bits of leb128 u64 for 1 @version 13.3..
          (padding_value?): bit 0 as bool := padding_value is there else 0
          tile_shape: {(count): leb128 u64 := elements of elements else 0; elements: count of i32}
          tensor_view: Type index as leb128 u32
          dim_map: {(count): leb128 u64 := elements of elements else 0; elements: count of i32}
          (has_padding_value): bool := padding_value is there @version 13.1..13.2 else 0
          padding_value: PaddingValue as leb128 u32 if (padding_value? or has_padding_value)
    "#]],
    );
}

#[test]
fn codecs_are_functions_and_references_that_may_be_absent_are_computed() {
    let plan = shipped("tile_ir");
    check(
        &plan,
        Kind::Variant,
        "Float",
        &expect![[r#"
        variant Float
          type: Type index as leb128 u32
          value: float_bits(type)
    "#]],
    );
    check(
        &plan,
        Kind::Variant,
        "CallSite",
        &expect![[r#"
        variant CallSite
          callee: {(code): leb128 u32 := (index + index is there) else 0; index: computed (code - 1) as Debug index as leb128 u32 if code}
          caller: {(code): leb128 u32 := (index + index is there) else 0; index: computed (code - 1) as Debug index as leb128 u32 if code}
    "#]],
    );
}

#[test]
fn tables_of_offsets_are_steps() {
    let plan = shipped("tile_ir");
    check(
        &plan,
        Kind::Section,
        "constant",
        &expect![[r#"
        section constant
          constants: table
    "#]],
    );
    check(
        &plan,
        Kind::Record,
        "table",
        &expect![[r#"
        record table
          (count): leb128 u64 := elements of entries else 0
          (filler): filler to 4 := 0 else 0
          (offsets): count of u32 := starts of entries else 0
          gap: bytes up to the first of offsets else []
          entries: at offsets: all bytes
    "#]],
    );
    check(
        &plan,
        Kind::Section,
        "function",
        &expect![[r#"
        section function
          functions: {(count): leb128 u64 := elements of elements else 0; elements: count of Function}
          trailing: all bytes else []
    "#]],
    );
}

#[test]
fn operations_are_items_like_any_other() {
    let plan = shipped("tile_ir");
    check(
        &plan,
        Kind::Operation,
        "load_view_tko",
        &expect![[r#"
        operation load_view_tko
          (result_count): leb128 u32 = 2
          tile: Type index as leb128 u32
          result_token: Type index as leb128 u32
          (flags): bits of leb128 u64 for 3
          (memory_scope?): bit 0 as bool := memory_scope is there else 0
          (optimization_hints?): bit 1 as bool := optimization_hints is there else 0
          (token?): bit 2 as bool := token is there else 0
          memory_ordering_semantics: MemoryOrderingSemantics as leb128 u32
          memory_scope: MemoryScope as leb128 u32 if memory_scope?
          optimization_hints: {(count): leb128 u64 := elements of elements else 0; elements: count of NamedAttribute} if optimization_hints?
          inbounds: {(count): leb128 u64 := elements of elements else 0; elements: count of bool} @version 13.4.. else 0 for each index
          view: Value index as leb128 u32
          index: {(count): leb128 u64 := elements of elements else 0; elements: count of Value index as leb128 u32}
          token: Value index as leb128 u32 if token?
    "#]],
    );
    check(
        &plan,
        Kind::Operation,
        "if",
        &expect![[r#"
        operation if
          (result_count): leb128 u32 := (0 + elements of results) else 0
          (result_count of the group): computed (result_count - 0) as leb128 u32 := (result_count - 0) else 0
          results: result_count of the group of Type index as leb128 u32
          condition: Value index as leb128 u32
          (region_count): leb128 u32 = 2
          regions: 2 of region
    "#]],
    );
    check(
        &plan,
        Kind::Region,
        "region",
        &expect![[r#"
        region region
          blocks: {(count): leb128 u64 := elements of elements else 0; elements: count of block}
    "#]],
    );
    check(
        &plan,
        Kind::Block,
        "block",
        &expect![[r#"
        block block
          arguments: {(count): leb128 u64 := elements of elements else 0; elements: count of Type index as leb128 u32}
          operations: {(count): leb128 u64 := elements of elements else 0; elements: count of operation}
    "#]],
    );
}

#[test]
fn layouts_of_properties_are_items_with_gates() {
    let plan = shipped("mlir");
    let of = |dialect: &str, operation: &str| -> String {
        let layouts = plan.layouts.iter().filter(|layout| {
            plan.name(layout.dialect) == dialect && plan.name(layout.operation) == operation
        });
        layouts.map(|layout| plan.show(layout.item).to_string()).collect()
    };
    expect![[r#"
        properties properties
          callee: Attribute index as prefix u32
        properties properties
          arg_attrs: {(code): bits of prefix u64 for 2; (there): bit 0 as bool := value is there else 0; value: other bits as Attribute index as prefix u32 if there}
          callee: Attribute index as prefix u32
          no_inline: {(code): bits of prefix u64 for 2; (there): bit 0 as bool := value is there else 0; value: other bits as Attribute index as prefix u32 if there}
          res_attrs: {(code): bits of prefix u64 for 2; (there): bit 0 as bool := value is there else 0; value: other bits as Attribute index as prefix u32 if there}
    "#]].assert_eq(&of("func", "call"));
    expect![[r#"
        properties properties
          operandSegmentSizes: Attribute index as prefix u32 @version 0..5
          (length of operandSegmentSizes): computed 4 as prefix u32 := 4 @version 6.. else 0
          operandSegmentSizes: sparse_array(length of operandSegmentSizes) @version 6..
        properties properties
          operandSegmentSizes: Attribute index as prefix u32 @version 0..5
          unsignedCmp: {(code): bits of prefix u64 for 2; (there): bit 0 as bool := value is there else 0; value: other bits as Attribute index as prefix u32 if there}
          (length of operandSegmentSizes): computed 4 as prefix u32 := 4 @version 6.. else 0
          operandSegmentSizes: sparse_array(length of operandSegmentSizes) @version 6..
    "#]].assert_eq(&of("scf", "parallel"));
}

#[test]
fn layouts_are_steps_with_lists() {
    let plan = shipped("mlir");
    check(
        &plan,
        Kind::Section,
        "string",
        &expect![[r#"
        section string
          (count): prefix u64 := elements of strings else 0
          (lengths): count, last first, of prefix u64 := sizes of strings else 0
          strings: count of in string.lengths[index] bytes Text
    "#]],
    );
    check(
        &plan,
        Kind::Section,
        "attr_type_offset",
        &expect![[r#"
        section attr_type_offset
          attributes: prefix u64
          types: prefix u64
          attribute_groups: until count of SizedEntry.size = attributes of SizedGroup
          type_groups: until count of SizedEntry.size = (attributes + types) of SizedGroup
    "#]],
    );
    check(
        &plan,
        Kind::Layout,
        "AttributeEntry",
        &expect![[r#"
            record AttributeEntry
              (custom): computed SizedEntry.custom[index] as bool := SizedEntry.custom[index] else 0
              attribute: Attribute of NamedDialect.name[SizedEntry.dialect[index]] if custom
              text: bytes up to 0x00 if not custom
        "#]],
    );
    check(
        &plan,
        Kind::Layout,
        "ResourceBlob",
        &expect![[r#"
            record ResourceBlob
              alignment: prefix u64
              (length): prefix u64 := bytes of content else 0
              (filler): filler to alignment := 0 else 0
              content: in length bytes all bytes
        "#]],
    );
    check(
        &plan,
        Kind::Layout,
        "PropertyContent",
        &expect![[r#"
            record PropertyContent
              (name): computed Op.name[PropertySet.operation] as prefix u64 := Op.name[PropertySet.operation] else 0
              (registered): computed NamedOp.registered[name] as prefix u64 := NamedOp.registered[name] else 0
              (dialect): computed NamedOp.dialect[name] as prefix u64 := NamedOp.dialect[name] else 0
              (versioned): computed NamedDialect.has_version[dialect] as prefix u64 := NamedDialect.has_version[dialect] else 0
              (record): computed DialectVersion.content[NamedDialect.versions[dialect]] as prefix u64 := DialectVersion.content[NamedDialect.versions[dialect]] if versioned else 0
              attribute: Attribute index as prefix u32 if not registered
              properties: properties of NamedDialect.name[dialect].NamedOp.name[name] with version record record if registered
        "#]],
    );
}
