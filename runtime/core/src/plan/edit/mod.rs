//! Edits of a file by path: values from text, and checked writing.
//!
//! An [`Editor`] reads a file of any schema, changes parts of its value, and writes it. Paths are those that listings and errors show,
//! such as `File.items[2].name`. The name of the section, or of the record of the file, is optional, and a path goes through a union
//! without a step of its own.
//!
//! Values are texts as listings show them:
//!
//! | type | text |
//! | --- | --- |
//! | number | `7`, `-7`, `0xff`, `0o644`, `0b101`, `1.5`, `nan:0x7fc00000` |
//! | truth value | `true`, `false`, `1`, `0` |
//! | enum | the name of a member, or its number |
//! | index into a table | `String 3`, `3` |
//! | text | the text itself, or in quotes as Rust writes it; `"\xff"` is a byte that is not valid in the encoding |
//! | bytes | `00ff`, `0x00ff`, `00 ff`, or a text in quotes |
//! | list | `[1, 2]` |
//! | record, variant | `Text<keyword = "Author", text = "Ada">`; texts in it are in quotes, and what can be absent may be left out |
//! | variant that the schema does not describe | its bytes, or `opaque<tag = "abcd", bytes = 00ff>`, if only the variant states its tag |
//! | no value | `none` |
//!
//! Writers compute sizes, counts, offsets and checksums, so that these follow an edit. They are not part of the value, and a path to
//! one of them is an error.
//!
//! ```
//! # fn run(bytes: &[u8], plan: &bytespec_core::plan::data::Plan) -> Result<(), Box<dyn std::error::Error>> {
//! use bytespec_core::plan::File;
//! use bytespec_core::plan::edit::Editor;
//!
//! let mut file = File::open(plan, bytes, &[])?;
//! let mut editor = Editor::new(&mut file)?;
//! let edited = editor.set("items[2].name", "Ada")?;
//! println!("{edited}");
//! editor.copy("items[2]")?;
//! let written = editor.write()?.bytes;
//! # Ok(())
//! # }
//! ```

mod difference;
mod fault;
mod list;
mod number;
mod opaque;
mod path;
mod place;
mod quoted;
mod shape;
mod text;

pub use fault::{EditError, EditFault};

use super::difference::{Difference, spelled};
use super::file::{Moved, Relocated};
use super::value::Style;
use super::{File, FileValue, Value};
use bytespec_plan::{Base, Otherwise, Plan, Shape};
use difference::{check_same, follow_sizes, is_same};
use list::ListChange;
use path::{Part, parts};
use place::{Finder, Place};
use shape::{Inner, Of};
use std::borrow::Cow;
use std::fmt;

/// The value of a file, for edits by path.
#[derive(Debug)]
pub struct Editor<'f, 'p, 'i> {
    file: &'f File<'p, 'i>,
    value: FileValue,
    /// The positions of the values that were set and of the elements that were inserted, in the record of the file.
    edited: Vec<Vec<usize>>,
}

/// A change that an edit made. Displayed as `File.items: 3 -> 4 elements`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The path of the value that changed; for an element that came or went, that of the list.
    pub path: String,
    /// The value before, as listings show it; of a long one, the start or the size. The number of elements, if one came or went.
    pub before: String,
    /// The value after, likewise.
    pub after: String,
}

/// An edited file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The values that followed the edits: offsets of values that moved, sizes of values in other records, and fields that repeat
    /// the bytes of the next one.
    pub followed: Vec<Edited>,
}

impl fmt::Display for Edited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} -> {}", self.path, self.before, self.after)
    }
}

impl<'f, 'p, 'i> Editor<'f, 'p, 'i> {
    /// Reads the value of a file.
    ///
    /// # Errors
    /// The first error in the file.
    pub fn new(file: &'f mut File<'p, 'i>) -> crate::Result<Self> {
        let value = file.read()?;
        Ok(Editor { file, value, edited: Vec::new() })
    }

    /// The value with the edits up to now.
    #[must_use]
    pub fn value(&self) -> &FileValue {
        &self.value
    }

