//! Operations with a text: printed in a form of their own, and parsed from it.

use bytespec::dialect::{OpRegion, OpResult, Registry};
use bytespec::mlir::{
    AttributeId, BlockId, Module, NewOperation, Numbering, OpId, ParseOptions, PrintOptions,
    PropertyValue, StringId, TypeId, Value, WriteOptions,
};
use bytespec::{Dialect, OpProperties, Operation};

/// Machines.
#[derive(Dialect)]
#[bytecode(name = "mill", operations(Add, Grind, Turn, Jump, Note))]
struct Mill;

#[derive(Operation, Clone, Debug, PartialEq)]
#[bytecode(dialect = Mill, operation = "add", text = "add {lhs}, {rhs}{dictionary *} : {type lhs}")]
struct Add {
    lhs: Value,
    #[bytecode(type_of = "lhs")]
    rhs: Value,
    #[bytecode(type_of = "lhs")]
    sum: OpResult,
}

#[derive(OpProperties, Clone, Debug, PartialEq)]
#[bytecode(dialect = Mill, operation = "grind")]
struct Limit {
    turns: u64,
    fast: bool,
    name: StringId,
    label: AttributeId,
    more: Option<AttributeId>,
    pace: Option<u64>,
    #[bytecode(name = "operandSegmentSizes")]
    operands: [u32; 3],
    #[bytecode(name = "resultSegmentSizes")]
    results: [u32; 2],
}

#[derive(Operation, Clone, Debug, PartialEq)]
#[bytecode(
    dialect = Mill,
    operation = "grind",
    text = "grind {turns}, {fast} {name} at {speed}{?brake|, brake {brake}} of ({grains}){?mill.note| note {mill.note}} with \
            ({label}){dictionary *} : {type speed}{?brake|, {type brake}} ({type grains}){?rest| -> {type rest}}"
)]
struct Grind {
    speed: Value,
    brake: Option<Value>,
    grains: Vec<Value>,
    #[bytecode(type_of = "speed")]
    flour: Vec<OpResult>,
    rest: Option<OpResult>,
    #[bytecode(properties)]
    limit: Limit,
    #[bytecode(name = "mill.note")]
    note: Option<AttributeId>,
}

/// Has regions.
#[derive(Operation, Clone, Debug, PartialEq)]
#[bytecode(dialect = Mill, operation = "turn", text = "turn{?last| last {last}} do {each}{?outs| -> ({type outs})}")]
struct Turn {
    outs: Vec<OpResult>,
    each: OpRegion,
    last: Option<OpRegion>,
}

/// Goes to another block.
#[derive(Operation, Clone, Debug, PartialEq)]
#[bytecode(dialect = Mill, operation = "jump", text = "jump {target}{?others| or {others}} with ({values} : {type values})")]
struct Jump {
    values: Vec<Value>,
    target: BlockId,
    others: Vec<BlockId>,
}

/// Has what nothing says.
#[derive(Operation, Clone, Debug, PartialEq)]
#[bytecode(dialect = Mill, operation = "note", text = "note{?text| {{ {text} {'}'}}")]
struct Note {
    text: Option<AttributeId>,
}

fn registry() -> Registry {
    Registry::new().with::<Mill>()
}

fn options() -> ParseOptions {
    ParseOptions::default().registry(registry())
}

fn parsed(text: &str) -> Module<'static> {
    Module::parse(text, &options()).unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}

fn printed(module: &Module<'_>) -> String {
    module.print(&PrintOptions::default()).unwrap()
}

fn generic(module: &Module<'_>) -> String {
    module.print(&PrintOptions::default().generic(true)).unwrap()
}

fn bytes(module: &Module<'_>) -> Vec<u8> {
    module.write(&WriteOptions::default()).unwrap()
}

fn canonical(module: &Module<'_>) -> Vec<u8> {
    module.write(&WriteOptions::default().numbering(Numbering::Canonical)).unwrap()
}

