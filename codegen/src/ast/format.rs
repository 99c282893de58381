//! A format as a whole and its dialects: versions, releases, and how sections and operations stand on the wire.

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
    /// Versions, oldest first; `name` holds the number.
    pub versions: Vec<Common>,
    /// Features that a file may announce.
    pub features: Vec<Common>,
    /// Releases of the producer, where they too tell what a file has.
    pub releases: Option<Releases>,
    /// Bits of the first byte of a section header.
    pub sections: Option<SectionsHeader>,
    /// How an operation stands on the wire.
    pub operations: Option<Operations>,
    /// Where sizes of segments stand among the properties of an operation.
    pub segment_sizes: Option<SegmentSizes>,
    /// What follows the first bytes of a file.
    pub header: Option<Header>,
    /// The record that a file is, in place of a header and sections.
    pub file: Option<Spanned<String>>,
    /// The byte order of numbers that do not say theirs; the lowest byte first where there is none.
    pub byte_order: Option<ByteOrder>,
}

/// The byte order of numbers of fixed width.
#[derive(Clone, Debug)]
pub enum ByteOrder {
    /// The lowest byte first.
    Little,
    /// The highest byte first.
    Big,
    /// The highest byte first where an expression over fields of the file's record is not zero.
    Told(Expression),
}

/// `dialect`: what is known of a dialect as a whole; the name is the dialect's.
#[derive(Clone, Debug, Default)]
pub struct Dialect {
    /// Name and documentation.
    pub common: Common,
    /// Releases of its own, where it has some.
    pub releases: Option<Releases>,
}

/// `releases` of a format or of a dialect: a second axis besides the versions.
#[derive(Clone, Debug, Default)]
pub struct Releases {
    /// What a release is called, in front of its name.
    pub title: Option<Spanned<String>>,
    /// One line, without a full stop.
    pub summary: Option<Spanned<String>>,
    /// Longer text, Markdown.
    pub doc: Option<Spanned<String>>,
    /// Where the fact is from.
    pub source: Option<Spanned<String>>,
    /// What stands in front of the name of a release where a file names its producer.
    pub producer: Option<Spanned<String>>,
    /// The number of varints in a file's record of the dialect's release.
    pub record: Option<Spanned<i128>>,
    /// Readers take what any release has.
    pub writers_only: bool,
    /// The format version that files have from a release on.
    pub formats: Vec<(Spanned<String>, Spanned<String>)>,
    /// The first release whose readers know a variant of another dialect.
    pub others: Vec<(Spanned<String>, Spanned<String>)>,
    /// The names, oldest first.
    pub names: Vec<Spanned<String>>,
    /// Those whose layouts of properties are known only as far as their neighbours agree.
    pub undescribed: Vec<Spanned<String>>,
    /// Those that are described before they are out.
    pub unreleased: Vec<Spanned<String>>,
    /// Where it was written.
    pub span: Span,
}

/// `format.sections`: the first byte of a section header, and which sections a file may have.
#[derive(Clone, Debug)]
pub struct SectionsHeader {
    /// Number of low bits that hold the id.
    pub id_bits: Spanned<i128>,
    /// Bit that says that an alignment follows; without it none does.
    pub aligned_bit: Option<Spanned<i128>>,
    /// What a section is whose id no section has: kept (`keep`), or an `error`.
    pub unknown: Option<Spanned<String>>,
    /// What a section is that comes again: the one that counts (`last`), or an `error`.
    pub again: Option<Spanned<String>>,
    /// What filler is of other bytes than `pad`: kept (`keep`), or an `error`.
    pub filler: Option<Spanned<String>>,
    /// Sections that stand in this order.
    pub order: Vec<Spanned<String>>,
}

/// `format.header`: what follows the first bytes of a file.
#[derive(Clone, Debug)]
pub struct Header {
    /// The record.
    pub record: Spanned<String>,
    /// The fields that are the version, most significant first.
    pub version: Vec<Spanned<String>>,
    /// The fields that announce features, by the name of the feature.
    pub features: Vec<(Spanned<String>, Spanned<String>)>,
    /// The name of the producer follows, up to a zero byte.
    pub producer: bool,
}

/// `format.operations`: how an operation stands on the wire.
#[derive(Clone, Debug)]
pub struct Operations {
    /// The parts, in wire order.
    pub layout: Vec<Spanned<String>>,
    /// Type of the opcode.
    pub opcode: TypeExpr,
    /// Table that result types index.
    pub types: Spanned<String>,
    /// The blob that holds operations, as `record.field`.
    pub body: Option<Spanned<String>>,
}

/// `format.segment_sizes`: where sizes of segments stand among the properties of an operation.
#[derive(Clone, Debug)]
pub struct SegmentSizes {
    /// First version in which they are an attribute at the place that the layout says.
    pub attribute: Spanned<String>,
    /// First version in which they are sparse arrays after all other properties.
    pub sparse: Spanned<String>,
    /// The property that has those of operands.
    pub operands: Option<Spanned<String>>,
    /// The property that has those of results.
    pub results: Option<Spanned<String>>,
}
