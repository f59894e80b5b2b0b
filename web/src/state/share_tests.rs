//! What sharing says and copies.

use super::action::UiAction;
use super::ui::{Banner, Mode};
use super::{Action, Effect, Model};
use shardscope_session::presets;
use shardscope_session::scenario::{Documents, Scenario};

fn page(documents: Documents) -> Model {
    let scenario = Scenario { documents, story: None, ..presets::first_run() };
    let mut model = Model::new(Mode::Playground, scenario.clone());
    model.update(Action::Open(Box::new(scenario)));
    model
}

fn template() -> Documents {
    Documents::Template { text: "{ _id: \"$inc\" }".to_owned(), count: 10 }
}

#[test]
fn a_link_that_does_not_carry_its_documents_says_so_when_it_is_copied() {
    let file = |name: &str| Documents::File {
        name: name.to_owned(),
        count: 4,
        fingerprint: "f".to_owned(),
        columns: Vec::new(),
    };
    let pasted = Documents::Pasted { text: "{ a: 1 }".to_owned(), columns: Vec::new() };
    for (documents, named) in [
        (file("zips.csv"), Some("zips.csv")),
        (file("pasted text"), Some("pasted text")),
        (pasted, None),
        (template(), None),
    ] {
        let mut model = page(documents);
        let effects = model.update(Action::Ui(UiAction::CopyLink(false)));
        assert_eq!(effects, [Effect::ShowLink, Effect::CopyLink { at_sec: None }]);
        match (&model.ui.banner, named) {
            (Some(Banner::Notice(text)), Some(name)) => {
                assert!(text.contains(name) && text.contains("does not carry it"), "{text}");
            }
            (banner, named) => assert_eq!((banner.as_ref(), named), (None, None)),
        }
    }
}

#[test]
fn a_link_can_open_at_the_playhead() {
    for (at_ms, at_sec) in [(0, 0), (1_999, 1), (95_000, 95)] {
        let mut model = page(template());
        model.clock.edit().set_ms(at_ms);
        let effects = model.update(Action::Ui(UiAction::CopyLink(true)));
        assert_eq!(effects, [Effect::ShowLink, Effect::CopyLink { at_sec: Some(at_sec) }]);
    }
}
