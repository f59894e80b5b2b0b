//! Configurations of other tools: what they become, what is left out, and what is no configuration.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed test")]

use super::{Recipe, RecipeError, RecipeKind, read};
use crate::documents::template::compile;
use bson::{Bson, Document, RawDocumentBuf};
use proptest::prelude::{ProptestConfig, any, prop, prop_assert, proptest};
use shardscope_sim::workload::Generator;

fn recipes(text: &str) -> Vec<Recipe> {
    read(text).expect("a configuration").map_err(|error| error.to_string()).unwrap()
}

fn generate(recipe: &Recipe, n: u64) -> Vec<Document> {
    let mut generator = Generator::new(&compile(&recipe.template).unwrap(), 7).unwrap();
    let document = |number| {
        let mut out = Vec::new();
        generator.next_into(&mut out, number);
        Document::try_from(RawDocumentBuf::from_bytes(out).unwrap()).unwrap()
    };
    (0..n).map(document).collect()
}

const MGODATAGEN: &str = r#"[{
  "database": "shop", "collection": "orders", "count": 5000,
  "shardConfig": { "shardCollection": "shop.orders", "key": { "customer": 1, "at": "hashed" }, "numInitialChunks": 4 },
  "content": {
    "_id": { "type": "autoincrement", "autoType": "long", "startLong": 10 },
    "customer": { "type": "int", "minInt": 1, "maxInt": 500 },
    "big": { "type": "long", "min": 5000000000, "max": 5000000100 },
    "price": { "type": "double", "minDouble": 0.5, "maxDouble": 9.5, "nullPercentage": 25 },
    "at": { "type": "date", "startDate": "2024-01-01T00:00:00+00:00", "endDate": "2024-02-01T00:00:00+00:00" },
    "state": { "type": "fromArray", "in": ["new", "$paid", { "deep": [1] }] },
    "code": { "type": "string", "minLength": 4, "maxLength": 6, "maxDistinctValue": 10 },
    "serial": { "type": "string", "unique": true, "minLength": 6, "maxLength": 6 },
    "lines": { "type": "array", "size": 2, "arrayContent": { "type": "object", "objectContent": { "n": { "type": "boolean" } } } },
    "who": { "type": "faker", "method": "FirstName" },
    "mail": { "type": "Email" },
    "odd": { "type": "CompanyBs" },
    "where": { "type": "position" },
    "fixed": { "type": "constant", "constVal": { "k": 1, "v": "%x" } },
    "total": { "type": "countAggregator", "database": "shop", "collection": "lines", "query": { "a": 1 } },
    "label": { "type": "stringFromParts", "parts": [{ "type": "constant", "constVal": "x-" }, { "type": "int", "minInt": 1, "maxInt": 9 }] },
    "blob": { "type": "binary", "minLength": 2, "maxLength": 4 },
    "link": { "type": "ref", "id": 1, "refContent": { "type": "int", "minInt": 1, "maxInt": 3 } },
    "again": { "type": "ref", "id": 1 }
  }
}]"#;

#[test]
fn mgodatagen_collections_become_templates_with_their_key() {
    let recipe = recipes(MGODATAGEN).remove(0);
    assert_eq!((recipe.kind, recipe.count), (RecipeKind::Mgodatagen, Some(5_000)));
    assert_eq!(recipe.namespace.as_deref(), Some("shop.orders"));
    let key = recipe.key.as_ref().unwrap();
    let fields: Vec<(&str, bool)> = key.fields.iter().map(|field| (field.path.as_str(), field.hashed)).collect();
    assert_eq!(fields, [("customer", false), ("at", true)]);
    let documents = generate(&recipe, 2_000);
    let mut codes = std::collections::BTreeSet::new();
    for (number, document) in (10..).zip(&documents) {
        assert_eq!(document.get_i64("_id").unwrap(), number);
        assert!((1..=500).contains(&document.get_i32("customer").unwrap()));
        assert!((5_000_000_000..=5_000_000_100).contains(&document.get_i64("big").unwrap()));
        assert!(document.get_datetime("at").unwrap().try_to_rfc3339_string().unwrap().starts_with("2024-0"));
        codes.insert(document.get_str("code").unwrap().to_owned());
        assert_eq!(document.get_str("serial").unwrap().len(), 6);
        assert_eq!(document.get_array("lines").unwrap().len(), 2);
        assert!(document.get_str("mail").unwrap().contains('@'));
        assert_eq!(document.get_document("fixed").unwrap(), &bson::doc! { "k": 1, "v": "%x" });
        assert!(document.get_str("label").unwrap().starts_with("x-"));
        assert!((2..=4).contains(&document.get_binary_generic("blob").unwrap().len()));
        assert!((1..=3).contains(&document.get_i32("again").unwrap()));
        assert!(!document.contains_key("total"));
    }
    assert_eq!(codes.len(), 10);
    let n_prices = documents.iter().filter(|document| document.contains_key("price")).count();
    assert!((1_400..1_600).contains(&n_prices), "{n_prices}");
    let paid = Bson::String("$paid".to_owned());
    assert!(documents.iter().any(|document| document.get("state") == Some(&paid)));
    for part in ["numInitialChunks", "`total`: aggregates", "`odd`: `CompanyBs`", "`link`: refers"] {
        assert!(recipe.notes.iter().any(|note| note.contains(part)), "{part}: {:?}", recipe.notes);
    }
}

