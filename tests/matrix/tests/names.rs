//! What a schema calls its items: any word that `check` takes is a name in Rust.

macro_rules! formats {
    ($($name:ident = $file:literal;)*) => {$(
        #[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
        mod $name {
            //! Generated.
            include!(concat!(env!("OUT_DIR"), "/words_", $file, ".rs"));
        }
    )*};
}

formats! {
    records = "record";
    unions = "union";
    enums = "enum";
    operations = "op";
    parts = "part";
    tables = "table";
    members = "member";
    packed = "packed";
}

include!(concat!(env!("OUT_DIR"), "/words_refused.rs"));

// The least format that has operations, none of which borrows anything.
#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod least {
    //! Generated.
    include!(concat!(env!("OUT_DIR"), "/words_least.rs"));
}

#[test]
fn only_names_of_generated_items_are_refused() {
    assert!(!REFUSED.is_empty());
    for (kind, accepted, refused) in REFUSED {
        println!("{kind}: {accepted} accepted");
        assert!(*accepted > 40, "{kind}: {accepted}");
        for (word, finding) in *refused {
            println!("    {word}: {finding}");
            // The matrix has a table `type`, and beside operations values have numbers.
            let is_taken = *kind == "table" && ["type", "value"].contains(word);
            assert!(KNOWN.contains(word) || is_taken, "{kind} `{word}` is refused: {finding}");
            assert!(finding.contains(word), "{finding}");
        }
    }
}

#[test]
fn items_match_the_schema() {
    let value = records::Value { part: vec![1] };
    let option = records::Option { part: vec![2] };
    let mut writer = bytespec::wire::Writer::new();
    let mut cx = records::Context::new(records::Version::LATEST);
    assert_eq!(value.write(&mut writer, &mut cx), Ok(()));
    assert_eq!(option.write(&mut writer, &mut cx), Ok(()));
    let bytes = writer.into_bytes();
    let mut cursor = bytespec::wire::Cursor::new(&bytes);
    let read = records::view::Value::read(&mut cursor, &cx).map(|read| read.to_owned());
    assert_eq!(read, Ok(value));
    let read = records::view::Option::read(&mut cursor, &cx).map(|read| read.to_owned());
    assert_eq!(read, Ok(option));
}

#[test]
fn an_operation_without_anything_is_read_again() {
    let op = least::Op::from(least::ops::Nothing {});
    let mut cx = least::Context::new(least::Version::LATEST);
    let mut writer = bytespec::wire::Writer::new();
    assert_eq!(op.write(&mut writer, &mut cx), Ok(()));
    let bytes = writer.into_bytes();
    let mut cursor = bytespec::wire::Cursor::new(&bytes);
    let read = least::view::Op::read(&mut cursor, &cx, 0).map(|read| read.0.kind());
    assert_eq!(read, Ok(least::OpKind::Nothing));
}
