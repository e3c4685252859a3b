// The same search three times: by the command line, by the server, by the engine in WebAssembly (in Node.js, whose engine is
// Chromium's). Processor time is compared, not the clock on the wall, so that a busy machine matters little.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { program, server, wasm } from "./stage.mjs";

const nodes = Number(process.argv[2] ?? 40_000);
const GAME = "trax:6x6";
const repeats = 3;

/** Processor seconds of a process. */
const used = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const least = async (measure) => {
  const runs = [];
  for (let run = 0; run < repeats; run++) runs.push(await measure());
  return runs.reduce((best, one) => (one.seconds < best.seconds ? one : best));
};

const commandLine = await least(() => {
  const words = ["solve", GAME, "--can-win", "first", "--nodes", String(nodes), "--memory", "128M", "--threads", "1", "--json", "--quiet"];
  const out = spawnSync("sh", ["-c", `"$0" "$@"; times`, program, ...words], { encoding: "utf8" });
  // The shell's last line is the processor time of what it has started.
  const lines = out.stdout.trim().split("\n");
  const [line, children] = [lines[0], lines.at(-1)];
  const seconds = children.split(" ").map((text) => /(\d+)m([\d.]+)s/.exec(text)).reduce((sum, [, m, s]) => sum + 60 * Number(m) + Number(s), 0);
  return { seconds, nodes: JSON.parse(line).cost.nodes };
});

const host = await server("--memory", "128M");
const onServer = await least(async () => {
  const before = used(host.pid);
  const question = { id: 1, action: "solve", game: GAME, player: "first", nodes, seconds: 3000, every: 0.25 };
  const answer = await (await fetch(`${host.address}api`, { method: "POST", body: JSON.stringify(question) })).json();
  return { seconds: used(host.pid) - before, nodes: answer.cost.nodes };
});
await host.close();

let engine;
let told = null;
const page = {
  now: () => performance.now(),
  tell: (address, length) => { told = JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, address, length))); },
};
engine = (await WebAssembly.instantiate(readFileSync(wasm), { page })).instance.exports;
const ask = (question) => {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  // Making room may move the memory, so it comes first.
  const address = engine.reserve(bytes.length);
  new Uint8Array(engine.memory.buffer, address, bytes.length).set(bytes);
  engine.ask();
  return told;
};
const inPage = await least(() => {
  const before = process.cpuUsage();
  const answer = ask({ id: 1, action: "solve", game: GAME, player: "first", nodes, seconds: 3000 });
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, nodes: answer.cost.nodes };
});

const rate = ({ seconds, nodes: visited }) => visited / seconds;
console.log(JSON.stringify({
  game: GAME, command_line: commandLine, server: onServer, wasm: inPage,
  server_to_command_line: Number((rate(onServer) / rate(commandLine)).toFixed(3)), wasm_to_command_line: Number((rate(inPage) / rate(commandLine)).toFixed(3)),
}));
