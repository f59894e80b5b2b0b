//! The texts of chunk and zone bounds. Each bound has a short label that no other bound of the lane has: where the usual
//! one is cut off before the difference, the label begins later in the value.

use bson::{RawBsonRef, RawDocumentBuf};
use shardscope_sim::bson::{KeyValue, full_label, shell_text, short_label};
use shardscope_sim::catalog::{Collection, ZoneRange};
use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

/// Longest label, in characters, as the short labels have it.
const LABEL_LEN_MAX: usize = 18;
/// Characters before the difference that a label shows at most, when they belong to the same word.
const CONTEXT_MAX: usize = 8;
/// The same within a longer word.
const CONTEXT_IN_WORD: usize = 4;

/// What stands where a sharded collection has a key.
pub(super) const NOT_SHARDED: &str = "not sharded";

#[derive(Debug)]
struct Text {
    /// As for a bound without neighbours: those that are alike need to be told apart.
    short: String,
    /// What a bound without such neighbours shows.
    usual: String,
    /// Every character.
    full: String,
    /// As a shell document.
    shell: String,
    /// What is shown.
    label: String,
}

impl Text {
    /// Of a bound.
    fn of(document: &RawDocumentBuf) -> Self {
        let (short, full) = (short_label(document), full_label(document));
        let usual = both_ends(document, &full).unwrap_or_else(|| short.clone());
        Self { short, usual, full, shell: shell_document(document), label: String::new() }
    }

    /// The same words in every form.
    fn plain(words: &str) -> Self {
        let text = || words.to_owned();
        Self { short: text(), usual: text(), full: text(), shell: text(), label: String::new() }
    }
}

/// Every bound that a lane has had, in key order and by number.
#[derive(Debug, Default)]
pub struct Bounds {
    by_key: BTreeMap<KeyValue, u32>,
    texts: Vec<Text>,
    keys: Vec<KeyValue>,
    by_label: BTreeMap<String, u32>,
}

impl Bounds {
    /// The number of a bound, new or known. A new one may change the labels of its two neighbours. O(log bounds).
    pub(super) fn index(&mut self, collection: &Collection, key: &KeyValue) -> u32 {
        if let Some(&idx) = self.by_key.get(key) {
            return idx;
        }
        let document = collection.pattern().map(|pattern| pattern.decode(key.as_ref())).unwrap_or_default();
        self.add(key.clone(), Text::of(&document))
    }

    fn add(&mut self, key: KeyValue, text: Text) -> u32 {
        let idx = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(text);
        self.keys.push(key.clone());
        self.by_key.insert(key, idx);
        let around = self.neighbours(idx);
        for idx in around.into_iter().flatten().chain([idx]) {
            self.relabel(idx);
        }
        idx
    }

    /// The key has other fields from now on: equal bytes mean other bounds. What was written stays.
    pub(super) fn forget(&mut self) {
        self.by_key.clear();
        self.by_label.clear();
    }

    /// The lower end of a collection that is not sharded. No key is as small.
    pub(super) fn whole(&mut self) -> u32 {
        let key = KeyValue::new(&[], &[]);
        self.by_key.get(&key).copied().unwrap_or_else(|| self.add(key, Text::plain(NOT_SHARDED)))
    }

    fn neighbours(&self, idx: u32) -> [Option<u32>; 2] {
        let Some(key) = self.keys.get(idx as usize) else { return [None, None] };
        let before = self.by_key.range((Unbounded, Excluded(key))).next_back();
        let after = self.by_key.range((Excluded(key), Unbounded)).next();
        [before, after].map(|found| found.map(|(_, &idx)| idx))
    }

