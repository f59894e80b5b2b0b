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

/// Letters to insert, delete or replace.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, letter) in left.chars().enumerate() {
        let mut diagonal = line;
        let mut previous = line + 1;
        for (slot, other) in row.iter_mut().skip(1).zip(&right) {
            let above = *slot;
            previous = (diagonal + usize::from(letter != *other)).min(above + 1).min(previous + 1);
            diagonal = above;
            *slot = previous;
        }
        if let Some(first) = row.first_mut() {
            *first = line + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{closest, distance};

    #[test]
    fn counts_changed_letters() {
        for (left, right, expect) in
            [("", "", 0), ("a", "", 1), ("zipff", "zipf", 1), ("kitten", "sitting", 3), ("ab", "ba", 2)]
        {
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
            ("$", None),
        ];
        for (written, expect) in cases {
            assert_eq!(closest(written, &names), expect, "{written}");
        }
    }
}
