// Starts the page. Plain script on purpose: in a sandboxed frame, and when the page is opened as a file, the origin is
// opaque ("null"), where module scripts, fetches and workers by address are all refused. There the same code is taken from
// one more plain script that carries it (data-parts, written by `cargo xtask dist`).
//
// Leaves `globalThis.shardscope.workerUrl` for the page: the address to start the engine's worker from, as a classic worker.
(() => {
  "use strict";
  const { js, wasm, worker, parts } = document.currentScript.dataset;
  const isOpaque = self.origin === "null";

  const load = (address) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${address} did not load`));
      document.head.append(script);
    });

  const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

  // gloo-worker keeps the Worker to itself, and only the Worker hears that its script did not load or that it trapped.
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      const tell = ({ message }) => dispatchEvent(new ErrorEvent("engineerror", { message: message || "it did not load" }));
      this.addEventListener("error", tell);
    }
  };

  async function takeParts() {
    if (!parts) throw new Error("this build runs on a page of its own only; `cargo xtask dist` makes one for frames");
    await load(parts);
    const { app, workerJs, workerWasm } = globalThis.shardscopeParts;
    delete globalThis.shardscopeParts;
    const start = `\nwasm_bindgen({ module_or_path: Uint8Array.from(atob("${workerWasm}"), (letter) => letter.charCodeAt(0)) }).catch((error) => setTimeout(() => { throw error; }));\n`;
    const workerUrl = URL.createObjectURL(new Blob([workerJs, start], { type: "text/javascript" }));
    return { module: bytes(app), workerUrl };
  }

  async function boot() {
    // Both requests run at the same time as the page's own script loads.
    const source = isOpaque ? takeParts() : { module: fetch(wasm), workerUrl: new URL(worker, document.baseURI).href };
    await load(js);
    const { module, workerUrl } = await source;
    globalThis.shardscope = { workerUrl };
    if (document.readyState === "loading") await new Promise((go) => document.addEventListener("DOMContentLoaded", go, { once: true }));
    await wasm_bindgen({ module_or_path: module });
  }

  boot().catch((error) => {
    console.error(error);
    const message = document.createElement("p");
    message.setAttribute("role", "alert");
    message.className = "boot-error";
    message.textContent = `Shardscope could not start: ${error.message}. Reload the page; it needs a browser with WebAssembly (2023 or later).`;
    document.body.prepend(message);
  });
})();