    fn plan(&self) -> &'p Plan {
        self.file.executor().plan()
    }

    fn finder(&self) -> Finder<'_, '_, 'p> {
        Finder { executor: self.file.executor(), file: &self.value }
    }

    /// The spelling of the value at a place in listings.
    fn style(&self, place: &Place) -> Style {
        place
            .around_in(self.plan())
            .map_or(Base::Decimal.into(), |step| Style::of(self.plan(), step))
    }

    fn value_at(&self, place: &Place) -> &Value {
        place.value(&self.value).unwrap_or(&Value::Absent)
    }

    /// The value at a path.
    ///
    /// # Errors
    /// A path that the file does not have, and one to a value that writers compute.
    pub fn get(&self, path: &str) -> Result<&Value, EditError> {
        let place = self.finder().find(&parts(path)?)?;
        Ok(self.value_at(&place))
    }

    /// Sets the value at a path. An optional field that is absent becomes present.
    ///
    /// # Errors
    /// Those of [`Editor::get`], and a text that is not a value of the field.
    pub fn set(&mut self, path: &str, text: &str) -> Result<Edited, EditError> {
        let place = self.finder().find(&parts(path)?)?;
        let step = place.step_in(self.plan());
        let (current, texts) = (self.value_at(&place), (place.path.as_str(), text));
        let of = (place.of, step, place.item());
        let value = text::value_of(self.file.executor(), of, current, texts)?;
        Ok(self.replace(&place, value))
    }

    /// Sets the value of a field of bytes or text at a path: the bytes that the file has of it, without those of `stop` and `pad`.
    ///
    /// # Errors
    /// Those of [`Editor::get`], and a field of another type.
    pub fn set_bytes(&mut self, path: &str, bytes: Vec<u8>) -> Result<Edited, EditError> {
        let place = self.finder().find(&parts(path)?)?;
        let of = (place.of, place.item());
        let value = text::of_bytes(self.plan(), of, self.value_at(&place), bytes);
        let value = value.map_err(|fault| fault.at(&place.path))?;
        Ok(self.replace(&place, value))
    }

    /// Replaces a value, unless the new one is the same: its bytes can have a spelling of their own.
    fn replace(&mut self, place: &Place, value: Value) -> Edited {
        let (plan, style) = (self.plan(), self.style(place));
        let before = self.value_at(place);
        let edited = edited((plan, style), place.path.clone(), (before, &value));
        if !is_same(plan, before, &value)
            && let Some(slot) = place.value_mut(&mut self.value)
        {
            *slot = value;
            self.edited.push(place.positions.clone());
        }
        edited
    }

    /// The value to write: tags of bytes that the schema does not describe follow other fields.
    fn with_tags(&self) -> Cow<'_, FileValue> {
        let plan = self.plan();
        let is_opaque =
            |shape: &Shape| matches!(shape, Shape::Choice { otherwise: Otherwise::Opaque, .. });
        if !self.edited.is_empty() && plan.shapes.iter().any(is_opaque) {
            let mut value = self.value.clone();
            if opaque::forget_tags(plan, &mut value, &self.edited) {
                return Cow::Owned(value);
            }
        }
        Cow::Borrowed(&self.value)
    }

    /// Removes an element of a list, or makes an optional field absent.
    ///
    /// # Errors
    /// Those of [`Editor::get`], and a field that is always present.
    pub fn remove(&mut self, path: &str) -> Result<Edited, EditError> {
        let parts = parts(path)?;
        if let [list @ .., Part::Element(index)] = parts.as_slice() {
            return self.change_list(list, *index, |_, _| Ok(ListChange::Remove(*index)));
        }
        let place = self.finder().find(&parts)?;
        let (plan, executor) = (self.plan(), self.file.executor());
        let step = place.step_in(plan).filter(|step| text::is_optional(executor, step));
        let Some(step) = step else { return Err(EditFault::Required.at(&place.path)) };
        let value = text::absent(executor, step, &[]);
        Ok(self.replace(&place, value))
    }

    /// Inserts an element into a list, before the element at the end of the path. The index can be the number of elements. An
    /// absent list becomes one with this element.
    ///
    /// # Errors
    /// Those of [`Editor::set`], and a path that does not end with an index.
    pub fn insert(&mut self, path: &str, text: &str) -> Result<Edited, EditError> {
        let (list, index) = element(path)?;
        self.change_list(&list, index, |editor, (place, element)| {
            let mut of_element = place.path.clone();
            Part::Element(index).append_to(&mut of_element);
            let texts = (of_element.as_str(), text);
            let executor = editor.file.executor();
            let of = (element, None, place.item());
            let value = text::value_of(executor, of, &Value::Absent, texts)?;
            Ok(ListChange::Insert(index, value))
        })
    }

    /// Inserts a copy of an element of a list behind it.
    ///
    /// # Errors
    /// Those of [`Editor::get`], and a path that does not end with an index.
    pub fn copy(&mut self, path: &str) -> Result<Edited, EditError> {
        let (list, index) = element(path)?;
        self.change_list(&list, index, |_, _| Ok(ListChange::Copy(index)))
    }

    /// Changes the elements of a list. `change` gets the place of the list, and the shape of an element.
    fn change_list(
        &mut self,
        list: &[Part<'_>],
        index: usize,
        change: impl FnOnce(&Self, (&Place, Of)) -> Result<ListChange, EditError>,
    ) -> Result<Edited, EditError> {
        let place = self.finder().find(list)?;
        let plan = self.plan();
        let inner = Inner::new(plan, place.of);
        let Some(shape) = inner.list(plan) else { return Err(EditFault::NoList.at(&place.path)) };
        let change = change(self, (&place, Of::Shape(shape.element)))?;
        let before = self.value_at(&place);
        let (len, style) = (before.elements().len(), self.style(&place));
        let before = match before.bare() {
            Value::List(_) => len.to_string(),
            before => spelled(before, style, plan),
        };
        let levels = (inner.levels, shape.reversed);
        let shift = change.shift();
        let slot = place.value_mut(&mut self.value);
        if !slot.is_some_and(|slot| list::change(slot, levels, change)) {
            return Err(EditFault::NoElement { index, len }.at(&place.path));
        }
        shift.apply(&mut self.edited, &place.positions);
        let after = spelled(self.value_at(&place), style, plan);
        Ok(Edited { path: place.path, before, after })
    }

    /// Writes the edited file, and reads it again: it must be read as the edited value.
    ///
    /// A value at an offset that no longer fits there moves behind the end of the original file, and the number that its offset
    /// comes from follows. The bytes at its old offset become filler. The offset keeps its alignment, up to 4096 bytes. Offset 0 of a new
    /// value is never right: it moves, too. If the presence of a value depends on its offset, a new value gets an offset, and that of
    /// a removed one becomes 0, or the number that the condition requires.
    ///
    /// # Errors
    /// A value that cannot be written, such as one that disagrees with another field, and bytes that are read as another value.
    pub fn write(&mut self) -> Result<Rewritten, EditError> {
        let value = self.with_tags();
        let written = self.written(&value, Vec::new()).or_else(|error| {
            // Numbers that repeat the bytes ahead follow them, also in conditions.
            let follow = |is_absent: bool| {
                let followed = self.file.with_numbers_ahead(&value, &self.edited, is_absent);
                let (value, moved) = followed?;
                let written = self.written(&value, moved);
                Some(written.map(|(rewritten, after)| (rewritten, after.or(Some(value)))))
            };
            match follow(false).unwrap_or(Err(error)) {
                Err(error) => follow(true).and_then(Result::ok).ok_or(error),
                written => written,
            }
        });
        let (rewritten, value) = written?;
        if let Some(value) = value {
            self.value = value;
        }
        Ok(rewritten)
    }

    /// Writes a value in which `moved` followed, and reads it again. Returns the value if more followed.
    fn written(
        &self,
        value: &FileValue,
        mut moved: Vec<Moved>,
    ) -> Result<(Rewritten, Option<FileValue>), EditError> {
        let written = self.file.rewrite_and_move(value, &self.edited);
        let written = written.map_err(|error| EditFault::Write(error).at(""))?;
        let Relocated { bytes, mut value, moved: others } = written;
        moved.extend(others);
        let style = (self.plan(), Base::Decimal.into());
        let moved = moved
            .into_iter()
            .map(|Moved { path, before, after }| edited(style, path, (&before, &after)));
        let mut followed: Vec<Edited> = moved.collect();
        let read = File::with(self.file.executor(), &bytes).and_then(|mut file| file.read());
        let read = read.map_err(|error| EditFault::Read(error).at(""))?;
        if check_same(self.plan(), &value, &read).is_err() {
            let values = (value.to_mut(), &read);
            followed.extend(follow_sizes(self.plan(), values, &self.edited)?);
            check_same(self.plan(), &value, &read)?;
        }
        let value = match value {
            Cow::Owned(value) => Some(value),
            Cow::Borrowed(_) => None,
        };
        Ok((Rewritten { bytes, followed }, value))
    }
}

