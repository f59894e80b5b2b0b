//! `cargo xtask dist`: Trunk builds the page, then this module shrinks the wasm, names every file by its content, writes
//! the copy of the engine that sandboxed frames need, and puts a strict Content-Security-Policy into the page.

mod files;
mod page;
mod parts;

use crate::context::{Context, remap_cargo_home, run_command};
use crate::error::TaskError;
use crate::{say, setup};
use files::{Folder, content_hash};
use std::path::{Path, PathBuf};

/// Optimises for size and speed alike, with the features that the compiler and wasm-bindgen use.
const WASM_OPT: [&str; 10] = [
    "-O",
    "--strip-producers",
    "--strip-target-features",
    "--enable-bulk-memory",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Builds `dist/`, which any static host can serve from any path.
pub fn run(context: &mut Context) -> Result<(), TaskError> {
    prepare(context)?;
    let wasm_opt = setup::wasm_opt(context);
    let built = context.target().join("trunk-dist");
    let step = say::step("page: trunk build --release", "a minute, or seconds when little changed");
    let built_text = built.to_string_lossy().into_owned();
    let mut command = context.command("trunk", &["--color", "never", "build", "--release", "--dist", &built_text]);
    // Trunk reads NO_COLOR as a boolean and stops on the usual `1`.
    command.env_remove("NO_COLOR");
    run_command("trunk build", &mut command)?;
    step.done();

    let step = say::step("dist/: wasm-opt, names by content, security policy", "10 seconds");
    if let Some(wasm_opt) = &wasm_opt {
        shrink_all(context, wasm_opt, &page::find_wasm(&built)?)?;
    } else {
        say::note("no wasm-opt (it comes with npm): the page works but is a quarter larger");
    }
    let dist = context.root.join("dist");
    write(&built, &dist)?;
    step.done();
    Ok(())
}

/// What building the page needs, for `serve` too.
pub fn prepare(context: &mut Context) -> Result<(), TaskError> {
    setup::wasm_target(context)?;
    setup::trunk(context)?;
    setup::wasm_bindgen(context)?;
    remap_paths(context);
    Ok(())
}

/// Panic messages hold source paths: without this they would tell where the builder's home is.
fn remap_paths(context: &mut Context) {
    let sysroot = context.output("rustc", &["--print", "sysroot"]).unwrap_or_default();
    let std_source = Path::new(sysroot.trim()).join("lib/rustlib/src/rust");
    let flags = [
        format!("--remap-path-prefix={}=shardscope", context.root.display()),
        format!("--remap-path-prefix={}=rust", std_source.display()),
        remap_cargo_home(),
    ];
    context.set("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
}

fn shrink_all(context: &Context, wasm_opt: &Path, files: &[PathBuf]) -> Result<(), TaskError> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = files.iter().map(|file| scope.spawn(|| shrink(context, wasm_opt, file))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or(Err(TaskError::Failed("wasm-opt".into()))))
    })
}

/// Runs wasm-opt on a file, or takes what it made of the same file before.
fn shrink(context: &Context, wasm_opt: &Path, wasm: &Path) -> Result<(), TaskError> {
    let failed = |error| TaskError::File(wasm.to_owned(), error);
    let kept = context.target().join("wasm-opt");
    std::fs::create_dir_all(&kept).map_err(failed)?;
    let mut out = kept.join(content_hash(&std::fs::read(wasm).map_err(failed)?));
    out.set_extension("wasm");
    if !out.exists() {
        let half_done = out.with_extension("half-done");
        let mut command = context.command(wasm_opt, &WASM_OPT);
        if run_command("wasm-opt", command.arg(wasm).arg("-o").arg(&half_done)).is_err() {
            let program = wasm_opt.display();
            say::note(&format!("{program} cannot read this wasm (binaryen 116 and older cannot): left as it is"));
            return Ok(());
        }
        std::fs::rename(&half_done, &out).map_err(failed)?;
    }
    std::fs::copy(&out, wasm).map_err(failed)?;
    Ok(())
}

fn write(built: &Path, dist: &Path) -> Result<(), TaskError> {
    let mut source = Folder::read(built)?;
    let names = page::Names::find(&source)?;
    let mut target = Folder::default();
    let app_js = target.add_hashed("app", "js", source.take(&names.app_js)?);
    let app_wasm_bytes = source.take(&names.app_wasm)?;
    let worker_js_bytes = source.take(&names.worker_js)?;
    let worker_wasm_bytes = source.take(&names.worker_wasm)?;
    source.take(&names.worker_loader)?;
    let parts = parts::script(&app_wasm_bytes, &worker_js_bytes, &worker_wasm_bytes)?;
    let parts = target.add_hashed("parts", "js", parts.into_bytes());
    let app_wasm = target.add_hashed("app", "wasm", app_wasm_bytes);
    let worker_wasm = target.add_hashed("worker", "wasm", worker_wasm_bytes);
    let mut worker = worker_js_bytes;
    // What is thrown outside of a promise reaches the page as an error of the worker.
    let start = format!(
        "\nwasm_bindgen({{ module_or_path: \"./{worker_wasm}\" }}).catch((error) => setTimeout(() => {{ throw error; }}));\n"
    );
    worker.extend_from_slice(start.as_bytes());
    let worker = target.add_hashed("worker", "js", worker);
    let boot = target.add_hashed("boot", "js", source.take("boot.js")?);
    let mut html = page::without_comments(&source.take_text("index.html")?);
    let style = target.add_hashed("style", "css", joined(&mut source, &page::style_sheets(&html)?)?);
    for name in page::other_scripts(&html)? {
        let hashed = target.add_hashed(name.trim_end_matches(".js"), "js", source.take(&name)?);
        html = html.replace(&format!("\"./{name}\""), &format!("\"./{hashed}\""));
    }
    let html = page::rewrite(&html, &page::Scripts { boot, app_js, app_wasm, worker, parts, style })?;
    target.add("index.html", html.into_bytes());
    target.add_rest(source);
    target.write(dist)
}

fn joined(source: &mut Folder, names: &[String]) -> Result<Vec<u8>, TaskError> {
    let mut all = Vec::new();
    for name in names {
        all.extend(source.take(name)?);
        all.push(b'\n');
    }
    Ok(all)
}
