//! What of a run the page has not heard yet.

use crate::protocol::Event;
use crate::run::Run;

/// Positions up to which each lane's rows and gap points were sent.
pub struct News {
    n_rows: Vec<usize>,
    n_gaps: Vec<usize>,
}

impl News {
    /// Nothing sent yet.
    #[must_use]
    pub fn new(n_lanes: usize) -> Self {
        Self { n_rows: vec![0; n_lanes], n_gaps: vec![0; n_lanes] }
    }

    /// Everything since the last call. O(what is new).
    pub fn progress(&mut self, id: u32, run: &Run) -> Event {
        let mut rows = Vec::with_capacity(self.n_rows.len());
        let mut gaps = Vec::with_capacity(self.n_gaps.len());
        for (lane_idx, (n_rows, n_gaps)) in self.n_rows.iter_mut().zip(&mut self.n_gaps).enumerate() {
            let (new_rows, new_gaps) = (run.rows(lane_idx, *n_rows), run.gaps(lane_idx, *n_gaps));
            // The last row may still grow: it is sent again, and replaces itself by its id.
            *n_rows += new_rows.len().saturating_sub(1);
            *n_gaps += new_gaps.len();
            rows.push(new_rows.to_vec());
            gaps.push(new_gaps.to_vec());
        }
        Event::RunProgress {
            run: id,
            computed_ms: run.computed_ms(),
            documents: run.n_documents(),
            rows,
            gaps,
            heat_max_per_sec: run.heat_max_per_sec(),
        }
    }
}
