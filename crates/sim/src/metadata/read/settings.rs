//! `config.settings`.

use ::bson::{RawBsonRef, RawDocument};

use super::{Notes, docs};
use crate::cluster::ActiveWindow;
use crate::metadata::assumed::{Assumption, LeftOut};
use crate::metadata::catalogue::Catalogue;
use crate::metadata::dump::{ConfigCollection, ConfigDump};
use crate::metadata::error::MetadataError;
use crate::metadata::fields::Doc;

/// Range size, balancer, window, merging.
pub(super) fn read(dump: &ConfigDump, catalogue: &mut Catalogue, notes: &mut Notes) -> Result<(), MetadataError> {
    let profile = catalogue.server.profile();
    if !dump.has(ConfigCollection::Settings) {
        let range_size_bytes = profile.range_size_default_bytes;
        notes.assumed.push(Assumption::Settings { range_size_bytes });
    }
    for doc in docs(dump, ConfigCollection::Settings) {
        match doc.get("_id") {
            Some(RawBsonRef::String("chunksize")) => {
                let mb = doc.whole("value").and_then(|mb| u64::try_from(mb).ok());
                let mb = mb.filter(|mb| (1..=1024).contains(mb));
                let mb = mb.ok_or_else(|| doc.wrong("value", "a number of MB from 1 to 1024"))?;
                catalogue.range_size_bytes = Some(mb << 20);
            }
            Some(RawBsonRef::String("balancer")) => balancer(doc, catalogue)?,
            Some(RawBsonRef::String("autosplit"))
                if doc.switch("enabled")? == Some(false) && profile.split.autosplit.is_some() =>
            {
                notes.left_out.push(LeftOut::AutosplitOff);
            }
            Some(RawBsonRef::String("automerge")) if doc.switch("enabled")? == Some(false) => {
                for collection in &mut catalogue.collections {
                    collection.auto_merge = false;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn balancer(doc: Doc<'_>, catalogue: &mut Catalogue) -> Result<(), MetadataError> {
    let mode = match doc.get("mode") {
        None => "full",
        Some(RawBsonRef::String(mode)) if matches!(mode, "full" | "autoSplitOnly" | "off") => mode,
        Some(_) => return Err(doc.wrong("mode", "'full', 'autoSplitOnly' or 'off'")),
    };
    catalogue.balancer_on = mode == "full" && !doc.flag("stopped")?;
    catalogue.window = match doc.get("activeWindow") {
        None | Some(RawBsonRef::Null) => None,
        Some(value) => {
            let window = value.as_document().and_then(window);
            Some(window.ok_or_else(|| doc.wrong("activeWindow", "{ start: 'HH:MM', stop: 'HH:MM' } of two times"))?)
        }
    };
    Ok(())
}

fn window(document: &RawDocument) -> Option<ActiveWindow> {
    let minutes = |name| ActiveWindow::minutes(document.get_str(name).ok()?);
    ActiveWindow::new(minutes("start")?, minutes("stop")?)
}
