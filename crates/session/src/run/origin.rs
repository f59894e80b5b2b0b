//! From a hash back to the value: which document has a given key.

use super::arrival::Arrival;
use super::bounds::shell_document;
use super::frame::field_value;
use super::source::{Batch, Source};
use crate::documents::template;
use crate::scenario::{Documents, Scenario};
use bson::{Bson, Document, RawBsonRef, RawDocument, RawDocumentBuf};
use shardscope_sim::bson::{KeyBuf, KeyRef};
use shardscope_sim::catalog::pattern::ShardKeyPattern;
use shardscope_sim::workload::{Generator, ObjectIdSource};

/// Documents looked through. A value that many documents have is met among the first of them; one that few have is not worth
/// a second pass over millions.
const N_LOOKED_AT_MAX: u64 = 100_000;

/// The key fields of the first document that has this key, as its document holds them: `{ state: "TX" }` where the key holds
/// a hash. None if no early document has it. O(documents).
#[must_use]
pub fn value_behind(
    source: &Source,
    scenario: &Scenario,
    arrival: &Arrival,
    pattern: &ShardKeyPattern,
    key: KeyRef<'_>,
) -> Option<String> {
    let mut source = again(source, scenario)?;
    let end_idx = source.n_documents().min(N_LOOKED_AT_MAX);
    let (mut batch, mut encoded) = (Batch::default(), KeyBuf::default());
    while batch.end_idx() < end_idx {
        source.fill(&mut batch, end_idx, arrival);
        if batch.first_idx() == batch.end_idx() {
            return None;
        }
        let documents = (batch.first_idx()..batch.end_idx()).filter_map(|idx| batch.get(idx));
        for document in documents {
            if pattern.encode_document(document, &mut encoded).is_ok() && encoded.as_ref() == key {
                return key_fields(pattern, document);
            }
        }
    }
    None
}

/// The same documents from the first one on.
fn again(source: &Source, scenario: &Scenario) -> Option<Source> {
    Some(match (source, &scenario.documents) {
        (Source::Generated { count, .. }, Documents::Template { text, .. }) => {
            let generator = Generator::new(&template::compile(text).ok()?, scenario.seed).ok()?;
            Source::Generated { generator: Box::new(generator), count: *count }
        }
        (Source::Stored { store, .. }, _) => {
            Source::Stored { store: store.clone(), ids: ObjectIdSource::new(scenario.seed), scratch: Vec::new() }
        }
        _ => return None,
    })
}

fn key_fields(pattern: &ShardKeyPattern, document: &RawDocument) -> Option<String> {
    let mut fields = Document::new();
    for field in pattern.fields() {
        let value = field_value(document, &field.path).unwrap_or(RawBsonRef::Null);
        fields.insert(field.path.clone(), Bson::try_from(value).ok()?);
    }
    Some(shell_document(&RawDocumentBuf::try_from(&fields).ok()?))
}
