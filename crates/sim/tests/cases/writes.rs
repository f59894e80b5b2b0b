//! Cases about writes: without the shard key, and of the shard key.

use super::world::*;

fn update(
    cluster: &mut Cluster,
    filter: &RawDocumentBuf,
    update: &RawDocumentBuf,
    upsert: bool,
) -> Result<UpdateReply, i32> {
    let (multi, retryable, alone) = (false, true, true);
    let request = Update { filter, update, multi, upsert, retryable, alone };
    cluster.update(NS, request).map_err(|refusal| refusal.code())
}

/// V-18, its part about refusals: single writes without the shard key.
#[test]
fn upserts_without_the_shard_key() {
    let world = |server| {
        let mut cluster = kept(server, "s0 s1 s2", &rawdoc! { "region": 1 });
        cluster.set_balancer(false);
        for (point, to) in [("F", "s1"), ("P", "s2")] {
            cluster.split_at(NS, &rawdoc! { "region": point }).unwrap();
            move_to(&mut cluster, &rawdoc! { "region": point }, to);
        }
        cluster.insert_one(NS, &rawdoc! { "_id": 1, "region": "EU", "name": "n1" }).unwrap();
        cluster
    };
    let set = rawdoc! { "$set": { "seen": true } };
    let replacement = rawdoc! { "_id": 1, "region": "EU" };
    for server in ServerVersion::ALL {
        let run =
            |filter: &RawDocumentBuf, with: &RawDocumentBuf, upsert| update(&mut world(server), filter, with, upsert);
        let by_id = run(&rawdoc! { "_id": 1 }, &set, false).unwrap();
        assert_eq!((by_id.n_modified, by_id.route), (1, WriteRoute::Owners(vec![0, 1, 2])), "{server:?}: A");
        let by_name = run(&rawdoc! { "name": "n1" }, &set, false);
        let by_id_upsert = run(&rawdoc! { "_id": 1 }, &replacement, true);
        if server == V8_0 {
            assert_eq!(by_name.unwrap().route, WriteRoute::TwoPhase(vec![0, 1, 2]), "B");
            assert_eq!(by_id_upsert.unwrap().n_matched, 1, "C");
        } else {
            assert_eq!(by_name.unwrap_err(), 72, "{server:?}: B");
            assert_eq!(by_id_upsert.unwrap_err(), 61, "{server:?}: C");
        }
        let targeted = run(&rawdoc! { "region": "EU", "name": "n1" }, &set, true).unwrap();
        assert_eq!(targeted.route, WriteRoute::OneShard(0), "{server:?}: D");
    }
}

/// V-19: key values that change, alone and in batches.
#[test]
fn changing_key_values_in_batches() {
    let mut cluster = kept(V5_0, "s0 s1", &rawdoc! { "x": 1 });
    cluster.set_balancer(false);
    cluster.split_at(NS, &rawdoc! { "x": 100 }).unwrap();
    move_to(&mut cluster, &rawdoc! { "x": 100 }, "s1");
    for x in [4, 100, 300, 500] {
        cluster.insert_one(NS, &rawdoc! { "_id": x, "x": x }).unwrap();
    }
    let mut change = |from: i32, to: i32, multi: bool, alone: bool| {
        let (filter, update) = (rawdoc! { "x": from }, rawdoc! { "$set": { "x": to } });
        let request = Update { filter: &filter, update: &update, multi, upsert: false, retryable: true, alone };
        cluster.update(NS, request).map(|reply| reply.n_moved).map_err(|refusal| refusal.code())
    };
    assert_eq!((change(300, 600, false, false), change(4, 30, false, false)), (Ok(0), Ok(0)), "both stay");
    assert_eq!(change(600, 300, false, true), Ok(0));
    assert_eq!(change(300, 10, false, false), Err(72), "a move must be the only write of its batch");
    assert_eq!(change(300, 10, true, true), Err(72), "not with updateMany");
    assert_eq!(change(300, 10, false, true), Ok(1));
    assert_eq!(documents(&cluster), [2, 2]);
    cluster.check_invariants().unwrap();
}