/// Holds that a text says what the generic one does, and comes back.
fn round_trip(text: &str) {
    let module = parsed(text);
    assert_eq!(printed(&module), text);
    let generic = parsed(&generic(&module));
    assert_eq!(printed(&generic), text);
    // Places in the text are locations.
    let with = PrintOptions::default().locations(true);
    let located = parsed(&module.print(&with).unwrap());
    let same = parsed(&module.print(&with.clone().generic(true)).unwrap());
    assert_eq!(canonical(&located), canonical(&same));
    assert_eq!(located.print(&with).unwrap(), module.print(&with).unwrap());
    let bytes = bytes(&module);
    let mut read = Module::read(&bytes).unwrap();
    read.set_registry(registry());
    assert_eq!(printed(&read), text);
}

const TEXT: &str = r#""builtin.module"() ({
  %0 = "mill.source"() : () -> i32
  %1 = "mill.source"() : () -> i64
  %2 = mill.add %0, %0 : i32
  %3 = mill.add %0, %2 {also, mill.why = "so"} : i32
  %4:2 = mill.grind 7, true "left" at %3 of (%1, %2) with ("dry") {pace = []} : i32 (i64, i32)
  %5:3 = mill.grind 0, false "" at %3, brake %1 of () note 85 : i8 with ([1, 2]) {b, more = @x, pace = [0]} : i32, i64 () -> tensor<4xf32>
  mill.turn do {
    mill.note
  }
  %6:2 = mill.turn last {
    %7 = mill.add %0, %3 : i32
    mill.note { "deep" }
  } do {
  ^bb0(%arg0: i32, %arg1: i64):
    mill.jump ^bb1 or ^bb2, ^bb1 with (%arg0, %arg1 : i32, i64)
  ^bb1:  // 3 preds: ^bb0, ^bb0, ^bb2
    mill.jump ^bb2 with ( : )
  ^bb2:  // 2 preds: ^bb0, ^bb1
    %8 = mill.add %9, %9 : i32
    %9 = mill.add %8, %0 : i32
    mill.jump ^bb1 with (%8 : i32)
  } -> (i32, i64)
}) : () -> ()

"#;

