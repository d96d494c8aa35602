import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { asking, CliHome, script } from "./cli-home.ts";

const [here, there] = [new CliHome(), new CliHome()];
after(() => Promise.all([here.close(), there.close()]));

const file = join(here.home, "config/contexts.json");
const token = (await there.good(["tokens", "add", "laptop"])).trim();
await there.good(["run", "--title", "of the other one", script({ text: "there" })]);
const [status] = await there.json<{ address: string }>(["daemon", "status"]);
const address = status?.address ?? "";

test("X2 a daemon elsewhere gets a name; its token is kept in a file of the person's alone", async () => {
  const added = await here.good(["context", "add", "build", "--address", address], { env: { BRIDLE_TOKEN: token } });
  assert.match(added, /^build is http:\/\/127\.0\.0\.1:\d+, bridle \d/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match(await here.good(["context"]), /^\* +local +this machine\n +build +http/m);
  assert.doesNotMatch(await here.good(["context", "list", "--json"]), new RegExp(token));
  assert.match(await here.good(["sessions", "--context", "build"]), /of the other one/);
  assert.match(await here.good(["sessions"], { env: { BRIDLE_CONTEXT: "build" } }), /of the other one/);
});

test("X2 a wrong token or address is noticed before it is written down", async () => {
  const wrong = await here.run(["context", "add", "wrong", "--address", address, "--token", "nonsense"]);
  assert.equal(wrong.status, exitCodes.refused);
  const nobody = await here.run(["context", "add", "wrong", "--address", "http://127.0.0.1:1", "--token", token]);
  assert.equal(nobody.status, exitCodes.noDaemon);
  assert.equal((await here.run(["context", "add", "local", "--address", address])).status, exitCodes.usage);
  assert.equal((await here.run(["context", "add", "wrong", "--address", "nonsense"])).status, exitCodes.usage);
  assert.doesNotMatch(readFileSync(file, "utf8"), /wrong/);
});

test("X2 the token of the environment goes to no context's daemon", async () => {
  const noToken = ["context", "add", "bare", "--address", address, "--no-check"];
  await here.good(noToken);
  const refused = await here.run(["sessions", "--context", "bare"], { env: { BRIDLE_TOKEN: token } });
  assert.equal(refused.status, exitCodes.refused);
  await here.good(["context", "remove", "bare"]);
});

test("X2 the context in use is what commands mean; --context, --home and the environment beat it", async () => {
  await here.good(["context", "use", "build"]);
  assert.match(await here.good(["sessions"]), /of the other one/);
  assert.equal((await here.run(["daemon", "restart"])).status, exitCodes.usage, "not the one of this machine, unasked");
  assert.equal((await here.run(["sessions", "--context", "local"])).status, exitCodes.noDaemon);
  assert.equal((await here.run(["sessions", "--home", here.home])).status, exitCodes.noDaemon);
  await here.good(["context", "use", "local"]);
  assert.equal((await here.run(["sessions"])).status, exitCodes.noDaemon);
});

test("X2 a name nobody knows is an error with those that are known; a broken or open file is not believed", async () => {
  const unknown = await here.run(["sessions", "--context", "biuld"]);
  assert.equal(unknown.status, exitCodes.usage);
  assert.match(unknown.stderr, /one of local, build/);
  assert.equal((await here.run(["context", "use", "biuld"])).status, exitCodes.usage);
  chmodSync(file, 0o644);
  const open = await here.run(["sessions", "--context", "build"]);
  assert.equal(open.status, exitCodes.configOrVersion);
  assert.match(open.stderr, /mode 0644/);
  chmodSync(file, 0o600);
});

test("X2 sessions --all lists those of all daemons; one that is off or silent holds up nobody and is told", async () => {
  await here.good(["run", "--title", "of this one", script({ text: "here" })]);
  const all = await here.json<{ context: string; title: string }>(["sessions", "--all"]);
  assert.deepEqual(
    all.map(({ context, title }) => [context, title]),
    [
      ["local", "of this one"],
      ["build", "of the other one"],
    ],
  );
  const found = await here.good(["sessions", "--all", "--search", "there"]);
  assert.match(found, /^context +id +state .*found\nbuild /);
  // Read, so that its connections end with their clients: a socket nobody reads never tells that it was ended.
  await using silent = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  await here.good(["context", "add", "silent", "--address", `http://127.0.0.1:${port}`, "--no-check"]);
  const partly = await here.run(["sessions", "--all"]);
  assert.equal(partly.status, exitCodes.noDaemon, "not all are there");
  assert.match(partly.stdout, /of this one[\s\S]*of the other one/);
  assert.match(partly.stderr, /! silent: no answer within/);
  await here.good(["context", "remove", "silent"]);
});

test("X2 approve --all lists what waits anywhere, and decides it where it is", async () => {
  const running = there.start(["run", asking("touch decided-from-afar")]);
  running.child.stdin?.end();
  const [, short = ""] = await running.printed(/\? (\w{8}) wants/);
  assert.match(await here.good(["approve", "--all"]), new RegExp(`${short} wants Bash.*\\(session \\w{8}, build\\)`));
  const [ask] = await here.json<{ context: string; id: string }>(["approve", "--all"]);
  assert.deepEqual([ask?.context, ask?.id.slice(0, 8)], ["build", short]);
  assert.equal((await here.run(["approve", "--all", "0123"])).status, exitCodes.usage);
  assert.equal(await here.good(["approve", "--all", short]), "allowed\n");
  assert.equal((await running.ended).status, exitCodes.ok);
});
