//! Transformed bytes are kept if the value in them is, and made anew if it changed.

use crate::computed::with_inner;
use crate::language::{both_ways, lowered};
use bytespec::plan::data::Plan;
use bytespec::plan::{Executor, File, FileValue, HostTransforms as _, SectionContent, Value};
use bytespec_tests::shifted::Shifted;
use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};
use std::io::Write;
use std::sync::Arc;

/// Bytes in another compression than writers use.
fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

fn xor(bytes: &[u8], key: &[u8]) -> Vec<u8> {
    bytes.iter().enumerate().map(|(at, byte)| byte ^ key[at % key.len()]).collect()
}

/// Bytes after their number.
fn sized(bytes: &[u8]) -> Vec<u8> {
    [&[u8::try_from(bytes.len()).expect("few bytes")], bytes].concat()
}

/// A number of bytes, and a field of this size.
const SIZED: &str = "{name: n, type: u8, equals: size(data)}\n";

/// The fields of the record `R`.
const INNER: &str = "{name: count, type: varint, equals: count(all)}\n{name: all, type: varint, count: count}\n{name: text, type: utf8, size: rest}";

/// A value of `R`, with numbers in more bytes than they need.
const VALUE: &[u8] = b"\x82\x00\x81\x80\x00\x07text";

/// Every type and every key beside the transform: the fields, and a file.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for (ty, value) in [
        ("R", VALUE),
        ("bytes", b"some bytes"),
        ("utf8", b"a text"),
        ("utf16le", b"a\0b\0"),
        ("ascii", b"\xff"),
        ("u16be", &[1, 2]),
        ("varint", &[0x81, 0x80, 0]),
        ("list<varint>", &[2, 0x81, 0, 5]),
        ("list<Pair>", &[1, 9, 8]),
        ("blob", &[2, 1, 2]),
        ("Pair", &[1, 2]),
    ] {
        for (transform, made) in [
            ("zlib", zlib(value)),
            ("deflate", deflate(value)),
            ("xor(0x5a)", xor(value, &[0x5a])),
            ("rotate_left(3)", value.iter().map(|byte| byte.rotate_left(3)).collect()),
            ("xor(0x005aff)", xor(value, &[0, 0x5a, 0xff])),
        ] {
            let field = |keys: &str| {
                let comma = if keys.is_empty() { "" } else { ", " };
                format!("{{name: data, type: {ty}, transform: {transform}{comma}{keys}}}")
            };
            all.push((format!("{SIZED}{}", field("size: n")), sized(&made)));
            all.push((field("size: rest"), made.clone()));
            let sum = "\n{name: sum, type: u16be, equals: sum(data)}";
            let total = made.iter().map(|byte| u16::from(*byte)).sum::<u16>();
            let with_sum = [&made[..], &total.to_be_bytes()].concat();
            all.push((field("size: rest - 2") + sum, with_sum));
            let size = made.len();
            let both = [&made[..], &made].concat();
            all.push((field(&format!("size: {size}, count: 2")), both.clone()));
            all.push((field(&format!("size: {size}, count: rest")), both.clone()));
            let placed = [&[0; 8][..], &made].concat();
            all.push((
                format!("{{name: n, type: u64}}\n{}", field(&format!("size: {size}, at: 8"))),
                placed,
            ));
            if !transform.ends_with(')') {
                // The bytes say where they end.
                all.push((field(""), made.clone()));
                let followed = format!("{}\n{{name: more, type: u16}}", field(""));
                all.push((followed, [&made[..], &[1, 2]].concat()));
                all.push((field("count: 2"), both.clone()));
                all.push((field("count: rest"), both.clone()));
                all.push((format!("{SIZED}{}", field("")), sized(&made)));
            }
            // What the transformed bytes contain is measured and checked, in front and behind.
            let plain = "{name: k, type: u8, equals: size(plain(data))}\n";
            let len = u8::try_from(value.len()).expect("few bytes");
            let total = value.iter().map(|byte| u16::from(*byte)).sum::<u16>() + u16::from(len);
            let behind = [&[len], &made[..], &total.to_be_bytes()].concat();
            let sum = "\n{name: sum, type: u16be, equals: 'sum(k, plain(data))'}";
            all.push((format!("{plain}{}{sum}", field("size: rest - 2")), behind));
            let sizes = "{name: n, type: u8, count: 2, equals: sizes(data)}\n";
            let len = u8::try_from(size).expect("few bytes");
            let listed = [&[len, len][..], &made, &made].concat();
            all.push((format!("{sizes}{}", field("size: 'n[index]', count: 2")), listed));
        }
    }
    all
}

