//! A dialect and its entries.

use super::context::{Reading, Writing};
use super::op_text::OpText;
use super::table::Table;
use super::version::Version;
use crate::{AttributeId, TypeId};
use bytespec_core::error::Result;
use bytespec_core::properties::Field;
use bytespec_core::reflect::Names;
use bytespec_core::text::{self, Longest, Scanner};
use bytespec_core::wire::{Cursor, Writer};
use std::fmt;

/// A dialect that is known at compile time. You usually derive it.
///
/// ```
/// use bytespec::dialect::{Dialect, Entry, EntryReader, EntryWriter, Reading, Unversioned, Writing};
/// use bytespec::mlir::{AttributeId, Module};
/// use bytespec::wire::{Cursor, Writer};
///
/// struct Motor;
///
/// impl Dialect for Motor {
///     const NAME: &'static str = "motor";
///     type Version = Unversioned;
///     type Attributes<'a> = (Speed, ());
///     type Types<'a> = ();
/// }
///
/// /// A number, and an attribute with its unit.
/// #[derive(Debug, PartialEq)]
/// struct Speed {
///     value: i64,
///     unit: AttributeId,
/// }
///
/// impl<'a> Entry<'a> for Speed {
///     type Dialect = Motor;
///     type Id = AttributeId;
///     const CODES: &'static [u64] = &[0];
///
///     fn read(cursor: &mut Cursor<'a>, cx: &Reading<'_, Unversioned>) -> bytespec::Result<Self> {
///         let mut reader = EntryReader::new(cursor, cx);
///         reader.varint()?;
///         Ok(Speed { value: reader.signed_varint()?, unit: reader.attribute()? })
///     }
///
///     fn write(
///         &self,
///         writer: &mut Writer,
///         cx: &mut Writing<'_, '_, Unversioned>,
///     ) -> bytespec::Result<()> {
///         let mut writer = EntryWriter::new(writer, cx);
///         writer.varint(0);
///         writer.signed_varint(self.value);
///         writer.attribute(self.unit)
///     }
/// }
///
/// let mut module = Module::new("MLIR22.1.8");
/// let unit = module.string_attribute("rpm")?;
/// let speed = module.add_entry(&Speed { value: -85, unit })?;
/// let found = module.entry::<Speed>(speed)?.and_then(|form| form.value());
/// assert_eq!(found, Some(Speed { value: -85, unit }));
/// # Ok::<(), bytespec::Error>(())
/// ```
pub trait Dialect: Sized + Send + Sync + 'static {
    /// The name, spelled as in the file.
    const NAME: &'static str;
    /// The version.
    type Version: Version;
    /// The entries of the attribute table: `()`, or a pair of one and the others.
    type Attributes<'a>: Entries<'a, Self>;
    /// The entries of the type table: `()`, or a pair of one and the others.
    type Types<'a>: Entries<'a, Self>;

    /// The layout of the properties of an operation, named without the dialect; `None` if it is not known.
    #[must_use]
    fn property_layout(operation: &str) -> Option<&'static [Field]> {
        let _ = operation;
        None
    }

    /// The text template of an operation, named without the dialect; `None` if the operation has only the generic form.
    #[must_use]
    fn operation_text(operation: &str) -> Option<&'static OpText> {
        let _ = operation;
        None
    }

    /// The layout of the properties of an operation without a layout in [`Dialect::property_layout`] or in a schema, as far as
    /// their bytes determine it. Use it for operations that the dialect does not know. With a layout that fits all bytes, such
    /// properties are listed, edited, printed and renumbered like any others; without one they stay bytes.
    #[must_use]
    fn unknown_properties(operation: &str, bytes: &[u8]) -> Option<&'static [Field]> {
        let _ = (operation, bytes);
        None
    }
}

/// The version type of an entry's dialect.
pub type VersionOf<'a, E> = <<E as Entry<'a>>::Dialect as Dialect>::Version;

