//! References between the fields of a document: where their values are, and in which order fields must be written.

use super::plan::{Field, Node, PlanError};
use std::collections::BTreeMap;

/// A value in the document that is being written: type byte, begin and end in the output.
pub(super) type Slot = Option<(u8, usize, usize)>;

/// The paths that are referred to, each with the slot that its value is noted in.
#[derive(Debug, Default)]
pub(super) struct Refs {
    slots: BTreeMap<String, usize>,
    /// The most bytes that each value takes, once its field has been compiled.
    bytes_max: Vec<Option<u64>>,
}

impl Refs {
    pub(super) fn new(fields: &[Field]) -> Self {
        let mut paths = Vec::new();
        for field in fields {
            collect(&field.value, &mut paths);
        }
        let mut slots = BTreeMap::new();
        for path in paths {
            let slot = slots.len();
            slots.entry(path.to_owned()).or_insert(slot);
        }
        let bytes_max = vec![None; slots.len()];
        Self { slots, bytes_max }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The slot that a path is noted in, if anything refers to it.
    pub(super) fn slot(&self, path: &str) -> Option<usize> {
        self.slots.get(path).copied()
    }

    /// Notes that a field which is referred to is there, and how long it can be.
    pub(super) fn found(&mut self, slot: usize, bytes: u64) {
        self.bytes_max.get_mut(slot).into_iter().for_each(|slot| *slot = Some(bytes));
    }

    /// The most bytes of a value, which has been compiled before what refers to it.
    pub(super) fn bytes_max(&self, slot: usize) -> u64 {
        self.bytes_max.get(slot).copied().flatten().unwrap_or(0)
    }

    /// Fails if something is referred to that is not there.
    pub(super) fn check(&self) -> Result<(), PlanError> {
        let missing = self.slots.iter().find(|(_, slot)| self.bytes_max.get(**slot) == Some(&None));
        missing.map_or(Ok(()), |(path, _)| Err(PlanError::UnknownField { path: path.clone() }))
    }
}

/// Every path that a value refers to.
pub(super) fn collect<'a>(node: &'a Node, paths: &mut Vec<&'a str>) {
    match node {
        Node::Ref(path) => paths.push(path),
        Node::Document(fields) => {
            for field in fields {
                collect(&field.value, paths);
            }
        }
        Node::Array(nodes) | Node::Choose { from: nodes, .. } | Node::Call { args: nodes, .. } => {
            for node in nodes {
                collect(node, paths);
            }
        }
        _ => {}
    }
}

/// The order to write the fields at `path` in, so that what is referred to comes first; None if it is as they stand.
pub(super) fn order(fields: &[Field], path: &str) -> Result<Option<Vec<usize>>, PlanError> {
    let needs: Vec<Vec<usize>> =
        fields.iter().enumerate().map(|(idx, field)| needs(fields, path, idx, field)).collect();
    if needs.iter().enumerate().all(|(idx, needs)| needs.iter().all(|need| *need < idx)) {
        return Ok(None);
    }
    let mut order = Vec::with_capacity(fields.len());
    let mut is_placed = vec![false; fields.len()];
    while order.len() < fields.len() {
        let is_ready = |needs: &[usize]| needs.iter().all(|need| is_placed.get(*need).copied().unwrap_or(false));
        let next =
            needs.iter().enumerate().position(|(idx, needs)| is_placed.get(idx) == Some(&false) && is_ready(needs));
        let Some(next) = next else { return Err(circular(fields, path, &is_placed)) };
        order.push(next);
        if let Some(slot) = is_placed.get_mut(next) {
            *slot = true;
        }
    }
    Ok(Some(order))
}

/// Which of its neighbours a field needs; itself if it refers to all of itself.
fn needs(fields: &[Field], path: &str, idx: usize, field: &Field) -> Vec<usize> {
    let mut paths = Vec::new();
    collect(&field.value, &mut paths);
    let mut found = Vec::new();
    for wanted in paths {
        // A reference to something around these fields needs every one of them.
        let rest = if path.is_empty() { Some(wanted) } else { wanted.strip_prefix(path) };
        let Some(rest) = rest else { continue };
        if rest.is_empty() {
            found.push(idx);
            continue;
        }
        let Some(rest) = (if path.is_empty() { Some(rest) } else { rest.strip_prefix('.') }) else { continue };
        let need = fields.iter().position(|other| match rest.strip_prefix(other.name.as_str()) {
            Some(rest) => rest.is_empty() || rest.starts_with('.'),
            None => false,
        });
        // A part of the same field is for the fields inside it to order.
        let is_inside = need == Some(idx) && rest != field.name;
        found.extend(need.filter(|_| !is_inside));
    }
    found
}

fn circular(fields: &[Field], path: &str, is_placed: &[bool]) -> PlanError {
    let stuck = is_placed.iter().position(|placed| !placed).and_then(|idx| fields.get(idx));
    let name = stuck.map_or("", |field| field.name.as_str());
    PlanError::Circular { path: if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") } }
}
