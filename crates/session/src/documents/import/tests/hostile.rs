//! Input that means harm: an answer, no panic, bounded memory.

use super::packed::gzip;
use super::{ImportFailure, ImportOptions, import_with, refusals};
use crate::documents::store::DocumentStore;
use crate::protocol::ImportReport;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_oneof, proptest};

fn read(bytes: &[u8]) -> Result<(DocumentStore, ImportReport), ImportFailure> {
    import_with(bytes, 1 << 16, ImportOptions::default())
}

#[test]
fn ten_thousand_levels() {
    let cases = [
        "{\"a\":".repeat(10_000) + "1" + &"}".repeat(10_000),
        "[".repeat(10_000) + &"]".repeat(10_000),
        format!("{{\"a\":{}1{}}}", "[".repeat(10_000), "]".repeat(10_000)),
        format!("{{a:{}1{}}}", "Long(".repeat(10_000), ")".repeat(10_000)),
        format!("{}\n1\n", vec!["a"; 10_000].join(".")),
        "{\"a\":".repeat(100_000),
    ];
    for text in cases {
        for bytes in [text.clone().into_bytes(), gzip(text.as_bytes())] {
            let good = format!("{{\"ok\":1}}\n{text}");
            assert!(read(&bytes).is_err(), "{}", &text[..40]);
            if text.starts_with('{') {
                let (store, report) = read(good.as_bytes()).unwrap();
                assert_eq!((store.len(), report.bad), (1, 1), "{}", &text[..40]);
            }
        }
    }
    // `{ a: { a: ... } }` as BSON.
    let n_levels = 10_000;
    let mut bytes = Vec::new();
    for level in 0..=n_levels {
        bytes.extend(i32::try_from(5 + 8 * (n_levels - level)).unwrap().to_le_bytes());
        if level < n_levels {
            bytes.extend(b"\x03a\0");
        }
    }
    bytes.extend(vec![0; n_levels + 1]);
    let failure = read(&bytes).map(|_| ()).unwrap_err();
    assert!(failure.bad_lines[0].reason.contains("deeper than 100 levels"), "{failure:?}");
}

#[test]
fn a_million_fields() {
    const N: usize = 1_000_000;
    let json = format!("{{{}}}", (0..N).map(|idx| format!("\"f{idx}\":1")).collect::<Vec<_>>().join(","));
    let (store, report) = read(json.as_bytes()).unwrap();
    assert_eq!(store.len(), 1);
    assert!(report.fields.len() <= 200, "what is kept about fields is bounded");

    let bson = store.get(0).unwrap().as_bytes().to_vec();
    let (again, report) = read(&bson).unwrap();
    assert!(again == store && report.format == "BSON dump");

    let header = (0..N).map(|idx| format!("f{idx}")).collect::<Vec<_>>().join(",");
    let row = vec!["1"; N].join(",");
    let failure = read(format!("{header}\n{row}\n").as_bytes()).map(|_| ()).unwrap_err();
    assert!(failure.error.to_string().contains("it has 1000000 columns"), "{failure}");
}

#[test]
fn a_declared_length_of_gigabytes_takes_no_memory() {
    for len in [0xffff_ffff_u32, 0x7fff_ffff, 0x0101_0000] {
        let mut bytes = len.to_le_bytes().to_vec();
        bytes.extend(b"\x10a\0\x01\0\0\0\0");
        assert!(read(&bytes).is_err());
        let mut dump = bson::doc! { "a": 1, "text": "x" }.to_vec().unwrap();
        dump.extend(&bytes);
        let (store, report) = read(&dump).unwrap();
        assert_eq!((store.len(), report.bad), (1, 1));
        assert!(refusals(&report)[0].contains("says it has"), "{:?}", refusals(&report));
    }
    // A text inside that claims 2 GB.
    let mut inner = b"\x17\0\0\0\x02a\0\xff\xff\xff\x7fabcdefgh\0\0\0\0".to_vec();
    inner.truncate(0x17);
    assert!(read(&inner).is_err());
}

#[test]
fn bytes_that_are_no_text_and_quotes_that_stay_open() {
    let (store, report) = read(b"{\"a\":\"x\"}\n{\"a\":\"\xff\xfe\"}\n{\"a\":\"y\"}\n").unwrap();
    assert_eq!((store.len(), report.bad), (2, 1));
    assert!(refusals(&report)[0].contains("not UTF-8"), "{:?}", refusals(&report));
    let (store, report) = read(b"a,b\n1,\xff\n2,x\n").unwrap();
    assert_eq!((store.len(), report.bad), (1, 1));
    // The quote stays open for 20 MB: one line is lost, the rest is read.
    let open = format!("a,b\n1,\"x\n{}", "2,y\n".repeat(5_000_000));
    let (store, report) = read(open.as_bytes()).unwrap();
    assert_eq!((store.len(), report.bad), (5_000_000, 1));
    assert!(refusals(&report)[0].starts_with("2:3 the quote that opens this cell is never closed"));
}

