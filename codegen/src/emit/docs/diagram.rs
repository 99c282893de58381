//! Diagrams of bytes: the parts of an item in wire order, with their widths. They are printed as text or as Mermaid.

/// A diagram of the bytes of an item.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// The name of the item.
    pub name: String,
    /// Its parts in wire order.
    pub cells: Vec<Cell>,
}

/// A part of an item on the wire.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Its name.
    pub name: String,
    /// Its type, as the schema spells it.
    pub ty: String,
    /// The width of it, or of one element if it is repeated.
    pub width: Width,
    /// The number of elements in words, such as `count`; empty if there is one.
    pub times: String,
    /// The end in words, such as `each, to the end`, if neither the width nor the number gives it; may be empty.
    pub until: String,
    /// The condition under which it is present; empty if it always is.
    pub present: String,
    /// The versions that have it; empty if they are those of the item.
    pub versions: String,
    /// The bits that have a meaning, with their meanings.
    pub bits: String,
    /// The anchor, on the same page, of the row that describes it; may be empty.
    pub part: String,
    /// The link to the item that its type names; may be empty.
    pub link: String,
}

/// The first word of an end that several elements have.
pub(super) const EACH: &str = "each";

/// A width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Width {
    /// The smallest, in bits.
    pub least: u64,
    /// The largest, in bits; none if only the enclosing bytes limit it.
    pub most: Option<u64>,
}

impl Width {
    pub(super) const ANY: Width = Width { least: 0, most: None };

    pub(super) const fn exact(bits: u64) -> Width {
        Width { least: bits, most: Some(bits) }
    }

    pub(super) const fn bytes(least: u64, most: u64) -> Width {
        Width { least: 8 * least, most: Some(8 * most) }
    }

    /// The width of these bytes.
    pub(super) fn of(bytes: &[u8]) -> Width {
        bytes.iter().fold(Width::exact(0), |width, _| width.and(Width::exact(8)))
    }

    pub(super) fn and(self, other: Width) -> Width {
        let most = self.most.zip(other.most).and_then(|(a, b)| a.checked_add(b));
        Width { least: self.least.saturating_add(other.least), most }
    }

    pub(super) fn or(self, other: Width) -> Width {
        let most = self.most.zip(other.most).map(|(a, b)| a.max(b));
        Width { least: self.least.min(other.least), most }
    }

    /// The number of bits, if the width is fixed.
    pub fn fixed(self) -> Option<u64> {
        self.most.filter(|most| *most == self.least)
    }
}

/// `4 bytes`, `3 bits`, `1 to 10 bytes`, `2 bytes or more`.
impl std::fmt::Display for Width {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let whole = |bits: u64| bits.is_multiple_of(8);
        let bits = !whole(self.least) || self.most.is_some_and(|most| !whole(most));
        let (unit, by) = if bits { ("bit", 1) } else { ("byte", 8) };
        let many = |number: u64| if number == 1 { "" } else { "s" };
        let least = self.least / by;
        match self.most.map(|most| most / by) {
            Some(most) if most == least => write!(f, "{least} {unit}{}", many(least)),
            Some(most) => write!(f, "{least} to {most} {unit}{}", many(most)),
            None if least == 0 => f.write_str("any number of bytes"),
            None => write!(f, "{least} {unit}{} or more", many(least)),
        }
    }
}

impl Cell {
    /// The width in words, with the number of elements.
    pub fn extent(&self) -> String {
        let width = match self.times.as_str() {
            "" => self.width.to_string(),
            times => format!("{times} × {}", self.width),
        };
        match self.until.as_str() {
            "" => width,
            until if until.starts_with(EACH) => format!("{width} {until}"),
            until => format!("{width}, {until}"),
        }
    }

    /// The number of bits, if it is always present and always has the same width.
    pub fn fixed(&self) -> Option<u64> {
        let once = self.times.is_empty() && self.until.is_empty() && self.present.is_empty();
        self.width.fixed().filter(|_| once && self.versions.is_empty())
    }

    /// Whether there can be several elements.
    pub fn is_several(&self) -> bool {
        !self.times.is_empty() || self.until.starts_with(EACH)
    }
}

impl Diagram {
    /// The diagram as text: a box for each part, from top to bottom.
    pub fn text(&self) -> String {
        let lines: Vec<Vec<String>> = self.cells.iter().map(lines).collect();
        let width = lines.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0);
        let rule = |cell: &Cell| {
            let with = if cell.present.is_empty() { "-" } else { "." };
            format!("+{}+\n", with.repeat(width + 2))
        };
        let mut text = String::new();
        for (at, (cell, lines)) in self.cells.iter().zip(&lines).enumerate() {
            if at == 0 {
                text.push_str(&rule(cell));
            }
            for line in lines {
                text.push_str(&format!("| {line:width$} |\n"));
            }
            text.push_str(&rule(cell));
        }
        text
    }

    /// The diagram as Mermaid: a packet if every width is fixed, else a chart of boxes.
    pub fn mermaid(&self) -> String {
        let quote = |text: &str| text.replace('"', "#quot;").replace('\n', " ");
        let fixed = self.cells.iter().map(|cell| cell.fixed().filter(|bits| *bits > 0));
        if let Some(widths) = fixed.collect::<Option<Vec<u64>>>() {
            let mut text = format!("packet-beta\n  title {}\n", self.name);
            let mut at = 0;
            for (cell, bits) in self.cells.iter().zip(widths) {
                let name = quote(&cell.name);
                match bits {
                    1 => text.push_str(&format!("  {at}: \"{name}\"\n")),
                    bits => text.push_str(&format!("  {at}-{}: \"{name}\"\n", at + bits - 1)),
                }
                at += bits;
            }
            return text;
        }
        let mut text = "flowchart LR\n".to_owned();
        for (at, cell) in self.cells.iter().enumerate() {
            let label = lines(cell).iter().map(|line| quote(line)).collect::<Vec<_>>().join("<br>");
            text.push_str(&format!("  c{at}[\"{label}\"]\n"));
        }
        let names: Vec<String> = (0..self.cells.len()).map(|at| format!("c{at}")).collect();
        text.push_str(&format!("  {}\n", names.join(" --- ")));
        text
    }
}

/// The lines of text in the box of a part.
fn lines(cell: &Cell) -> Vec<String> {
    let mut lines = vec![match cell.ty.as_str() {
        "" => format!("{}: {}", cell.name, cell.extent()),
        ty => format!("{}: {ty}, {}", cell.name, cell.extent()),
    }];
    let more = [&cell.bits, &cell.present, &cell.versions].into_iter();
    lines.extend(more.filter(|text| !text.is_empty()).map(|text| format!("  {text}")));
    lines
}
