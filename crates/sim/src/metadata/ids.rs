//! Identifiers that a server draws at random, derived from what they identify: the same cluster gives the same documents.

use ::bson::oid::ObjectId;
use ::bson::spec::BinarySubtype;
use ::bson::{Binary, RawBson};
use md5::{Digest, Md5};

/// An object id for something with a name and more bytes.
pub(super) fn object_id(kind: &str, name: &str, more: &[u8]) -> ObjectId {
    let digest = digest(kind, name, more);
    let mut bytes = [0; 12];
    bytes.iter_mut().zip(digest).for_each(|(byte, from)| *byte = from);
    ObjectId::from_bytes(bytes)
}

/// A UUID (version 4 by its looks) for something with a name.
pub(super) fn uuid(kind: &str, name: &str) -> RawBson {
    let mut bytes = digest(kind, name, &[]).to_vec();
    for (at, keep, set) in [(6, 0x0f, 0x40), (8, 0x3f, 0x80)] {
        if let Some(byte) = bytes.get_mut(at) {
            *byte = *byte & keep | set;
        }
    }
    RawBson::Binary(Binary { subtype: BinarySubtype::Uuid, bytes })
}

fn digest(kind: &str, name: &str, more: &[u8]) -> [u8; 16] {
    let mut md5 = Md5::new();
    for part in [kind.as_bytes(), &[0], name.as_bytes(), &[0], more] {
        md5.update(part);
    }
    md5.finalize().into()
}