/// A type that represents entries of a table of the file.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no entry of a dialect",
    note = "derive `BytecodeAttribute` or `BytecodeType` for it, with `#[bytecode(dialect = ...)]`"
)]
pub trait Entry<'a>: Sized + fmt::Debug {
    /// The dialect.
    type Dialect: Dialect;
    /// The number of an entry: [`AttributeId`] or [`TypeId`], which determines the table.
    type Id: Index;
    /// The codes at the start of an entry, which distinguish the entries of a dialect.
    const CODES: &'static [u64];
    /// Codes that are no longer used, and what they encoded.
    const DEAD: &'static [(u64, &'static str)] = &[];
    /// Makes compilation fail for an entry that its dialect does not list, because no registry could read it.
    const LISTED: () = assert!(
        listed::<Self>(),
        "the dialect does not list this entry: add it to its attributes or types"
    );

    /// Reads an entry, including its code.
    ///
    /// # Errors
    /// Bytes that are not such an entry.
    fn read(cursor: &mut Cursor<'a>, cx: &Reading<'_, VersionOf<'a, Self>>) -> Result<Self>;

    /// Writes an entry, including its code.
    ///
    /// # Errors
    /// A value that the version cannot represent, and a value that exists only as text.
    fn write(
        &self,
        writer: &mut Writer,
        cx: &mut Writing<'_, '_, VersionOf<'a, Self>>,
    ) -> Result<()>;

    /// The width in bits of the numbers of a type; `None` if the type is not numeric.
    fn width(&self) -> Option<u64> {
        None
    }

    /// The value for an entry in the text form; `None` if the entry stays text.
    fn from_text(text: &'a str) -> Option<Self> {
        let _ = text;
        None
    }

    /// The text of a value that is stored as text in the file.
    fn as_text(&self) -> Option<&str> {
        None
    }

    /// The templates of its texts.
    #[doc(hidden)]
    #[must_use]
    fn templates() -> &'static [text::template::Template] {
        &[]
    }

    /// Prints the value in MLIR syntax, without sigil and dialect: `note<3, quarter>`. `names` prints the references. Returns
    /// false and prints nothing if the value has no text.
    ///
    /// # Errors
    /// Those of `f` and of `names`.
    fn print(&self, f: &mut dyn fmt::Write, names: &dyn Names) -> Result<bool, fmt::Error> {
        let _ = (f, names);
        Ok(false)
    }

    /// Parses the text that [`Entry::print`] prints, in the given `version`; `entries` parses the references. If several values
    /// match the text, the one with the longest text is taken.
    ///
    /// # Errors
    /// Another text, with its offset in bytes.
    fn parse(
        scanner: &mut Scanner<'_>,
        entries: &mut dyn text::Entries,
        version: VersionOf<'a, Self>,
    ) -> Result<Self> {
        let _ = (entries, version);
        Err(scanner.expected("an entry that has a text"))
    }

    /// Prints the value for people.
    ///
    /// # Errors
    /// Those of `f`.
    fn spell(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The form of an entry in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form<'a, T> {
    /// A value of the dialect.
    Value(T),
    /// Assembly text.
    Text(&'a [u8]),
}

impl<T> Form<'_, T> {
    /// The value, unless the entry is text.
    pub fn value(self) -> Option<T> {
        match self {
            Form::Value(value) => Some(value),
            Form::Text(_) => None,
        }
    }
}

/// The number of an entry of the attribute table or the type table.
pub trait Index: Copy + 'static {
    /// The table.
    const TABLE: Table;
    /// The entry with a number.
    fn new(number: u32) -> Self;
    /// The number.
    fn number(self) -> u32;
}

macro_rules! index {
    ($($id:ident $table:ident;)*) => {$(
        impl Index for $id {
            const TABLE: Table = Table::$table;

            fn new(number: u32) -> Self {
                $id(number)
            }

            fn number(self) -> u32 {
                self.0
            }
        }
    )*};
}

index! {
    AttributeId Attribute;
    TypeId Type;
}

/// The codes of a dialect's entries, as a linked list with one list of codes for each entry.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    own: &'static [u64],
    others: Option<&'static Codes>,
}

/// An entry of a dialect, whatever its type. See the methods of [`Entry`].
pub trait AnyEntry<D: Dialect> {
    /// [`Entry::write`].
    fn write_any(&self, writer: &mut Writer, cx: &mut Writing<'_, '_, D::Version>) -> Result<()>;
    /// [`Entry::width`].
    fn width_any(&self) -> Option<u64>;
    /// [`Entry::spell`].
    fn spell_any(&self, f: &mut dyn fmt::Write) -> fmt::Result;
    /// [`Entry::print`].
    fn print_any(&self, f: &mut dyn fmt::Write, names: &dyn Names) -> Result<bool, fmt::Error>;
}

impl<'a, D: Dialect, E: Entry<'a, Dialect = D>> AnyEntry<D> for E {
    fn write_any(&self, writer: &mut Writer, cx: &mut Writing<'_, '_, D::Version>) -> Result<()> {
        self.write(writer, cx)
    }

    fn width_any(&self) -> Option<u64> {
        self.width()
    }

    fn spell_any(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        self.spell(f)
    }

    fn print_any(&self, f: &mut dyn fmt::Write, names: &dyn Names) -> Result<bool, fmt::Error> {
        self.print(f, names)
    }
}

