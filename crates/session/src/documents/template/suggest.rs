//! "Did you mean ...?"

/// The name closest to what was written, if it is close: at most a third of the letters differ, and no more than two.
pub(crate) fn closest<'n>(written: &str, names: &[&'n str]) -> Option<&'n str> {
    const LEN_MAX: usize = 40;
    if written.len() > LEN_MAX {
        return None;
    }
    let allowed = (written.chars().count() / 3).clamp(1, 2);
    let distances = names.iter().map(|name| (distance(&written.to_lowercase(), &name.to_lowercase()), *name));
    distances.min_by_key(|(distance, _)| *distance).filter(|(distance, _)| *distance <= allowed).map(|(_, name)| name)
}

/// Letters to insert, delete, replace, or swap with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (line, letter) in left.iter().enumerate() {
        let mut row = vec![line + 1];
        for (column, other) in right.iter().enumerate() {
            let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(&above, column) + usize::from(letter != other);
            let mut least = replaced.min(at(&above, column + 1) + 1).min(at(&row, column) + 1);
            let previous = |letters: &[char], at: usize| at.checked_sub(1).and_then(|at| letters.get(at).copied());
            if column > 0 && previous(&left, line) == Some(*other) && previous(&right, column) == Some(*letter) {
                least = least.min(at(&before, column - 1) + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{closest, distance};

    #[test]
    fn counts_changed_letters() {
        for (left, right, expect) in [
            ("", "", 0),
            ("a", "", 1),
            ("zipff", "zipf", 1),
            ("kitten", "sitting", 3),
            ("ab", "ba", 1),
            ("abcd", "badc", 2),
        ] {
            assert_eq!(distance(left, right), expect, "{left} {right}");
        }
    }

    #[test]
    fn suggests_only_what_is_close() {
        let names = ["$zipf", "$integer", "$choose"];
        let cases = [
            ("$zipff", Some("$zipf")),
            ("$Zipf", Some("$zipf")),
            ("$interger", Some("$integer")),
            ("$name", None),
            ("$coohse", Some("$choose")),
            ("$", None),
        ];
        for (written, expect) in cases {
            assert_eq!(closest(written, &names), expect, "{written}");
        }
    }
}
