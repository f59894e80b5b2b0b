//! CSV columns: what each one was taken for, why, and a choice to correct it.

use crate::components::Cx;
use crate::components::controls::{Choice, options};
use crate::components::problem::with_code;
use crate::state::Action;
use shardscope_session::protocol::{ColumnReport, ImportReport};
use shardscope_session::scenario::{ColumnChoice, ColumnType};
use std::rc::Rc;
use yew::prelude::*;

const TYPES: [(ColumnType, &str); 6] = [
    (ColumnType::String, "string"),
    (ColumnType::Integer, "int"),
    (ColumnType::Double, "double"),
    (ColumnType::Boolean, "bool"),
    (ColumnType::Date, "date"),
    (ColumnType::ObjectId, "objectId"),
];

/// The same names as choices.
const NAMES: [(&str, &str); 6] = [
    ("string", "string"),
    ("int", "int"),
    ("double", "double"),
    ("bool", "bool"),
    ("date", "date"),
    ("objectId", "objectId"),
];

fn type_name(column_type: ColumnType) -> &'static str {
    TYPES.iter().find(|(known, _)| *known == column_type).map_or("string", |(_, name)| *name)
}

/// The table of columns, for CSV only.
pub fn columns(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let Some((report, _)) = session.imports.report.as_ref().filter(|(report, _)| !report.columns.is_empty()) else {
        return Html::default();
    };
    let row = |(idx, column): (usize, &ColumnReport)| {
        let choose = {
            let (report, act) = (Rc::clone(report), dispatch.act.clone());
            Callback::from(move |chosen: String| {
                let chosen = TYPES.iter().find(|(_, name)| *name == chosen).map(|(column_type, _)| *column_type);
                if let Some(column_type) = chosen {
                    act.emit(Action::ImportColumns(choices(&report, idx, column_type)));
                }
            })
        };
        html! {
            <tr key={column.name.clone()}>
                <th scope="row" class="mono">{ &column.name }</th>
                <td>
                    <Choice label={format!("Type of {}", column.name)} testid={format!("column-{}", column.name)}
                        value={type_name(column.used)} options={options(&NAMES)} on_choose={choose} />
                </td>
                <td class="why">{ with_code(&column.why) }</td>
            </tr>
        }
    };
    html! {
        <div class="scroll-y" tabindex="0" role="region" aria-label="CSV columns">
            <table class="tbl columns" data-testid="columns">
                <thead><tr><th scope="col">{ "Column" }</th><th scope="col">{ "Type" }</th><th scope="col">{ "Because" }</th></tr></thead>
                <tbody>{ for report.columns.iter().enumerate().map(row) }</tbody>
            </table>
        </div>
    }
}

/// Every choice that differs from what was inferred, with one column changed.
fn choices(report: &ImportReport, changed: usize, column_type: ColumnType) -> Vec<ColumnChoice> {
    let used = |(idx, column): (usize, &ColumnReport)| {
        let column_type = if idx == changed { column_type } else { column.used };
        (column_type != column.inferred).then(|| ColumnChoice { name: column.name.clone(), column_type })
    };
    report.columns.iter().enumerate().filter_map(used).collect()
}
