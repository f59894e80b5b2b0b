//! Generated documents are well-formed, and the same everywhere.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod calls;
#[cfg(not(target_arch = "wasm32"))]
mod properties;

use super::{Field, Func, Generator, Node, Plan, PlanError};
use bson::{Document, RawDocument};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn field(name: &str, value: Node) -> Field {
    Field { name: name.to_owned(), value }
}

/// The five fields of an order.
fn order() -> Plan {
    let text = |text: &str| {
        let mut bytes = i32::try_from(text.len() + 1).unwrap().to_le_bytes().to_vec();
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
        Node::Constant { tag: 2, bytes }
    };
    let from = ["new", "paid", "shipped", "returned"].into_iter().map(text).collect();
    Plan {
        fields: vec![
            field("_id", Node::ObjectId),
            field("customerId", Node::Int32 { min: 1, max: 100_000 }),
            field("orderDate", Node::Now),
            field("status", Node::Choose { from, weights: Vec::new() }),
            field("total", Node::Decimals { min: 500, max: 50_000, decimals: 2 }),
        ],
    }
}

/// 64-bit FNV-1a over the documents.
fn digest(plan: &Plan, seed: u64, n: u64) -> u64 {
    let mut generator = Generator::new(plan, seed).unwrap();
    let mut out = Vec::new();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for number in 0..n {
        out.clear();
        generator.next_into(&mut out, number);
        hash = out.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }
    hash
}

#[test]
fn the_same_bytes_on_every_machine() {
    assert_eq!(digest(&order(), 1, 1_000), ORDER_DIGEST);
    let skewed = Plan {
        fields: vec![
            field("z", Node::Zipf { n: 1_000_000, exponent: 1.1, prefix: None }),
            field("u", Node::Uuid),
            field("b", Node::Bool { share_true: 0.3 }),
            field("t", Node::Text { len_min: 1, len_max: 9, pool: "abcé".to_owned() }),
        ],
    };
    assert_eq!(digest(&skewed, 7, 1_000), SKEWED_DIGEST);
}

const ORDER_DIGEST: u64 = 3_030_315_399_547_948_793;
const SKEWED_DIGEST: u64 = 4_738_135_198_197_585_280;

#[test]
fn a_clone_goes_on_from_where_it_was_taken() {
    let mut generator = Generator::new(&order(), 3).unwrap();
    let mut out = Vec::new();
    for number in 0..10 {
        generator.next_into(&mut out, number);
    }
    let mut clone = generator.clone();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    assert_eq!(generator.next_into(&mut left, 10), clone.next_into(&mut right, 10));
    assert_eq!(left, right);
}

#[test]
fn documents_are_appended() {
    let mut generator = Generator::new(&order(), 3).unwrap();
    let mut out = b"before".to_vec();
    let size = generator.next_into(&mut out, 0);
    assert_eq!(&out[..6], b"before");
    let document: Document = RawDocument::from_bytes(&out[6..]).unwrap().to_owned().try_into().unwrap();
    assert_eq!(size, out.len() - 6);
    assert!(document.keys().eq(["_id", "customerId", "orderDate", "status", "total"]));
}

#[test]
fn plans_that_can_not_run() {
    let cases = [
        (Node::Int32 { min: 2, max: 1 }, PlanError::EmptyRange),
        (Node::Date { min_ms: 2, max_ms: 1 }, PlanError::EmptyRange),
        (Node::Text { len_min: 2, len_max: 1, pool: "a".to_owned() }, PlanError::EmptyRange),
        (Node::Text { len_min: 1, len_max: 2, pool: String::new() }, PlanError::NothingToChoose),
        (Node::Choose { from: Vec::new(), weights: Vec::new() }, PlanError::NothingToChoose),
        (Node::Choose { from: vec![Node::Now], weights: vec![0.0] }, PlanError::BadWeights),
        (Node::Choose { from: vec![Node::Now], weights: vec![1.0, 1.0] }, PlanError::BadWeights),
        (Node::Choose { from: vec![Node::Now], weights: vec![f64::NAN] }, PlanError::BadWeights),
        (Node::Choose { from: vec![Node::Now; 2], weights: vec![2.0, -1.0] }, PlanError::BadWeights),
        (Node::Zipf { n: 0, exponent: 1.0, prefix: None }, PlanError::BadZipf),
        (Node::Bool { share_true: 1.1 }, PlanError::BadShare),
        (Node::Bool { share_true: f64::NAN }, PlanError::BadShare),
        (Node::Decimals { min: 1, max: 2, decimals: 16 }, PlanError::TooManyDecimals),
        (Node::Document(vec![field("a\0", Node::Now)]), PlanError::NulInName),
        (
            Node::Text { len_min: 0, len_max: 20_000_000, pool: "a".to_owned() },
            PlanError::TooLarge { bytes_max: 20_000_030 },
        ),
    ];
    for (node, error) in cases {
        let plan = Plan { fields: vec![field("a", node)] };
        assert_eq!(Generator::new(&plan, 0).map(|_| ()), Err(error), "{plan:?}");
    }
    let deep = (0..120).fold(Node::Now, |node, _| Node::Array(vec![node]));
    assert_eq!(Generator::new(&Plan { fields: vec![field("a", deep)] }, 0).map(|_| ()), Err(PlanError::TooDeep));
}
