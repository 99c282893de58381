//! A module with all that preview content has.

use bytespec::Dimension;
use bytespec::tile_ir::{
    Attribute, Feature, Features, Function, Module, NamedAttribute, PreviewAccess,
    PreviewMemorySpace, PreviewSynchronization, StringId, Type, TypeId, Version, ops,
};
use bytespec::values::{Typed, Value};

/// A number in an expression.
#[must_use]
pub fn int(value: i64) -> Attribute {
    Attribute::PreviewExprInt { value }
}

/// A parameter in an expression.
pub fn var(module: &mut Module, name: &str) -> Attribute {
    Attribute::PreviewExprVar { name: module.string(name) }
}

fn tuple(values: impl IntoIterator<Item = Attribute>) -> Attribute {
    Attribute::PreviewSymbolicTuple { values: values.into_iter().collect() }
}

/// An operation of two expressions.
type Make = fn(Box<Attribute>, Box<Attribute>) -> Attribute;

/// The operations that have a sign.
const SIGNS: [Make; 5] = [
    |lhs, rhs| Attribute::PreviewExprAdd { lhs, rhs },
    |lhs, rhs| Attribute::PreviewExprSub { lhs, rhs },
    |lhs, rhs| Attribute::PreviewExprMul { lhs, rhs },
    |lhs, rhs| Attribute::PreviewExprFloorDiv { lhs, rhs },
    |lhs, rhs| Attribute::PreviewExprCeilDiv { lhs, rhs },
];

