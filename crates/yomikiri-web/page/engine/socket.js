// The engine behind a server: requests and answers over one WebSocket.
//
// Closing the page closes the socket, and the server then stops whatever the page had asked.

/** @typedef {import("../types.js").Answer} Answer */

/**
 * Connects to the server that the page came from.
 * @param {(state: "ready" | "lost") => void} changed
 * @returns {Promise<import("../types.js").Engine>}
 */
export function connect(changed) {
  /** @type {Map<number, {heard?: (answer: Answer) => void, resolve: (answer: Answer) => void}>} */
  const open = new Map();
  let [next, wait] = [1, 500];
  /** @type {WebSocket | null} */
  let socket = null;

  /** @param {Answer} answer */
  function receive(answer) {
    const asked = open.get(answer.id);
    if (!asked) return;
    asked.heard?.(answer);
    if (answer.final) {
      open.delete(answer.id);
      asked.resolve(answer);
    }
  }

  function lose() {
    for (const id of [...open.keys()]) {
      receive({ type: "analysis_error", id, final: true, message: "the connection to the server was lost" });
    }
    changed("lost");
  }

  /** @type {import("../types.js").Engine} */
  const engine = {
    name: "server",
    ask(question, heard) {
      const id = next++;
      const done = /** @type {Promise<Answer>} */ (new Promise((resolve) => open.set(id, { heard, resolve })));
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, ...question }));
      else queueMicrotask(() => receive({ type: "analysis_error", id, final: true, message: "no connection to the server" }));
      return {
        done,
        stop() {
          if (open.has(id) && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, action: "stop" }));
        },
      };
    },
  };

  return new Promise((resolve) => {
    function dial() {
      const url = new URL("socket", location.href);
      url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
      url.search = location.search;
      url.hash = "";
      socket = new WebSocket(url);
      socket.onopen = () => {
        wait = 500;
        changed("ready");
        resolve(engine);
      };
      socket.onmessage = (message) => receive(JSON.parse(message.data));
      socket.onclose = () => {
        lose();
        setTimeout(dial, wait);
        wait = Math.min(2 * wait, 15000);
      };
    }
    dial();
  });
}
