//! The calls of a module that take handles.

use super::{Handles, Kind};
use bytespec::dialect::OpResult;
use bytespec::mlir::{
    AttributeId, BlockId, BuiltinAttribute, BuiltinType, Handle, Module, NewOperation, NewResource,
    PrintOptions, PropertyValue, TypeId, Value,
};
use bytespec::{Error, Result};

/// What a call answers.
pub(crate) enum Answer {
    Refused(Error),
    /// What a handle of nothing has: no block, no operand, an empty name.
    Nothing,
    Something,
}

impl<T> From<Result<T>> for Answer {
    fn from(result: Result<T>) -> Answer {
        result.map_or_else(Answer::Refused, |_| Answer::Something)
    }
}

fn nothing(is_nothing: bool) -> Answer {
    if is_nothing { Answer::Nothing } else { Answer::Something }
}

pub(crate) struct Call {
    pub(crate) name: &'static str,
    pub(crate) takes: &'static [Kind],
    pub(crate) call: fn(&mut Module<'static>, &Handles) -> Answer,
    /// Right handles are refused too, for what they are handles of.
    pub(crate) refuses: bool,
}

/// A dialect of which an entry refers to another, and an operation has a property.
#[derive(bytespec::Dialect)]
#[bytecode(name = "toy", attributes(Pointer), operations(User))]
pub(crate) struct Toy;

#[derive(bytespec::BytecodeAttribute, Debug, PartialEq)]
#[bytecode(dialect = Toy, code = 0)]
pub(crate) struct Pointer {
    to: AttributeId,
    of: TypeId,
}

#[derive(bytespec::OpProperties, Clone, Debug, PartialEq)]
#[bytecode(dialect = Toy, operation = "user")]
pub(crate) struct User {
    what: Option<AttributeId>,
}

/// What an operation `toy.user` has.
#[derive(bytespec::Operation, Clone, Debug, PartialEq)]
#[bytecode(dialect = Toy, operation = "user")]
struct Use {
    used: Value,
    made: OpResult,
    target: BlockId,
}

/// Every kind of handle that a new operation takes.
#[derive(bytespec::Operation, Clone, Debug, PartialEq)]
#[bytecode(dialect = Toy, operation = "new")]
struct New {
    first: Value,
    second: Value,
    made: OpResult,
    target: BlockId,
    what: AttributeId,
}

macro_rules! calls {
    ($($(#$refuses:ident)? $name:ident($($kind:ident)+) $module:pat, $h:ident => $call:expr;)*) => {
        &[$(Call {
            name: stringify!($name),
            takes: &[$(Kind::$kind),+],
            call: |$module, $h| $call.into(),
            refuses: false $(|| { stringify!($refuses); true })?,
        }),*]
    };
}

fn operation(h: &Handles) -> NewOperation {
    NewOperation {
        registered: Some(true),
        attributes: Some(h.attribute),
        operands: vec![h.value, h.another],
        results: vec![h.ty],
        successors: vec![h.block],
        ..NewOperation::default()
    }
}

#[rustfmt::skip]
pub(crate) const CALLS: &[Call] = calls! {
    // Tables.
    string(String) m, h => m.string(h.string).map(|_| ());
    op_name(OpName) m, h => m.op_name(h.op_name).map(|_| ());
    attribute(Attribute) m, h => m.attribute(h.attribute).map(|_| ());
    elements(Attribute) m, h => m.elements(h.attribute).map(|_| ());
    ty(Type) m, h => m.ty(h.ty).map(|_| ());
    properties(Properties) m, h => m.properties(h.properties).map(|_| ());
    resource_key(Resource) m, h => m.resource_key(h.resource).map(|_| ());
    resource(Resource) m, h => m.resource(h.resource).map(|_| ());
    #refuses dictionary(Attribute) m, h => m.dictionary(h.attribute);
    #refuses string_of(Attribute) m, h => m.string_of(h.attribute);
    entry(Attribute) m, h => m.entry::<Pointer>(h.attribute).map(|_| ());
    spell(Attribute) m, h => m.spell(h.attribute, &mut String::new());
    check_references(Attribute) m, h => m.check_references(h.attribute);
    reachable(Attribute) m, h => m.reachable([Handle::Attribute(h.attribute)]);
    add_attribute(Attribute Type) m, h => m
        .add_attribute(BuiltinAttribute::ArrayAttr { value: vec![h.attribute].into() })
        .and_then(|_| m.add_attribute(BuiltinAttribute::TypeAttr { value: h.ty }));
    add_type(Type) m, h => m.add_type(BuiltinType::ComplexType { element: h.ty });
    add_entry(Attribute Type) m, h => m.add_entry(&Pointer { to: h.attribute, of: h.ty });
    add_resource(String) m, h => m.add_resource(b"toy", b"k", NewResource::String(h.string));
    add_external_resource(String) m, h =>
        m.add_external_resource(b"tool", b"k", NewResource::String(h.string));
    dictionary_attribute(String Attribute) m, h =>
        m.dictionary_attribute(vec![(h.string, h.attribute)]);
    make_properties(Attribute) m, h =>
        m.make_properties("func.call", &[("callee", PropertyValue::Attribute(h.attribute))]);
    add_op_properties(Attribute) m, h => m.add_op_properties(&User { what: Some(h.attribute) });

    // Looking at operations.
    name(Op) m, h => nothing(m.name(h.op).full().len() <= 1);
    name_id(Op) m, h => nothing(m.name_id(h.op).is_none());
    location(Op) m, h => nothing(m.location(h.op).is_none());
    attributes(Op) m, h => nothing(m.attributes(h.op).is_none());
    properties_id(Op) m, h => nothing(m.properties_id(h.op).is_none());
    operands(Op) m, h => nothing(m.operands(h.op).is_empty());
    results(Op) m, h => nothing(m.results(h.op).len() == 0);
    successors(Op) m, h => nothing(m.successors(h.op).is_empty());
    regions(Other) m, h => nothing(m.regions(h.other).len() == 0);
    is_materializable(Op) m, h => nothing(!m.is_materializable(h.op));
    isolated(Op) m, h => nothing(m.isolated(h.op).is_none());
    blocks(Region) m, h => nothing(m.blocks(h.region).count() == 0);
    ops(Block) m, h => nothing(m.ops(h.block).count() == 0);
    arguments(Block) m, h => nothing(m.arguments(h.block).len() == 0);
    argument_location(Value) m, h => nothing(m.argument_location(h.value).is_none());
    block(Op) m, h => nothing(m.block(h.op).is_none());
    region(Block) m, h => nothing(m.region(h.block).is_none());
    region_op(Region) m, h => nothing(m.region_op(h.region).is_none());
    parent(Op) m, h => nothing(m.parent(h.op).is_none());
    next(Op) m, h => nothing(m.next(h.op).is_none());
    previous(Op) m, h => nothing(m.previous(h.op).is_none());
    value_type(Value) m, h => nothing(m.value_type(h.value).is_none());
    definition(Value) m, h => nothing(m.definition(h.value).is_none());
    walk_op(Other) m, h => nothing(m.walk_op(h.other).count() == 0);
    unregistered_properties(Op) m, h => nothing(m.unregistered_properties(h.op).is_none());
    users(Value) m, h => nothing(m.users(h.value).count() == 0);
    uses(Value) m, h => nothing(m.uses(h.value).count() == 0);
    unused(Op) m, h => nothing(m.unused(h.op));
    entry_block(Other) m, h => nothing(m.entry_block(h.other).is_none());
    op_region(Other) m, h => nothing(m.op_region(h.other, 0).is_none());
    result(Op) m, h => nothing(m.result(h.op, 0).is_none());
    argument(Block) m, h => nothing(m.argument(h.block, 0).is_none());
    post_order_op(Other) m, h => nothing(m.post_order_op(h.other).count() == 0);
    display(Op) m, h => nothing(m.display(h.op).to_string().starts_with('<'));
    symbol_in(Other) m, h => m.symbol_in(h.other, &["x"]).map(|_| ());
    symbol_table(Op) m, h => m.symbol_table(h.op).map(|_| ());
    #refuses resolve(Op) m, h => m.resolve(h.op, "x").map(|_| ());
    get(Op) m, h => m.get(h.op, "x").map(|_| ());
    value_of(Attribute) m, h => m.value_of(h.attribute).map(|_| ());
    get_attribute(Op) m, h => m.get_attribute(h.op, "x").map(|_| ());
    print_op(Op) m, h => m.print_op(h.op, &PrintOptions::default()).map(|_| ());
    print_op_to(Op) m, h => {
        let printed = m.print_op_to(h.op, &mut Vec::new(), &PrintOptions::default());
        match printed {
            Ok(_) => Ok(()),
            // The kind of the error is in its words here.
            Err(_) => m.print_op(h.op, &PrintOptions::default()).map(|_| ()),
        }
    };
    property_list(Op) m, h => m.property_list(h.op).map(|_| ());
    property(Op) m, h => m.property(h.op, "x").map(|_| ());
    #refuses symbol_uses(Op) m, h => m.symbol_uses(h.op).map(|_| ());
    symbol_name(Op) m, h => m.symbol_name(h.op).map(|_| ());
    view(Op) m, h => m.view::<Use>(h.op).map(|_| ());
    op_properties(Op) m, h => m.op_properties::<User>(h.op).map(|_| ());
    info(Op) m, h => nothing(m.info(h.op) == Default::default());
    signature(Op) m, h => m.signature(h.op).map(|_| ());
    operand_groups(Op) m, h => m.operand_groups(h.op).map(|_| ());
    result_groups(Op) m, h => m.result_groups(h.op).map(|_| ());
    operands_named(Op) m, h => m.operands_named(h.op, "x").map(|_| ());
    operand(Op) m, h => m.operand(h.op, "x").map(|_| ());
    results_named(Op) m, h => m.results_named(h.op, "x").map(|_| ());
    regions_named(Op) m, h => m.regions_named(h.op, "x").map(|_| ());
    successors_named(Op) m, h => m.successors_named(h.op, "x").map(|_| ());

    // Changing operations.
    make(Attribute Type Value Another Block) m, h => m.make("toy.new", h.attribute, operation(h));
    make_op(Attribute Type Value Another Block) m, h => {
        let (made, target) = (h.ty.into(), h.block);
        let new = New { first: h.value, second: h.another, made, target, what: h.attribute };
        m.make_op(h.attribute, &new).map(|_| ())
    };
    append(Block Other) m, h => {
        let parent = m.region(h.block).and_then(|region| m.region_op(region));
        match parent == Some(h.other) {
            // It is around the block: what stands inside goes there.
            true => m.append(h.block, h.op),
            false => m.append(h.block, h.other),
        }
    };
    before(Op) m, h => m.before(h.op).op("toy.new").build();
    after(Op) m, h => m.after(h.op).op("toy.new").build();
    at_start(Block) m, h => m.at_start(h.block).op("toy.new").build();
    at_end(Block) m, h => m.at_end(h.block).op("toy.new").build();
    rename(Op) m, h => m.rename(h.op, "toy.user");
    clone_op(Other) m, h => m.clone_op(h.other);
    import(Other) m, h => {
        let from = m.clone();
        m.import(&from, h.other)
    };
    #refuses replace(Op Another) m, h => m.replace(h.op, &[h.another]);
    set(Op Attribute) m, h => m.set(h.op, "x", h.attribute);
    unset(Op) m, h => m.unset(h.op, "x");
    set_argument_location(Value Attribute) m, h =>
        m.set_argument_location(h.value, Some(h.attribute));
    function_type(Type) m, h => m.function_type(&[h.ty], &[]);
    tensor_type(Type) m, h => m.tensor_type(&[bytespec::Dimension::Dynamic], h.ty);
    #refuses insert_after(Op Other) m, h => m.insert_after(h.op, h.other);
    #refuses insert_before(Op Other) m, h => m.insert_before(h.op, h.other);
    remove(Op) m, h => m.remove(h.op);
    #refuses erase(Op) m, h => m.erase(h.op);
    materialize(Op) m, h => m.materialize(h.op);
    set_location(Op Attribute) m, h => m.set_location(h.op, h.attribute);
    set_attributes(Op Attribute) m, h => m.set_attributes(h.op, Some(h.attribute));
    set_attribute(Op Attribute) m, h => m.set_attribute(h.op, "x", Some(h.attribute));
    set_properties(Op Properties) m, h => m.set_properties(h.op, Some(h.properties));
    set_property(Op Attribute) m, h =>
        m.set_property(h.op, "what", PropertyValue::Attribute(h.attribute));
    #refuses rename_symbol(Op) m, h => m.rename_symbol(h.op, "x").map(|_| ());
    set_symbol_name(Op) m, h => m.set_symbol_name(h.op, "x");
    set_op_properties(Op Attribute) m, h =>
        m.set_op_properties(h.op, &User { what: Some(h.attribute) });
    set_operands(Op Value Another) m, h => m.set_operands(h.op, &[h.value, h.another]);
    replace_uses(Value Another) m, h => m.replace_uses(h.value, h.another);
    set_value_type(Value Type) m, h => m.set_value_type(h.value, h.ty);
    add_block(Region Type) m, h => m.add_block(h.region, &[h.ty]);
};
