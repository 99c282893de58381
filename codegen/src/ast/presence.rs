//! What states whether an optional field is present.

use super::{Expression, Span, Spanned};
use bytespec_plan::Operator;

/// One way in which an optional field is present.
#[derive(Clone, Debug)]
pub struct Presence {
    /// The source of the presence.
    pub how: PresenceHow,
    /// First version of this way.
    pub since: Option<Spanned<String>>,
    /// Last version of this way.
    pub until: Option<Spanned<String>>,
    /// The position in the source.
    pub span: Span,
}

/// The source of the presence of an optional field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PresenceHow {
    /// A bit of the item's flags.
    Bit(u64),
    /// An earlier presence field.
    Field(String),
    /// A field whose value must pass the test.
    When(Test),
    /// A field whose value must not pass the test.
    Unless(Test),
}

/// A test of the value of an earlier field: whether it is true, not zero, or a given member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The field.
    pub field: String,
    /// The required member of an enum.
    pub member: Option<String>,
}

impl PresenceHow {
    /// Parses a test of one field: `field`, `field=member`, or `not` and one of these; none for other text.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let denied = text.strip_prefix("not").filter(|rest| rest.starts_with(char::is_whitespace));
        let is_word = |word: &str| {
            let first = word.chars().next();
            first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
                && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && !["and", "not", "or", "left"].contains(&word)
        };
        let is_number = |word: &str| {
            let digits = word.strip_prefix('-').unwrap_or(word);
            !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
        };
        let test = Test::from(denied.unwrap_or(text).trim());
        let asked =
            test.member.as_deref().is_none_or(|member| is_word(member) || is_number(member));
        match denied {
            _ if !is_word(&test.field) || !asked => None,
            Some(_) => Some(PresenceHow::Unless(test)),
            None => Some(PresenceHow::When(test)),
        }
    }
}

impl Test {
    /// The test as an expression; the name of a member is that of a field in it.
    pub fn expression(&self, span: Span) -> Expression {
        let field = |name: &str| Expression::Field(Spanned::new(name.to_owned(), span));
        let asked = field(&self.field);
        let Some(member) = &self.member else { return asked };
        let other = match (member.parse(), member.strip_prefix('-').map(str::parse)) {
            (Ok(number), _) => Expression::Number(number),
            (_, Some(Ok(number))) => Expression::Minus(Box::new(Expression::Number(number))),
            _ => field(member),
        };
        Expression::Binary(Operator::Equal, Box::new(asked), Box::new(other))
    }
}

impl From<&str> for Test {
    /// Parses `field`, or `field=member`.
    fn from(text: &str) -> Self {
        match text.split_once('=') {
            Some((field, member)) => {
                Test { field: field.trim().to_owned(), member: Some(member.trim().to_owned()) }
            }
            None => Test { field: text.to_owned(), member: None },
        }
    }
}

impl std::fmt::Display for Test {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.field)?;
        match &self.member {
            Some(member) => write!(f, "={member}"),
            None => Ok(()),
        }
    }
}
