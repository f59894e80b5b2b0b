//! What holds for any plan.

use super::{Field, Func, Generator, Node, Plan};
use bson::{Document, RawDocument};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};

/// Names that differ: the tree that the documents are checked with holds each once.
fn unique(fields: Vec<(String, Node)>) -> Vec<Field> {
    let named = fields.into_iter().enumerate();
    named.map(|(idx, (name, value))| Field { name: format!("{name}{idx}"), value }).collect()
}

const FUNCS: [Func; 60] = [
    Func::Int32,
    Func::Int64,
    Func::Whole,
    Func::Decimals,
    Func::Decimal128,
    Func::Prime,
    Func::Normal,
    Func::Lognormal,
    Func::Exponential,
    Func::Poisson,
    Func::Pareto,
    Func::Hotspot,
    Func::Latest,
    Func::Growing,
    Func::Sum,
    Func::Product,
    Func::Subtract,
    Func::Divide,
    Func::Mod,
    Func::Floor,
    Func::Abs,
    Func::Least,
    Func::Greatest,
    Func::Round,
    Func::ToWhole,
    Func::ToInt32,
    Func::ToInt64,
    Func::ToDouble,
    Func::ToText,
    Func::ToDate,
    Func::Sequence,
    Func::Clock,
    Func::Seasonal,
    Func::Date,
    Func::FloorDate,
    Func::CeilDate,
    Func::PlusDate,
    Func::DatePart,
    Func::Text,
    Func::Pattern,
    Func::Word,
    Func::Sentence,
    Func::Concat,
    Func::Join,
    Func::Upper,
    Func::Lower,
    Func::Capitalize,
    Func::Reverse,
    Func::Substr,
    Func::Pad,
    Func::Digest,
    Func::Hash64,
    Func::Luhn,
    Func::Array,
    Func::Pick,
    Func::PickSet,
    Func::Object,
    Func::Size,
    Func::Close,
    Func::ObjectId,
];

fn any_node() -> impl Strategy<Value = Node> {
    let leaf = prop_oneof![
        Just(Node::ObjectId),
        Just(Node::Now),
        Just(Node::Uuid),
        Just(Node::Missing),
        (any::<i32>(), any::<i32>()).prop_map(|(a, b)| Node::Int32 { min: a.min(b), max: a.max(b) }),
        (any::<i64>(), any::<i64>()).prop_map(|(a, b)| Node::Int64 { min: a.min(b), max: a.max(b) }),
        (any::<i64>(), any::<i64>()).prop_map(|(a, b)| Node::Date { min_ms: a.min(b), max_ms: a.max(b) }),
        (any::<i64>(), 0..16_u32).prop_map(|(a, decimals)| Node::Decimals { min: a, max: a, decimals }),
        (0..5_u32, 0..5_u32, ".{1,4}").prop_map(|(len, more, pool)| Node::Text {
            len_min: len,
            len_max: len + more,
            pool
        }),
        (any::<i64>(), any::<i64>()).prop_map(|(start, step)| Node::Sequence { start, step }),
        (1..1_000_u64, 0.0..3.0, prop::option::of(".{0,3}")).prop_map(|(n, exponent, prefix)| Node::Zipf {
            n,
            exponent,
            prefix
        }),
        (0.0..=1.0).prop_map(|share_true| Node::Bool { share_true }),
    ];
    leaf.prop_recursive(4, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|from| Node::Choose { from, weights: Vec::new() }),
            prop::collection::vec(inner.clone(), 0..12).prop_map(Node::Array),
            // Any operation on anything, a few too many or too few arguments included.
            (prop::sample::select(&FUNCS[..]), prop::collection::vec(inner.clone(), 0..5))
                .prop_map(|(func, args)| Node::Call { func, args }),
            (prop::sample::select(&FUNCS[..]), 0..40_i64, prop::collection::vec(inner.clone(), 0..4)).prop_map(
                |(func, first, mut args)| {
                    args.insert(0, Node::Int64 { min: first, max: first });
                    Node::Call { func, args }
                }
            ),
            prop::collection::vec(("[a-z]{1,3}", inner), 0..4).prop_map(|fields| Node::Document(unique(fields))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn any_plan_yields_valid_bson_within_its_bound(nodes in prop::collection::vec(any_node(), 0..4), seed in any::<u64>()) {
        let mut fields: Vec<Field> =
            nodes.into_iter().enumerate().map(|(idx, value)| Field { name: format!("f{idx}"), value }).collect();
        // A reference to each of them, in front.
        let refs: Vec<Node> = fields.iter().map(|field| Node::Ref(field.name.clone())).collect();
        fields.insert(0, Field { name: "refs".to_owned(), value: Node::Array(refs.clone()) });
        fields.insert(0, Field { name: "text".to_owned(), value: Node::Call { func: Func::Concat, args: refs } });
        let generator = Generator::new(&Plan { fields }, seed);
        // Bounds multiply: a few plans could take more than 16 MB.
        let Ok(mut generator) = generator else { return Ok(()) };
        let mut again = generator.clone();
        for number in 0..5 {
            let (mut out, mut other) = (Vec::new(), Vec::new());
            let size = generator.next_into(&mut out, number * 1_000);
            again.next_into(&mut other, number * 1_000);
            prop_assert_eq!(&out, &other);
            prop_assert!(size == out.len() && size <= generator.bytes_max());
            let document = Document::try_from(RawDocument::from_bytes(&out).unwrap().to_owned()).unwrap();
            prop_assert_eq!(document.to_vec().unwrap(), out);
        }
    }
}