/// The most bytes of a value in a message about one that a shorter text does not show.
const SHOWN: usize = 96;

/// The change of a value. If short texts do not show it, longer ones do, or it is the first part that differs.
fn edited(
    (plan, style): (&Plan, Style),
    path: String,
    (before, after): (&Value, &Value),
) -> Edited {
    let [short, other] = [before, after].map(|value| spelled(value, style, plan));
    if short != other || is_same(plan, before, after) {
        return Edited { path, before: short, after: other };
    }
    let [whole, other] = [before, after].map(|value| {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = value.spell_in(style, plan, &mut text);
        text
    });
    match Difference::first(plan, style, (before, after)) {
        Some(difference) if whole.len().max(other.len()) > SHOWN => {
            let mut path = path;
            difference.append_to(&mut path);
            Edited { path, before: difference.written, after: difference.read }
        }
        _ => Edited { path, before: whole, after: other },
    }
}

/// The list and the index of a path to an element.
fn element(path: &str) -> Result<(Vec<Part<'_>>, usize), EditError> {
    let mut parts = parts(path)?;
    match parts.pop() {
        Some(Part::Element(index)) => Ok((parts, index)),
        _ => Err(EditFault::Path { at: path.len(), expected: "an index, such as `[0]`," }.at(path)),
    }
}
