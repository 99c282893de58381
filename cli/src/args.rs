//! What may stand on the command line.

mod evolution;
mod schema;
mod text;

pub(crate) use evolution::{DiffArgs, ExpandArgs, LockArgs, NewArgs};
pub(crate) use schema::{BuildArgs, CheckArgs, DocsArgs, ExportArgs, TablegenArgs, Viewer};
pub(crate) use text::{ConvertArgs, Emit, Numbering, ParseArgs, PrintArgs, Writer};

use crate::formats::Format;
use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes:
  0  everything is as it should be
  1  the input is not right, or files differ
  2  the command line is not right
  3  a file cannot be read or written";

/// Versioned binary formats from one description: build, check, look inside, round-trip, convert.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "bytespec",
    version,
    after_help = format!("\
Examples:
  bytespec build                                       everything from schema/mlir and schema/tile_ir
  bytespec info kernel.tileirbc                        what is in a file
  bytespec dump -g kernel.tileirbc | less              all of it, with source locations
  bytespec roundtrip *.tileirbc                        decode, encode, compare
  bytespec convert new.tileirbc -o old.tileirbc --to 13.1
  bytespec info model.mlirbc                           MLIR bytecode, found by its first bytes

In place of a FILE, `-` is the standard input. A FILE is bytecode or text: text is read as bytecode of the newest
version, its format told by the first words.

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
    /// Check a schema and make everything from it
    ///
    /// Writes the Rust source of the codecs, the reference as Markdown and the JSON Schema of the
    /// schema language, then round-trips sample files and prints what was made. Sample files are
    /// read with the codecs built into this command.
    #[command(after_help = format!("\
Examples:
  bytespec build
  bytespec build my_schema --out generated --runtime ::bytespec
  bytespec build --samples kernels/*.tileirbc

{EXIT_CODES}"))]
    Build(BuildArgs),
    /// Write the documentation of formats, and the manual, as a static site
    ///
    /// The site is made from schemas alone. It has a page for each item with a drawing of its bytes, a search by name and by
    /// number, and what each version changed. It asks nothing of any host, and can be read without scripts.
    #[command(after_help = format!("\
Examples:
  bytespec docs --open
  bytespec docs my_schema --out public

{EXIT_CODES}"))]
    Docs(DocsArgs),
    /// Write a format as a description for a program that shows files
    ///
    /// `ksy` is for Kaitai Struct, its Web IDE and its compiler; `hexpat` is for ImHex. What the language of the program cannot
    /// say is bytes there, and a comment says what they are. Where the header does not tell a release, fields are as in
    /// the newest one.
    #[command(after_help = format!("\
Examples:
  bytespec export --to ksy schema/tile_ir -o tile_ir.ksy
  bytespec export --to hexpat my_schema -o my_format.hexpat

{EXIT_CODES}"))]
    Export(ExportArgs),
    /// Check a schema
    ///
    /// Reads every YAML file of a folder and applies every rule; all findings are shown, each with
    /// the lines it is about. `--fix` makes the changes of which no other can be meant: a name that is nearly
    /// that of one thing, a version without quotes, a number that another item has, a missing bound of versions.
    ///
    /// What can be used, but is hardly meant so, is a warning.
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
    /// An editor that knows YAML completes keys and values by it, and marks what has another structure. The sources of Bytespec
    /// keep it as `schema/bytespec.schema.json`.
    #[command(after_help = format!("\
Examples:
  bytespec json-schema > bytespec.schema.json

A file of a schema names it in its first line:
  # yaml-language-server: $schema=bytespec.schema.json

{EXIT_CODES}"))]
    JsonSchema,
    /// Serve an editor: findings as one types, completion, definitions, uses, other names, hover
    ///
    /// Speaks the Language Server Protocol over the standard input and output. An editor starts it for files of YAML; files that
    /// belong to no schema are left alone. The chapter `edit-a-schema` says how to set editors up.
    #[command(after_help = format!("{EXIT_CODES}"))]
    Lsp,
    /// Begin a format of your own: a crate with a schema, what is generated from it, and tests
    ///
    /// The schema has two versions, a section and comments; the crate builds and passes its tests as it is. With `--dialect`
    /// it is a dialect of MLIR: Rust types with derives, two versions, tests, a program that writes a file and the schema, and
    /// the same dialect in C++ for `mlir-opt`.
    #[command(after_help = format!("\
Examples:
  bytespec new shelf
  bytespec new --dialect music
  bytespec new formats/shelf --bytespec ../../bytespec

{EXIT_CODES}"))]
    New(NewArgs),
    /// Say what changed between two schemas, and whether files or programs break
    ///
    /// Lists every change, by item and key, and runs both schemas on values of everything that the one has: what it writes in a
    /// version that both have, the other must read as the same. A value that shows a break is printed with its bytes and both
    /// readings. Files of the old schema are read by the new one, and those of the new one by the old one.
    ///
    /// A change that no value can show, such as that of a codec by hand, may break files; the verdict says so.
    ///
    /// A break that is wanted is written into a file for `--allow`; what to write there stands at the end of the report.
    #[command(after_help = format!("\
Examples:
  bytespec diff git:HEAD schema/tile_ir
  bytespec diff git:v1.0:schema/tile_ir schema/tile_ir --level api
  bytespec diff old_schema new_schema --markdown >> CHANGELOG.md
  bytespec diff git:HEAD my_schema --allow breaks.yaml --corpus files
  bytespec diff old_schema new_schema --json | jq 'select(.object == \"break\")'

{EXIT_CODES}"))]
    Diff(DiffArgs),
    /// Freeze the versions of a schema, or say what is no longer as it was released
    ///
    /// Writes how every item stands on the wire in every version into the file `wire.lock` of the folder, or beside a single
    /// file. A version that is in the lock is frozen: what changes its bytes is an error with the line of the lock. Names of
    /// fields are no bytes. A version that the schema has and the lock lacks may change, and is frozen by the next run
    /// without `--check`.
    #[command(after_help = format!("\
Examples:
  bytespec lock my_schema
  bytespec lock --check

{EXIT_CODES}"))]
    Lock(LockArgs),
    /// Show the Rust that is generated for an item of a schema
    ///
    /// Types and what reads, writes and shows them, formatted, each with the line of the schema that it is from as a comment.
    #[command(after_help = format!("\
Examples:
  bytespec expand
  bytespec expand Header
  bytespec expand --schema schema/tile_ir 'op addi' | less

{EXIT_CODES}"))]
    Expand(ExpandArgs),
    /// Say what is in a file: header, sections, counts, functions
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
        /// The format of the file, where its first bytes or words do not tell
        #[arg(long, value_name = "NAME", conflicts_with = "schema")]
        format: Option<Format>,
        /// Print JSON, an object a file, each in a line
        #[arg(long)]
        json: bool,
        /// Show all rows of tables, and not only the first ones
        #[arg(long)]
        all: bool,
        /// Also write MLIR bytecode anew as each release of LLVM would, and say which of them gives the bytes
        /// of the file
        #[arg(long, conflicts_with = "schema")]
        evidence: bool,
        /// Release of LLVM whose encodings MLIR bytecode has, such as 22, in place of what it says; or
        /// of a dialect, such as `stablehlo=1.8.7`
        #[arg(long, value_name = "[DIALECT=]RELEASE")]
        release: Vec<String>,
        /// Read with the schema in this folder, as it is: nothing is generated
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
    },
    /// List everything that is in a file, readably
    ///
    /// Values of CUDA Tile IR are numbered through each function in the order in which they appear, so
    /// that a number means one value everywhere in its function; the file itself uses the numbers of a
    /// region again in the next one. Values of MLIR have the numbers of the file, which begin at zero
    /// in every operation that is isolated from above. Truth values that are false and optional parts
    /// that are absent are left out.
    ///
    /// Long attributes, types and strings of MLIR stand in the text as `#3`, `!3` and `string 3`, and
    /// follow behind it. What no schema describes is shown as the bytes that it is.
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
        /// The format of the file, where its first bytes or words do not tell
        #[arg(long, value_name = "NAME", conflicts_with = "schema")]
        format: Option<Format>,
        /// Also list source locations
        #[arg(short = 'g', long = "debug", conflicts_with = "json")]
        debug: bool,
        /// Print JSON, an object a line: the file, its sections, and every item and value with its offset and its
        /// length in bytes, as the schema says them
        #[arg(long)]
        json: bool,
        /// Release of LLVM whose encodings MLIR bytecode has, such as 22, in place of what it says; or
        /// of a dialect, such as `stablehlo=1.8.7`
        #[arg(long, value_name = "[DIALECT=]RELEASE")]
        release: Vec<String>,
        /// Read with the schema in this folder, as it is: nothing is generated
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
        /// With a schema, leave out what lies in more than so many items
        #[arg(long, value_name = "N", requires = "schema", conflicts_with = "json")]
        depth: Option<usize>,
    },
    /// Say of every byte of a file what it is
    ///
    /// A line says where something begins, its bytes, its path, its value, what that means (what a reference leads to, the name
    /// of a number), since when the format has it, and the line of the schema that says so. Bits of a byte stand behind the
    /// offset, lowest first: `0x000a.1`.
    ///
    /// A damaged file is explained up to its fault, and behind it as far as lengths say what follows. The fault stands where a
    /// reader of the file stops, with what was expected there.
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
    /// MLIR bytecode becomes MLIR's generic form, as `mlir-opt --mlir-print-op-generic` of the release that
    /// wrote the file prints it; with `-g` as with `--mlir-print-debuginfo` too. Properties whose layout no schema
    /// knows, and entries that no schema describes, are printed as their bytes, after the words `properties` and
    /// `bytecode`, to look at: what they refer to is in the file alone, and no tool reads them, `parse` neither.
    ///
    /// CUDA Tile IR becomes what `tileirdisasm` 13.5 prints. Functions of which it prints nothing, such as private kernels and device
    /// functions with operations, begin with the word `function`, which only `parse` reads.
    ///
    /// What else the text does not hold, such as resources that nothing refers to, is listed on the standard error. The
    /// version, numbers of tables and entries that nothing refers to are never said.
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
    /// becomes its bytecode. What of MLIR has no location is where it stands in the text. What is wrong in the text has its line and column, and several such errors are
    /// told at once. Attributes and types of dialects that no schema spells stay text. Text in the syntax of a dialect, such as
    /// `func.func @main()`, is made generic by `mlir-opt --mlir-print-op-generic`.
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
    /// With `--canonical` a file comes back as the reference writer would number it. A module does not
    /// tell everything that decides the order of a file: entries that nothing refers to are left out,
    /// and an entry is numbered at its first use, where a writer may have registered it before. Such a
    /// file of CUDA Tile IR is said to differ in numbering and layout only; it counts as different.
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
        /// The format of the file, where its first bytes or words do not tell
        #[arg(long, value_name = "NAME", conflicts_with = "schema")]
        format: Option<Format>,
        /// Number table entries anew, as this reference writer does, in place of keeping the numbers
        #[arg(
            long,
            value_name = "WRITER",
            num_args = 0..=1,
            require_equals = true,
            default_missing_value = "cxx"
        )]
        canonical: Option<Writer>,
        /// Release of LLVM whose encodings MLIR bytecode has, such as 22, in place of what it says; or
        /// of a dialect, such as `stablehlo=1.8.7`
        #[arg(long, value_name = "[DIALECT=]RELEASE")]
        release: Vec<String>,
        /// Read with the schema in this folder, as it is: nothing is generated
        #[arg(long, value_name = "DIR")]
        schema: Option<PathBuf>,
    },
    /// Write a file in another version
    ///
    /// Nothing is lost in silence: what the version cannot carry is an error that names it and the
    /// version that it needs, unless `--lossy` allows to drop it.
    #[command(after_help = format!("\
Examples:
  bytespec convert new.tileirbc -o old.tileirbc --to 13.1
  bytespec convert kernel.tileirbc -o - --canonical=cxx | bytespec info -
  bytespec convert model.mlirbc -o old.mlirbc --to 4 --lossy
  bytespec convert model.mlirbc -o old.mlirbc --dialect vhlo=1.8.0
  bytespec convert kernel.tileir -o - --to 13.1 --emit text

{EXIT_CODES}"))]
    Convert(ConvertArgs),
    /// Bring definitions that others keep into a schema, or compare the two
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
    /// Derives the layout of each operation's properties and writes what a release changes into the files of
    /// the schema. What else stands there stays as it is. A layout that the definitions do not tell is
    /// listed and left open. With `--check` nothing is written: what differs between the definitions
    /// and the schema is listed, what breaks readers first, and the exit code is 1 if anything does. That
    /// compares more than layouts: enums, the codes and fields of attributes and types, and operations with
    /// opcodes, their versions, bits and order.
    ///
    /// An operation that the dumps lack has ended with the release, unless `--partial` says otherwise.
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
    /// The format of the file, where its first bytes or words do not tell
    #[arg(long, value_name = "NAME", conflicts_with = "schema")]
    pub(crate) format: Option<Format>,
    /// Only this section; `header` and `magic` stand before the sections
    #[arg(long, value_name = "NAME")]
    pub(crate) section: Option<String>,
    /// What is nested deeper than so many levels is a line each, with its length
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,
    /// Of a sequence, only so many elements, and how many more there are; 0 for all. On a terminal 16 when left out
    #[arg(long, value_name = "N")]
    pub(crate) collapse: Option<u64>,
    /// Only the byte at this offset: what it is, what is around it, and which earlier bytes decided that it is so
    #[arg(long, value_name = "OFFSET", conflicts_with_all = ["section", "depth", "path", "json", "collapse"])]
    pub(crate) at: Option<String>,
    /// Only what has this path, a line each; `[*]` stands for every element
    #[arg(long, value_name = "PATH", conflicts_with_all = ["section", "depth", "json", "collapse"])]
    pub(crate) path: Option<String>,
    /// Print JSON, an object a line, with offsets in bits. The parts follow each other without gap or overlap
    #[arg(long, conflicts_with_all = ["depth", "collapse"])]
    pub(crate) json: bool,
    /// Write one page for a browser, with all of the file in it: bytes beside what they are
    #[arg(long, conflicts_with_all = ["section", "depth", "collapse", "at", "path", "json"])]
    pub(crate) html: bool,
    /// The page to write, in a folder that exists; the standard output when left out
    #[arg(long, value_name = "FILE", requires = "html")]
    pub(crate) out: Option<PathBuf>,
    /// Where what `docs` writes can be read: lines of the schema are links into it
    #[arg(long, value_name = "URL", requires = "html")]
    pub(crate) docs: Option<String>,
    /// Release of LLVM whose encodings MLIR bytecode has, such as 22, in place of what it says; or
    /// of a dialect, such as `stablehlo=1.8.7`
    #[arg(long, value_name = "[DIALECT=]RELEASE")]
    pub(crate) release: Vec<String>,
    /// Read with the schema in this folder, as it is: nothing is generated
    #[arg(long, value_name = "DIR")]
    pub(crate) schema: Option<PathBuf>,
}
