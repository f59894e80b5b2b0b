//! The simulation alone, for a browser: what `page.js` times. Natively it does nothing, `benches/` is for that.

fn main() {}

#[cfg(target_arch = "wasm32")]
mod exports {
    use shardscope_bench::day::{self, DAY_MS};
    use shardscope_sim::cluster::Cluster;
    use shardscope_sim::version::ServerVersion;
    use wasm_bindgen::prelude::*;

    /// A cluster of ten shards before a day of balancing, see `benches/balancing.rs`.
    #[wasm_bindgen]
    pub struct Day {
        cluster: Cluster,
        is_restless: bool,
    }

    #[wasm_bindgen]
    impl Day {
        /// All chunks on one shard; with `even`, after the balancer has finished.
        #[wasm_bindgen(constructor)]
        pub fn new(n_chunks: usize, even: bool) -> Result<Day, JsError> {
            let set_up = if even { day::even } else { day::skewed };
            let (cluster, _) = set_up(ServerVersion::V8_0, n_chunks)?;
            Ok(Self { cluster, is_restless: even })
        }

        /// Simulates the day: what is timed. The answer is the number of events, so that nobody can leave it out.
        pub fn pass(&mut self) -> Result<usize, JsError> {
            if self.is_restless {
                day::change_every_round(&mut self.cluster)?;
            } else {
                self.cluster.advance_to(DAY_MS);
            }
            Ok(self.cluster.events().len())
        }
    }
}
