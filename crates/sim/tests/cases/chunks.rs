//! Cases about what can be cut: large values, small keys.

use super::world::*;

/// V-06: one mailbox owner with more than a chunk can hold.
#[test]
fn a_large_value_cannot_be_cut_and_a_longer_key_can() {
    let mut cluster = heavy(V4_2, "s0 s1 s2", &rawdoc! { "user": 1 });
    insert_mib(&mut cluster, (0..600).map(|_| rawdoc! { "user": 500 }));
    insert_mib(&mut cluster, (0..300).map(|user| rawdoc! { "user": user }));
    settle(&mut cluster);
    let large = place(&cluster, &rawdoc! { "user": 500 });
    let chunk = collection(&cluster).chunks().iter().find(|chunk| chunk.n_documents() >= 600 * PER_MIB).unwrap();
    assert!(chunk.n_bytes() > 64 * MIB, "{large} is far above the chunk size");
    let moved = cluster.move_chunk(NS, ChunkRef::Find(&rawdoc! { "user": 500 }), "s2", false);
    assert_eq!(refused(moved), (153, "ChunkTooBig"));
    let mut finer = heavy(V4_2, "s0 s1 s2", &rawdoc! { "mailbox": 1, "uid": 1 });
    insert_mib(&mut finer, (0..600).map(|uid| rawdoc! { "mailbox": 500, "uid": uid }));
    settle(&mut finer);
    assert!(loads(&finer).iter().all(|load| *load > 100), "the same data divided: {:?}", loads(&finer));
}

/// V-06b: the move test counts documents, whatever the flag says.
#[test]
fn a_move_is_refused_by_count_without_a_flag() {
    let mut cluster = sharded(V4_4, "s0 s1", &rawdoc! { "x": 1 });
    cluster.set_balancer(false);
    let two_kb = rawdoc! { "x": 1, "pad": "p".repeat(2_048 - 22) };
    assert_eq!(two_kb.as_bytes().len(), 2_048);
    for _ in 0..42_590 {
        insert(&mut cluster, &two_kb);
    }
    let find = rawdoc! { "x": 1 };
    let fits = cluster.move_chunk(NS, ChunkRef::Find(&find), "s1", false).unwrap().unwrap();
    cluster.abort_migration(fits).unwrap();
    // 1.3 x 64 MiB / 2 KiB = 42,598 and a bit: the next documents are too many.
    for _ in 0..20 {
        insert(&mut cluster, &two_kb);
    }
    let refusal = cluster.move_chunk(NS, ChunkRef::Find(&find), "s1", false).unwrap_err();
    assert!(
        matches!(refusal, CommandError::ChunkTooBig { n_documents_max, .. } if n_documents_max / 100 == 425),
        "{refusal}"
    );
    assert!(collection(&cluster).chunks().iter().all(|chunk| !chunk.jumbo()), "no flag anywhere");
}

/// V-10b: a hashed collection is split at 64-bit integers only.
#[test]
fn hashed_split_points_are_integers() {
    for server in ServerVersion::ALL {
        let mut cluster = sharded(server, "s0 s1", &rawdoc! { "guid": "hashed" });
        assert_eq!(refused(cluster.split_at(NS, &rawdoc! { "guid": 1.5e18 })), (72, "InvalidOptions"), "{server:?}");
        cluster.split_at(NS, &rawdoc! { "guid": 1_500_000_000_000_000_000_i64 }).unwrap();
    }
}

/// V-36, its part about placement: a tenant with most of the documents.
#[test]
fn a_tenant_needs_a_suffix() {
    let mut ranged = heavy(V8_0, "s0 s1", &rawdoc! { "project_id": 1 });
    insert_mib(&mut ranged, (0..900).map(|_| rawdoc! { "project_id": "big" }));
    insert_mib(&mut ranged, (0..100).map(|nth| rawdoc! { "project_id": format!("p{}", nth % 4) }));
    settle(&mut ranged);
    let of_big = || ranged.collection(NS).unwrap().chunks().iter().filter(|chunk| chunk.n_documents() >= 900 * PER_MIB);
    assert_eq!(of_big().count(), 1, "one indivisible value on one shard");
    let pattern = rawdoc! { "project_id": 1, "_id": "hashed" };
    let mut compound = heavy(V8_0, "s0 s1", &pattern);
    assert_eq!(chunks(&compound), ["[MinKey, MaxKey) s0"], "an empty collection starts as one chunk");
    insert_mib(&mut compound, (0..900).map(|nth| rawdoc! { "project_id": "big", "_id": nth }));
    settle(&mut compound);
    assert!(loads(&compound)[1] > 250, "cut by hash: {:?}", loads(&compound));
}

/// V-26: a field that no document has.
#[test]
fn gridfs_pieces_do_not_know_their_owner() {
    let piece = |n: i32| rawdoc! { "_id": n, "files_id": oid("52f0a0000000000000000000"), "n": n };
    let mut owner = heavy(V8_0, "s0 s1 s2", &rawdoc! { "metadata.username": 1 });
    insert_mib(&mut owner, (0..900).map(piece));
    settle(&mut owner);
    assert_eq!(loads(&owner).iter().filter(|load| **load > 0).count(), 1, "every key is null");
    let chunk = collection(&owner).chunks().iter().find(|chunk| chunk.n_documents() > 0).unwrap();
    assert!(chunk.indivisible());
    let mut pieces = heavy(V8_0, "s0 s1 s2", &rawdoc! { "files_id": 1, "n": 1 });
    insert_mib(&mut pieces, (0..900).map(piece));
    settle(&mut pieces);
    assert!(loads(&pieces).iter().all(|load| *load > 100), "{:?}", loads(&pieces));
}
