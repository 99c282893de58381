//! Diagrams of bytes: as a drawing, as text and in Mermaid syntax.

use crate::inline::{Here, anchor};
use bytespec_codegen::emit::docs::{Cell, Diagram};
use maud::{Markup, html};

/// Width of a character, of the space next to and between boxes, height of a line, and width of a drawing, in units of the
/// drawing.
const CHARACTER: usize = 8;
const PADDING: usize = 8;
const LINE: usize = 17;
const RULER: usize = 18;
const WIDTH: usize = 860;

/// Maximum length of a line in a box, in characters.
const LONGEST: usize = 34;

/// A box with its position.
struct Drawn<'d> {
    cell: &'d Cell,
    lines: Vec<(&'static str, String)>,
    /// The offset of its start, as far as it is known: `byte 4`.
    offset: String,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

/// The drawing, and below it the same diagram as text and in Mermaid syntax.
pub(crate) fn diagram(here: Here<'_, '_>, of: &Diagram) -> Markup {
    let drawn = place(of);
    let width = drawn.iter().map(|cell| cell.x + cell.width).max().unwrap_or(0) + 3;
    let height = drawn.iter().map(|cell| cell.y + cell.height).max().unwrap_or(0) + 2;
    html! {
        figure.diagram {
            div.drawing role="group" aria-label={ "Bytes of " (of.name) } tabindex="0" {
                svg viewBox={ "-1 0 " (width) " " (height) } width=(width) height=(height) role="group" aria-label={ "The parts of " (of.name) ", in wire order" } {
                    @for cell in &drawn { (drawing(here, cell)) }
                }
            }
            details {
                summary { "As text, and as Mermaid" }
                pre tabindex="0" { code { (of.text()) } }
                pre tabindex="0" { code { (of.mermaid()) } }
            }
        }
    }
}

fn drawing(here: Here<'_, '_>, drawn: &Drawn<'_>) -> Markup {
    let Drawn { cell, x, y, width, height, .. } = drawn;
    let target = match here.routes.link(here.path, &cell.link) {
        Some(target) => Some(target),
        None if cell.part.is_empty() => None,
        None => Some(format!("#{}", anchor(&cell.part))),
    };
    let class = match (cell.present.is_empty(), !cell.is_several()) {
        (true, true) => "part",
        (false, true) => "part optional",
        (true, false) => "part several",
        (false, false) => "part optional several",
    };
    let inside = html! {
        @if cell.is_several() {
            rect.behind x=(x + 4) y=(y + RULER + 4) width=(width - 4) height=(height - RULER - 4) {}
        }
        rect x=(x) y=(y + RULER) width=(width - 4) height=(height - RULER - 4) {}
        text.offset x=(x) y=(y + RULER - 5) { (drawn.offset) }
        @for (at, (class, line)) in drawn.lines.iter().enumerate() {
            text class=(class) x=(x + PADDING) y=(y + RULER + LINE * (at + 1)) { (line) }
        }
    };
    html! {
        @if let Some(target) = target {
            a class=(class) href=(target) { (inside) }
        } @else {
            g class=(class) { (inside) }
        }
    }
}

/// The position of every box, row by row.
fn place(of: &Diagram) -> Vec<Drawn<'_>> {
    let mut offset = Some(0);
    let mut drawn: Vec<Drawn<'_>> = Vec::new();
    for cell in &of.cells {
        let lines = lines(cell);
        let longest = lines.iter().map(|(_, line)| line.chars().count()).max().unwrap_or(0);
        drawn.push(Drawn {
            cell,
            width: longest.max(9) * CHARACTER + 2 * PADDING + 4,
            height: RULER + lines.len() * LINE + PADDING + 4,
            lines,
            offset: match offset {
                Some(bits) if bits % 8 == 0 => format!("byte {}", bits / 8),
                Some(bits) => format!("bit {bits}"),
                None => String::new(),
            },
            x: 0,
            y: 0,
        });
        offset = offset.zip(cell.fixed()).map(|(at, bits)| at + bits);
    }
    let (mut start, mut y) = (0, 0);
    while start < drawn.len() {
        let mut x = 0;
        let mut end = start;
        while end < drawn.len() && (end == start || x + drawn[end].width <= WIDTH) {
            (drawn[end].x, drawn[end].y) = (x, y);
            x += drawn[end].width;
            end += 1;
        }
        let height = drawn[start..end].iter().map(|cell| cell.height).max().unwrap_or(0);
        drawn[start..end].iter_mut().for_each(|cell| cell.height = height);
        (start, y) = (end, y + height + 4);
    }
    drawn
}

/// The content of a box: classes and lines.
fn lines(cell: &Cell) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    let texts = [
        ("name", cell.name.clone()),
        ("type", cell.ty.clone()),
        ("width", cell.extent()),
        ("detail", cell.bits.clone()),
        ("detail", cell.present.clone()),
        ("detail", cell.versions.clone()),
    ];
    for (class, text) in texts {
        lines.extend(wrapped(&text).into_iter().map(|line| (class, line)));
    }
    lines
}

/// Text in lines of at most the maximum length, broken between words if possible.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word: Vec<char> = word.chars().collect();
        for (at, piece) in word.chunks(LONGEST).enumerate() {
            let piece: String = piece.iter().collect();
            match lines.last_mut() {
                Some(line) if at == 0 && line.chars().count() + piece.chars().count() < LONGEST => {
                    line.push(' ');
                    line.push_str(&piece);
                }
                _ => lines.push(piece),
            }
        }
    }
    lines
}