    fn relabel(&mut self, idx: u32) {
        let Some(text) = self.texts.get(idx as usize) else { return };
        let around = self.neighbours(idx).into_iter().flatten().filter_map(|other| self.texts.get(other as usize));
        let alike: Vec<&str> =
            around.filter(|other| other.short == text.short).map(|other| other.full.as_str()).collect();
        let is_free = |label: &String| self.by_label.get(label).is_none_or(|&owner| owner == idx);
        let usual = alike.is_empty().then(|| text.usual.clone()).filter(is_free);
        let telling = || exact(&text.full, &alike).find(is_free).or_else(|| telling(&text.full, &alike).find(is_free));
        let label = usual.or_else(telling).unwrap_or_else(|| text.full.clone());
        let old = text.label.clone();
        if self.by_label.get(&old) == Some(&idx) {
            self.by_label.remove(&old);
        }
        self.by_label.insert(label.clone(), idx);
        if let Some(text) = self.texts.get_mut(idx as usize) {
            text.label = label;
        }
    }

    /// The bound itself.
    pub(super) fn key(&self, idx: u32) -> Option<&KeyValue> {
        self.keys.get(idx as usize)
    }

    /// Short label of a bound that need not be known yet.
    pub(super) fn label_of(&self, collection: &Collection, key: &KeyValue) -> String {
        match (self.by_key.get(key), collection.pattern()) {
            (Some(&idx), _) => self.text(idx).0.to_owned(),
            (None, Some(pattern)) => short_label(&pattern.decode(key.as_ref())),
            (None, None) => String::new(),
        }
    }

    /// Short label and shell document of a bound.
    pub(super) fn text(&self, idx: u32) -> (&str, &str) {
        self.texts.get(idx as usize).map_or(("", ""), |text| (&text.label, &text.shell))
    }

    /// `[min, max)` by labels.
    pub(super) fn range(&self, min: u32, max: u32) -> String {
        format!("[{}, {})", self.text(min).0, self.text(max).0)
    }
}

