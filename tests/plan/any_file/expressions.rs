//! Expressions at random, and what takes them: unions and filler.

use super::schemas::{Field, Is, Maker, TEXTS};
use bytespec::plan::data::Checksum;

/// Operators of two numbers.
const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "=", "!=", "<", "<=", ">", ">=", "and",
    "or",
];

/// Expressions over a field that is an enum.
const OF_KIND: &[&str] =
    &["(N = many)", "(N != one)", "(N & many)", "(N = one | many)", "(N > least)", "min(N, least)"];

impl Maker<'_> {
    /// A field of a kind in front of a field.
    pub(super) fn asked(&mut self, earlier: &[Field], is: Is) -> Option<String> {
        let fields: Vec<&Field> = earlier.iter().filter(|field| field.is == is).collect();
        self.random.pick(&fields).map(|field| field.name.clone())
    }

    /// A field in front of a field whose numbers are members of the enum.
    fn of_kind(&mut self, earlier: &[Field]) -> Option<String> {
        let is_kind = |field: &&Field| field.is == Is::Number && field.ty == "Kind";
        let fields: Vec<&Field> = earlier.iter().filter(is_kind).collect();
        self.random.pick(&fields).map(|field| field.name.clone())
    }

    /// A comparison with a field in front of a field that is a floating-point number.
    fn of_float(&mut self, earlier: &[Field]) -> Option<String> {
        let is_float = |field: &&Field| field.is == Is::Number && field.ty.starts_with('f');
        let fields: Vec<&Field> = earlier.iter().filter(is_float).collect();
        let [a, b] = [(); 2].map(|()| self.random.pick(&fields).map(|field| field.name.clone()));
        let all = ["(N > 0.25)", "(N != -1.5)", "(N = M)", "not N <= M", "(2 >= N)", "(0.0 = N)"];
        Some(self.of(&all).replace('N', &a?).replace('M', &b?))
    }

    pub(super) fn number_of(&mut self, earlier: &[Field]) -> String {
        self.asked(earlier, Is::Number).unwrap_or_else(|| "2".to_owned())
    }

    /// A number of bytes or elements, which is not too large.
    pub(super) fn size(&mut self, earlier: &[Field]) -> String {
        match self.random.below(5) {
            0 | 1 => self.of(&["1", "2", "4", "6"]).to_owned(),
            2 | 3 => self.number_of(earlier),
            _ => {
                let number = self.number_of(earlier);
                let all = [
                    "N + 1",
                    "N * 2",
                    "N % 4",
                    "N & 3",
                    "min(N, 3)",
                    "min(N, left)",
                    "if N then left else N",
                ];
                Self::quoted(&self.of(&all).replace('N', &number))
            }
        }
    }

    /// An expression over fields.
    pub(super) fn expression(&mut self, earlier: &[Field], depth: usize) -> String {
        let shallow = if depth < 2 { 16 } else { 9 };
        match self.random.below(shallow) {
            0 => self.of(&["0", "1", "2", "7", "0x41"]).to_owned(),
            1 | 3 => self.number_of(earlier),
            2 => match self.of_kind(earlier) {
                Some(name) => self.of(OF_KIND).replace('N', &name),
                None => self.of_float(earlier).unwrap_or_else(|| "2".to_owned()),
            },
            4 => match self.asked(earlier, Is::Bytes) {
                Some(name) => {
                    let all = [
                        "size(N)",
                        "N[0]",
                        "digits(N, 10)",
                        "(N = \"ab\")",
                        "(N != 0x6162)",
                        "(N = 0x00ff)",
                        "(N != \"IHDR\")",
                    ];
                    self.of(&all).replace('N', &name)
                }
                None => "position".to_owned(),
            },
            5 => match self.asked(earlier, Is::Several) {
                Some(name) => {
                    self.of(&["count(N)", "size(N)", "N[1]", "has(N)"]).replace('N', &name)
                }
                None => "1".to_owned(),
            },
            6 => match self.asked(earlier, Is::Other) {
                Some(name) => {
                    let all = [
                        "size(N)",
                        "has(N)",
                        "N.f0",
                        "N.f1",
                        "Root.N.f0",
                        "(N.f1 = \"ab\")",
                        "(\"ID\" != N.f2)",
                        "(N.f1 = 0x000102)",
                        "(Root.f1 = \"ab\")",
                        "(N = Tagged0)",
                        "(N != Peeked1)",
                        "(N = ByField3)",
                    ];
                    self.of(&all).replace('N', &name)
                }
                None => "Root.f0".to_owned(),
            },
            7 => self.of(&["Root.f0", "index", "position", "count(Leaf.f0)"]).to_owned(),
            8 => {
                let number = self.number_of(earlier);
                self.of(&["-N", "-1", "(0 - N)", "N"]).replace('N', &number)
            }
            9 => format!("not {}", self.number_of(earlier)),
            10 => {
                let parts = [(); 3].map(|()| self.expression(earlier, depth + 1));
                let [test, then, otherwise] = parts;
                format!("(if {test} then {then} else {otherwise})")
            }
            11 => {
                let parts = [(); 2].map(|()| self.expression(earlier, depth + 1));
                let name = self.of(&["min", "max"]);
                format!("{name}({}, {})", parts[0], parts[1])
            }
            _ => {
                let parts = [(); 2].map(|()| self.expression(earlier, depth + 1));
                let operator = self.of(OPERATORS);
                format!("({} {operator} {})", parts[0], parts[1])
            }
        }
    }

    /// Filler up to a multiple, which can count from an offset.
    pub(super) fn filler(&mut self, at: usize, earlier: &[Field]) {
        self.push(at, "filler", Is::Other);
        if self.one_in(2) {
            let size = match self.random.below(4) {
                0 => "rest".to_owned(),
                1 => "rest - 2".to_owned(),
                _ => self.size(earlier),
            };
            self.key("size", size);
            if self.one_in(2) {
                return;
            }
            // A value in the filler.
            self.push(at + 1, "u16", Is::Number);
            return self.key("at", "f0".to_owned());
        }
        let align = self.of(&["1", "2", "4", "f0"]);
        self.key("align", align.to_owned());
        let from = match self.random.below(6) {
            0 => "0".to_owned(),
            1 => "5".to_owned(),
            2 => Self::quoted(&self.expression(earlier, 0)),
            _ => return,
        };
        self.key("from", from);
    }

    /// A condition for the value of a field, or for each of its values.
    pub(super) fn rule(&mut self, at: usize, earlier: &[Field]) -> String {
        let rules: &[&str] = match self.fields[at].is {
            Is::Number if self.fields[at].ty.starts_with('f') => {
                &["N < 0.5 or N >= 2", "N != -0.0", "not N > 1000.25"]
            }
            Is::Number => &["N != 7", "N < 200 or not N", "N = N & 0xffff"],
            Is::Bytes => &["size(N) < 5", "N != \"ab\"", "size(N) < 2 or N[0] > 1"],
            Is::Several => &[
                "count(N) < 9",
                "size(N) < 20",
                "N < 200",
                "N != one",
                "N != \"ab\"",
                "N = E or N < 250",
                "N > 1 or index > 2",
            ],
            Is::Other => &[
                "size(N) > 0",
                "position < 99",
                "N < 200",
                "N.f0 < 250",
                "N.f1 != E",
                "N.f1 != \"ab\" or index > 2",
                "N != Tagged0",
                "N = Peeked1 or E < 9",
            ],
        };
        let number = self.number_of(earlier);
        let name = self.fields[at].name.clone();
        self.of(rules).replace('N', &name).replace('E', &number)
    }

    /// A condition for the last element of a field.
    pub(super) fn last(&mut self, at: usize, earlier: &[Field]) -> String {
        let all = [
            "N = 0",
            "N < 100",
            "N = many",
            "N = \"ab\"",
            "N = \"\"",
            "N = 0x0000",
            "N = Tagged0",
            "N != Peeked1",
            "N = ByField1 or index = 2",
            "N = E or N > 99",
            "index > 1",
        ];
        let number = self.number_of(earlier);
        let name = self.fields[at].name.clone();
        self.of(&all).replace('N', &name).replace('E', &number)
    }

    /// A digest of the size that a field has, of the field before it.
    pub(super) fn digest(&mut self, at: usize) -> String {
        let size = self.fields[at].keys.iter().find(|(key, _)| *key == "size");
        let size = size.and_then(|(_, size)| size.parse().ok());
        let mut kinds = Checksum::all().filter(|(_, kind)| kind.digest_size() == size);
        format!("{}({})", kinds.next().map_or("", |(name, _)| name), self.fields[at - 1].name)
    }

    /// What a field is, of any other field.
    pub(super) fn computed(&mut self, at: usize) -> String {
        let others = || self.fields.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<Field> = others().map(|(_, field)| field.clone()).collect();
        let names: Vec<&str> = others.iter().map(|field| field.name.as_str()).collect();
        let expression = match self.random.below(6) {
            4 | 5 => {
                let all = [
                    "Root.f3",
                    "Root.f4 + 1",
                    "Root.g3",
                    "Inner.f1",
                    "Inner.f2 & 7",
                    "Outer.f3",
                    "Leaf.f0[0]",
                    "Leaf.f1[index]",
                    "(if f0 then Given.f2[0] else 0)",
                    "Inner.f1[0] + Root.f0",
                    "Outer.f2[f0]",
                    "count(Leaf.f0)",
                    "count(Inner.f1) * 2",
                ];
                self.of(&all).to_owned()
            }
            0 => {
                let numbers = Checksum::all().filter(|(_, kind)| kind.digest_size().is_none());
                let kinds: Vec<&str> = numbers.map(|(name, _)| name).collect();
                let pieces: Vec<String> = others.iter().map(covered).collect();
                let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
                let (kind, a, b) = (self.of(&kinds), self.of(&pieces), self.of(&pieces));
                match self.random.below(5) {
                    0 | 1 => format!("{kind}({a})"),
                    2 | 3 => format!("{kind}({a}, {b})"),
                    _ => {
                        let bits = self.of(&["8, poly = 0x1d", "12, poly = 3", "64, poly = 0x1b"]);
                        let rest = self.of(&["", ", init = 0xff", ", reflect = 1, xor = 0x5a"]);
                        format!("crc({a}, bits = {bits}{rest})")
                    }
                }
            }
            1 => {
                let name = self.of(&names);
                let of = self.of(&["size(N)", "size(N) + 1", "count(N)", "has(N)"]);
                of.replace('N', name)
            }
            2 => self.of(&["0", "3", "position"]).to_owned(),
            _ => self.expression(&others, 1),
        };
        Self::quoted(&expression)
    }

    /// A union with a tag in another record, or with one that an expression computes.
    fn tag(&mut self, earlier: &[Field]) -> String {
        let others: Vec<&Field> = earlier.iter().filter(|field| field.is == Is::Other).collect();
        let other = self.random.pick(&others).map_or("Root", |field| &field.name).to_owned();
        let all = [
            "ByField(Root.f0)",
            "ByField(@.f0)",
            "ByField(f0 & 3)",
            "Named(@.f1)",
            "Named(Root.f1)",
        ];
        self.of(&all).replace('@', &other)
    }

    pub(super) fn union(&mut self, at: usize, earlier: &[Field]) {
        let sized = self.one_in(2);
        let size = self.size(earlier);
        match self.random.below(4) {
            0 => {
                self.push(at, "Tagged", Is::Other);
            }
            3 => {
                self.push(at, "Peeked", Is::Other);
            }
            1 => {
                let is_kind = |field: &Field| field.ty == "Kind";
                let tagged = match earlier.iter().rposition(|field| field.is == Is::Number) {
                    Some(tagged) if is_kind(&earlier[tagged]) => format!("ByKind(f{tagged})"),
                    Some(tagged) if !self.one_in(4) => format!("ByField(f{tagged})"),
                    _ => self.tag(earlier),
                };
                let is_list = self.one_in(3);
                let tagged = if is_list { format!("list<{tagged}>") } else { tagged };
                self.push(at, &tagged, Is::Other);
            }
            _ if self.one_in(3) => {
                let ty = self.of(&["ascii", "latin1", "utf8", "bytes"]);
                self.push(at, ty, Is::Bytes);
                self.key("stop", "0".to_owned());
                self.push(at + 1, &format!("Worded(f{at})"), Is::Other);
            }
            _ => {
                let ty = self.of(TEXTS);
                self.push(at, ty, Is::Bytes);
                // Tags have two bytes.
                let is_padded = self.one_in(2);
                let size = if is_padded { self.of(&["2", "4", "5"]) } else { "2" };
                self.key("size", size.to_owned());
                if is_padded {
                    self.key("pad", "0".to_owned());
                }
                self.push(at + 1, &format!("Named(f{at})"), Is::Other);
            }
        }
        if sized {
            self.key("size", size);
        }
        if self.one_in(4) {
            let count = self.of(&["2", "f0"]);
            self.key("count", count.to_owned());
        }
    }
}

/// A piece of a checksum: the bytes of a field, before their transform if it has one.
fn covered(field: &Field) -> String {
    let has = |name: &str| field.keys.iter().any(|(key, _)| *key == name);
    match has("transform") && !has("count") {
        true => format!("plain({})", field.name),
        false => field.name.clone(),
    }
}