const SIMRUNNER: &str = r##"{
  "connectionString": "mongodb://localhost:27017",
  "templates": [{
    "name": "person", "database": "sim", "collection": "people",
    "sharding": { "key": { "first": 1 }, "presplit": [{ "point": { "first": "M" }, "shard": "shard01" }] },
    "dictionaries": { "names": ["John", "Jill"], "places": { "file": "places.txt", "type": "text" } },
    "variables": { "born": { "%date": { "min": { "$date": "1990-01-01" }, "max": { "$date": "1991-01-01" } } }, "loose": "%natural" },
    "template": {
      "_id": "%objectid", "first": "%name.firstName", "seq": "%sequence", "birth": "#born",
      "death": { "%plusDate": { "base": "#born", "plus": 5, "unit": "day" } },
      "name": "#names", "place": "#places", "draw": { "deep": "#loose" }, "hero": "%lordOfTheRings.character",
      "size": { "%gaussian": { "mean": 10, "sd": 1, "type": "int" } }, "price": "$5",
      "list": { "%array": { "min": 1, "max": 3, "of": { "%number": { "min": 0, "max": 5 } } } },
      "where": { "%longlat": { "countries": ["FR"], "jitter": 0.5 } }, "in": [1, { "deep": "%uuidString" }]
    },
    "remember": ["_id"], "indexes": []
  }],
  "workloads": [
    { "name": "insert", "template": "person", "op": "insert", "threads": 4, "batch": 100, "pace": 200 },
    { "name": "find", "template": "person", "op": "find", "params": {} }
  ]
}"##;

#[test]
fn simrunner_templates_keep_their_variables_and_their_key() {
    let recipe = recipes(SIMRUNNER).remove(0);
    assert_eq!((recipe.kind, recipe.inserts_per_sec), (RecipeKind::SimRunner, Some(2_000)));
    assert_eq!(recipe.namespace.as_deref(), Some("sim.people"));
    assert_eq!(recipe.key.as_ref().unwrap().fields[0].path, "first");
    for (number, document) in (0..).zip(generate(&recipe, 500)) {
        let born = document.get_datetime("birth").unwrap().timestamp_millis();
        assert_eq!(document.get_datetime("death").unwrap().timestamp_millis(), born + 5 * 86_400_000);
        assert_eq!(document.get_i32("seq").unwrap(), number);
        assert!(["John", "Jill"].contains(&document.get_str("name").unwrap()));
        assert_eq!(document.get_str("price").unwrap(), "$5");
        assert!((1..=3).contains(&document.get_array("list").unwrap().len()));
        assert!((0..=20).contains(&document.get_i32("size").unwrap()));
    }
    for part in ["presplit", "`remember`", "#places", "#loose", "%lordOfTheRings.character", "%longlat"] {
        assert!(recipe.notes.iter().any(|note| note.contains(part)), "{part}: {:?}", recipe.notes);
    }
}

const SCHEMA: &str = r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Product", "type": "object",
  "required": ["id", "name", "kind", "size", "tags", "seller"],
  "properties": {
    "id": { "type": "integer", "minimum": 1, "exclusiveMaximum": 100 },
    "name": { "type": "string", "minLength": 3, "maxLength": 8 },
    "kind": { "enum": ["a", "b", null, "$c"] },
    "size": { "type": ["number", "null"], "minimum": -2, "maximum": 2 },
    "tags": { "type": "array", "items": { "type": "string", "format": "email" }, "minItems": 1, "maxItems": 3 },
    "seller": { "$ref": "#/$defs/seller" },
    "note": { "type": "string", "pattern": "^x" },
    "same": { "const": 5 }
  },
  "$defs": { "seller": { "type": "object", "properties": { "site": { "type": "string", "format": "uuid" } } } }
}"##;