#[test]
fn unedited_values_have_the_same_bytes() {
    for (fields, file) in files() {
        let schema = with_inner(&fields, INNER);
        assert_eq!(both_ways(&schema, &file), Ok(()), "{fields}\n{file:02x?}");
    }
}

/// The first field named `data` of a file.
fn data<'v>(value: &'v mut FileValue, plan: &Plan) -> &'v mut Value {
    let SectionContent::Item(_, value) = &mut value.sections[0].content else { panic!("a record") };
    value.get_mut(plan, "data").expect("the field")
}

#[test]
fn edited_values_are_transformed_anew() {
    for transform in ["zlib", "deflate", "xor(3)", "xor(0x010203)"] {
        let made = match transform {
            "zlib" => zlib(VALUE),
            "deflate" => deflate(VALUE),
            "xor(3)" => xor(VALUE, &[3]),
            _ => xor(VALUE, &[1, 2, 3]),
        };
        let fields = format!("{SIZED}{{name: data, type: R, size: n, transform: {transform}}}");
        let schema = with_inner(&fields, INNER);
        let plan = lowered(&schema).expect("a plan");
        let file = sized(&made);
        let mut opened = File::open(&plan, &file, &[]).expect("a file");
        let mut value = opened.read().expect("a value");
        *data(&mut value, &plan).get_mut(&plan, "text").expect("a text") =
            Value::Text("another text, which is longer".to_owned());
        let written = opened.write(&value).expect("it is written");
        assert_ne!(written, file);
        let mut again = File::open(&plan, &written, &[]).expect("a file").read().expect("a value");
        let spelled = |value: &Value| {
            let mut text = String::new();
            value.spell(&plan, &mut text).expect("a text");
            text
        };
        let expected = "R<all = [1, 7], text = \"another text, which is longer\">";
        assert_eq!(spelled(data(&mut again, &plan)), expected, "{transform}");
        assert_eq!(both_ways(&schema, &written), Ok(()), "{transform}");
    }
}

/// The value of `data` in listings.
fn shown(plan: &Plan, value: &mut FileValue) -> String {
    let mut text = String::new();
    data(value, plan).spell(plan, &mut text).expect("a text");
    text
}

#[test]
fn a_transform_of_the_host_is_reversed_and_applied() {
    let fields = format!("{SIZED}{{name: data, type: R, size: n, transform: host(shifted)}}");
    let schema = with_inner(&fields, INNER);
    let plan = lowered(&schema).expect("a plan");
    let executor = Executor::new(&plan, &[]).expect("a plan").with_transforms(Arc::new(Shifted));
    let made = Shifted.applied("shifted", VALUE).expect("any bytes");
    let file = sized(&made);
    let mut opened = File::with(&executor, &file).expect("a file");
    let mut value = opened.read().expect("a value");
    assert_eq!(shown(&plan, &mut value), "R<all = [1, 7], text = \"text\">");
    assert_eq!(opened.write(&value).as_ref(), Ok(&file));
    *data(&mut value, &plan).get_mut(&plan, "text").expect("a text") = Value::Text("ab".to_owned());
    let written = opened.write(&value).expect("it is written");
    assert_eq!(
        written,
        sized(&Shifted.applied("shifted", b"\x82\0\x81\x80\0\x07ab").expect("bytes"))
    );
    // The host refuses these bytes.
    let wrong = sized(&made[..made.len() - 1]);
    let error = File::with(&executor, &wrong).and_then(|mut file| file.read());
    let error = error.expect_err("no zero byte at the end");
    assert!(error.to_string().ends_with("no valid result of `shifted`: the last byte is not zero"));
    assert_eq!(error.offset(), Some(1));
}

#[test]
fn bytes_of_a_transform_that_the_host_lacks_are_opaque() {
    let sum = "\n{name: sum, type: u16be, equals: sum(data)}";
    let fields = format!("{SIZED}{{name: data, type: R, size: n, transform: host(shifted)}}{sum}");
    let schema = with_inner(&fields, INNER);
    let plan = lowered(&schema).expect("a plan");
    let file = [&sized(b"any bytes")[..], &[3, 0x8f]].concat();
    assert_eq!(both_ways(&schema, &file), Ok(()));
    let mut opened = File::open(&plan, &file, &[]).expect("a file");
    let mut value = opened.read().expect("a value");
    let known = Value::Opaque(Plan::NOWHERE, b"any bytes".to_vec());
    assert_eq!(data(&mut value, &plan), &known);
    // Other transformed bytes can be put in their place.
    *data(&mut value, &plan) = Value::Opaque(Plan::NOWHERE, b"bytes".to_vec());
    assert_eq!(opened.write(&value), Ok([&sized(b"bytes")[..], &[2, 0x27]].concat()));
    // A value cannot.
    let hosted = Executor::new(&plan, &[]).expect("a plan").with_transforms(Arc::new(Shifted));
    let other = Shifted.applied("shifted", VALUE).expect("any bytes");
    let other = [&sized(&other)[..], &[0, 0]].concat();
    let total: u16 = other[1..].iter().map(|byte| u16::from(*byte)).sum();
    let other = [&other[..other.len() - 2], &total.to_be_bytes()].concat();
    let of_host = File::with(&hosted, &other).expect("a file").read().expect("a value");
    let error = opened.write(&of_host).expect_err("the transform is missing");
    let expected = "no valid result of `shifted`: the program does not have this transform";
    assert!(error.to_string().ends_with(expected), "{error}");
}

