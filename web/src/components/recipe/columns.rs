//! CSV columns: what each one was taken for, why, and a choice to correct it.

use crate::components::problem::with_code;
use crate::components::{use_dispatch, use_session};
use crate::state::Action;
use shardscope_session::protocol::{ColumnReport, ImportReport};
use shardscope_session::scenario::{ColumnChoice, ColumnType};
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

const TYPES: [(ColumnType, &str); 6] = [
    (ColumnType::String, "string"),
    (ColumnType::Integer, "int"),
    (ColumnType::Double, "double"),
    (ColumnType::Boolean, "bool"),
    (ColumnType::Date, "date"),
    (ColumnType::ObjectId, "objectId"),
];

/// The table of columns, for CSV only.
#[component]
pub fn Columns() -> Html {
    let (session, dispatch) = (use_session(), use_dispatch());
    let Some((report, _)) = session.imports.report.as_ref().filter(|(report, _)| !report.columns.is_empty()) else {
        return Html::default();
    };
    let row = |(idx, column): (usize, &ColumnReport)| {
        let choose = {
            let (report, act) = (Rc::clone(report), dispatch.act.clone());
            Callback::from(move |event: Event| {
                let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
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
                    <select aria-label={format!("Type of {}", column.name)} onchange={choose}
                        data-testid={format!("column-{}", column.name)}>
                        { for TYPES.iter().map(|(column_type, name)| html! {
                            <option value={*name} selected={*column_type == column.used}>{ *name }</option>
                        }) }
                    </select>
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
