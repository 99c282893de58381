//! Text templates in the notation of the schema.

use crate::model::TextPiece;

/// The template that these pieces form.
pub(super) fn spell(pieces: &[TextPiece]) -> String {
    level(pieces, false)
}

fn level(pieces: &[TextPiece], nested: bool) -> String {
    pieces.iter().map(|piece| self::piece(piece, nested)).collect()
}

fn piece(piece: &TextPiece, nested: bool) -> String {
    match piece {
        TextPiece::Literal(text) if nested => text.replace('{', "{{"),
        TextPiece::Literal(text) => text.replace('{', "{{").replace('}', "}}"),
        TextPiece::Comma => "{,}".to_owned(),
        TextPiece::Field { name, separator, trailing } => {
            let colon = if separator.is_empty() && !trailing { "" } else { ":" };
            let end = if *trailing { ":" } else { "" };
            format!("{{{name}{colon}{separator}{end}}}")
        }
        TextPiece::IfPresent(name, inner) => format!("{{?{name}|{}}}", level(inner, true)),
        TextPiece::IfNotIdentity(name, None, inner) => {
            format!("{{~{name}|{}}}", level(inner, true))
        }
        TextPiece::IfNotIdentity(name, Some(of), inner) => {
            format!("{{~{name}:{of}|{}}}", level(inner, true))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::spell;

    #[test]
    fn templates_come_back() {
        for template in [
            "{{{a:, }}}",
            "t<{shape:x:}{e}{?pad|, p = {pad}}{~map:shape|, [{map:, }]}>",
            "{,}a{?b|{,}b}",
        ] {
            assert_eq!(spell(&crate::text::parse(template).unwrap()), template);
        }
    }
}
