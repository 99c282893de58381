//! Complete files: their parts to scale, and their bytes.

use crate::inline::Here;
use crate::volume::FilePart;
use bytespec_codegen::emit::docs::WholeFile;
use maud::{Markup, html};

/// Minimum height of the column of bytes, height of a line, and widths, in units of the drawing.
const HEIGHT: usize = 420;
const LINE: usize = 22;
const COLUMN: usize = 90;
const LABEL: usize = 130;
const WIDTH: usize = 560;

/// Space above and below the column, so that its outline is visible.
const EDGE: usize = 2;

/// The drawing of a file, if its parts are known, and its bytes.
pub(crate) fn file(here: Here<'_, '_>, of: &WholeFile) -> Markup {
    let known = here.routes.volume.files.get(&of.bytes);
    html! {
        figure.diagram.file {
            @if let Some(known) = known {
                (drawing(here, of, &known.parts))
                (table(here, of, &known.parts))
                details {
                    summary { "Byte by byte: offset, length, name and value" }
                    pre tabindex="0" { code { (known.listing) } }
                }
            }
            details {
                summary { "All bytes in hexadecimal" }
                pre tabindex="0" { code { (of.dump()) } }
            }
        }
    }
}

/// The address of the page about a part.
fn target(here: Here<'_, '_>, of: &WholeFile, part: &FilePart) -> Option<String> {
    let (_, link) = of.sections.iter().find(|(name, _)| Some(name) == part.section.as_ref())?;
    here.routes.link(here.path, link)
}

fn name(part: &FilePart) -> String {
    match &part.section {
        Some(section) => format!("section {section}"),
        None => part.name.clone(),
    }
}

fn size(part: &FilePart) -> String {
    format!("{} byte{}", part.len, if part.len == 1 { "" } else { "s" })
}

fn share(part: &FilePart, total: usize) -> String {
    let tenths = (part.len * 1000 + total / 2) / total.max(1);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// A column in which the height of every part is proportional to its size, with a label next to each part.
fn drawing(here: Here<'_, '_>, of: &WholeFile, parts: &[FilePart]) -> Markup {
    let height = HEIGHT.max(parts.len() * LINE);
    let total = of.bytes.len().max(1);
    let at = |byte: usize| EDGE + byte * height / total;
    let labels =
        spread(parts.iter().map(|part| at(part.start + part.len / 2)).collect(), EDGE + height);
    let full = height + 2 * EDGE;
    html! {
        div.drawing role="group" aria-label={ "Picture of " (of.what) } tabindex="0" {
            svg viewBox={ "-1 0 " (WIDTH) " " (full) } width=(WIDTH) height=(full) role="group" aria-label={ "The parts of " (of.what) ", to scale" } {
                @for (part, label) in parts.iter().zip(labels) {
                    @let (top, bottom) = (at(part.start), at(part.start + part.len));
                    @let middle = (top + bottom) / 2;
                    @let inside = html! {
                        rect x="0" y=(top) width=(COLUMN) height=(bottom.saturating_sub(top).max(1)) {}
                        polyline.leader points={ (COLUMN) "," (middle) " " (COLUMN + 15) "," (middle) " " (LABEL - 20) "," (label) " " (LABEL - 5) "," (label) } {}
                        text x=(LABEL) y=(label + 4) {
                            tspan.offset { (format!("{:#06x}", part.start)) } " "
                            tspan.name { (name(part)) } " "
                            tspan.detail { (size(part)) }
                        }
                    };
                    @if let Some(target) = target(here, of, part) {
                        a.part href=(target) { (inside) }
                    } @else {
                        g.part { (inside) }
                    }
                }
            }
        }
    }
}

/// Positions of labels near `wanted`, at least one line apart and not below the end.
fn spread(mut wanted: Vec<usize>, end: usize) -> Vec<usize> {
    let mut above = LINE / 2;
    for place in &mut wanted {
        *place = above.max(*place);
        above = *place + LINE;
    }
    let mut below = end.saturating_sub(LINE / 2);
    for place in wanted.iter_mut().rev() {
        *place = below.min(*place);
        below = place.saturating_sub(LINE);
    }
    wanted
}

/// The same content as a table.
fn table(here: Here<'_, '_>, of: &WholeFile, parts: &[FilePart]) -> Markup {
    html! {
        div.table role="group" aria-label={ "The parts of " (of.what) } tabindex="0" {
            table {
                thead { tr { @for head in ["Offset", "Bytes", "Share", "Part"] { th scope="col" { (head) } } } }
                tbody {
                    @for part in parts {
                        tr {
                            td { code { (format!("{:#06x}", part.start)) } }
                            td { (part.len) }
                            td { (share(part, of.bytes.len())) }
                            td {
                                @if let Some(target) = target(here, of, part) {
                                    a href=(target) { (name(part)) }
                                } @else {
                                    (name(part))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_overlap_and_stay_inside() {
        assert_eq!(spread(vec![0, 5, 300], 420), [11, 33, 300]);
        assert_eq!(spread(vec![400, 410, 419], 422), [367, 389, 411]);
    }
}