/// A long text that is the whole key, by its beginning and its end: values of one kind often differ in their end only.
fn both_ends(document: &RawDocumentBuf, full: &str) -> Option<String> {
    const END: usize = LABEL_LEN_MAX / 2 - 1;
    let is_text =
        |field: Result<(_, RawBsonRef<'_>), _>| field.is_ok_and(|(_, value)| matches!(value, RawBsonRef::String(_)));
    let n_chars = full.chars().count();
    let alone = document.iter().count() == 1 && document.iter().all(is_text);
    (alone && n_chars > LABEL_LEN_MAX).then(|| {
        let end = full.chars().skip(n_chars - END);
        full.chars().take(END + 1).chain(std::iter::once('…')).chain(end).collect()
    })
}

/// A long number with more and more of its digits, from where it differs from those that are rounded to the same.
fn exact(full: &str, alike: &[&str]) -> impl Iterator<Item = String> {
    let (full, alike): (String, Vec<String>) =
        (full.to_owned(), alike.iter().map(|other| (*other).to_owned()).collect());
    let shown = |n_decimals: usize, full: &str| {
        let (mantissa, power) = full.split_once('e')?;
        let (whole, decimals) = mantissa.split_once('.')?;
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_long = is_number(whole.trim_start_matches('-')) && is_number(decimals) && is_number(power);
        is_long.then(|| Some(format!("{whole}.{}e{power}", decimals.get(..n_decimals)?))).flatten()
    };
    let with = move |n_decimals| {
        let label = shown(n_decimals, &full)?;
        let differs = alike.iter().all(|other| shown(n_decimals, other).is_none_or(|other| other != label));
        differs.then_some(label)
    };
    (1..19).filter_map(with)
}

/// Labels that show where a value differs from others that begin alike: its beginning if the difference comes early, else
/// its end from the word of the difference on, then from earlier and earlier places.
fn telling(full: &str, alike: &[&str]) -> impl Iterator<Item = String> {
    let chars: Vec<char> = full.chars().collect();
    let shared = |other: &&str| chars.iter().zip(other.chars()).take_while(|(a, b)| **a == *b).count();
    let differs_at = alike.iter().map(shared).max().unwrap_or(0);
    let head = (differs_at + 4 <= LABEL_LEN_MAX).then(|| cut(&chars, 0, differs_at + 2));
    let word = chars.iter().take(differs_at).rposition(|c| !c.is_alphanumeric()).map_or(0, |at| at + 1);
    let start =
        if differs_at - word.min(differs_at) > CONTEXT_MAX { differs_at.saturating_sub(CONTEXT_IN_WORD) } else { word };
    let tails = (0..).map(move |n| start.checked_sub(n * CONTEXT_IN_WORD)).map_while(|start| start);
    let tails =
        tails.map(move |start| cut(&chars, start, LABEL_LEN_MAX - 2 + differs_at.saturating_sub(start + CONTEXT_MAX)));
    head.into_iter().chain(tails)
}

/// `n` characters from a place on, with an ellipsis for what is left out at either end.
fn cut(chars: &[char], start: usize, n: usize) -> String {
    let end = start + n;
    // One more character takes the room of the ellipsis.
    let is_whole = chars.len() <= end + 1;
    let shown = chars.iter().skip(start).take(if is_whole { n + 1 } else { n });
    let before = (start > 0).then_some('…');
    let after = (!is_whole).then_some('…');
    before.into_iter().chain(shown.copied()).chain(after).collect()
}

/// A document as mongosh prints it on one line.
pub(super) fn shell_document(document: &RawDocumentBuf) -> String {
    shell_text(RawBsonRef::Document(document.as_ref()))
}

/// The zone that ends at MaxKey in its first field but not in all of them, as a bound with fields left off does, with the
/// part that it leaves out: no document can lie there, but a chunk does.
pub(super) fn sliver(collection: &Collection) -> Option<(&str, KeyValue, KeyValue)> {
    let pattern = collection.pattern()?;
    let (min, max) = outside_zones(collection).pop()?;
    let starts_at_max = pattern.decode(min.as_ref()).iter().next()?.is_ok_and(|(_, first)| first == RawBsonRef::MaxKey);
    let zone = collection.zone_ranges().last().filter(|zone| starts_at_max && zone.max == min)?;
    Some((&zone.zone, min, max))
}

/// The parts of the key space that lie in no zone, in key order; none of a collection without zone ranges.
pub(super) fn outside_zones(collection: &Collection) -> Vec<(KeyValue, KeyValue)> {
    let zones: &[ZoneRange] = collection.zone_ranges();
    let (Some(first), Some(last)) = (collection.chunks().first(), collection.chunks().last()) else {
        return Vec::new();
    };
    if zones.is_empty() {
        return Vec::new();
    }
    let starts = std::iter::once(first.min()).chain(zones.iter().map(|zone| &zone.max));
    let ends = zones.iter().map(|zone| &zone.min).chain([last.max()]);
    starts.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| (start.clone(), end.clone())).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where its assumption fails")]

    use super::*;
    use bson::{Bson, doc, oid::ObjectId};
    use proptest::prelude::*;
    use shardscope_sim::catalog::pattern::ShardKeyPattern;

    /// The labels of keys, added in the given order, in key order.
    fn labels(keys: &[bson::Document]) -> Vec<String> {
        let pattern = RawDocumentBuf::try_from(&keys[0].keys().map(|path| (path.clone(), Bson::Int32(1))).collect());
        let pattern = ShardKeyPattern::parse(&pattern.unwrap()).unwrap();
        let mut bounds = Bounds::default();
        for key in keys {
            let document = RawDocumentBuf::try_from(key).unwrap();
            let value = pattern.encode_bound(&document).unwrap();
            if !bounds.by_key.contains_key(&value) {
                bounds.add(value, Text::of(&document));
            }
        }
        bounds.by_key.values().map(|&idx| bounds.text(idx).0.to_owned()).collect()
    }

    fn of(values: impl IntoIterator<Item = impl Into<Bson>>) -> Vec<String> {
        labels(&values.into_iter().map(|value| doc! { "k": value.into() }).collect::<Vec<_>>())
    }

    #[test]
    fn a_label_shows_the_difference() {
        let table = [
            (of(["t_1", "t_12", "t_2"]), vec!["t_1", "t_12", "t_2"]),
            (of(["customer-europe-west-012345"]), vec!["customer-…t-012345"]),
            (of(["customer-europe-west-012345", "customer-europe-west-045678"]), vec!["…012345", "…045678"]),
            (of(["/shop/de/berlin/00017/a", "/shop/de/berlin/00017/bcd"]), vec!["…a", "…bcd"]),
            (
                of(["a.b/c.d/2024/orders/very-long-name-of-one", "a.b/c.d/2024/orders/very-long-name-of-two"]),
                vec!["…one", "…two"],
            ),
            (of(["xxxxxxxxxxxxxxxxxxxxxxxxx1", "xxxxxxxxxxxxxxxxxxxxxxxxx2"]), vec!["…xxxx1", "…xxxx2"]),
            (
                of([-6_148_914_691_236_517_204_i64, -6_148_914_691_236_517_203]),
                vec!["-6.148914691236517204e18", "-6.148914691236517203e18"],
            ),
            (of([-6_148_914_691_236_517_204_i64, -6_149_000_000_000_000_000]), vec!["-6.149e18", "-6.148e18"]),
            (of([3_960_000_000_000_000_000_i64, 4_010_000_000_000_000_000]), vec!["3.9e18", "4.0e18"]),
        ];
        for (labels, expected) in table {
            assert_eq!(labels, expected);
        }
        let ids = [1_u8, 2].map(|n| ObjectId::from_bytes([0x65, 0xa0, 0, 0, 7, 7, 7, 7, 7, 0, 0, n]));
        assert_eq!(of(ids), ["…00001", "…00002"]);
        let compound = |zip: &str| doc! { "city": "San Francisco de los Altos", "zip": zip };
        assert_eq!(labels(&[compound("00501"), compound("00544")]), ["…00501", "…00544"]);
    }

    #[test]
    fn tails_that_come_twice_reach_further_back() {
        let values = ["north", "south"]
            .into_iter()
            .flat_map(|side| (1..3).map(move |n| format!("tenant-of-the-company-{side}-{n:04}")));
        let labels = of(values);
        assert_eq!(labels[..2], ["…0001", "…0002"]);
        assert!(labels[2].ends_with("uth-0001") && labels[3].ends_with("uth-0002"), "{labels:?}");
    }

    /// Values of one type that begin alike.
    fn alike() -> impl Strategy<Value = Vec<Bson>> {
        let texts = ("[a-z/. -]{0,40}", prop::collection::vec("[a-c0-1/-]{0,30}", 2..40))
            .prop_map(|(head, tails)| tails.into_iter().map(|tail| Bson::String(format!("{head}{tail}"))).collect());
        let hashes = prop::collection::vec(
            prop_oneof![any::<i64>(), 7_000_000_000_000_000_000..7_000_000_000_000_000_099_i64],
            2..40,
        )
        .prop_map(|hashes| hashes.into_iter().map(Bson::Int64).collect());
        let ids = prop::collection::vec(any::<[u8; 4]>(), 2..40).prop_map(|ids| {
            ids.into_iter()
                .map(|[a, b, c, d]| Bson::ObjectId(ObjectId::from_bytes([1, 2, 3, a % 2, 5, 6, 7, 8, 9, b % 2, c, d])))
                .collect()
        });
        prop_oneof![texts, hashes, ids]
    }

    proptest! {
        #[test]
        fn no_two_bounds_share_a_label(values in alike()) {
            let mut n_values: Vec<String> = values.iter().map(ToString::to_string).collect();
            n_values.sort_unstable();
            n_values.dedup();
            let labels = of(values);
            let mut distinct = labels.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), n_values.len(), "{:?}", labels);
        }

        #[test]
        fn a_cut_holds_the_place_and_no_more(full in "[a-z]{1,60}", start in 0_usize..60, n in 1_usize..30) {
            let chars: Vec<char> = full.chars().collect();
            let start = start.min(chars.len() - 1);
            let label = cut(&chars, start, n);
            let bare = label.trim_matches('…');
            prop_assert!(full[start..].starts_with(bare) && !bare.is_empty(), "{}", label);
            prop_assert!(label.chars().count() <= n + 2);
            prop_assert_eq!(label.starts_with('…'), start > 0);
        }
    }
}