/// The entries of a dialect in one table: `()`, or a pair of an entry and the other entries.
pub trait Entries<'a, D: Dialect> {
    /// Their codes.
    const CODES: Option<&'static Codes>;

    /// What a code that is no longer used encoded.
    fn dead(code: u64) -> Option<&'static str>;

    /// Reads an entry and passes it to `visit`; `None` if no entry starts with the code.
    fn read(
        code: u64,
        cursor: &mut Cursor<'a>,
        from: &Reading<'_, D::Version>,
        visit: &mut dyn FnMut(&dyn AnyEntry<D>),
    ) -> Option<Result<()>>;

    /// Tries to parse each entry, and keeps the longest match in `longest`.
    fn parse(
        scanner: &mut Scanner<'_>,
        entries: &mut dyn text::Entries,
        version: D::Version,
        longest: &mut Longest<Parsed<'a, D>>,
    ) where
        Self: 'a;
}

/// Writes a parsed entry, including its code.
pub type Parsed<'p, D> =
    Box<dyn FnOnce(&mut Writer, &mut Writing<'_, '_, <D as Dialect>::Version>) -> Result<()> + 'p>;

impl<'a, D: Dialect> Entries<'a, D> for () {
    const CODES: Option<&'static Codes> = None;

    fn dead(_: u64) -> Option<&'static str> {
        None
    }

    fn read(
        _: u64,
        _: &mut Cursor<'a>,
        _: &Reading<'_, D::Version>,
        _: &mut dyn FnMut(&dyn AnyEntry<D>),
    ) -> Option<Result<()>> {
        None
    }

    fn parse(
        _: &mut Scanner<'_>,
        _: &mut dyn text::Entries,
        _: D::Version,
        _: &mut Longest<Parsed<'a, D>>,
    ) where
        Self: 'a,
    {
    }
}

impl<'a, D: Dialect, H: Entry<'a, Dialect = D>, T: Entries<'a, D>> Entries<'a, D> for (H, T) {
    const CODES: Option<&'static Codes> = Some(&Codes { own: H::CODES, others: T::CODES });

    fn dead(code: u64) -> Option<&'static str> {
        let own = H::DEAD.iter().find(|(dead, _)| *dead == code);
        own.map_or_else(|| T::dead(code), |(_, was)| Some(*was))
    }

    fn read(
        code: u64,
        cursor: &mut Cursor<'a>,
        from: &Reading<'_, D::Version>,
        visit: &mut dyn FnMut(&dyn AnyEntry<D>),
    ) -> Option<Result<()>> {
        if !H::CODES.contains(&code) {
            return T::read(code, cursor, from, visit);
        }
        Some(H::read(cursor, from).map(|value| visit(&value)))
    }

    fn parse(
        scanner: &mut Scanner<'_>,
        entries: &mut dyn text::Entries,
        version: D::Version,
        longest: &mut Longest<Parsed<'a, D>>,
    ) where
        Self: 'a,
    {
        longest.read(scanner, |scanner| {
            let value = H::parse(scanner, entries, version)?;
            let parsed: Parsed<'a, D> = Box::new(move |writer, cx| value.write(writer, cx));
            Ok(parsed)
        });
        T::parse(scanner, entries, version, longest);
    }
}

/// Whether the dialect of an entry lists an entry with the same codes in the same table.
#[must_use]
pub const fn listed<'a, E: Entry<'a>>() -> bool {
    let mut codes = match <E::Id as Index>::TABLE {
        Table::Attribute => {
            <<E::Dialect as Dialect>::Attributes<'a> as Entries<'a, E::Dialect>>::CODES
        }
        Table::Type => <<E::Dialect as Dialect>::Types<'a> as Entries<'a, E::Dialect>>::CODES,
    };
    while let Some(Codes { own, others }) = codes {
        if same_codes(own, E::CODES) {
            return true;
        }
        codes = *others;
    }
    false
}

const fn same_codes(a: &[u64], b: &[u64]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Whether no code is in two of the lists. Derived dialects check it at compile time.
#[must_use]
pub const fn codes_are_distinct(lists: &[&[u64]]) -> bool {
    let (mut a, mut b) = (0, 1);
    while b < lists.len() {
        let mut i = 0;
        while i < lists[a].len() {
            let mut j = 0;
            while j < lists[b].len() {
                if lists[a][i] == lists[b][j] {
                    return false;
                }
                j += 1;
            }
            i += 1;
        }
        a += 1;
        if a == b {
            (a, b) = (0, b + 1);
        }
    }
    true
}

/// Whether two tables are the same. Derived dialects check it at compile time.
#[must_use]
pub const fn in_table(a: Table, b: Table) -> bool {
    matches!((a, b), (Table::Attribute, Table::Attribute) | (Table::Type, Table::Type))
}
