//! Server versions, and the ranges of them that cases are for.

use std::fmt;
use std::str::FromStr;

use crate::ConformanceError;

/// A server version such as 8.0 or 6.0.3. One without a patch number stands for the whole release series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    numbers: Vec<u32>,
}

impl Version {
    /// Whether a case is for this version. `ranges` is text as the tables have it: terms `4.2+`, `4.2-8.0` or `8.0`
    /// joined by commas or slashes, each of which may go on in words; what stands in parentheses is a remark. Of the words
    /// two count: `up to 5.0.23` ends a term, and `with the 7.2+ rule` says that this must hold too.
    #[must_use]
    pub fn is_in(&self, ranges: &str) -> bool {
        let ranges = without_remarks(ranges);
        let words: Vec<&str> = ranges.split_whitespace().collect();
        let mut conditions = words.windows(3).filter_map(|words| match words {
            ["with", "the", first] => first.strip_suffix('+'),
            _ => None,
        });
        let holds = conditions.all(|first| first.parse().is_ok_and(|first| self.is_from(&first)));
        holds && ranges.split([',', '/']).any(|term| self.is_in_term(&term.split_whitespace().collect::<Vec<_>>()))
    }

    fn is_in_term(&self, words: &[&str]) -> bool {
        match words {
            [first, "up", "to", last, ..] => self.is_in_range(&format!("{first}-{last}")),
            [term, ..] => self.is_in_range(term),
            [] => false,
        }
    }

    fn is_in_range(&self, term: &str) -> bool {
        if let Some(first) = term.strip_suffix('+') {
            return first.parse().is_ok_and(|first| self.is_from(&first));
        }
        let (first, last) = term.split_once('-').unwrap_or((term, term));
        match (first.parse(), last.parse::<Self>()) {
            (Ok(first), Ok(last)) => {
                self.is_from(&first) && (self.numbers <= last.numbers || self.numbers.starts_with(&last.numbers))
            }
            _ => false,
        }
    }

    fn is_from(&self, first: &Self) -> bool {
        self.numbers >= first.numbers
    }
}

fn without_remarks(ranges: &str) -> String {
    let mut depth = 0_u32;
    let outside = |c: &char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    ranges.chars().filter(outside).collect()
}

impl FromStr for Version {
    type Err = ConformanceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers: Result<Vec<_>, _> = text.split('.').map(str::parse).collect();
        match numbers {
            Ok(numbers) if (2..=3).contains(&numbers.len()) => Ok(Self { numbers }),
            _ => Err(ConformanceError::Version(text.to_owned())),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<_> = self.numbers.iter().map(u32::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}