#[test]
fn wrong_bytes_are_refused_where_they_begin() {
    let made = zlib(VALUE);
    let fields = "{name: head, type: u8}\n{name: data, type: R, size: rest, transform: zlib}";
    let schema = with_inner(fields, INNER);
    let with_head = |bytes: &[u8]| [&[0], bytes].concat();
    let longer = [&made[..], b"ab"].concat();
    for (bytes, offset, expected) in [
        (with_head(&made[..made.len() - 1]), 1, "the bytes end too early"),
        (with_head(b"no zlib"), 1, "the bytes are damaged"),
        (with_head(&zlib(b"\x02\x07")), 1, "elements that fit the bytes left"),
        (with_head(&longer), 1 + made.len(), "2 bytes follow the value of this size"),
    ] {
        let plan = lowered(&schema).expect("a plan");
        let error = File::open(&plan, &bytes, &[]).and_then(|mut file| file.read());
        let error = error.expect_err("it is refused");
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.offset(), Some(offset), "{error}");
        assert!(error.path().ends_with("data") || error.path().contains("data."), "{error}");
    }
}

#[test]
fn keys_are_bytes_of_any_number() {
    let fields = "{name: n, type: u8}\n{name: key, type: bytes, size: n}\n{name: data, type: ascii, size: rest, transform: xor(key)}";
    let schema = with_inner(fields, INNER);
    let plan = lowered(&schema).expect("a plan");
    for (file, text) in [
        (&b"\x01\x01``"[..], "aa"),
        (b"\x02\x01\x02`cb", "aac"),
        (b"\x03\x01\x02\x03`", "a"),
        (b"\x02\x01\x02", ""),
    ] {
        assert_eq!(both_ways(&schema, file), Ok(()), "{file:02x?}");
        let mut value = File::open(&plan, file, &[]).and_then(|mut file| file.read());
        let value = value.as_mut().expect("a value");
        assert_eq!(shown(&plan, value), format!("{text:?}"));
    }
    for file in [&b"\0`"[..], b"\0"] {
        let error = File::open(&plan, file, &[]).and_then(|mut file| file.read());
        let error = error.expect_err("an empty key");
        assert!(error.to_string().ends_with("its key has no bytes"), "{error}");
        assert_eq!((error.offset(), error.path()), (Some(1), "File.data".to_owned()), "{error}");
    }
    // Another key transforms the value anew.
    let mut opened = File::open(&plan, b"\x02\x01\x02`cb", &[]).expect("a file");
    let mut value = opened.read().expect("a value");
    let SectionContent::Item(_, record) = &mut value.sections[0].content else {
        panic!("a record")
    };
    *record.get_mut(&plan, "key").expect("the field") = Value::Bytes(vec![0, 1]);
    assert_eq!(opened.write(&value).as_deref(), Ok(&b"\x02\0\x01a`c"[..]));
}

#[test]
fn what_bytes_become_is_limited() {
    // Each level is in the bytes of the one before.
    let fields = "{name: data, type: R, size: rest, transform: xor(1)}";
    let inner =
        "{name: n, type: u8}\n{name: more, type: R, size: rest, transform: xor(0), when: left}";
    let schema = with_inner(fields, inner);
    let error = both_ways(&schema, b"ten levels").expect_err("too many levels");
    assert!(error.contains("transforms inside each other"), "{error}");
    // A file of some 90 kB with 90 MB of zeros.
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..90 {
        encoder.write_all(&[0; 1 << 20]).expect("a vector takes all bytes");
    }
    let bomb = encoder.finish().expect("a vector takes all bytes");
    let fields = "{name: data, type: bytes, size: rest, transform: zlib}";
    let error = both_ways(&with_inner(fields, INNER), &bomb).expect_err("too many bytes");
    assert!(error.contains("bytes of transforms"), "{error}");
}

