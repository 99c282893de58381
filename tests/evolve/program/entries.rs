//! Uses builtin attributes, types and locations that only the edited schema knows.

use bytespec::ErrorKind;
use bytespec::mlir::{
    Attribute, AttributeId, Module, ParseErrors, ParseOptions, PrintOptions, Release, Type, TypeId,
};

const TEXT: &str = r#""builtin.module"() ({
  %0 = "test.op"() {a = [range<-1 to 3 of i32>, range<0 to 8 by 2 of fixed<3, i8>>], b = fixed<3, i16>} : () -> fixed<3, i16> loc(#loc)
}) : () -> () loc(#loc)
#loc = loc(LOCATION)

"#;

/// The parsed text, in a release.
fn parse(text: &str, release: Option<Release>) -> Result<Module<'static>, ParseErrors> {
    let options = ParseOptions::default();
    Module::parse(text, &options.release(release))
}

fn printed(module: &Module<'_>) -> String {
    module.print(&PrintOptions::default().locations(true)).expect("it has text")
}

/// How many entries of the tables are text.
fn texts(module: &Module<'_>) -> usize {
    let attributes = (0..module.attribute_count() as u32).map(AttributeId);
    let types = (0..module.type_count() as u32).map(TypeId);
    attributes.filter(|id| matches!(module.attribute(*id), Ok(Attribute::Text { .. }))).count()
        + types.filter(|id| matches!(module.ty(*id), Ok(Type::Text { .. }))).count()
}

pub fn check() {
    let text = TEXT.replace("LOCATION", "pass<\"canonicalize\">");
    let module = parse(&text, None).expect("the text is parsed");
    assert_eq!(printed(&module), text);
    assert_eq!(texts(&module), 0);
    let bytes = module.write(&Default::default()).expect("the newest release has the entries");
    let read = Module::read(&bytes).expect("what was written is read");
    assert_eq!(printed(&read), text);
    assert_eq!(texts(&read), 0);
    assert_eq!(read.write(&Default::default()).as_deref(), Ok(&bytes[..]));

    // A release without an encoding has text in its place, and no such location.
    let old = Release::ALL[Release::ALL.len() - 2];
    let error = parse(&text, Some(old)).expect_err("the location is too new");
    assert!(error.iter().all(|error| matches!(error.kind, ErrorKind::Gate { .. })), "{error}");
    let text = TEXT.replace("LOCATION", "unknown");
    let module = parse(&text, Some(old)).expect("the rest of the text is parsed");
    assert_eq!(printed(&module), text);
    assert_eq!(texts(&module), 4);

    for (wrong, message) in [
        ("fixed<3>", "expected `,`"),
        ("fixed 3", "expected `<`"),
        ("range<1 to>", "expected an integer of 64 bits"),
        ("pass<\"x\">", "is not an attribute"),
    ] {
        let text = format!("\"builtin.module\"() ({{}}) {{a = {wrong}}} : () -> ()");
        let error = parse(&text, None).expect_err(wrong);
        assert!(error.to_string().contains(message), "{wrong}: {error}");
    }
}
