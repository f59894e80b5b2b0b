//! The steps of an insert one by one, then all of them: generate, hash, encode, place.

use bson::RawDocument;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use shardscope_bench::{N_CHUNKS, SetUp, cluster, generator, orders, pattern};
use shardscope_sim::bson::{KeyBuf, hash64};
use shardscope_sim::catalog::pattern::FieldKind;
use std::hint::black_box;

const N_ORDERS: usize = 10_000;

fn steps(criterion: &mut Criterion) {
    if let Err(error) = try_steps(criterion) {
        eprintln!("the benchmark cannot be set up: {error}");
        std::process::exit(1);
    }
}

fn try_steps(criterion: &mut Criterion) -> SetUp<()> {
    let mut group = criterion.benchmark_group("orders");
    group.throughput(Throughput::Elements(N_ORDERS as u64));
    let (bytes, ends) = orders(N_ORDERS)?;
    let documents = documents(&bytes, &ends)?;

    let mut generator = generator()?;
    let mut buffer = Vec::new();
    group.bench_function("generate", |bencher| {
        bencher.iter(|| {
            for order in 0..N_ORDERS {
                buffer.clear();
                black_box(generator.next_into(&mut buffer, order as u64));
            }
        });
    });

    let ids = documents.iter().map(|document| document.get("_id")).collect::<Result<Vec<_>, _>>()?;
    group.bench_function("hash _id", |bencher| {
        bencher.iter(|| ids.iter().flatten().fold(0, |sum: i64, id| sum.wrapping_add(hash64(*id))));
    });

    for (name, path, kind) in
        [("encode hashed _id", "_id", FieldKind::Hashed), ("encode customerId", "customerId", FieldKind::Ranged)]
    {
        let pattern = pattern(path, kind)?;
        let mut key = KeyBuf::default();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for document in &documents {
                    // Every order has the field, which the set-up of the clusters below proves.
                    let _ = black_box(pattern.encode_document(document, &mut key));
                }
            });
        });
    }

    cluster()?;
    group.bench_function(format!("insert, hashed _id, {N_CHUNKS} chunks"), |bencher| {
        bencher.iter_batched(
            cluster,
            |made| {
                let (mut cluster, collection_idx) = made?;
                documents.iter().try_for_each(|document| cluster.insert(collection_idx, document))
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
    Ok(())
}

fn documents<'a>(bytes: &'a [u8], ends: &[usize]) -> SetUp<Vec<&'a RawDocument>> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let slices = starts.zip(ends).map(|(start, end)| bytes.get(start..*end).unwrap_or_default());
    Ok(slices.map(RawDocument::from_bytes).collect::<Result<_, _>>()?)
}

criterion_group!(benches, steps);
criterion_main!(benches);