/// A file of some kind that is in order.
fn seed_file() -> impl Strategy<Value = Vec<u8>> {
    let documents = || {
        let id = bson::Bson::ObjectId(bson::oid::ObjectId::from_bytes([7; 12]));
        [bson::doc! { "_id": id, "a": [1, 2.5, "x"] }, bson::doc! { "b": { "c": true, "d": bson::Bson::Null } }]
    };
    let dump: Vec<u8> = documents().iter().flat_map(|document| document.to_vec().unwrap()).collect();
    let texts: [&[u8]; 6] = [
        b"{\"a\":1,\"b\":\"x\"}\n{\"a\":{\"$numberLong\":\"5\"}}\n",
        b"[{\"a\":[1,{\"b\":null}]},\n{\"a\":\"\\u00e9\"}]",
        b"{ _id: ObjectId('65a000000000000000000001'), d: ISODate('2024-01-01'), r: /a/i }",
        b"a,b.c,d\n1,\"x,\"\"y\",2024-01-15\n2,z,\n",
        b"a\tb\n1\t2.5\n",
        b"// five\n{ a: 1 } { a: Timestamp({ t: 1, i: 2 }) }",
    ];
    let mut files: Vec<Vec<u8>> = texts.iter().map(|text| text.to_vec()).chain([dump]).collect();
    files.extend(files.clone().iter().map(|file| gzip(file)));
    prop::sample::select(files)
}

/// One change: a byte set, a piece taken out, doubled, or put in.
fn change() -> impl Strategy<Value = (u8, usize, usize, Vec<u8>)> {
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..6),
        Just(b"\xff\xff\xff\x7f".to_vec()),
        Just(b"{\"a\":".to_vec()),
        Just(b"\"".to_vec()),
        Just(b"\0\0\0\0".to_vec()),
    ];
    (0..4_u8, any::<usize>(), 1..12_usize, bytes)
}

fn changed(mut file: Vec<u8>, changes: &[(u8, usize, usize, Vec<u8>)]) -> Vec<u8> {
    for (kind, at, len, bytes) in changes {
        let at = at % (file.len() + 1);
        let to = (at + len).min(file.len());
        match kind {
            0 => file.splice(at..to, bytes.iter().copied()).for_each(drop),
            1 => file.drain(at..to).for_each(drop),
            2 => {
                let piece = file[at..to].to_vec();
                file.splice(at..at, piece).for_each(drop);
            }
            _ => file.splice(at..at, bytes.iter().copied()).for_each(drop),
        }
    }
    file
}

/// Whatever was read can be printed, counted and told apart.
fn is_sound(result: Result<(DocumentStore, ImportReport), ImportFailure>) -> bool {
    let Ok((store, report)) = result else { return true };
    let whole = store.iter().all(|document| bson::Document::try_from(document).is_ok());
    whole && store.len() as u64 == report.documents && super::documents(&store).len() == store.len()
}

const STARTS: [&[u8]; 11] = [
    b"",
    b"\x1f\x8b\x08\0",
    b"\x1f\x8b\x08\x1f\0\0\0\0\0\0",
    b"\x0c\0\0\0\x10a\0",
    b"\x20\0\0\0\x03a\0",
    b"{",
    b"[{",
    b"a,b\n",
    b"\xef\xbb\xbf",
    b"\x6d\xe2\x99\x81",
    b"{\"$date\":",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn changed_files_of_every_kind_end_in_a_result(
        file in seed_file(), changes in prop::collection::vec(change(), 1..5), piece_len in 1_usize..40
    ) {
        let file = changed(file, &changes);
        prop_assert!(is_sound(import_with(&file, piece_len, ImportOptions::default())), "{:?}", file);
    }

    #[test]
    fn any_bytes_behind_any_beginning_end_in_a_result(
        start in prop::sample::select(&STARTS[..]),
        bytes in prop::collection::vec(any::<u8>(), 0..200), piece_len in 1_usize..40
    ) {
        let file = [start, &bytes].concat();
        prop_assert!(is_sound(import_with(&file, piece_len, ImportOptions::default())), "{:?}", file);
    }
}
