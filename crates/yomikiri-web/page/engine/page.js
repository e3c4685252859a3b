// The engine in the page: WebAssembly in two web workers, one for short questions and one for searches, so that a board is
// shown while a search goes on. A worker has one thread and hears nothing while it searches; it is stopped by ending it.

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {{id: number, question: any, heard?: (answer: Answer) => void, resolve: (answer: Answer) => void, last?: Answer}} Waiting */

const SHORT = ["games", "show", "threats", "record", "ready"];

/** The module, which the workers share. */
export async function compile() {
  const response = await fetch("engine/yomikiri.wasm");
  if (!response.ok) throw new Error("the engine could not be loaded");
  return WebAssembly.compileStreaming(response);
}

/** @param {WebAssembly.Module} module @returns {import("../types.js").Engine} */
export function inPage(module) {
  const [short, long] = [new Lane(module), new Lane(module)];
  let next = 1;
  return {
    name: "page",
    ask(question, heard) {
      const lane = SHORT.includes(question.action) ? short : long;
      const id = next++;
      const done = /** @type {Promise<Answer>} */ (new Promise((resolve) => lane.add({ id, question: { id, ...question }, heard, resolve })));
      return { done, stop: () => lane.stop(id) };
    },
  };
}

/** A worker, and the questions that wait for it. */
class Lane {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    /** The first is being answered. @type {Waiting[]} */
    this.waiting = [];
    this.worker = this.start();
  }

  start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ module: this.module });
    worker.onmessage = ({ data }) => this.receive(JSON.parse(data));
    worker.onerror = (event) => {
      event.preventDefault();
      this.replace("the search failed");
    };
    return worker;
  }

  /** @param {Waiting} asked */
  add(asked) {
    this.waiting.push(asked);
    if (this.waiting.length === 1) this.ask();
  }

  ask() {
    const [asked] = this.waiting;
    if (asked) this.worker.postMessage({ text: JSON.stringify(asked.question), every: asked.question.every });
  }

  /** @param {Answer} answer */
  receive(answer) {
    const [asked] = this.waiting;
    if (!asked || answer.id !== asked.id) return;
    asked.last = answer;
    asked.heard?.(answer);
    if (!answer.final) return;
    this.waiting.shift();
    asked.resolve(answer);
    this.ask();
  }

  /** @param {number} id */
  stop(id) {
    if (this.waiting[0]?.id === id) return this.replace("the search was interrupted");
    const at = this.waiting.findIndex((asked) => asked.id === id);
    if (at > 0) this.waiting.splice(at, 1)[0].resolve({ type: "analysis_error", id, final: true, message: "stopped before it began" });
  }

  /** Ends the worker and what it was doing; what is known so far is the answer. @param {string} message */
  replace(message) {
    this.worker.terminate();
    const asked = this.waiting.shift();
    this.worker = this.start();
    if (asked) {
      const { id, last } = asked;
      asked.resolve(last?.type === "analysis" ? { ...last, final: true, stopped: message } : { type: "analysis_error", id, final: true, message });
    }
    this.ask();
  }
}
