//! Every command over one file, in this process, and what that costs.

use bytespec::axes::DialectAxes as _;
use bytespec_cli::CommandLine;
use std::sync::LazyLock;

/// The most memory that a command may hold at once, in bytes for each byte of a file of a megabyte:
/// 64, and the 40 megabytes that it may need to run.
const PEAK: u64 = 64 + 40;

/// What a command may hold however small the file is.
const PEAK_OF_NOTHING: u64 = 1 << 20;

/// The most that may be allocated, one after the other, and printed: it stands for time.
const WORK: u64 = 8 * 1024;

/// The same for a command that prints the whole path of each part, which is as long as the part is deep.
const WORK_OF_PATHS: u64 = 4 * WORK;

/// The same for a file of no bytes.
const WORK_OF_NOTHING: u64 = 4 << 20;

/// What a command that runs the plan of a schema may hold and work on top: the plan as it is run, and as many items inside each
/// other as there may be.
const OF_A_PLAN: u64 = 8 << 20;

/// A command line, and its words.
struct Line {
    words: String,
    line: CommandLine,
}

fn lines(words: &[String]) -> Vec<Line> {
    let parse = |words: &String| {
        let split: Vec<&str> = words.split(' ').collect();
        match CommandLine::parse(&split) {
            Ok(line) => Line { words: words.clone(), line },
            Err(error) => panic!("{words}: {error}"),
        }
    };
    words.iter().map(parse).collect()
}

static TILE_IR: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let mut words: Vec<String> = [
        "info -",
        "info --json -",
        "dump -",
        "dump -g -",
        "dump --json -",
        "explain -",
        "explain --json -",
        "explain --html -",
        "explain --at 8 -",
        "roundtrip -",
        "roundtrip --canonical=python -",
        "roundtrip --canonical=cxx -",
    ]
    .map(str::to_owned)
    .into();
    for version in bytespec::tile_ir::Version::ALL {
        words.push(format!("convert - -o - --to {version}"));
        words.push(format!("convert - -o - --to {version} --canonical=cxx"));
    }
    lines(&words)
});

static MLIR: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let mut words: Vec<String> = [
        "info -",
        "info --json -",
        "dump -",
        "dump -g -",
        "dump --json -",
        "explain -",
        "explain --json -",
        "explain --html -",
        "explain --at 8 -",
        "print -",
        "print -g -",
        "roundtrip -",
        "roundtrip --canonical=cxx -",
    ]
    .map(str::to_owned)
    .into();
    for version in bytespec::mlir::Version::ALL {
        words.push(format!("convert - -o - --to {version} --lossy"));
    }
    words.push("convert - -o - --canonical=cxx".to_owned());
    for dialect in bytespec::mlir::DialectReleases::dialects() {
        let names = bytespec::mlir::DialectReleases::names(dialect);
        for release in names.first().into_iter().chain(names.last()) {
            words.push(format!("convert - -o - --dialect {dialect}={release} --lossy"));
        }
    }
    lines(&words)
});

/// What the dearest of all commands cost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cost {
    /// Bytes of memory held at once.
    pub(crate) peak: u64,
    /// Bytes allocated one after the other, and bytes printed.
    pub(crate) work: u64,
    /// Commands that were run.
    pub(crate) commands: u32,
    /// Those that found nothing wrong.
    pub(crate) accepted: u32,
    /// The command that worked most.
    pub(crate) dearest: &'static str,
    /// The standard error of the first command that reported an error.
    pub(crate) stderr: String,
}

/// Runs every command that there is for the format of the file; what each may not cost is added to
/// `failures`.
pub(crate) fn run(what: &str, bytes: &[u8], failures: &mut Vec<String>) -> Cost {
    let lines: &'static [Line] =
        if bytespec::tile_ir::File::is_magic(bytes) { &TILE_IR } else { &MLIR };
    let mut most = Cost::default();
    let len = bytes.len() as u64;
    for Line { words, line } in lines {
        let mut outcome = None;
        let memory = allocation_counter::measure(|| outcome = Some(line.run(bytes)));
        let Some(outcome) = outcome else { continue };
        let work = memory.bytes_total + outcome.printed + outcome.stderr.len() as u64;
        let peak = memory.bytes_max;
        let runs_plan = words.starts_with("dump --json") || words.starts_with("explain");
        let of_plan = if runs_plan { OF_A_PLAN } else { 0 };
        if peak > PEAK * len + PEAK_OF_NOTHING + of_plan {
            let factor = peak / len.max(1);
            failures
                .push(format!("{what}, {words}: {factor} bytes of memory for each of {len} bytes"));
        }
        let has_paths = words.starts_with("explain --json");
        let most_work = if has_paths { WORK_OF_PATHS } else { WORK };
        if work > most_work * len + WORK_OF_NOTHING + of_plan {
            let factor = work / len.max(1);
            failures.push(format!(
                "{what}, {words}: {factor} bytes allocated and printed ({} of them) for each of {len} bytes",
                outcome.printed
            ));
        }
        most.peak = most.peak.max(peak);
        // Paths grow with the depth of a file, not with its size.
        if !has_paths && most.work < work {
            (most.work, most.dearest) = (work, words);
        }
        most.commands += 1;
        most.accepted += u32::from(outcome.code == 0);
        if most.stderr.is_empty() {
            most.stderr = outcome.stderr;
        }
    }
    most
}
