//! BSON dumps, and every format packed with gzip.

use super::{ImportOptions, documents, import_with, refusals};
use crate::documents::import::{FILE_BYTES_MAX, GzipFault, ImportError};
use bson::doc;

/// CRC-32, bit by bit: independent of the table that is tested.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum: u32, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}

/// A gzip member with the given flags and what they announce.
fn member(bytes: &[u8], flags: u8, extra: &[u8]) -> Vec<u8> {
    let mut packed = b"\x1f\x8b\x08".to_vec();
    packed.push(flags);
    packed.extend([0; 6]);
    packed.extend(extra);
    packed.extend(miniz_oxide::deflate::compress_to_vec(bytes, 6));
    packed.extend(crc32(bytes).to_le_bytes());
    packed.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
    packed
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    member(bytes, 0, &[])
}

fn dump() -> Vec<u8> {
    let documents = [doc! { "_id": 1, "a": "x" }, doc! { "_id": 2, "b": { "c": [1, 2.5, null] } }, doc! {}];
    documents.iter().flat_map(|document| document.to_vec().unwrap()).collect()
}

#[test]
fn a_dump_is_read_whatever_its_pieces() {
    for piece_len in [1, 2, 5, 13, 1 << 20] {
        let (store, report) = import_with(&dump(), piece_len, ImportOptions::default()).unwrap();
        assert_eq!(report.format, "BSON dump");
        assert_eq!(documents(&store), ["{ _id: 1, a: 'x' }", "{ _id: 2, b: { c: [ 1, 2.5, null ] } }", "{}"]);
        assert_eq!(report.bad, 0);
    }
}

#[test]
fn a_bad_document_in_a_dump_costs_itself_unless_its_length_is_wrong() {
    let mut dump = dump();
    let first_len = doc! { "_id": 1, "a": "x" }.to_vec().unwrap().len();
    // A type that is not there, in the second document.
    dump[first_len + 4] = 0x55;
    dump.extend(b"\x20\0\0\0\x10");
    let (store, report) = import_with(&dump, 7, ImportOptions::default()).unwrap();
    assert_eq!((store.len(), report.bad), (2, 2));
    let refused = refusals(&report);
    assert!(refused[0].starts_with("2:1 document 2: an unknown type, 0x55, at byte"), "{refused:?}");
    assert_eq!(refused[1], "4:1 the file ends inside document 4");

    for length in [0_u32, 4, 17 * 1024 * 1024, 0x7fff_ffff, 0xffff_ffff] {
        let mut dump = self::dump();
        dump.splice(first_len..first_len + 4, length.to_le_bytes());
        let (store, report) = import_with(&dump, 7, ImportOptions::default()).unwrap();
        assert_eq!((store.len(), report.bad), (1, 1), "{length}");
        let refused = refusals(&report);
        let expect = format!("2:1 document 2, at byte {first_len} of the file, says it has {length} bytes");
        assert!(refused[0].starts_with(&expect), "{refused:?}");
    }
}

#[test]
fn every_format_may_be_packed() {
    let dump = dump();
    let cases: [(&[u8], &str); 6] = [
        (b"{\"a\":1}\n{\"a\":2}\n", "NDJSON, gzip"),
        (b"[{\"a\":1},{\"a\":2}]", "JSON array, gzip"),
        (b"{ a: ObjectId('65a000000000000000000001') }", "JSON document in shell syntax, gzip"),
        (b"a,b\n1,2\n", "CSV, gzip"),
        (b"a\tb\n1\t2\n", "CSV (tabs), gzip"),
        (&dump, "BSON dump, gzip"),
    ];
    for (bytes, format) in cases {
        let (plain, _) = import_with(bytes, 3, ImportOptions::default()).unwrap();
        for piece_len in [1, 3, 1 << 20] {
            let (store, report) = import_with(&gzip(bytes), piece_len, ImportOptions::default()).unwrap();
            assert_eq!((report.format.as_str(), &store), (format, &plain));
        }
    }
}

#[test]
fn headers_and_members_of_all_kinds() {
    let text = b"{\"a\":1}\n";
    let mut two = gzip(text);
    two.extend(gzip(text));
    let mut padded = gzip(text);
    padded.extend([0; 100]);
    padded.extend(b"not gzip");
    let cases = [
        (member(text, 4, b"\x03\0abc"), 1),
        (member(text, 8, b"orders.json\0"), 1),
        (member(text, 16, b"a comment\0"), 1),
        (member(text, 2, b"\x12\x34"), 1),
        (member(text, 31, b"\x01\0xname\0comment\0\0\0"), 1),
        (two, 2),
        (padded, 1),
    ];
    for (packed, n_documents) in cases {
        for piece_len in [1, 2, 1 << 20] {
            let (store, _) = import_with(&packed, piece_len, ImportOptions::default()).unwrap();
            assert_eq!(store.len(), n_documents, "{packed:?}");
        }
    }
}

#[test]
fn broken_packing_is_an_error() {
    let text = "{\"a\":1}\n".repeat(1_000);
    let packed = gzip(text.as_bytes());
    let fails = |packed: &[u8]| import_with(packed, 11, ImportOptions::default()).map(|_| ()).unwrap_err().error;
    for len in [2, 9, 12, packed.len() / 2, packed.len() - 1] {
        assert_eq!(fails(&packed[..len]), ImportError::Gzip(GzipFault::Cut), "{len}");
    }
    let mut wrong = packed.clone();
    *wrong.last_mut().unwrap() ^= 1;
    assert_eq!(fails(&wrong), ImportError::Gzip(GzipFault::Checksum));
    let mut other = packed.clone();
    other[2] = 9;
    assert_eq!(fails(&other), ImportError::Gzip(GzipFault::Damaged));
    assert!(matches!(fails(&gzip(&packed)), ImportError::Binary(_)), "packed twice");
    // A file of which the caller gives the beginning only.
    let options = ImportOptions { is_cut: true, ..ImportOptions::default() };
    let (store, _) = import_with(&packed[..packed.len() - 9], 11, options).unwrap();
    assert!(store.len() > 900);
}

#[test]
fn what_unpacks_to_too_much_is_refused_in_bounded_memory() {
    // A megabyte of documents packs to a kilobyte; 300 of them are over the limit.
    let text = "{\"a\":1}\n".repeat(131_072);
    let one = gzip(text.as_bytes());
    let bomb = one.repeat(300);
    assert!(bomb.len() as u64 * 100 < FILE_BYTES_MAX);
    let error = import_with(&bomb, 1 << 16, ImportOptions::default()).map(|_| ()).unwrap_err().error;
    let ImportError::FileTooLarge { bytes, .. } = error else { panic!("{error:?}") };
    assert!(bytes > FILE_BYTES_MAX && bytes < FILE_BYTES_MAX + (1 << 17), "no more than a piece too much: {bytes}");
}
