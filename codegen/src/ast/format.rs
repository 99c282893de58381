//! A format and its dialects: versions, releases, and the encoding of sections and operations.

use super::{Common, Expression, Span, Spanned, TypeExpr};

/// `format`: the name, the versions and the conventions of a format.
#[derive(Clone, Debug, Default)]
pub struct Format {
    /// Name and documentation.
    pub common: Common,
    /// Title of the documentation.
    pub title: Option<Spanned<String>>,
    /// First bytes of a file, as hexadecimal pairs.
    pub magic: Option<Spanned<String>>,
    /// What `varint` means: `leb128` or `prefix`.
    pub varint: Option<Spanned<String>>,
    /// Filler byte of alignments.
    pub pad: Option<Spanned<i128>>,
    /// The treatment of filler with bytes other than `pad`: kept (`keep`), or an `error`.
    pub filler: Option<Spanned<String>>,
    /// Versions, oldest first; `name` holds the number.
    pub versions: Vec<Common>,
    /// Features that a file may announce.
    pub features: Vec<Common>,
    /// Releases of the producer, if they determine the content of files, too.
    pub releases: Option<Releases>,
    /// Bits of the first byte of a section header.
    pub sections: Option<SectionsHeader>,
    /// The encoding of an operation.
    pub operations: Option<Operations>,
    /// The positions of segment sizes among the properties of an operation.
    pub segment_sizes: Option<SegmentSizes>,
    /// The header after the magic number of a file.
    pub header: Option<Header>,
    /// The record that a file consists of, in place of a header and sections.
    pub file: Option<Spanned<String>>,
    /// The byte order of numbers that do not state theirs; little-endian if it is absent.
    pub byte_order: Option<ByteOrder>,
}

/// The byte order of numbers of fixed width.
#[derive(Clone, Debug)]
pub enum ByteOrder {
    /// Little-endian.
    Little,
    /// Big-endian.
    Big,
    /// Big-endian if an expression over fields of the file's record is not zero.
    Selected(Expression),
}

/// `dialect`: the properties of a dialect as a whole; the name is the dialect's.
#[derive(Clone, Debug, Default)]
pub struct Dialect {
    /// Name and documentation.
    pub common: Common,
    /// Its own releases, if it has any.
    pub releases: Option<Releases>,
}

/// `releases` of a format or of a dialect: a second axis besides the versions.
#[derive(Clone, Debug, Default)]
pub struct Releases {
    /// The word before the name of a release.
    pub title: Option<Spanned<String>>,
    /// One line, without a full stop.
    pub summary: Option<Spanned<String>>,
    /// Longer text, Markdown.
    pub doc: Option<Spanned<String>>,
    /// The source of the information.
    pub source: Option<Spanned<String>>,
    /// The text before a release in the name of a producer.
    pub producer: Option<Spanned<String>>,
    /// The number of varints in a file's record of the dialect's release.
    pub record: Option<Spanned<i128>>,
    /// Readers accept what any release has.
    pub writers_only: bool,
    /// The format version that files have from each release on.
    pub formats: Vec<(Spanned<String>, Spanned<String>)>,
    /// The first release whose readers know a given variant of another dialect.
    pub others: Vec<(Spanned<String>, Spanned<String>)>,
    /// The names, oldest first.
    pub names: Vec<Spanned<String>>,
    /// Releases whose layouts of properties are known only if the neighbouring releases agree.
    pub undescribed: Vec<Spanned<String>>,
    /// Releases that are described before their publication.
    pub unreleased: Vec<Spanned<String>>,
    /// The position in the source.
    pub span: Span,
}

/// `format.sections`: the first byte of a section header, and rules for the sections of a file.
#[derive(Clone, Debug)]
pub struct SectionsHeader {
    /// Number of low bits that hold the id.
    pub id_bits: Spanned<i128>,
    /// The bit that is set if an alignment follows; without it no alignment follows.
    pub aligned_bit: Option<Spanned<i128>>,
    /// The treatment of a section with an unknown id: kept (`keep`), or an `error`.
    pub unknown: Option<Spanned<String>>,
    /// The treatment of a second section with the same id: the last one counts (`last`), or an `error`.
    pub again: Option<Spanned<String>>,
    /// Sections that must be in this order.
    pub order: Vec<Spanned<String>>,
}

/// `format.header`: the header after the magic number of a file.
#[derive(Clone, Debug)]
pub struct Header {
    /// The record.
    pub record: Spanned<String>,
    /// The fields that form the version, most significant first.
    pub version: Vec<Spanned<String>>,
    /// The fields that announce features, by the name of the feature.
    pub features: Vec<(Spanned<String>, Spanned<String>)>,
    /// The name of the producer follows the header, up to a zero byte.
    pub producer: bool,
}

/// `format.operations`: the encoding of an operation.
#[derive(Clone, Debug)]
pub struct Operations {
    /// The parts, in wire order.
    pub layout: Vec<Spanned<String>>,
    /// Type of the opcode.
    pub opcode: TypeExpr,
    /// Table that result types index.
    pub types: Spanned<String>,
    /// The blob that contains operations, as `record.field`.
    pub body: Option<Spanned<String>>,
}

/// `format.segment_sizes`: the positions of segment sizes among the properties of an operation.
#[derive(Clone, Debug)]
pub struct SegmentSizes {
    /// First version in which they are an attribute at their position in the layout.
    pub attribute: Spanned<String>,
    /// First version in which they are sparse arrays after all other properties.
    pub sparse: Spanned<String>,
    /// The property with the sizes of operands.
    pub operands: Option<Spanned<String>>,
    /// The property with the sizes of results.
    pub results: Option<Spanned<String>>,
}
