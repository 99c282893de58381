//! Computed numbers that need each other, in every order of the fields.

use crate::computed::with_inner;
use crate::language::{comes_back, lowered};
use std::fmt::Write as _;

/// The fields that are not computed, with their bytes.
const DATA: [(&str, &str, &[u8]); 2] =
    [("d", "type: bytes, size: 2", &[3, 200]), ("r", "type: R", &[0x90, 1, 7])];

/// The fields of the record of `r`.
const INNER: &str = "{name: x, type: varint}\n{name: y, type: u8}";

/// What a number is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The size of the fields of these names.
    Size(&'static [&'static str]),
    /// The sum of their bytes.
    Sum(&'static [&'static str]),
    /// One more than a number.
    Next(&'static str),
}

impl Source {
    fn spelled(self, numbers: &[Number]) -> String {
        let is_bits = |name: &str| numbers.iter().any(|of| of.0 == name && of.1 == Type::Bits);
        // Bits have no bytes of their own.
        let field =
            |name: &&str| if is_bits(name) { format!("of_{name}") } else { (*name).to_owned() };
        let fields = |of: &[&str]| of.iter().map(field).collect::<Vec<_>>().join(", ");
        match self {
            Source::Size(of) => format!("size({})", fields(of)),
            Source::Sum(of) => format!("sum({})", fields(of)),
            Source::Next(of) => format!("{of} + 1"),
        }
    }
}

/// The types of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Fixed,
    Varint,
    /// Bits of an integer.
    Bits,
}

impl Type {
    /// The field of a number.
    fn field(self, name: &str, source: &str) -> String {
        match self {
            Type::Fixed => format!("{{name: {name}, type: u32, equals: '{source}'}}"),
            Type::Varint => format!("{{name: {name}, type: varint, equals: '{source}'}}"),
            Type::Bits => format!(
                "{{name: of_{name}, type: packed<u16>, parts: [{{name: o_{name}, bits: 4, summary: O}}, \
                 {{name: {name}, bits: 12, equals: '{source}', summary: N}}]}}"
            ),
        }
    }

    fn bytes(self, number: u64) -> Vec<u8> {
        match self {
            Type::Fixed => u32::try_from(number).expect("a small number").to_le_bytes().to_vec(),
            Type::Varint if number < 0x80 => vec![number as u8],
            Type::Varint => vec![number as u8 | 0x80, (number >> 7) as u8],
            Type::Bits => vec![(number as u8) << 4 | 5, (number >> 4) as u8],
        }
    }
}

