//! Runs a plan: one document after the other, as raw BSON.

use super::fields::{Context, Fields, Insert};
use super::object_id::ObjectIdSource;
use super::plan::{Field, Node, Plan, PlanError};
use super::refs::{Refs, Slot};

/// Largest document that MongoDB stores, in bytes.
const DOCUMENT_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// Makes the documents of a plan. The same plan, seed and insert times give the same bytes everywhere; a clone goes on
/// from where the original stands.
#[derive(Debug, Clone)]
pub struct Generator {
    fields: Fields,
    ids: ObjectIdSource,
    bytes_max: usize,
    /// Where the values are that others of the same document refer to.
    slots: Box<[Slot]>,
}

impl Generator {
    /// Compiles a plan.
    pub fn new(plan: &Plan, seed: u64) -> Result<Self, PlanError> {
        let plan = with_id_first(plan);
        let mut context = Context { seed, refs: Refs::new(&plan) };
        let fields = Fields::compile(&plan, &mut context, "", 1)?;
        context.refs.check()?;
        let bytes_max = fields.bytes_max();
        if bytes_max > DOCUMENT_BYTES_MAX {
            return Err(PlanError::TooLarge { bytes_max });
        }
        let bytes_max = usize::try_from(bytes_max).unwrap_or(usize::MAX);
        let slots = vec![None; context.refs.len()].into();
        Ok(Self { fields, ids: ObjectIdSource::new(seed), bytes_max, slots })
    }

    /// Appends the next document, inserted at a simulated time, to `out`; returns its size in bytes.
    pub fn next_into(&mut self, out: &mut Vec<u8>, insert_time_ms: u64) -> usize {
        let start = out.len();
        // One check here instead of a growing buffer later; large maxima are rarely reached.
        out.reserve(self.bytes_max.min(4096));
        self.slots.fill(None);
        let mut insert = Insert { ids: &mut self.ids, time_ms: insert_time_ms, slots: &mut self.slots };
        self.fields.write(out, &mut insert);
        out.len() - start
    }

    /// Most bytes that a document can take.
    #[must_use]
    pub fn bytes_max(&self) -> usize {
        self.bytes_max
    }
}

fn with_id_first(plan: &Plan) -> Vec<Field> {
    let mut fields = plan.fields.clone();
    let id = match fields.iter().position(|field| field.name == "_id") {
        Some(at) => fields.remove(at),
        None => Field { name: "_id".to_owned(), value: Node::ObjectId },
    };
    fields.insert(0, id);
    fields
}
