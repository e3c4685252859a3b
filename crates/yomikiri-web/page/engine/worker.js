// The web worker that holds the engine (crates/yomikiri-wasm). It answers one question after the other.

/** @type {any} */
let engine = null;
/** Whether a search may be looked at, how often, and when that was last done. */
let [isRunning, every, last] = [false, Infinity, 0];

const page = {
  // The engine asks for the time while it searches: that is when to look at the search.
  now() {
    const now = performance.now();
    if (isRunning && now - last >= every) {
      last = now;
      isRunning = false;
      engine.look();
      isRunning = true;
    }
    return now;
  },
  tell(/** @type {number} */ address, /** @type {number} */ length) {
    // One thread: nothing changes the bytes while they are read.
    postMessage(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, address, length)));
  },
};

onmessage = async ({ data }) => {
  if (data.module) {
    engine = (await WebAssembly.instantiate(data.module, { page })).exports;
    return;
  }
  // The module may still be on its way.
  while (!engine) await new Promise((resolve) => setTimeout(resolve, 5));
  const bytes = new TextEncoder().encode(data.text);
  const address = engine.reserve(bytes.length);
  new Uint8Array(engine.memory.buffer, address, bytes.length).set(bytes);
  [isRunning, every, last] = [true, 1000 * (data.every ?? Infinity), performance.now()];
  engine.ask();
  isRunning = false;
};