/// Names for entries, types with brackets, and results of several operations at once.
const ENTRIES: &str = r##"#loc = loc("here")
#map = affine_map<(d0) -> (d0 + 1)>
"builtin.module"() ({
  %0:2 = "mill.source"() : () -> ((i32) -> i32, () -> ())
  %1 = mill.add %0#0, %0#0 {map = #map} : (i32) -> i32
  %2 = mill.add %0#1, %0#1 : () -> ()
  %3:2 = mill.turn do {
  } -> (() -> (), tuple<i32, vector<4xf32>>)
  mill.note { #map }
  mill.note { dense<[1, 2]> : tensor<2xi32> }
  mill.note { @a::@b }
  mill.note { {a = 1 : i8, "b c"} }
  mill.note { (i32) -> i32 }
  mill.note { #loc }
}) : () -> ()

"##;

#[test]
fn printed_text_is_parsed() {
    round_trip(TEXT);
    round_trip(ENTRIES);
}

#[test]
fn the_generic_form_is_there_on_demand() {
    let module = parsed(TEXT);
    let text = generic(&module);
    assert!(!text.contains("= mill."), "{text}");
    assert!(text.contains("%2 = \"mill.add\"(%0, %0) : (i32, i32) -> i32\n"), "{text}");
    assert!(text.contains("operandSegmentSizes = array<i32: 1, 1, 0>"), "{text}");
    let op = module.walk().find(|op| module.name(*op).full() == "mill.turn").unwrap();
    let text = module.print_op(op, &PrintOptions::default()).unwrap();
    assert_eq!(text, "mill.turn do {\n  mill.note\n}\n\n");
}

fn source(module: &mut Module<'_>, ty: TypeId) -> Value {
    let body = module.body();
    let op = module.at_end(body).op("mill.source").result(ty).build().unwrap();
    module.results(op).next().unwrap()
}

/// The last line of a module that is inside of it, without blanks in front.
fn last_line(module: &Module<'_>) -> String {
    let text = printed(module);
    text.lines().rev().nth(2).unwrap().trim_start().to_owned()
}

#[test]
fn values_that_do_not_fit_their_text_are_generic() {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(registry());
    let (i32, i64) = (module.integer_type(32).unwrap(), module.integer_type(64).unwrap());
    let (a, b) = (source(&mut module, i32), source(&mut module, i64));
    let location = module.unknown_location().unwrap();
    let unit = module.string_attribute("so").unwrap();
    let make = |module: &mut Module<'_>, name: &str, new: NewOperation| -> (OpId, String) {
        let new = NewOperation { registered: Some(true), ..new };
        let op = module.make(name, location, new).unwrap();
        module.append(module.body(), op).unwrap();
        (op, last_line(module))
    };
    let new = |operands: &[Value], results: &[TypeId]| NewOperation {
        operands: operands.to_vec(),
        results: results.to_vec(),
        ..NewOperation::default()
    };
    let mut line = |name: &str, operands: &[Value], results: &[TypeId]| {
        make(&mut module, name, new(operands, results)).1
    };
    assert_eq!(line("mill.add", &[a, a], &[i32]), "%2 = mill.add %0, %0 : i32");
    // Another type than the one that the text says.
    assert_eq!(line("mill.add", &[a, b], &[i32]), "%3 = \"mill.add\"(%0, %1) : (i32, i64) -> i32");
    assert_eq!(line("mill.add", &[a, a], &[i64]), "%4 = \"mill.add\"(%0, %0) : (i32, i32) -> i64");
    // Other numbers of values and regions than it has.
    assert_eq!(line("mill.add", &[a], &[i32]), "%5 = \"mill.add\"(%0) : (i32) -> i32");
    assert_eq!(line("mill.add", &[a, a], &[]), "\"mill.add\"(%0, %0) : (i32, i32) -> ()");
    assert_eq!(line("mill.note", &[a], &[]), "\"mill.note\"(%0) : (i32) -> ()");
    assert_eq!(line("mill.note", &[], &[]), "mill.note");
    assert_eq!(line("mill.none", &[], &[]), "\"mill.none\"() : () -> ()");
    // An attribute that the text does not say.
    let (op, _) = make(&mut module, "mill.note", new(&[], &[]));
    module.set_attribute(op, "text", Some(unit)).unwrap();
    assert_eq!(last_line(&module), "mill.note { \"so\" }");
    module.set_attribute(op, "other", Some(unit)).unwrap();
    assert_eq!(last_line(&module), "\"mill.note\"() {other = \"so\", text = \"so\"} : () -> ()");
    // A module that no program is known to have registered it in.
    let new = NewOperation { registered: Some(false), ..NewOperation::default() };
    let op = module.make("mill.note", location, new).unwrap();
    module.append(module.body(), op).unwrap();
    assert_eq!(last_line(&module), "\"mill.note\"() : () -> ()");
    // Without the dialect there is nothing but the generic form.
    module.set_registry(Registry::new());
    assert!(!printed(&module).contains("= mill."));
}

#[test]
fn sizes_that_do_not_fit_are_not_lost() {
    let text = TEXT.lines().filter(|line| !line.contains("pace = [0]")).collect::<Vec<_>>();
    let text = text.join("\n").replace("%6", "%5").replace("%7", "%6").replace("%8", "%7");
    let mut module = parsed(&text.replace("%9", "%8"));
    let op = module.walk().find(|op| module.name(*op).full() == "mill.grind").unwrap();
    let sizes = PropertyValue::Segments(vec![1, 1, 1]);
    module.set_property(op, "operandSegmentSizes", sizes).unwrap();
    let text = printed(&module);
    // The brake is there then: another text, which says the same operands.
    assert!(text.contains("at %3, brake %1 of (%2) with"), "{text}");
    let sizes = PropertyValue::Segments(vec![1, 0, 1]);
    module.set_property(op, "operandSegmentSizes", sizes).unwrap();
    let text = printed(&module);
    assert!(text.contains("\"mill.grind\"(%3, %1, %2)"), "{text}");
    assert!(text.contains("operandSegmentSizes = array<i32: 1, 0, 1>"), "{text}");
    assert_eq!(printed(&parsed(&text)), text);
}

#[test]
fn errors_have_places() {
    let module = |line: &str| {
        format!("%0 = \"mill.source\"() : () -> i32\n%1 = \"mill.source\"() : () -> i64\n{line}\n")
    };
    let mut wrong = Vec::new();
    for (line, column, error) in [
        ("%2 = mill.add %0 %0 : i32", 18, "expected `,`, found `%0`"),
        ("%2 = mill.add %0, : i32", 19, "expected a value, as `%0`, found `:`"),
        ("%2 = mill.add %0, %0 : i64", 24, "`%0` is of type `i32`, not of type `i64`"),
        ("%2 = mill.add %0, %1 : i32", 19, "`%1` is of type `i64`, not of type `i32`"),
        ("%2 = mill.add %0, %0", 21, "expected `:`, found the end"),
        ("%2:2 = mill.add %0, %0 : i32", 1, "expected 1 names of results, found 2"),
        ("%2 = mill.add %0, %5 : i32", 19, "there is no value `%5` here"),
        ("mill.add %0, %0 {a, a} : i32", 21, "there is a second entry `a`"),
        ("mill.jump ^bb9 with ( : )", 11, "there is no block `^bb9` here"),
        ("mill.grind -1, true", 12, "expected a number that is not negative, found `-`"),
        ("mill.grind 1, 2", 15, "expected `false`, found `2`"),
        (
            "mill.grind 1, true \"a\" at %0 of (%0) with (3) {turns = 4} : i32 (i32)",
            48,
            "there is a second property or attribute `turns`",
        ),
        (
            "mill.grind 1, true \"a\" at %0 of (%0, %0) with (3) : i32 (i32)",
            61,
            "expected `,` and the type of the next value, found `)`",
        ),
        (
            "%9:99 = mill.grind 1, true \"a\" at %0 of () with (3) : i32 ()",
            9,
            "results without types",
        ),
        (
            "mill.none",
            1,
            "expected the generic form, with the name of the operation in quotes, found `mill.none`",
        ),
        ("func.return", 1, "expected the generic form"),
    ] {
        let errors = Module::parse(&module(line), &options()).unwrap_err();
        let first = errors.iter().next().unwrap();
        let found = first.kind.to_string();
        if !found.contains(error) || (first.line, first.column) != (3, column) {
            wrong.push(format!("{line}\n  {}:{}: {found}", first.line, first.column));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What is behind something wrong is looked at, too.
    let text = module(
        "%2 = mill.add %0 %0 : i32\nmill.add %0,\nmill.add %2, %2 : i32\nmill.note { 3 i32 }",
    );
    let errors = Module::parse(&text, &options()).unwrap_err();
    let lines: Vec<u32> = errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [3, 5, 6]);
    let errors = Module::parse("mill.note", &ParseOptions::default()).unwrap_err();
    assert!(errors.to_string().contains("expected the generic form"));
}

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % end
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn some<T: Copy>(&mut self, of: &[T]) -> Vec<T> {
        (0..self.below(4)).map(|_| self.pick(of)).collect()
    }
}

/// Any operation of the dialect, which may fit its text or not.
fn any_op(chance: &mut Chance, module: &mut Module<'_>, values: &[Value]) -> OpId {
    let location = module.unknown_location().unwrap();
    let widths = [8, 32, 64];
    let types: Vec<TypeId> =
        widths.iter().map(|width| module.integer_type(*width).unwrap()).collect();
    let attributes: Vec<AttributeId> =
        ["", "a", "\n\"\\"].iter().map(|text| module.string_attribute(text).unwrap()).collect();
    let text = module.add_string(b"text").unwrap();
    let result = |chance: &mut Chance| match chance.below(3) {
        0 => OpResult::from(chance.pick(&types)),
        _ => OpResult::default(),
    };
    let op = match chance.below(4) {
        0 => {
            let (lhs, rhs) = (chance.pick(values), chance.pick(values));
            module.make_op(location, &Add { lhs, rhs, sum: result(chance) }).unwrap().0
        }
        1 => {
            let rest = (chance.below(2) == 0).then(|| chance.pick(&types).into());
            let brake = (chance.below(2) == 0).then(|| chance.pick(values));
            let option =
                |chance: &mut Chance| (chance.below(2) == 0).then(|| chance.pick(&attributes));
            let grind = Grind {
                speed: chance.pick(values),
                brake,
                grains: chance.some(values),
                flour: (0..chance.below(3)).map(|_| result(chance)).collect(),
                rest,
                limit: Limit {
                    turns: u64::try_from(chance.below(1000)).unwrap(),
                    fast: chance.below(2) == 0,
                    name: text,
                    label: chance.pick(&attributes),
                    more: option(chance),
                    pace: (chance.below(2) == 0).then_some(3),
                    operands: [0; 3],
                    results: [0; 2],
                },
                note: option(chance),
            };
            module.make_op(location, &grind).unwrap().0
        }
        2 => {
            let last = (chance.below(2) == 0).then(OpRegion::default);
            let outs = chance.some(&types).into_iter().map(OpResult::from).collect();
            let (op, turn) =
                module.make_op(location, &Turn { outs, each: OpRegion::default(), last }).unwrap();
            for region in [Some(turn.each), turn.last].into_iter().flatten() {
                if chance.below(3) > 0 {
                    let block = module.add_block(region.region.unwrap(), &[]).unwrap();
                    for _ in 0..chance.below(3) {
                        let inner = any_op(chance, module, values);
                        module.append(block, inner).unwrap();
                    }
                }
            }
            op
        }
        _ => {
            let text = (chance.below(2) == 0).then(|| chance.pick(&attributes));
            module.make_op(location, &Note { text }).unwrap().0
        }
    };
    if chance.below(4) == 0 {
        module.set_attribute(op, "mill.more", Some(chance.pick(&attributes))).unwrap();
    }
    op
}

#[test]
fn random_modules_come_back() {
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    let (mut custom, mut quoted) = (0, 0);
    for _ in 0..200 {
        let mut module = Module::new("MLIR22.1.8");
        module.set_registry(registry());
        let mut values = Vec::new();
        for width in [8, 32, 64] {
            let ty = module.integer_type(width).unwrap();
            values.push(source(&mut module, ty));
        }
        for _ in 0..chance.below(12) {
            let op = any_op(&mut chance, &mut module, &values);
            module.append(module.body(), op).unwrap();
            values.extend(module.results(op));
        }
        let with = PrintOptions::default().locations(true);
        let text = module.print(&with).unwrap();
        custom += text.matches("mill.").count() - text.matches("\"mill.").count();
        quoted += text.matches("\"mill.").count();
        let plain = module.print(&with.clone().generic(true)).unwrap();
        let (one, other) = (parsed(&text), parsed(&plain));
        assert_eq!(canonical(&one), canonical(&other), "{text}");
        assert_eq!(one.print(&with).unwrap(), text);
    }
    assert!(custom > 500 && quoted > 500, "{custom} {quoted}");
}

#[test]
fn damaged_text_is_an_error_or_another_module() {
    let mut chance = Chance(85);
    let tokens = [
        "%0", "^bb1", ",", "{", "}", "(", ":", "i32", "mill.add", "loc(", "\"", "->", "=", "3",
        "%x:64 =",
    ];
    for _ in 0..4000 {
        let mut text = TEXT.to_owned();
        for _ in 0..=chance.below(3) {
            let at = chance.below(text.len());
            let end = (at + chance.below(6)).min(text.len());
            let with = if chance.below(2) == 0 { "" } else { chance.pick(&tokens) };
            text.replace_range(at..end, with);
        }
        if let Ok(module) = Module::parse(&text, &options()) {
            let printed = printed(&module);
            assert_eq!(printed, self::printed(&parsed(&printed)));
        }
    }
}
