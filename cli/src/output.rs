//! Printing: colors, tables, and a standard output that handles a closed reader.

use crate::args::Color;
use crate::failure::{Failure, Result};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{BufWriter, IsTerminal as _, Read, Write};
use std::sync::{Mutex, PoisonError};

/// Headings.
pub(crate) const HEAD: Style = Style::new().bold();
/// Success.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Failure.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// The word `error`.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Less important text.
pub(crate) const DIM: Style = Style::new().dimmed();

/// The standard output of the process.
struct Stdout {
    buffer: BufWriter<std::io::Stdout>,
    has_color: bool,
}

static STDOUT: Mutex<Option<Stdout>> = Mutex::new(None);

/// Sets when colors are used.
pub(crate) fn set_color(color: Color) {
    let choice = match color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Whether the standard error is colored.
pub(crate) fn error_has_color() -> bool {
    anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never
}

/// The streams of a command that runs inside another program.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    /// The standard input.
    pub(crate) input: Vec<u8>,
    /// Number of bytes printed to the standard output, which are not stored.
    pub(crate) printed: u64,
    /// The text that was printed to the standard error.
    pub(crate) stderr: String,
}

impl Write for Streams {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.printed += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

thread_local! {
    /// `None` for the streams of the process.
    static STREAMS: RefCell<Option<Streams>> = const { RefCell::new(None) };
}

/// Sets the streams for this thread; `None` restores those of the process. Returns the previous ones.
pub(crate) fn redirect(streams: Option<Streams>) -> Option<Streams> {
    STREAMS.replace(streams)
}

/// Whether the standard output is redirected.
fn is_redirected() -> bool {
    STREAMS.with_borrow(Option::is_some)
}

/// Whether the standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    !is_redirected() && std::io::stdout().is_terminal()
}