#[test]
fn a_schema_becomes_a_template_whose_documents_fit_it() {
    let recipe = recipes(SCHEMA).remove(0);
    assert_eq!((recipe.kind, recipe.namespace.as_deref()), (RecipeKind::JsonSchema, Some("test.product")));
    let documents = generate(&recipe, 1_000);
    for document in &documents {
        assert!((1..100).contains(&document.get_i32("id").unwrap()));
        assert!((3..=8).contains(&document.get_str("name").unwrap().len()));
        let size = document.get("size").unwrap();
        assert!(size.as_f64().is_none_or(|size| (-2.0..=2.0).contains(&size)), "{size}");
        let tags = document.get_array("tags").unwrap();
        assert!((1..=3).contains(&tags.len()) && tags.iter().all(|tag| tag.as_str().unwrap().contains('@')));
        assert_eq!(document.get_document("seller").unwrap().get_str("site").unwrap().len(), 36);
    }
    let n_notes = documents.iter().filter(|document| document.contains_key("note")).count();
    assert!((400..600).contains(&n_notes), "not required: {n_notes}");
    assert!(recipe.notes.iter().any(|note| note.contains("`note`: `pattern`")), "{:?}", recipe.notes);

    let validator = r#"{ "$jsonSchema": { "bsonType": "object", "properties": {
        "at": { "bsonType": "date" }, "n": { "bsonType": "long" }, "x": { "bsonType": ["int", "objectId"] } } } }"#;
    for document in generate(&recipes(validator)[0], 50) {
        assert!(document.get_datetime("at").is_ok() && document.get_i64("n").is_ok());
        assert!(matches!(document.get("x"), Some(Bson::Int32(_) | Bson::ObjectId(_))));
    }
}

#[test]
fn documents_are_no_configuration() {
    let cases = [
        "{\"a\":1}",
        "[{\"a\":1},{\"b\":2}]",
        "[{\"collection\":\"x\"}]",
        "{\"type\":\"object\"}",
        "{\"templates\":[1]}",
        "a,b\n1,2\n",
        "",
        "{\"a\":",
        "{\"type\":\"object\",\"properties\":5}",
    ];
    for text in cases {
        assert!(read(text).is_none(), "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_configuration_is_said() {
    let fails = |text: &str| read(text).expect(text).map(|_| ()).unwrap_err();
    let collection = |content: &str| format!("[{{ \"collection\": \"c\", \"content\": {content} }}]");
    let bad = fails(&collection("{ \"a\": { \"b\": 1 } }"));
    assert_eq!(bad.to_string(), "a: a generator with a \"type\"");
    assert!(matches!(fails(&collection("5")), RecipeError::Bad { .. }));
    let inner = fails(&collection(
        "{ \"o\": { \"type\": \"object\", \"objectContent\": { \"l\": { \"type\": \"array\" } } } }",
    ));
    assert_eq!(inner.to_string(), "o.l: an \"arrayContent\"");
    let range = fails(&collection("{ \"a\": { \"type\": \"int\", \"minInt\": 5, \"maxInt\": 1 } }"));
    assert!(matches!(range, RecipeError::Template(_)), "{range}");
    let myself =
        collection("{ \"a\": { \"type\": \"ref\", \"id\": 1, \"refContent\": { \"type\": \"ref\", \"id\": 1 } } }");
    assert_eq!(fails(&myself), RecipeError::TooDeep(RecipeKind::Mgodatagen));
    let endless = r##"{ "$schema": "x", "properties": { "a": { "$ref": "#" } } }"##;
    assert_eq!(fails(endless), RecipeError::TooDeep(RecipeKind::JsonSchema));
    let circle = r##"{ "$schema": "x", "properties": { "a": { "$ref": "#/b" } }, "b": { "$ref": "#/b" } }"##;
    assert_eq!(fails(circle), RecipeError::TooDeep(RecipeKind::JsonSchema));
    let nowhere = r##"{ "$schema": "x", "properties": { "a": { "$ref": "#/nope" } } }"##;
    assert_eq!(fails(nowhere).to_string(), "a: `#/nope` leads nowhere");
    // Ten references each, ten levels deep: ten to the tenth.
    let level = |number: u32| {
        let fields: Vec<String> =
            (0..10).map(|idx| format!("\"f{idx}\": {{ \"$ref\": \"#/d/{}\" }}", number + 1)).collect();
        format!("\"{number}\": {{ \"properties\": {{ {} }} }}", fields.join(", "))
    };
    let levels: Vec<String> = (0..10).map(level).collect();
    let bomb = format!(
        "{{ \"$schema\": \"x\", \"properties\": {{ \"a\": {{ \"$ref\": \"#/d/0\" }} }}, \"d\": {{ {}, \"10\": {{ \"type\": \"null\" }} }} }}",
        levels.join(", ")
    );
    assert_eq!(fails(&bomb), RecipeError::TooDeep(RecipeKind::JsonSchema));
    assert!(matches!(fails("{ \"$schema\": \"x\", oops"), RecipeError::Syntax { .. }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]
    #[test]
    fn changed_configurations_end_in_an_answer(
        which in 0..3_usize, changes in prop::collection::vec((any::<usize>(), 0..12_usize, "[\\[\\]{}:,\"%#$a-z0-9.-]{0,6}"), 1..4)
    ) {
        let mut text = [MGODATAGEN, SIMRUNNER, SCHEMA][which].to_owned();
        for (at, len, new) in changes {
            let at = at % (text.len() + 1);
            let to = (at + len).min(text.len());
            text.replace_range(at..to, &new);
        }
        if let Some(Ok(recipes)) = read(&text) {
            for recipe in recipes {
                prop_assert!(compile(&recipe.template).is_ok());
            }
        }
    }
}