/// A computed number: its name, its type and what it is computed from.
type Number = (&'static str, Type, Source);

/// The value of a number; none if it depends on itself.
fn value(numbers: &[Number], name: &str, depth: usize) -> Option<u64> {
    let &(_, _, source) = numbers.iter().find(|number| number.0 == name)?;
    let bytes = |of: &&str| match DATA.iter().find(|data| data.0 == *of) {
        Some(data) => Some(data.2.to_vec()),
        None if depth > numbers.len() => None,
        None => {
            let (_, ty, _) = numbers.iter().find(|number| number.0 == *of)?;
            // The bytes of the number itself are zeros.
            let own = if *of == name { Some(0) } else { None };
            match (source, ty) {
                (Source::Size(_), Type::Fixed | Type::Bits) => Some(ty.bytes(0)),
                // The schema language refuses these.
                (_, Type::Varint | Type::Bits) if own.is_some() => None,
                _ => Some(ty.bytes(own.or_else(|| value(numbers, of, depth + 1))?)),
            }
        }
    };
    match source {
        Source::Size(of) => {
            of.iter().map(bytes).try_fold(0, |all, bytes| Some(all + bytes?.len() as u64))
        }
        Source::Sum(of) => of
            .iter()
            .map(bytes)
            .try_fold(0, |all, bytes| Some(all + bytes?.into_iter().map(u64::from).sum::<u64>())),
        Source::Next(_) if depth > numbers.len() => None,
        Source::Next(of) => Some(value(numbers, of, depth + 1)? + 1),
    }
}

/// All orders of a number of things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let insert = |order: Vec<usize>| {
        (0..count).map(move |at| {
            let mut order = order.clone();
            order.insert(at, last);
            order
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

/// Reads and writes a file of these numbers in every order; what is wrong.
fn faults(numbers: &[Number], faults: &mut String) -> usize {
    let values: Option<Vec<u64>> =
        numbers.iter().map(|number| value(numbers, number.0, 0)).collect();
    // The bytes of `d` are last.
    let orders = orders(numbers.len() + 1);
    for order in &orders {
        let (mut fields, mut file) = (Vec::new(), Vec::new());
        for at in order.iter().chain([&(numbers.len() + 1)]) {
            match numbers.get(*at) {
                Some((name, ty, source)) => {
                    fields.push(ty.field(name, &source.spelled(numbers)));
                    let number = values.as_ref().map_or(0, |values| values[*at]);
                    file.extend(ty.bytes(number));
                }
                None => {
                    let (name, ty, bytes) = DATA[at - numbers.len()];
                    fields.push(format!("{{name: {name}, {ty}}}"));
                    file.extend(bytes);
                }
            }
        }
        let schema = with_inner(&fields.join("\n"), INNER);
        let is_wrong = match (&values, lowered(&schema)) {
            (None, Ok(_)) => Some("is accepted".to_owned()),
            (None, Err(_)) => None,
            (Some(_), Ok(plan)) => comes_back(&plan, &file).err(),
            (Some(_), Err(finding)) => Some(finding),
        };
        if let Some(fault) = is_wrong {
            _ = writeln!(faults, "{}\n  {fault}", fields.join("\n"));
        }
    }
    orders.len()
}

#[test]
fn two_numbers_in_every_order() {
    let sources = |own: [&'static [&'static str]; 2], other: &'static [&'static str]| {
        let [alone, with_others] = own;
        [
            Source::Size(&["d"]),
            Source::Sum(&["r"]),
            Source::Size(other),
            Source::Sum(other),
            Source::Next(other[0]),
            Source::Size(alone),
            Source::Sum(with_others),
            Source::Size(with_others),
        ]
    };
    let (mut found, mut count) = (String::new(), 0);
    for a in sources([&["a"], &["a", "b", "r"]], &["b"]) {
        for b in sources([&["b"], &["b", "a", "d"]], &["a"]) {
            for [one, other] in [
                [Type::Fixed, Type::Fixed],
                [Type::Fixed, Type::Varint],
                [Type::Varint, Type::Varint],
                [Type::Bits, Type::Fixed],
                [Type::Bits, Type::Varint],
            ] {
                count += faults(&[("a", one, a), ("b", other, b)], &mut found);
            }
        }
    }
    assert!(found.is_empty(), "{} of {count}\n{found}", found.matches("\n  ").count());
}

#[test]
fn chains_of_three_numbers_in_every_order() {
    let sources =
        |of: &'static [&'static str]| [Source::Size(of), Source::Sum(of), Source::Next(of[0])];
    let (mut found, mut count) = (String::new(), 0);
    for a in sources(&["b"]) {
        for b in sources(&["c"]) {
            for types in
                [[Type::Varint, Type::Varint, Type::Varint], [Type::Fixed, Type::Bits, Type::Fixed]]
            {
                let [one, two, three] = types;
                let c = Source::Sum(&["r"]);
                count += faults(&[("a", one, a), ("b", two, b), ("c", three, c)], &mut found);
            }
        }
    }
    assert!(found.is_empty(), "{} of {count}\n{found}", found.matches("\n  ").count());
}

/// Sizes inside each other, of which each is used by what it measures.
#[test]
fn sizes_inside_each_other_are_used_in_them() {
    let inner = "{name: n, type: u8, equals: size(of)}\n{name: of, type: Pieces, size: n}";
    let pieces = "
- record: Pieces
  summary: Pieces
  fields:
    - {name: kind, type: u8, summary: Kind}
    - {name: more, type: R, when: kind = 1, summary: More}
    - {name: data, type: bytes, size: R.n - 1, when: kind = 2, summary: Data}
";
    let plan = lowered(&(with_inner("{name: r, type: R}", inner) + pieces)).unwrap();
    for levels in [1, 5, 8, 12] {
        let mut file = vec![4, 2, 0x40, 0x41, 0x42];
        for _ in 0..levels {
            file.insert(0, 1);
            file.insert(0, file.len() as u8);
        }
        assert_eq!(comes_back(&plan, &file), Ok(()), "{levels} levels");
    }
}
