// The browser suite calls this and waits for the promise.
globalThis.measure = (settings) =>
  new Promise((resolve, reject) => {
    const worker = new Worker("out/pipeline.js");
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data.rates);
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(settings);
  });

// Milliseconds that a day of balancing takes, the fastest of `nTimes`: set-up is not part of it.
globalThis.day = async ({ nChunks, even, nTimes }) => {
  await wasm_bindgen({ module_or_path: "out/browser_bg.wasm" });
  const times = [];
  for (let n = 0; n < nTimes; n++) {
    const day = new wasm_bindgen.Day(nChunks, even);
    const started = performance.now();
    const nEvents = day.pass();
    times.push(performance.now() - started);
    if (nEvents === 0) throw new Error("nothing happened in that day");
    day.free();
  }
  return Math.min(...times);
};
