//! What running cases comes to.

use std::fmt;

/// How one case went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The engine gave what the case expects.
    Passed,
    /// It gave something else, or the case cannot be read.
    Failed {
        /// What the case expects.
        expected: String,
        /// What came out.
        got: String,
    },
    /// Not run: the case is for another server version, or for something that the engine does not model.
    Skipped {
        /// Why.
        reason: String,
    },
}

impl Outcome {
    /// Passed when both are equal, else failed with both as text.
    pub fn compare<T: PartialEq + fmt::Display>(expected: &T, got: &T) -> Self {
        if expected == got {
            return Self::Passed;
        }
        Self::Failed { expected: expected.to_string(), got: got.to_string() }
    }
}

/// One case of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    /// The case's own id, or its value and place where it has none.
    pub name: String,
    /// How it went.
    pub outcome: Outcome,
}

/// All cases of a table, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The cases.
    pub cases: Vec<CaseResult>,
}

impl Report {
    /// Cases that passed.
    #[must_use]
    pub fn n_passed(&self) -> usize {
        self.cases.iter().filter(|case| case.outcome == Outcome::Passed).count()
    }

    /// Cases that failed.
    #[must_use]
    pub fn n_failed(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.outcome, Outcome::Failed { .. })).count()
    }

    /// Cases that were not run.
    #[must_use]
    pub fn n_skipped(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.outcome, Outcome::Skipped { .. })).count()
    }
}

/// Each failing case with both values, then the counts.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for case in &self.cases {
            if let Outcome::Failed { expected, got } = &case.outcome {
                writeln!(f, "{}\n  expected {expected}\n  got      {got}", case.name)?;
            }
        }
        write!(f, "{} passed, {} failed", self.n_passed(), self.n_failed())?;
        match self.n_skipped() {
            0 => Ok(()),
            n_skipped => write!(f, ", {n_skipped} skipped"),
        }
    }
}
