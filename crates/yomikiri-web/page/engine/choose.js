// Which engine answers: the server that the page came from, or the one in the page (WebAssembly).

import { compile, inPage } from "./page.js";
import { connect } from "./socket.js";

/**
 * @param {(state: "ready" | "lost", where: string) => void} changed
 * @returns {Promise<{engine: import("../types.js").Engine, checker: import("../types.js").Engine, watches: boolean}>} and whether the server watches a cluster
 */
export async function chooseEngine(changed) {
  const there = await (await fetch("engine/engines.json")).json();
  const forced = new URLSearchParams(location.search).get("engine");
  const onServer = there.server && !(forced === "page" && there.wasm);
  // The checker runs in the page wherever it can: then nobody has to trust the server.
  if (onServer) {
    const engine = await connect((state) => changed(state, "server"));
    return { engine, checker: there.wasm ? lazy(() => compile().then(inPage)) : engine, watches: there.cluster };
  }
  if (!there.wasm) throw new Error("there is neither a server nor an engine in the page");
  const engine = inPage(await compile());
  changed("ready", "page");
  return { engine, checker: engine, watches: false };
}

/** An engine that is loaded when it is first asked. @param {() => Promise<import("../types.js").Engine>} load @returns {import("../types.js").Engine} */
function lazy(load) {
  /** @type {Promise<import("../types.js").Engine> | null} */
  let loaded = null;
  return {
    name: "page",
    ask(question, heard) {
      loaded ??= load();
      const asked = loaded.then((engine) => engine.ask(question, heard));
      return { done: asked.then(({ done }) => done), stop: () => { asked.then(({ stop }) => stop()); } };
    },
  };
}
