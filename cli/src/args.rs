//! The command line.

mod edit;
mod evolution;
mod schema;
mod text;

pub(crate) use edit::{Edit, EditArgs};
pub(crate) use evolution::{DiffArgs, ExpandArgs, LockArgs, NewArgs};
pub(crate) use schema::{BuildArgs, CheckArgs, DocsArgs, ExportArgs, TablegenArgs, Viewer};
pub(crate) use text::{ConvertArgs, Emit, Numbering, ParseArgs, PrintArgs, Writer};

use crate::formats::Format;
use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  the input is invalid, or files differ
  2  the command line is invalid
  3  a file cannot be read or written";

/// Versioned binary formats from one description: build, check, inspect, round-trip, convert.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "bytespec",
    version,
    after_help = format!("\
Examples:
  bytespec build                                       everything from schema/mlir and schema/tile_ir
  bytespec info kernel.tileirbc                        summary of a file
  bytespec dump -g kernel.tileirbc | less              all content, with source locations
  bytespec roundtrip *.tileirbc                        decode, encode, compare
  bytespec convert new.tileirbc -o old.tileirbc --to 13.1
  bytespec info model.mlirbc                           MLIR bytecode, recognized by its first bytes

The FILE `-` is the standard input. A FILE is bytecode or text. Text is read as bytecode of the newest version, and
its first words determine the format.

{EXIT_CODES}")
)]
pub(crate) struct Args {
    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command {
    /// Check a schema and generate everything from it
    ///
    /// Writes the Rust source of the codecs, the reference as Markdown and the JSON Schema of the
    /// schema language. It then round-trips sample files and prints what it wrote. It reads sample
    /// files with the codecs built into this command.
    #[command(after_help = format!("\
Examples:
  bytespec build
  bytespec build my_schema --out generated --runtime ::bytespec
  bytespec build --samples kernels/*.tileirbc

{EXIT_CODES}"))]
    Build(BuildArgs),
    /// Write the documentation of formats, and the manual, as a static site
    ///
    /// The site needs only schemas. It has a page for each item with a drawing of its bytes, a search by name and by number,
    /// and the changes of each version. It loads nothing from other hosts, and works without scripts.
    #[command(after_help = format!("\
Examples:
  bytespec docs --open
  bytespec docs my_schema --out public

{EXIT_CODES}"))]
    Docs(DocsArgs),
    /// Write a format as a description for a file viewer
    ///
    /// `ksy` is for Kaitai Struct, its Web IDE and its compiler; `hexpat` is for ImHex. If the language of the viewer cannot
    /// express a part, the part becomes bytes with a comment. If the header does not state the release, fields are those of
    /// the newest one.
    #[command(after_help = format!("\
Examples:
  bytespec export --to ksy schema/tile_ir -o tile_ir.ksy
  bytespec export --to hexpat my_schema -o my_format.hexpat

{EXIT_CODES}"))]
    Export(ExportArgs),
    /// Check a schema
    ///
    /// Reads every YAML file of a folder, applies every rule and shows all findings, each with its lines. `--fix` makes
    /// every change that has no alternative. It corrects one wrong letter in a long name, a version without
    /// quotes, a number that another item has, and a missing bound of versions.
    ///
    /// A finding about a usable schema that is probably not intended is a warning.
    #[command(after_help = format!("\
Examples:
  bytespec check
  bytespec check my_schema
  bytespec check one_file.yaml
  bytespec check --fix my_schema
  bytespec check --strict my_schema
  bytespec check --explain gate
  bytespec check --json my_schema | jq -r '.message'
  bytespec check --sarif my_schema > findings.sarif

{EXIT_CODES}"))]
    Check(CheckArgs),
    /// Print the JSON Schema of the schema language, for editors
    ///
    /// YAML editors use it to complete keys and values, and to mark errors of structure. The sources of Bytespec contain it as
    /// `schema/bytespec.schema.json`.
    #[command(after_help = format!("\
Examples:
  bytespec json-schema > bytespec.schema.json

The first line of a schema file refers to it:
  # yaml-language-server: $schema=bytespec.schema.json

{EXIT_CODES}"))]
    JsonSchema,
    /// Run the language server: findings while you type, completion, definitions, references, renaming, hover
    ///
    /// Uses the Language Server Protocol over the standard input and output. An editor starts it for YAML files. It ignores
    /// files that belong to no schema. The chapter `edit-a-schema` shows how to set up editors.
    #[command(after_help = format!("{EXIT_CODES}"))]
    Lsp,
    /// Create a format of your own: a crate with a schema, generated code and tests
    ///
    /// The schema has two versions, a section and comments. The crate builds and passes its tests without changes. With
    /// `--dialect` it is a dialect of MLIR: Rust types with derives, two versions, tests, a program that writes a file and the
    /// schema, and the same dialect in C++ for `mlir-opt`.
    #[command(after_help = format!("\
Examples:
  bytespec new shelf
  bytespec new --dialect music
  bytespec new formats/shelf --bytespec ../../bytespec

{EXIT_CODES}"))]
    New(NewArgs),
    /// Show the changes between two schemas, and whether they break files or programs
    ///
    /// Lists every change by item and key, and runs both schemas on values of every item. For each version that both have, one
    /// schema writes values, and the other must read the same values, in both directions. A value that shows a break is
    /// printed with its bytes and both readings.
    ///
    /// A change that no value can show, such as one of a handwritten codec, may break files; the verdict states this.
    ///
    /// Write an intended break into a file for `--allow`. The report ends with the entry to write there.
    #[command(after_help = format!("\
Examples:
  bytespec diff git:HEAD schema/tile_ir
  bytespec diff git:v1.0:schema/tile_ir schema/tile_ir --level api
  bytespec diff old_schema new_schema --markdown >> CHANGELOG.md
  bytespec diff git:HEAD my_schema --allow breaks.yaml --corpus files
  bytespec diff old_schema new_schema --json | jq 'select(.object == \"break\")'

{EXIT_CODES}"))]
    Diff(DiffArgs),
    /// Freeze the versions of a schema, or report changes to frozen versions
    ///
    /// Writes the encoding of every item in every version into the file `wire.lock` of the folder, or beside a single file. A
    /// version in the lock is frozen: a change of its bytes is an error that names the line of the lock. You can still rename
    /// fields, because names are not encoded. You can change a version that is not in the lock; the next run without `--check`
    /// freezes it.
    #[command(after_help = format!("\
Examples:
  bytespec lock my_schema
  bytespec lock --check

{EXIT_CODES}"))]
    Lock(LockArgs),
    /// Show the Rust that is generated for an item of a schema
    ///
    /// Prints types and the code that reads, writes and prints them. The code is formatted, and a comment on each part names
    /// its line of the schema.
    #[command(after_help = format!("\
Examples:
  bytespec expand
  bytespec expand Header
  bytespec expand --schema schema/tile_ir 'op addi' | less

{EXIT_CODES}"))]
    Expand(ExpandArgs),
    /// Summarize a file: header, sections, counts, functions
    #[command(after_help = format!("\
Examples:
  bytespec info kernel.tileirbc
  bytespec info --json model.mlirbc | jq .counts.operations
  bytespec info --evidence model.mlirbc
  cat kernel.tileirbc | bytespec info -
  bytespec info --schema my_schema file.bin

{EXIT_CODES}"))]
    Info {
        /// The files; `-` is the standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The format of the file, if its first bytes or words do not determine it
        #[arg(long, value_name = "NAME", conflicts_with = "schema")]
        format: Option<Format>,
        /// Print JSON, one object per file and line
        #[arg(long)]
        json: bool,
        /// Show all rows of tables, instead of only the first ones
        #[arg(long)]
        all: bool,
        /// Also write MLIR bytecode again as each release of LLVM would, and report which releases give the
        /// bytes of the file
        #[arg(long, conflicts_with = "schema")]
        evidence: bool,
        /// Release of LLVM with the encodings of the MLIR bytecode, such as 22, instead of the one that the
        /// file states; or release of a dialect, such as `stablehlo=1.8.7`; or version of a format whose files do not
        /// state it
        #[arg(long, value_name = "[DIALECT=]RELEASE")]
        release: Vec<String>,
        /// Execute the schema in this folder directly, without generating code
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
    },
    /// List the complete content of a file
    ///
    /// Values of CUDA Tile IR are numbered in each function in order of appearance, so that a number
    /// denotes one value in its function; in the file, the next region uses the same numbers again.
    /// Values of MLIR have the numbers of the file, which begin at zero in every operation that is
    /// isolated from above. The listing leaves out false booleans and absent optional parts.
    ///
    /// Long attributes, types and strings of MLIR appear in the text as `#3`, `!3` and `string 3`, and
    /// are listed after it. Parts that no schema describes are shown as bytes.
    #[command(after_help = format!("\
Examples:
  bytespec dump kernel.tileirbc
  bytespec dump -g kernel.tileirbc
  bytespec dump --release 22 model.mlirbc | less
  diff <(bytespec dump a.tileirbc) <(bytespec dump b.tileirbc)

{EXIT_CODES}"))]
    Dump {
        /// The files; `-` is the standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The format of the file, if its first bytes or words do not determine it
        #[arg(long, value_name = "NAME", conflicts_with = "schema")]
        format: Option<Format>,
        /// Also list source locations
        #[arg(short = 'g', long = "debug", conflicts_with = "json")]
        debug: bool,
        /// Print JSON, one object per line: the file, its sections, and every item and value with its offset and
        /// its length in bytes, as the schema describes them
        #[arg(long)]
        json: bool,
        /// Release of LLVM with the encodings of the MLIR bytecode, such as 22, instead of the one that the
        /// file states; or release of a dialect, such as `stablehlo=1.8.7`; or version of a format whose files do not
        /// state it
        #[arg(long, value_name = "[DIALECT=]RELEASE")]
        release: Vec<String>,
        /// Execute the schema in this folder directly, without generating code
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
        /// With a schema, leave out everything inside more than this many items
        #[arg(long, value_name = "N", requires = "schema", conflicts_with = "json")]
        depth: Option<usize>,
    },
    /// Explain every byte of a file
    ///
    /// Each line has the offset of a part, its bytes, its path, its value, the meaning of the value (the target of a reference,
    /// the name of a number), the first version that has it, and the line of the schema that describes it. The number
    /// of a bit follows the offset, counted from the lowest bit: `0x000a.1`.
    ///
    /// A damaged file is explained up to its fault, and after it as far as lengths determine what follows. The fault is shown
    /// where a reader stops, with what the reader expected there.
    #[command(after_help = format!("\
Examples:
  bytespec explain kernel.tileirbc | less
  bytespec explain --depth 1 model.mlirbc
  bytespec explain --section string model.mlirbc
  bytespec explain --at 0x1f3 model.mlirbc
  bytespec explain --path 'functions[*].name' kernel.tileirbc
  bytespec explain --json model.mlirbc | jq 'select(.kind == \"opaque\")'
  bytespec explain --html model.mlirbc --out model.html
  bytespec explain --schema my_schema file.bin

{EXIT_CODES}"))]
    Explain(ExplainArgs),
    /// Print a file as text that other tools read
    ///
    /// MLIR bytecode becomes MLIR's generic form, as `mlir-opt --mlir-print-op-generic` of the release that wrote
    /// the file prints it; with `-g`, as with `--mlir-print-debuginfo` in addition. Properties with an unknown layout, and
    /// entries that no schema describes, are printed for inspection as their bytes, after the words `properties` and
    /// `bytecode`. Only the file contains what they refer to; no tool reads them, and neither does `parse`.
    ///
    /// CUDA Tile IR becomes the text that `tileirdisasm` 13.5 prints. It prints nothing for some functions, such as private
    /// kernels and device functions with operations. These begin with the word `function`, which only `parse` reads.
    ///
    /// Other content that the text cannot contain, such as unreferenced resources, is listed on the standard error. The
    /// version, table numbers and unreferenced entries are neither printed nor listed.
    #[command(after_help = format!("\
Examples:
  bytespec print model.mlirbc
  bytespec print -g model.mlirbc -o model.mlir
  bytespec print --to-release 19 model.mlirbc | mlir-opt-19
  bytespec print --elide-elements 16 --elide-resources 100 model.mlirbc | less
  bytespec print --symbol main model.mlirbc
  bytespec print --warn kernel.tileirbc

{EXIT_CODES}"))]
    Print(PrintArgs),
    /// Read text that other tools print, and write the file
    ///
    /// MLIR's generic form becomes MLIR bytecode, as `mlir-opt --emit-bytecode` writes it, and the syntax of CUDA Tile IR
    /// becomes its bytecode. MLIR operations without a location get their position in the text. Errors have a line and a
    /// column, and several of them are reported at once. Attributes and types of dialects without a text form in a schema stay
    /// text. To convert text in the syntax of a dialect, such as `func.func @main()`, to the generic form, use
    /// `mlir-opt --mlir-print-op-generic`.
    #[command(after_help = format!("\
Examples:
  bytespec parse model.mlir -o model.mlirbc
  bytespec parse model.mlir -o old.mlirbc --to 4 --to-release 19
  bytespec parse kernel.tileir -o kernel.tileirbc --to 13.3
  bytespec print -g model.mlirbc | bytespec parse - -o - | bytespec info -

{EXIT_CODES}"))]
    Parse(ParseArgs),
    /// Decode files to values, encode the values, and compare the bytes
    ///
    /// With `--canonical`, files are written with the numbering of the reference writer. A module does not
    /// contain everything that determines the order of a file: unreferenced entries are left out, and an
    /// entry is numbered at its first use, although a writer may have registered it earlier. Such a file of
    /// CUDA Tile IR is reported to differ in numbering and layout only; it counts as different.
    #[command(after_help = format!("\
Examples:
  bytespec roundtrip kernel.tileirbc
  bytespec roundtrip kernels/*.tileirbc
  bytespec roundtrip --canonical=python kernel.tileirbc
  bytespec roundtrip model.mlirbc --canonical

{EXIT_CODES}"))]
    Roundtrip {
        /// The files; `-` is the standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The format of the file, if its first bytes or words do not determine it
        #[arg(long, value_name = "NAME", conflicts_with = "schema")]
        format: Option<Format>,
        /// Assign new numbers to table entries, as this reference writer does, instead of keeping the numbers
        #[arg(
            long,
            value_name = "WRITER",
            num_args = 0..=1,
            require_equals = true,
            default_missing_value = "cxx"
        )]
        canonical: Option<Writer>,
        /// Release of LLVM with the encodings of the MLIR bytecode, such as 22, instead of the one that the
        /// file states; or release of a dialect, such as `stablehlo=1.8.7`; or version of a format whose files do not
        /// state it
        #[arg(long, value_name = "[DIALECT=]RELEASE")]
        release: Vec<String>,
        /// Execute the schema in this folder directly, without generating code
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
    },
    /// Write a file in another version
    ///
    /// Content that the version cannot represent is an error that names the content and the version that it
    /// needs. With `--lossy` it is dropped and reported.
    #[command(after_help = format!("\
Examples:
  bytespec convert new.tileirbc -o old.tileirbc --to 13.1
  bytespec convert kernel.tileirbc -o - --canonical=cxx | bytespec info -
  bytespec convert model.mlirbc -o old.mlirbc --to 4 --lossy
  bytespec convert model.mlirbc -o old.mlirbc --dialect vhlo=1.8.0
  bytespec convert kernel.tileir -o - --to 13.1 --emit text

{EXIT_CODES}"))]
    Convert(ConvertArgs),
    /// Change values of a file by their paths, and write it
    ///
    /// PATH is a path that `dump --json`, `explain --path` and errors show, such as `File.items[2].name`. The name of the
    /// section, or of the record of the file, is optional. The edits are made in the order of the command line.
    ///
    /// Sizes, counts, offsets and checksums that the schema computes follow; setting one of them is an error with its
    /// expression. The written file is read again, and nothing is written unless it is read as the edited value.
    #[command(after_help = format!("\
Examples:
  bytespec edit --schema my_schema file.bin -o new.bin --set File.items[2].name=Ada --set File.mode=0x41
  bytespec edit --schema my_schema file.bin -o new.bin --copy items[2] --set items[3].name=Bob
  bytespec edit --schema my_schema file.bin -o new.bin --remove items[0] --remove comment
  bytespec edit --schema my_schema file.bin --insert 'items[0]=Item<name = \"Ada\", pages = 3>' | xxd

{EXIT_CODES}"))]
    Edit(EditArgs),
    /// Import definitions from another source into a schema, or compare the two
    #[command(subcommand)]
    Import(ImportCommand),
    /// Print a completion script for a shell
    #[command(after_help = "\
Example:
  bytespec completions bash > ~/.local/share/bash-completion/completions/bytespec")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one for each command
    #[command(after_help = "\
Examples:
  bytespec man | man -l -
  bytespec man --out ~/.local/share/man/man1")]
    Man {
        /// Write the pages of all commands to this folder
        #[arg(short, long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// Where definitions come from.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum ImportCommand {
    /// Definitions of operations in TableGen, as `llvm-tblgen --dump-json` writes them
    ///
    /// Derives the layout of each operation's properties and writes the changes of a release into the files of
    /// the schema. Their other content stays unchanged. A layout that cannot be derived from the definitions is
    /// listed and left open. With `--check` nothing is written. Instead, the differences between the definitions
    /// and the schema are listed, those that break readers first, and the exit code is 1 if there are any. The
    /// comparison covers more than layouts: enums, the codes and fields of attributes and types, and operations
    /// with opcodes, their versions, bits and order.
    ///
    /// An operation that is missing in the dumps has ended with the release, unless you use `--partial`.
    #[command(after_help = format!("\
Examples:
  llvm-tblgen --dump-json -I include ToyOps.td > toy.json
  bytespec import tablegen toy.json --release 23 --out schema/mlir
  bytespec import tablegen toy.json --release 23 --out schema/mlir --check
  llvm-tblgen --dump-json -I include ToyOps.td | bytespec import tablegen - --only toy --check

{EXIT_CODES}"))]
    Tablegen(TablegenArgs),
}

/// The options of `explain`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The file; `-` is the standard input
    pub(crate) file: PathBuf,
    /// The format of the file, if its first bytes or words do not determine it
    #[arg(long, value_name = "NAME", conflicts_with = "schema")]
    pub(crate) format: Option<Format>,
    /// Explain only this section; `header` and `magic` are the parts before the sections
    #[arg(long, value_name = "NAME")]
    pub(crate) section: Option<String>,
    /// Show each part below this nesting level as one line, with its length
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,
    /// Show only this many elements of a sequence, and the number of the others; 0 shows all. The default is 16 on a
    /// terminal
    #[arg(long, value_name = "N")]
    pub(crate) collapse: Option<u64>,
    /// Explain only the byte at this offset: its meaning, the parts that contain it, and the earlier bytes that determine
    /// this
    #[arg(long, value_name = "OFFSET", conflicts_with_all = ["section", "depth", "path", "json", "collapse"])]
    pub(crate) at: Option<String>,
    /// Show only parts with this path, one per line; `[*]` stands for every element. The paths in errors are valid here
    #[arg(long, value_name = "PATH", conflicts_with_all = ["section", "depth", "json", "collapse"])]
    pub(crate) path: Option<String>,
    /// Print JSON, one object per line, with offsets in bits. The parts follow each other without gap or overlap
    #[arg(long, conflicts_with_all = ["depth", "collapse"])]
    pub(crate) json: bool,
    /// Write one HTML page with the whole file: bytes beside their meaning
    #[arg(long, conflicts_with_all = ["section", "depth", "collapse", "at", "path", "json"])]
    pub(crate) html: bool,
    /// The page to write, in an existing folder; by default the standard output
    #[arg(long, value_name = "FILE", requires = "html")]
    pub(crate) out: Option<PathBuf>,
    /// Address of the site that `docs` writes; lines of the schema become links to it
    #[arg(long, value_name = "URL", requires = "html")]
    pub(crate) docs: Option<String>,
    /// Release of LLVM with the encodings of the MLIR bytecode, such as 22, instead of the one that the
    /// file states; or release of a dialect, such as `stablehlo=1.8.7`; or version of a format whose files do not
    /// state it
    #[arg(long, value_name = "[DIALECT=]RELEASE")]
    pub(crate) release: Vec<String>,
    /// Execute the schema in this folder directly, without generating code
    #[arg(long, value_name = "DIR")]
    pub(crate) schema: Option<PathBuf>,
}
