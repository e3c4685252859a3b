// Many clients at once: searches begun and abandoned, boards, nonsense. Every question that is waited for must be answered,
// no answer may be an error 500, and when all have gone no search may run and the memory must be back where it was.

import { readFileSync } from "node:fs";
import { server } from "./stage.mjs";

const seconds = Number(process.argv[2] ?? 60);
const CLIENTS = Number(process.argv[3] ?? 200);
const GROWTH = 64 << 20;

const host = await server("--memory", "64M", "--searches", "2");
const base = host.address.replace(/\/$/, "");
let seed = 1;
const random = (below) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % below;
const pick = (list) => list[random(list.length)];
const pause = (time) => new Promise((done) => setTimeout(done, time));
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${host.pid}/status`, "utf8"))[1]) * 1024;
const metric = async (name) => Number(new RegExp(`^yomikiri_${name} (\\d+)$`, "m").exec(await (await fetch(`${base}/metrics`)).text())[1]);

const GAMES = ["trax", "trax:8x8", "trax:4x4", "amazons:6x6", "gttt:4x4,animal=tippy", "torus:4x4,animal=tippy", "gomoku:7x7,k=4", "toss:/etc/passwd", "chess", "trax:99999x9"];
const MOVES = ["", "@0/", "@0/ B1+ C1\\", "a1", "Z9/", "@0/ @0/ @0/", "\u0000", "x".repeat(5000)];
const question = () => pick([
  { action: "show", game: pick(GAMES), moves: pick(MOVES) },
  { action: "value", expression: pick(["{1|-1}", "{", "1+2", "{3|{1|-4}} + {2|0}"]) },
  { action: "threats", game: pick(GAMES), moves: pick(MOVES) },
  { action: "games" },
  { action: "record", game: "trax", text: pick(["@0/ B1\\ A2\\", "", "Z9/\n@0/"]) },
  { action: "solve", game: "trax:3x3", seconds: 1 },
  { action: "endgame", board: pick(["x.o", "xo.", "?"]), seconds: 1 },
  { action: "check", proof: pick(["AAAA", "!", ""]) },
  { action: "move", game: pick(GAMES), moves: pick(MOVES), seconds: 0.05 },
]);
const NONSENSE = ["", "{", "[]", "null", "{}", '{"id":{}}', '{"id":1,"action":7}', "\u0000", "[".repeat(5000), '{"id":1,"action":"solve","game":"trax","seconds":-1}'];
/** A question with some of its characters changed, doubled or taken out. */
function spoiled() {
  const text = [...JSON.stringify({ id: "s", ...question() })];
  for (let times = 1 + random(4); times > 0; times--) {
    const at = random(text.length);
    text.splice(at, random(3), ...pick([[], ["\""], ["{"], ["9", "9", "9"], ["-"], ["null"], [String.fromCharCode(random(0x3000))], text.slice(at, at + random(20))]));
  }
  return text.join("");
}
const counts = { asked: 0, answered: 0, dropped: 0, nonsense: 0, requests: 0, refused: 0, failed: 0 };

function connect() {
  return new Promise((done) => {
    const socket = new WebSocket(`${base.replace("http", "ws")}/socket`);
    socket.onopen = () => done(socket);
    socket.onerror = () => done(null);
  });
}

/** Asks and waits for the last answer. */
function ask(socket, id, body) {
  return new Promise((done) => {
    const late = setTimeout(() => done(null), 30_000);
    const listen = ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.id !== id || !answer.final) return;
      clearTimeout(late);
      socket.removeEventListener("message", listen);
      done(answer);
    };
    socket.addEventListener("message", listen);
    socket.send(JSON.stringify({ id, ...body }));
  });
}

async function client(until) {
  let id = 0;
  while (Date.now() < until) {
    if (random(4) === 0) {
      const body = pick([JSON.stringify({ id: 1, ...question() }), spoiled(), pick(NONSENSE)]);
      const path = pick(["/api", "/api", "/", "/none", "/api/show?game=trax", "/api/fly", "/metrics"]);
      const response = await fetch(base + path, path === "/api" ? { method: "POST", body } : {}).catch(() => null);
      counts.requests += 1;
      if (!response || response.status >= 500) counts.failed += 1;
      await response?.arrayBuffer();
      await pause(50);
      continue;
    }
    const socket = await connect();
    if (!socket) { counts.failed += 1; await pause(100); continue; }
    for (let turn = random(6); turn >= 0; turn--) {
      if (random(3) === 0) { socket.send(pick([pick(NONSENSE), spoiled()])); counts.nonsense += 1; }
      counts.asked += 1;
      const answer = await ask(socket, `q${id++}`, question());
      if (answer) counts.answered += 1;
      await pause(20 + random(100));
    }
    if (random(2)) {
      socket.send(JSON.stringify({ id: "long", action: "solve", game: "trax:8x8", moves: "@0/", seconds: 600, every: 0.1 }));
      counts.dropped += 1;
      await pause(random(200));
    }
    socket.close();
  }
}

// What is allocated once is there before the memory is measured.
await Promise.all(Array.from({ length: 20 }, () => client(Date.now() + 3000)));
while ((await metric("searches")) + (await metric("connections")) > 0) await pause(50);
const before = memory();
let peak = 0;
const watch = setInterval(() => { peak = Math.max(peak, memory()); }, 200);
await Promise.all(Array.from({ length: CLIENTS }, () => client(Date.now() + 1000 * seconds)));
const ended = Date.now();
let idle = false;
while (!idle && Date.now() - ended < 20_000) {
  idle = (await metric("searches")) + (await metric("connections")) === 0;
  await pause(50);
}
const stopped = Date.now() - ended;
clearInterval(watch);
await pause(1000);
const now = memory();
const failures = await metric("failures_total");
const mib = (bytes) => `${Math.round(bytes / (1 << 20))} MiB`;
console.log(JSON.stringify({ clients: CLIENTS, seconds, ...counts, failures, idle, idle_after_ms: stopped, before: mib(before), peak: mib(peak), after: mib(now) }));
await host.close();
const wrong = !idle || failures || counts.failed || counts.asked !== counts.answered || now > before + GROWTH;
process.exit(wrong ? 1 : 0);