/// Calls a function with the standard output, and whether it is colored.
fn with_stdout<T>(write: impl FnOnce(&mut (dyn Write + 'static), bool) -> T) -> T {
    STREAMS.with_borrow_mut(|streams| {
        if let Some(streams) = streams {
            return write(streams, true);
        }
        let mut guard = STDOUT.lock().unwrap_or_else(PoisonError::into_inner);
        let stdout = guard.get_or_insert_with(|| {
            let (stdout, never) = (std::io::stdout(), anstream::ColorChoice::Never);
            let has_color = anstream::AutoStream::choice(&stdout) != never;
            Stdout { buffer: BufWriter::new(stdout), has_color }
        });
        write(&mut stdout.buffer, stdout.has_color)
    })
}

/// The complete standard input.
pub(crate) fn input() -> std::io::Result<Vec<u8>> {
    STREAMS.with_borrow_mut(|streams| match streams {
        Some(streams) => Ok(std::mem::take(&mut streams.input)),
        None => {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        }
    })
}

/// Prints without an end of line.
pub(crate) fn print(text: fmt::Arguments<'_>) -> Result {
    with_stdout(|stdout, has_color| {
        if has_color {
            return stdout.write_fmt(text);
        }
        let text = text.to_string();
        match without_styles(&text) {
            Some(plain) => stdout.write_all(plain.as_bytes()),
            None => write!(stdout, "{}", anstream::adapter::strip_str(&text)),
        }
    })
    .map_err(Failure::from)
}

/// A text without the styles in it; none for a text with other control characters. The general parser of escape sequences takes most
/// of the time of long listings.
fn without_styles(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    for (at, piece) in text.split("\x1b[").enumerate() {
        let piece = match at {
            0 => piece,
            _ => piece
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == ';')
                .strip_prefix('m')?,
        };
        if piece.chars().any(|letter| letter.is_control() && letter != '\n') {
            return None;
        }
        plain.push_str(piece);
    }
    Some(plain)
}

/// Prints a line.
pub(crate) fn line(text: fmt::Arguments<'_>) -> Result {
    print(format_args!("{text}\n"))
}

/// Prints something as a line of JSON.
pub(crate) fn json(what: &impl Serialize) -> Result {
    written(|stdout| {
        serde_json::to_writer(&mut *stdout, what).map_err(std::io::Error::from)?;
        stdout.write_all(b"\n").map_err(Failure::from)
    })
}

/// Flushes the output.
pub(crate) fn flush() -> Result {
    with_stdout(|stdout, _| stdout.flush()).map_err(Failure::from)
}

/// Writes bytes to the standard output unchanged.
pub(crate) fn bytes(bytes: &[u8]) -> Result {
    written(|stdout| stdout.write_all(bytes).map_err(Failure::from))
}

/// Calls `write` with the standard output, for output without colors, in pieces.
pub(crate) fn written(write: impl FnOnce(&mut dyn Write) -> Result) -> Result {
    with_stdout(|stdout, _| write(stdout))
}

/// Prints a line to the standard error. Errors are ignored, because they cannot be reported.
pub(crate) fn error_line(text: fmt::Arguments<'_>) {
    STREAMS.with_borrow_mut(|streams| match streams {
        Some(streams) => streams.stderr.push_str(&format!("{text}\n")),
        None => {
            let _ = writeln!(anstream::stderr(), "{text}");
        }
    });
}

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// The maximum number of rows of a table, unless all are requested.
const MAX_ROWS: usize = 100;

thread_local! {
    static ALL: Cell<bool> = const { Cell::new(false) };
}

/// Sets whether all rows of tables are shown.
pub(crate) fn show_all(all: bool) {
    ALL.set(all);
}

/// Columns under a heading.
#[derive(Debug)]
pub(crate) struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(columns: &[(&str, Align)]) -> Self {
        let columns = columns.iter().map(|(name, align)| ((*name).to_owned(), *align)).collect();
        Table { columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Prints the table, if it has rows.
    pub(crate) fn print(&self) -> Result {
        let shown = match self.rows.len() {
            len if len > MAX_ROWS && !ALL.get() => MAX_ROWS,
            len => len,
        };
        self.print_first(shown)?;
        match self.rows.len() - shown {
            0 => Ok(()),
            left => line(format_args!("{DIM}and {left} more; `--all` shows them{DIM:#}")),
        }
    }

    fn print_first(&self, shown: usize) -> Result {
        let rows = &self.rows[..shown];
        if self.rows.is_empty() {
            return Ok(());
        }
        let heads: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let width = |column: usize| {
            let cells = std::iter::once(&heads).chain(rows);
            cells.filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> =
            (0..self.columns.len()).map(|column| width(column).unwrap_or(0)).collect();
        line(format_args!("{HEAD}{}{HEAD:#}", self.format(&heads, &widths)))?;
        for row in rows {
            line(format_args!("{}", self.format(row, &widths)))?;
        }
        Ok(())
    }

    fn format(&self, row: &[String], widths: &[usize]) -> String {
        let cells = row.iter().zip(widths).zip(&self.columns).map(
            |((cell, &width), (_, align))| match align {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            },
        );
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }
}

/// A progress bar on the standard error; invisible if that is not a terminal.
pub(crate) fn progress(steps: usize) -> indicatif::ProgressBar {
    let bar = indicatif::ProgressBar::new(steps as u64);
    if let Ok(style) = indicatif::ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::{BAD, ERROR, without_styles};

    #[test]
    fn styles_are_left_out() {
        let text = format!("a {ERROR}b\u{e9}{ERROR:#}\n{BAD}[1m{BAD:#}");
        assert_eq!(without_styles(&text).as_deref(), Some("a b\u{e9}\n[1m"));
        assert_eq!(without_styles(&text), Some(anstream::adapter::strip_str(&text).to_string()));
        for text in ["\x1b]0;title\x07", "\x1b[2J", "\r", "\x1b"] {
            assert_eq!(without_styles(text), None, "{text:?}");
        }
    }
}