/// Expressions of every operation in every other one, on both sides.
pub fn expressions(module: &mut Module) -> Vec<Attribute> {
    let (n, m) = (var(module, "N"), var(module, "M"));
    let index = module.ty(Type::PreviewIndex);
    let builtin = Attribute::PreviewExprBuiltin { name: module.string("context.x"), r#type: index };
    let negative = Attribute::PreviewExprNeg { operand: Box::new(n.clone()) };
    let mut all = vec![int(5), int(-3), n.clone(), negative.clone(), builtin];
    let mut outer: Vec<Make> = SIGNS.to_vec();
    outer.push(|operand, _| Attribute::PreviewExprNeg { operand });
    for outer in outer {
        for inner in SIGNS {
            let within = inner(Box::new(n.clone()), Box::new(m.clone()));
            all.push(outer(Box::new(within.clone()), Box::new(int(2))));
            all.push(outer(Box::new(int(2)), Box::new(within)));
        }
        all.push(outer(Box::new(negative.clone()), Box::new(negative.clone())));
    }
    all.push(tuple([n.clone(), int(2)]));
    all.push(tuple([tuple([n]), tuple([]), m]));
    all
}

fn layout(shapes: Vec<Attribute>, strides: Vec<Attribute>) -> Attribute {
    Attribute::PreviewLayout { shapes: shapes.into(), strides: strides.into() }
}

/// Attributes that say what they are.
pub fn attributes(module: &mut Module) -> Vec<Attribute> {
    let (n, m) = (var(module, "N"), var(module, "M"));
    let short = module.ty(Type::Int32);
    let tile = module.scalar(Type::Int32);
    let index = module.ty(Type::PreviewIndex);
    let name = module.string("a \"name\"");
    let both = |lhs: &Attribute, rhs: &Attribute| (Box::new(lhs.clone()), Box::new(rhs.clone()));
    let (lhs, rhs) = both(&n, &int(4));
    let division = Attribute::PreviewExprDiv { lhs, rhs };
    let (size, alignment) = both(&n, &int(16));
    let mut all = vec![
        division.clone(),
        Attribute::PreviewExprConstStr { value: name },
        Attribute::PreviewConcreteType { r#type: short },
        Attribute::PreviewConcreteType { r#type: tile },
        Attribute::PreviewScratchRequest { size, alignment },
        Attribute::PreviewConstParam { name, r#type: index },
        layout(vec![n.clone(), int(5)], vec![int(5), int(1)]),
        layout(vec![tuple([n, m]), int(2)], vec![tuple([int(1), int(4)]), int(0)]),
        layout(vec![division], vec![int(1)]),
    ];
    all.extend(expressions(module));
    let spaces = PreviewMemorySpace::ALL.iter();
    all.extend(spaces.map(|value| Attribute::PreviewMemorySpaceValue { value: *value }));
    let groups = PreviewSynchronization::ALL.iter();
    all.extend(groups.map(|value| Attribute::PreviewSynchronizationValue { value: *value }));
    let ways = PreviewAccess::ALL.iter();
    all.extend(ways.map(|value| Attribute::PreviewAccessValue { value: *value }));
    let types = types(module).into_iter().skip(TILES);
    all.extend(types.map(|r#type| Attribute::PreviewConcreteType { r#type }));
    all
}

/// How many of [`types`] are tiles, and how many more hold expressions.
const TILES: usize = 3;
const WITH_EXPRESSIONS: usize = TILES + 4;

/// Types that only preview content has: tiles, others with expressions, and those that compile-time parameters have.
pub fn types(module: &mut Module) -> Vec<TypeId> {
    let element = module.ty(Type::Float32);
    let (n, m) = (var(module, "N"), var(module, "M"));
    let parameter = module.ty(Type::PreviewSymT { expr: n.clone() });
    let (lhs, rhs) = (Box::new(n.clone()), Box::new(int(5)));
    let product = Attribute::PreviewExprMul { lhs, rhs };
    let dynamic = i64::from(Dimension::Dynamic);
    let mut symbolic = |element: TypeId, sizes: &[i64], values: Vec<Attribute>| {
        let symbolic_shape = [tuple(values)].into();
        module.ty(Type::Tile { element, shape: sizes.into(), symbolic_shape })
    };
    let mut all = vec![
        symbolic(element, &[dynamic, 4], vec![product.clone(), int(4)]),
        symbolic(parameter, &[2, dynamic], vec![int(2), n.clone()]),
        symbolic(parameter, &[dynamic], vec![Attribute::PreviewExprNeg { operand: Box::new(m) }]),
    ];
    let threes = |last: i64| {
        layout(
            vec![tuple([int(2), int(2)]), int(2), int(1)],
            vec![tuple([int(1), int(4)]), int(last), int(0)],
        )
    };
    for (alignment, memory_space) in [
        (int(1), PreviewMemorySpace::Local),
        (int(4), PreviewMemorySpace::Smem),
        (product, PreviewMemorySpace::Smem),
    ] {
        all.push(module.ty(Type::PreviewFragment {
            symbolic_shape: tuple([n.clone(), int(4)]),
            concrete_shape: [dynamic, 4].into(),
            element,
            memory_space,
            mem_layout: layout(vec![n.clone(), int(4)], vec![int(4), int(1)]),
            fragmap: threes(1),
            alignment,
        }));
    }
    all.extend([parameter, module.ty(Type::PreviewDatatype), module.ty(Type::PreviewShape)]);
    all.extend([module.ty(Type::PreviewString), module.ty(Type::PreviewIndex)]);
    all
}

/// An entry of a dictionary.
pub fn named(module: &mut Module, name: &str, value: Attribute) -> NamedAttribute {
    NamedAttribute { name: module.string(name), value }
}

/// A function that is only declared: it takes and gives values of these types, and has these compile-time parameters.
pub fn declaration(
    module: &mut Module,
    name: &str,
    params: &[TypeId],
    results: &[TypeId],
    const_params: Vec<Attribute>,
) -> Function {
    let signature = module.ty(Type::Function { params: params.into(), results: results.into() });
    let mut function = Function::kernel(module.string(name), signature, params);
    function.kernel = false;
    function.private = true;
    function.const_params = Some(Attribute::Array { elements: const_params.into() });
    let access = Attribute::PreviewAccessValue { value: PreviewAccess::In };
    let attributes = params.iter().map(|_| {
        let entry = named(module, "cuda_tile.preview$access", access.clone());
        Attribute::Dictionary { entries: [entry].into() }
    });
    function.arg_attrs = Attribute::Array { elements: attributes.collect() };
    function
}

/// A call of a function.
#[must_use]
pub fn call(callee: StringId, results: &[TypeId], operands: &[Value]) -> ops::PreviewCall {
    let undefined = |ty: &TypeId| Typed { value: Value::new(Value::MAX_INDEX), ty: *ty };
    ops::PreviewCall {
        result: results.iter().map(undefined).collect(),
        callee,
        const_args: [].into(),
        arg_attrs: None,
        res_attrs: None,
        operands: operands.into(),
    }
}

/// A module without anything but the announcement.
#[must_use]
pub fn empty() -> Module {
    let mut module = Module::new(Version::V13_5);
    module.features = Features::NONE.with(Feature::Preview);
    module
}

/// A module with everything that preview content has.
///
/// # Panics
/// When it cannot be built: a fault of this file.
#[must_use]
pub fn module() -> Module {
    let mut module = empty();
    let tile = module.tile(Type::Float32, &[8]);
    let mut const_args = expressions(&mut module);
    let text = module.string("text");
    let token = module.ty(Type::Token);
    let short = module.ty(Type::Int32);
    const_args.extend([
        Attribute::PreviewExprConstStr { value: text },
        Attribute::PreviewConcreteType { r#type: short },
        Attribute::PreviewConcreteType { r#type: tile },
        Attribute::PreviewConcreteType { r#type: token },
    ]);
    let listed: Vec<NamedAttribute> = (0..)
        .zip(attributes(&mut module))
        .map(|(number, value)| named(&mut module, &format!("a{number}"), value))
        .collect();
    let (f, g) = (module.string("f"), module.string("g"));
    let built = module.kernel("k", &[], |b, _| {
        let constant = b.splat(tile, &[0; 4]);
        b.add(call(f, &[], &[constant]));
        let one = b.add(call(g, &[tile], &[constant]));
        let one = b.result(one, 0);
        let mut both = call(f, &[tile, token], &[one, constant]);
        both.const_args = const_args.into();
        both.arg_attrs = Some(Box::new([Attribute::Dictionary { entries: listed.into() }].into()));
        b.add(both.clone());
        both.res_attrs = Some(Box::new([].into()));
        both.result = call(f, &[tile], &[]).result;
        b.add(both.clone());
        both.arg_attrs = None;
        b.add(both);
        b.return_([]).build();
    });
    assert!(built.is_ok(), "{:?}", built.err());
    let types = types(&mut module);
    let mut params: Vec<Attribute> = Vec::new();
    for (number, ty) in types.iter().enumerate().skip(WITH_EXPRESSIONS) {
        let name = module.string(format!("P{number}"));
        params.push(Attribute::PreviewConstParam { name, r#type: *ty });
    }
    let index = module.ty(Type::PreviewIndex);
    for name in ["N", "M"] {
        let name = module.string(name);
        params.push(Attribute::PreviewConstParam { name, r#type: index });
    }
    for (name, params, results, constants) in [
        ("f", &[tile][..], &[][..], Vec::new()),
        ("g", &[tile], &[tile], params.clone()),
        ("h", &types[..TILES], &[tile, tile], params),
    ] {
        let function = declaration(&mut module, name, params, results, constants);
        module.functions.push(function);
    }
    module
}

/// Texts that the disassembler prints of what is read of them.
pub const TEXTS: [&str; 4] = [
    r##"entry @k() {
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<8xf32>
  %0:2 = preview$call @e<[2*3, 7-(3-1), -(7+3)/2, 7/+2*3, -7, (7, (1,)), "te\22xt", f32, !cuda_tile.tile<8xf32>]>(%cst_0_f32) {arg_attrs = [{a = 1 : i32}], res_attrs = []} : (!cuda_tile.tile<8xf32>) -> (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xf32>)
  return
}
preview$func extern @e<[A: index, B: index, C: index, D: index, E: index, F: !cuda_tile<preview$shape>, G: !cuda_tile<preview$string>, H: !cuda_tile<preview$Datatype>, I: !cuda_tile<preview$Datatype>]>(%arg0: tile<8xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> (tile<8xf32>, tile<8xf32>) 
"##,
    r##"entry @k() {
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<8xf32>
  %0:2 = preview$call @e<[#cuda_tile<preview$expr_int<2>>, #cuda_tile<preview$symbolic_tuple<[#cuda_tile<preview$expr_int<3>>, #cuda_tile<preview$expr_builtin<"context.x", index>>]>>, #cuda_tile<preview$concrete_type<f32>>]>(%cst_0_f32) {arg_attrs = [{a = 1 : i32}], res_attrs = []} : (!cuda_tile.tile<8xf32>) -> (!cuda_tile.tile<8xf32>, !cuda_tile.tile<8xf32>)
  return
}
preview$func extern @e<[A: index, B: !cuda_tile<preview$shape>, C: !cuda_tile<preview$Datatype>]>(%arg0: tile<8xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> (tile<8xf32>, tile<8xf32>) 
"##,
    r##"entry @k() {
  return
}
preview$func extern @h<[N: index, T: !cuda_tile<preview$Datatype>]>(%arg0: tile<[N*5]x4xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}, %arg1: tile<2x[-N]xpreview$sym_t<T>> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> (tile<[N*(3-N)]xf32>, tile<8xf32>) 
preview$func extern @i(%arg0: tile<8xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> tile<8xf32> 
"##,
    r##"entry @k() {
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<8xf32>
  preview$call @e(%cst_0_f32) {arg_attrs = [{a = #cuda_tile<preview$layout<(context.x, M + 2):(1, 4)>>, b = #cuda_tile<preview$concrete_type<!cuda_tile<preview$fragment<[context.x]x4xf32, smem, mem_layout = <(N, 4):(4, 1)>, fragmap = <((2, 2), 2, 1):((1, 4), 1, 0)>, alignment = context.x>>>>}]} : (!cuda_tile.tile<8xf32>) -> ()
  return
}
preview$func extern @e(%arg0: tile<8xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) 
"##,
];
