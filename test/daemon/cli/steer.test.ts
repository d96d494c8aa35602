import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { connect } from "../../../src/exports/client.ts";
import { eventsUntil } from "../support/session-events.ts";
import { CliHome, script } from "./cli-home.ts";

const home = new CliHome();
after(() => home.close());

const id = (await home.good(["run", "--detach", script({ text: "hello" })])).trim();
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("U2 D4 send takes pictures and files along, and refuses what is none", async () => {
  const [picture, notes, program] = ["a.png", "notes.md", "program.png"].map((name) => join(home.home, name));
  assert.ok(picture && notes && program);
  writeFileSync(picture, Buffer.from(png, "base64"));
  writeFileSync(notes, "# Notes");
  writeFileSync(program, "#!/bin/sh");
  const [sent] = await home.json<{ promptId: string }>([
    ...["send", id, "--image", picture, "--file", notes, script({ text: "seen" })],
  ]);
  await using client = connect({ socket: join(home.home, "run", "daemon.sock") });
  const isSent = (event: { kind: { case?: string | undefined; value?: unknown } }): boolean =>
    event.kind.case === "prompt" && (event.kind.value as { promptId: string }).promptId === sent?.promptId;
  const event = (await eventsUntil(client, id, isSent)).at(-1);
  assert.ok(event?.kind.case === "prompt");
  const [image, file] = JSON.parse(event.kind.value.contentJson) as Record<string, unknown>[];
  assert.deepEqual(image, { type: "image", source: { type: "base64", media_type: "image/png", data: png } });
  assert.equal(file?.text, '<file name="notes.md">\n# Notes\n</file>');
  const refused = await home.run(["send", id, "--image", program, "look"]);
  assert.equal(refused.status, exitCodes.usage);
  assert.match(refused.stderr, /program\.png is no PNG/);
});

test("U2 info tells what the agent can do, and set changes model and mode", async () => {
  const text = await home.good(["info", id]);
  assert.match(text, /^\/compact /m);
  assert.match(text, /^bypassPermissions +the agent was not started for it/m);
  const [info] = await home.json<{ tools: string[] }>(["info", id]);
  assert.ok(info?.tools.includes("Bash"));
  assert.match(await home.good(["set", id, "--permission-mode", "plan"]), /plan\n$/);
  const wrong = await home.run(["set", id, "--permission-mode", "nope"]);
  assert.match(wrong.stderr, /permission-mode must be one of/);
  assert.equal((await home.run(["set", id])).status, exitCodes.usage);
});

test("U2 D4 queue lists what waits, and takes one back", async () => {
  await home.good(["send", id, script({ text: "slow", chunks: 2, chunkDelayMs: 60_000 })]);
  for (const text of ["the first", "the second"]) await home.good(["send", id, "--queue", text]);
  assert.equal(await home.good(["queue", id]), "1  the first\n2  the second\n");
  await home.good(["queue", id, "--cancel", "1"]);
  assert.deepEqual(
    (await home.json<{ content: string }>(["queue", id])).map(({ content }) => content),
    ["the second"],
  );
  assert.equal((await home.run(["queue", id, "--cancel", "7"])).status, exitCodes.usage);
  await home.good(["interrupt", id, "--cancel-queued"]);
});
