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
