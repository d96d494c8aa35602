// The floor of a daemon: agents' pipes into SQLite, one transaction per tick, then onto the sockets of all clients.
// `bare-daemon.mjs FOLDER AGENT ORDER SESSIONS`: listens, says so, starts the agents when a line comes on stdin.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const [folder, agent, order, sessions] = process.argv.slice(2);
const database = new DatabaseSync(join(folder, "bare.db"));
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE events (data BLOB)");
const begin = database.prepare("BEGIN IMMEDIATE");
const insert = database.prepare("INSERT INTO events (data) VALUES (?)");
const commit = database.prepare("COMMIT");
const sockets = new Set();
let waiting = [];
let scheduled = false;

function store() {
  scheduled = false;
  const lines = waiting;
  waiting = [];
  begin.run();
  for (const line of lines) insert.run(line);
  commit.run();
  const bytes = Buffer.from(lines.join(""));
  for (const socket of sockets) socket.write(bytes);
}

function start() {
  const child = spawn(process.execPath, [agent], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content: order } })}\n`);
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      JSON.parse(line);
      waiting.push(`${line}\n`);
      if (line.startsWith('{"type":"result"')) child.stdin.end();
    }
    if (scheduled) return;
    scheduled = true;
    setImmediate(store);
  });
  return new Promise((resolve) => child.once("exit", resolve));
}

createServer((socket) => sockets.add(socket.on("error", () => sockets.delete(socket)))).listen(
  join(folder, "bare.sock"),
  () => process.stdout.write("ready\n"),
);
process.stdin.once("data", async () => {
  await Promise.all(Array.from({ length: Number(sessions) }, start));
  process.stdout.write("done\n");
});