/// Arguments are evaluated outside, also those of elements.
#[test]
fn arguments_reach_the_value() {
    let inner = "{name: width, type: u8, let: parameter}\n{name: text, type: ascii, size: width}\n{name: last, type: u8}";
    let whole = "{name: n, type: u8}\n{name: data, type: R(n), size: rest, transform: zlib}";
    let each = "{name: n, type: u8}\n{name: data, type: R(index + n), size: 13, count: 2, transform: zlib}";
    let (two, three) = (zlib(b"ab\x01"), zlib(b"abc\x02"));
    assert_eq!((two.len(), three.len()), (14, 15));
    assert_eq!(both_ways(&with_inner(whole, inner), &[&[2], &two[..]].concat()), Ok(()));
    let one = zlib(b"a\x01");
    let each = each.replace("size: 13", "size: 'if index = 0 then 13 else 14'");
    assert_eq!(both_ways(&with_inner(&each, inner), &[&[1], &one[..], &two].concat()), Ok(()));
    let error = both_ways(&with_inner(whole, inner), &[&[3], &two[..]].concat());
    assert!(error.is_err_and(|error| error.contains("File.data.last")), "another width");
}

/// A file of gzip (RFC 1952): members, one after the other, each with the checksum and the size of what it contains.
const GZIP: &str = "\
- format: gzip
  summary: Files of gzip
  file: File
  versions: [{version: \"1\", summary: RFC 1952}]
- record: File
  summary: A file
  fields:
    - {name: members, type: Member, count: rest, summary: The members}
- record: Member
  summary: A member
  fields:
    - {name: magic, type: bytes, size: 2, equals: \"1f 8b\", summary: The first bytes}
    - {name: method, type: u8, valid: method = 8, summary: DEFLATE}
    - {name: flags, type: u8, base: binary, summary: Which fields follow}
    - {name: time, type: u32, summary: When it was changed}
    - {name: level, type: u8, summary: How well it is compressed}
    - {name: system, type: u8, summary: Where it was made}
    - {name: extra_size, type: u16, equals: size(extra), when: flags & 4, summary: Bytes of the extra field}
    - {name: extra, type: bytes, size: extra_size, when: flags & 4, summary: An extra field}
    - {name: name, type: latin1, stop: 0, when: flags & 8, summary: The name}
    - {name: comment, type: latin1, stop: 0, when: flags & 16, summary: A comment}
    - {name: data, type: bytes, transform: deflate, summary: The file}
    - {name: sum, type: u32, equals: crc32(plain(data)), base: hexadecimal, summary: The checksum of the file}
    - {name: size, type: u32, equals: size(plain(data)) & 0xffffffff, summary: The bytes of the file}
";

/// Another implementation reads what is written of an edited file.
#[test]
fn gzip_has_the_checksum_of_what_it_contains() {
    let member = |name: &str, bytes: &[u8]| {
        let builder = flate2::GzBuilder::new().filename(name).comment("made").extra([1, 2, 3]);
        let mut encoder = builder.write(Vec::new(), Compression::best());
        encoder.write_all(bytes).expect("a vector takes all bytes");
        encoder.finish().expect("a vector takes all bytes")
    };
    let mut all = Vec::new();
    let bare = flate2::write::GzEncoder::new(Vec::new(), Compression::none());
    for made in [member("a", b""), bare.finish().expect("no bytes"), member("b", &[7; 70_000])] {
        assert_eq!(both_ways(GZIP, &made), Ok(()));
        all.extend(made);
    }
    assert_eq!(both_ways(GZIP, &all), Ok(()));

    let plan = lowered(GZIP).expect("a plan");
    let mut opened = File::open(&plan, &all, &[]).expect("a file");
    let mut value = opened.read().expect("a value");
    let SectionContent::Item(_, file) = &mut value.sections[0].content else { panic!("a record") };
    let members = file.get_mut(&plan, "members").expect("the members");
    let Value::List(members) = members else { panic!("a list") };
    *members[1].get_mut(&plan, "data").expect("the data") = Value::Bytes(b"another text".to_vec());
    let written = opened.write(&value).expect("it is written");
    assert_eq!(both_ways(GZIP, &written), Ok(()));
    let mut read = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&written[..]), &mut read)
        .expect("another implementation accepts the checksums");
    assert_eq!(read, [&b"another text"[..], &[7; 70_000]].concat());

    let mut damaged = all.clone();
    let size = damaged.len();
    damaged[size - 6] ^= 1;
    let error = both_ways(GZIP, &damaged).expect_err("another checksum");
    assert!(error.contains("File.members[2].sum: expected "), "{error}");
}
