//! Arrays, documents, and values that are kept or left out.

use super::{Call, Out};
use crate::workload::fields::{Insert, end, write_index, write_tagged, write_whole};
use crate::workload::func::Func;
use crate::workload::value::{ARRAY, DOCUMENT, STRING, elements, text_of};

impl Call {
    pub(super) fn repeated(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        match self.func {
            Func::Array => self.array(out, insert),
            Func::Object => self.object(out, insert),
            Func::Optional => {
                let share = self.double(0, out, insert)?;
                let which = if self.stream.unit() < share { 1 } else { 2 };
                self.args.get_mut(which)?.write(out, insert)
            }
            Func::Cycle => {
                let n_args = self.args.len().max(1) as u64;
                let idx = usize::try_from(self.n_calls % n_args).unwrap_or(0);
                self.args.get_mut(idx)?.write(out, insert)
            }
            Func::Recycle => {
                let n_kept = self.count(0, out, insert)?.max(1);
                let idx = usize::try_from(self.n_calls % n_kept).unwrap_or(0);
                self.keep(idx, out, insert)
            }
            _ => {
                let times = self.whole(0, out, insert)?.max(1).unsigned_abs();
                if self.n_calls.is_multiple_of(times) {
                    self.kept.clear();
                }
                self.keep(0, out, insert)
            }
        }
    }

    /// Writes the kept value at a place, or the next one, which is kept there.
    fn keep(&mut self, idx: usize, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        if let Some((tag, bytes)) = self.kept.get(idx) {
            out.extend_from_slice(bytes);
            return *tag;
        }
        let start = out.len();
        let tag = self.args.get_mut(1)?.write(out, insert);
        self.kept.push((tag, out.get(start..).unwrap_or_default().to_vec()));
        tag
    }

    fn array(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let n_elements = self.count(0, out, insert)?;
        let element = self.args.get_mut(1)?;
        let start = out.len();
        out.extend_from_slice(&[0; 4]);
        let mut n_written = 0;
        for _ in 0..n_elements {
            let at = write_index(out, n_written);
            n_written += u64::from(write_tagged(element, at, out, insert));
        }
        end(out, start);
        Some(ARRAY)
    }

    fn object(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        const TRIES_MAX: u32 = 20;
        let n_fields = self.count(0, out, insert)?;
        let start = out.len();
        let mut names: Vec<String> = Vec::new();
        out.extend_from_slice(&[0; 4]);
        for _ in 0..n_fields {
            let fresh = (0..TRIES_MAX).find_map(|_| {
                let name = self.text(1, out, insert)?.replace('\0', "");
                (!names.contains(&name)).then_some(name)
            });
            let Some(name) = fresh else { continue };
            let at = out.len();
            out.push(0);
            out.extend_from_slice(name.as_bytes());
            out.push(0);
            names.push(name);
            write_tagged(self.args.get_mut(2)?, at, out, insert);
        }
        end(out, start);
        Some(DOCUMENT)
    }

    /// What takes an array apart.
    pub(super) fn elements(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let (tag, container) = self.value(0, out, insert)?;
        if self.func == Func::Size {
            let size = match tag {
                STRING => String::from_utf8_lossy(text_of(&container)).chars().count(),
                _ => elements(&container).len(),
            };
            return Some(write_whole(out, i64::try_from(size).unwrap_or(0)));
        }
        if tag != ARRAY {
            return None;
        }
        let mut found = elements(&container);
        match self.func {
            Func::Pick => {
                let place = usize::try_from(self.whole(1, out, insert)?).ok()?;
                let (tag, from, to) = *found.get(place)?;
                out.extend_from_slice(container.get(from..to)?);
                return Some(tag);
            }
            Func::PickSet => self.shuffle(&mut found, out, insert)?,
            _ => found.extend(found.first().copied()),
        }
        let start = out.len();
        out.extend_from_slice(&[0; 4]);
        for (number, (tag, from, to)) in (0_u64..).zip(found) {
            let at = write_index(out, number);
            if let Some(slot) = out.get_mut(at) {
                *slot = tag;
            }
            out.extend_from_slice(container.get(from..to)?);
        }
        end(out, start);
        Some(ARRAY)
    }

    /// Draws so many elements without putting any back (Fisher and Yates).
    fn shuffle<T>(&mut self, found: &mut Vec<T>, out: Out<'_>, insert: &mut Insert<'_>) -> Option<()> {
        let quantity = self.whole(1, out, insert)?;
        let quantity = if quantity == -1 { found.len() } else { usize::try_from(quantity).ok()? };
        if quantity > found.len() {
            return None;
        }
        for place in 0..quantity {
            let left = (found.len() - place - 1) as u64;
            let drawn = place + usize::try_from(self.stream.up_to(left)).unwrap_or(0);
            found.swap(place, drawn);
        }
        found.truncate(quantity);
        Some(())
    }
}
