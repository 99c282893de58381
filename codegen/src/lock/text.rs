//! The file of a lock: axes with their released versions, then a line for each item and each version that changed it.

use std::collections::BTreeMap;
use std::fmt;

/// The rule for changes of released shapes. It is not one of [`rules`](crate::rules): a schema alone cannot break it.
pub const RULE: &str = "frozen";

/// The requirement of [`RULE`].
pub const REQUIREMENT: &str = "the wire shapes of a released version match the lock";

/// The first lines of a file.
const HEAD: &str = "\
# The wire shapes of released versions, which must not change. `bytespec lock` writes this file, and `bytespec lock --check`
# compares the schema with it. A line of an item applies up to its next line.
";

/// The shape of an item in versions without it.
pub(super) const ABSENT: &str = "-";

/// Wire shapes of released versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    /// The axes of versions, with the released versions, oldest first.
    pub axes: Vec<Axis>,
    /// By kind and name of the item.
    pub items: BTreeMap<String, Vec<Shape>>,
}

/// An axis of versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The released ones, oldest first.
    pub versions: Vec<String>,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// The shape of an item on the wire, from some versions on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Axes and the versions of them.
    pub since: Vec<(String, String)>,
    /// Its steps; `-` in versions without it.
    pub steps: String,
    /// Its place: in a lock, its line from 1; in a schema, its file and line, such as `ops.yaml:12`, empty if no
    /// place is known.
    pub place: String,
}

impl Lock {
    /// Reads a file.
    ///
    /// # Errors
    /// The first invalid line, and the reason.
    pub fn read(text: &str) -> Result<Self, (usize, &'static str)> {
        let mut lock = Lock::default();
        for (at, line) in text.lines().enumerate() {
            let at = at + 1;
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (head, steps) = line.split_once(": ").ok_or((at, "there is no colon"))?;
            if let Some(name) = head.strip_prefix("axis ") {
                let versions = steps.split(' ').map(str::to_owned).collect();
                lock.axes.push(Axis { name: name.to_owned(), versions, line: at });
                continue;
            }
            let mut parts = head.split(" @");
            let item = parts.next().unwrap_or_default().to_owned();
            let mut since = Vec::new();
            for part in parts {
                let (axis, version) = part.rsplit_once('=').ok_or((at, "`@` without a version"))?;
                let known = lock.axes.iter().find(|known| known.name == axis);
                let known = known.ok_or((at, "the axis of the version is not declared above"))?;
                if !known.versions.iter().any(|known| known == version) {
                    return Err((at, "the version is not declared above"));
                }
                since.push((axis.to_owned(), version.to_owned()));
            }
            let shape = Shape { since, steps: steps.to_owned(), place: at.to_string() };
            lock.items.entry(item).or_default().push(shape);
        }
        Ok(lock)
    }

    /// A summary of its content.
    #[must_use]
    pub fn summary(&self) -> String {
        let shapes: usize = self.items.values().map(Vec::len).sum();
        let versions = self.axes.first().map_or(String::new(), |axis| axis.versions.join(", "));
        format!("{shapes} shapes of {} items, versions {versions}", self.items.len())
    }

    /// The released versions of an axis.
    #[must_use]
    pub fn versions(&self, axis: &str) -> &[String] {
        self.axes.iter().find(|known| known.name == axis).map_or(&[], |axis| &axis.versions)
    }

    /// The shape of an item at some versions; none in versions without it.
    #[must_use]
    pub fn at(&self, item: &str, point: &[(String, String)]) -> Option<&Shape> {
        let place = |axis: &str, version: &str| {
            self.versions(axis).iter().position(|known| known == version)
        };
        let shapes = self.items.get(item)?.iter();
        let reached = shapes.filter(|shape| {
            shape.since.iter().all(|(axis, version)| {
                let of_point = point.iter().find(|(known, _)| known == axis);
                of_point.is_some_and(|(_, at)| place(axis, version) <= place(axis, at))
            })
        });
        let newest = |shape: &&Shape| -> Vec<Option<usize>> {
            shape.since.iter().map(|(axis, version)| place(axis, version)).collect()
        };
        reached.max_by_key(newest).filter(|shape| shape.steps != ABSENT)
    }
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        for Axis { name, versions, .. } in self.axes.iter().filter(|axis| !axis.versions.is_empty())
        {
            writeln!(f, "axis {name}: {}", versions.join(" "))?;
        }
        f.write_str("\n")?;
        for (item, shapes) in &self.items {
            for Shape { since, steps, .. } in shapes {
                f.write_str(item)?;
                for (axis, version) in since {
                    write!(f, " @{axis}={version}")?;
                }
                writeln!(f, ": {steps}")?;
            }
        }
        Ok(())
    }
}

/// The words of a text, and the texts between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        Some(word)
    })
}

/// Steps with numbers in place of names: no byte depends on names.
pub(super) fn bare(steps: &str) -> String {
    let words: Vec<&str> = words(steps).collect();
    let is_start = |at: usize| {
        at == 0 || ["; ", "{", "; (", "("].iter().any(|end| words[at - 1].ends_with(end))
    };
    let mut names: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let behind = words.get(at + 1).copied().unwrap_or_default();
        let is_name = is_start(at) && (behind.starts_with(": ") || behind.starts_with("): "));
        if is_name && !names.contains(word) {
            names.push(word);
        }
    }
    words
        .iter()
        .map(|word| match names.iter().position(|name| name == word) {
            Some(at) => format!("${at}"),
            None => (*word).to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_steps_are_no_shapes() {
        let (a, b) = (
            "(n): leb128 u64 := elements of x; x: n of u8",
            "(m): leb128 u64 := elements of y; y: m of u8",
        );
        assert_eq!(bare(a), bare(b));
        assert_ne!(bare(a), bare("(n): leb128 u64 := elements of x; x: n of u16"));
        assert_ne!(bare("a: u8; b: u16"), bare("b: u16; a: u8"));
    }
}
