//! Numbers for the names of values in a text.

use super::is_name;
use crate::hash::Map;

/// Numbers of names. The names that a printer generates, such as `%0` for values and `%arg0` for arguments, are looked up by
/// their number.
#[derive(Debug, Default)]
pub struct Counted<'t> {
    numbers: Map<&'t str, u32>,
    /// The assigned numbers plus one, for numbered values and for arguments; zero for a name without one.
    counted: [Vec<u32>; 2],
    /// Names from this number on are in the map, so that no name takes more memory than the text.
    max_counted: usize,
}

impl<'t> Counted<'t> {
    /// No names, for a text of `len` bytes.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Counted { max_counted: len, ..Counted::default() }
    }

    /// The number of a generated name at an offset of a text, and the end of the name. None for another name, and for a name
    /// without a number.
    #[inline]
    pub fn find(&self, text: &[u8], at: usize) -> Option<(u32, usize)> {
        const ARGUMENT: &[u8] = b"%arg";
        let rest = &text[at..];
        let which = usize::from(rest.starts_with(ARGUMENT));
        let start = if which == 1 { ARGUMENT.len() } else { 1 };
        let (mut number, mut end) = (0, start);
        while let Some(digit) = rest.get(end).filter(|byte| byte.is_ascii_digit()) {
            number = usize::wrapping_add(10usize.wrapping_mul(number), usize::from(digit - b'0'));
            end += 1;
        }
        // A name with a leading zero, with too many digits or with other letters is not a generated name.
        let plain = (end == start + 1 || rest.get(start) != Some(&b'0'))
            && (1..=MAX_DIGITS).contains(&(end - start))
            && (which == 0 || !rest.get(end).is_some_and(|byte| is_name(*byte)));
        let name = plain.then(|| self.counted[which].get(number)).flatten()?;
        Some((name.checked_sub(1)?, at + end))
    }

    /// The number of a name. A name without a number gets `next`.
    pub fn number(&mut self, text: &'t str, next: u32) -> u32 {
        if let Some((which, count)) = counted(text).filter(|(_, count)| *count < self.max_counted) {
            let numbers = &mut self.counted[which];
            if numbers.len() <= count {
                numbers.resize(count + 1, 0);
            }
            if numbers[count] == 0 {
                numbers[count] = next + 1;
            }
            return numbers[count] - 1;
        }
        *self.numbers.entry(text).or_insert(next)
    }
}

/// The most digits in a generated name.
const MAX_DIGITS: usize = 9;

/// The number in a generated name, after whether the name is an argument: 1 for an argument, otherwise 0.
fn counted(text: &str) -> Option<(usize, usize)> {
    let name = text.as_bytes().strip_prefix(b"%")?;
    let (which, digits) = match name.strip_prefix(b"arg") {
        Some(digits) => (1, digits),
        None => (0, name),
    };
    let plain = matches!(digits, [b'0'] | [b'1'..=b'9', ..]) && digits.len() <= MAX_DIGITS;
    if !plain {
        return None;
    }
    let add = |number: usize, digit: &u8| {
        digit.is_ascii_digit().then(|| 10 * number + usize::from(digit - b'0'))
    };
    Some((which, digits.iter().try_fold(0, add)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_counted() {
        for (text, found) in
            [("%0", Some((0, 0))), ("%120", Some((0, 120))), ("%arg7", Some((1, 7)))]
        {
            assert_eq!(counted(text), found);
        }
        let long = format!("%{}", "9".repeat(30));
        for text in ["%01", "%arg", "%", "%1a", "%1234567890", "%argument", "%00", &long] {
            assert_eq!(counted(text), None, "{text}");
        }
        let (mut values, mut texts) = (Counted::new(100), Vec::new());
        let names = ["%1", "%arg1", "%01", "%99", "%100", "%x", "%1", "%100"];
        let numbers = names.map(|name| {
            let number = values.number(name, texts.len() as u32);
            if number as usize == texts.len() {
                texts.push(name);
            }
            number
        });
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 0, 4]);
        let found = |text: &str| {
            let (number, end) = values.find(text.as_bytes(), 0)?;
            Some((texts[number as usize], end))
        };
        assert_eq!(found("%1, %x"), Some(("%1", 2)));
        assert_eq!(found("%99#1)"), Some(("%99", 3)));
        assert_eq!(found("%1a"), Some(("%1", 2)), "a name of digits ends before a letter");
        assert_eq!(found("%arg1)"), Some(("%arg1", 5)));
        for text in ["%01", "%x", "%2", "%arg1a", "%arg2", "%arg", "%", "%00000000000000000000001"]
        {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
