//! Adds up what the test runners print.

/// Tests that passed and failed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Tests that passed.
    pub n_passed: u64,
    /// Tests, or whole runs, that failed.
    pub n_failed: u64,
}

impl Counts {
    /// Adds the counts of one line if it is a runner's closing line: `test result: ok. 3 passed; 0 failed; ...`.
    pub fn add_line(&mut self, line: &str) {
        let Some((_, counts)) = line.split_once("test result: ").and_then(|(_, rest)| rest.split_once(". ")) else {
            return;
        };
        for part in counts.split(';') {
            match part.trim().split_once(' ') {
                Some((n, "passed")) => self.n_passed += n.parse().unwrap_or(0),
                Some((n, "failed")) => self.n_failed += n.parse().unwrap_or(0),
                _ => {}
            }
        }
    }

    /// The sum.
    pub fn add(&mut self, other: Self) {
        self.n_passed += other.n_passed;
        self.n_failed += other.n_failed;
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn reads_closing_lines_only() {
        let mut counts = Counts::default();
        for line in [
            "running 3 tests",
            "test order::total ... ok",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s",
            "\u{1b}[0mtest result: FAILED. 10 passed; 2 failed; 0 ignored; 0 filtered out",
            "test result: FAILED. nothing to see",
        ] {
            counts.add_line(line);
        }
        assert_eq!(counts, Counts { n_passed: 13, n_failed: 2 });
    }
}
