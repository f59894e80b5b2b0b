//! A day of the balancer: how long its simulation takes, by the number of chunks.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use shardscope_bench::day::{self, DAY_MS};
use shardscope_sim::version::ServerVersion;

/// Chunks of the collection.
const N_CHUNKS: [usize; 3] = [200, 2_000, 20_000];

fn days(criterion: &mut Criterion) {
    for (name, server) in [("data size, 8.0", ServerVersion::V8_0), ("chunk count, 5.0", ServerVersion::V5_0)] {
        let mut group = criterion.benchmark_group(format!("a day, 10 shards, {name}"));
        group.sample_size(10);
        for n_chunks in N_CHUNKS {
            if let Err(error) = day::skewed(server, n_chunks) {
                eprintln!("the benchmark cannot be set up: {error}");
                std::process::exit(1);
            }
            // All chunks on one shard of ten: the balancer moves them away one by one.
            group.bench_function(BenchmarkId::new("all on one shard", n_chunks), |bencher| {
                bencher.iter_batched(
                    || day::skewed(server, n_chunks),
                    |made| {
                        made.map(|(mut cluster, _)| {
                            cluster.advance_to(DAY_MS);
                            cluster
                        })
                    },
                    BatchSize::PerIteration,
                );
            });
            // Even, and every round has to look again.
            group.bench_function(BenchmarkId::new("even, never idle", n_chunks), |bencher| {
                bencher.iter_batched(|| day::even(server, n_chunks), day::restless, BatchSize::PerIteration);
            });
            // Even, and nothing happens: one jump.
            group.bench_function(BenchmarkId::new("even, idle", n_chunks), |bencher| {
                bencher.iter_batched(
                    || day::even(server, n_chunks),
                    |made| {
                        made.map(|(mut cluster, _)| {
                            cluster.advance_to(cluster.now() + DAY_MS);
                            cluster
                        })
                    },
                    BatchSize::PerIteration,
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, days);
criterion_main!(benches);
