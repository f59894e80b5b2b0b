//! Text: random, joined, cut and changed.

use super::{Call, N_UNKNOWN_MAX, Out};
use crate::workload::fields::{Insert, write_string};
use crate::workload::func::Func;
use crate::workload::value::{STRING, append_hex, append_text, elements};
use md5::Digest;

const CONSONANTS: &[u8] = b"bcdfghjklmnprstvwz";
const VOWELS: &[u8] = b"aeiou";

impl Call {
    pub(super) fn string(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let start = out.len();
        out.extend_from_slice(&[0; 4]);
        self.content(out, insert)?;
        write_string(out, start);
        Some(STRING)
    }

    /// The text itself, without its length and NUL.
    fn content(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<()> {
        match self.func {
            Func::Text => return self.random(out, insert),
            Func::Word => {
                let n_syllables = self.count(0, out, insert)?;
                self.word(n_syllables, out);
            }
            Func::Sentence => return self.sentence(out, insert),
            Func::Concat => {
                // What is missing reads as nothing.
                for idx in 0..self.args.len() {
                    self.append(idx, out, insert);
                }
            }
            Func::Join => return self.join(out, insert),
            Func::Digest => {
                let text = self.text(0, out, insert)?;
                append_hex(&md5::Md5::digest(text.as_bytes()), 0, out);
            }
            Func::ToText => return self.append(0, out, insert),
            _ => {
                let text = self.text(0, out, insert)?;
                let changed = self.changed(&text, out, insert)?;
                out.extend_from_slice(changed.as_bytes());
            }
        }
        Some(())
    }

    fn changed(&mut self, text: &str, out: Out<'_>, insert: &mut Insert<'_>) -> Option<String> {
        Some(match self.func {
            Func::Upper => text.to_uppercase(),
            Func::Lower => text.to_lowercase(),
            Func::Capitalize => {
                let mut letters = text.chars();
                letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
            }
            Func::Reverse => text.chars().rev().collect(),
            Func::Substr => {
                let (from, len) = (self.whole(1, out, insert)?, self.whole(2, out, insert)?);
                let size = |number| usize::try_from(number).unwrap_or(0);
                text.chars().skip(size(from)).take(size(len)).collect()
            }
            Func::Pad => {
                let width = self.whole(1, out, insert)?.clamp(0, i64::try_from(N_UNKNOWN_MAX).unwrap_or(0));
                let fill = self.text(2, out, insert)?;
                let missing = usize::try_from(width).unwrap_or(0).saturating_sub(text.chars().count());
                fill.chars().cycle().take(missing).chain(text.chars()).collect()
            }
            Func::Luhn => {
                let check = char::from(b'0' + luhn(text));
                format!("{text}{check}")
            }
            _ => text.chars().map(|letter| self.pattern(letter)).collect(),
        })
    }

    fn pattern(&mut self, letter: char) -> char {
        let (first, n) = match letter {
            '&' => (b'0', 10),
            '?' => (b'a', 26),
            '!' => (b'A', 26),
            _ => return letter,
        };
        char::from(first + u8::try_from(self.stream.up_to(n - 1)).unwrap_or(0))
    }

    fn random(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<()> {
        let len = self.count(0, out, insert)?;
        let pool = self.text(1, out, insert)?;
        let n_letters = pool.chars().count() as u64;
        for _ in 0..len {
            let drawn = usize::try_from(self.stream.up_to(n_letters.checked_sub(1)?)).unwrap_or(0);
            let letter = if pool.is_ascii() {
                pool.as_bytes().get(drawn).copied().map(char::from)
            } else {
                pool.chars().nth(drawn)
            };
            out.extend_from_slice(letter.unwrap_or(' ').encode_utf8(&mut [0; 4]).as_bytes());
        }
        Some(())
    }

    /// Syllables of two or three letters, consonants and vowels in turn.
    fn word(&mut self, n_syllables: u64, out: Out<'_>) {
        for _ in 0..n_syllables {
            let bits = self.stream.next_u32();
            let mut is_vowel = bits & 1 == 1;
            for _ in 0..2 + (bits >> 1 & 1) {
                let letters = if is_vowel { VOWELS } else { CONSONANTS };
                let drawn = usize::try_from(self.stream.up_to(letters.len() as u64 - 1)).unwrap_or(0);
                out.extend(letters.get(drawn));
                is_vowel = !is_vowel;
            }
        }
    }

    fn sentence(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<()> {
        let n_words = self.count(0, out, insert)?;
        let start = out.len();
        for number in 0..n_words {
            if number > 0 {
                out.push(b' ');
            }
            let n_syllables = 1 + self.stream.up_to(2);
            self.word(n_syllables, out);
        }
        out.get_mut(start)?.make_ascii_uppercase();
        out.push(b'.');
        Some(())
    }

    fn join(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<()> {
        let (_, array) = self.value(0, out, insert)?;
        let between = self.text(1, out, insert)?;
        for (number, (tag, from, to)) in elements(&array).into_iter().enumerate() {
            if number > 0 {
                out.extend_from_slice(between.as_bytes());
            }
            append_text(tag, array.get(from..to)?, out);
        }
        Some(())
    }
}

/// The digit that makes the weighted sum of all digits a multiple of ten: every second one from the right counts twice,
/// its own digits added.
fn luhn(digits: &str) -> u8 {
    let sum: u32 = digits
        .chars()
        .rev()
        .filter_map(|digit| digit.to_digit(10))
        .zip([2, 1].into_iter().cycle())
        .map(|(digit, factor)| digit * factor / 10 + digit * factor % 10)
        .sum();
    u8::try_from((10 - sum % 10) % 10).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::luhn;

    #[test]
    fn the_check_digit_is_that_of_known_numbers() {
        // Test numbers that card networks publish, and the standard's own example.
        for (digits, check) in
            [("411111111111111", 1), ("555555555555444", 4), ("37828224631000", 5), ("7992739871", 3)]
        {
            assert_eq!(luhn(digits), check, "{digits}");
        }
    }
}
