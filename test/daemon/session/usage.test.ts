import assert from "node:assert/strict";
import { after, test } from "node:test";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession, sessionOf } from "../support/talk.ts";

const daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
after(() => daemon[Symbol.asyncDispose]());
const lastDay = () => ({ sinceMs: BigInt(Date.now() - 86_400_000) });

test("U3 what turns used is summed by day, folder and model, and survives kill -9", async () => {
  const { id } = await createSession(daemon);
  await ask(daemon, id, scripted({ text: "one" }));
  await ask(daemon, id, scripted({ text: "two" }));
  await daemon.kill();
  await daemon.restart();
  const { inputTokens, outputTokens, costUsd, model } = await sessionOf(daemon, id);
  const { days, sessions } = await daemon.client.daemon.getUsage(lastDay());
  const turns = days.reduce((sum, { sums }) => sum + (sums?.turns ?? 0), 0);
  assert.equal(turns, 2);
  assert.ok(inputTokens > 0n && outputTokens > 0n);
  assert.equal(
    days.reduce((sum, { sums }) => sum + (sums?.usage?.outputTokens ?? 0n), 0n),
    outputTokens,
  );
  assert.ok(days.every(({ cwd, day }) => cwd === daemon.cwd && /^\d{4}-\d\d-\d\d$/.test(day)));
  assert.ok(days.every((one) => one.model === model));
  assert.deepEqual(
    sessions.map((one) => [one.sessionId, one.sums?.turns, one.sums?.costUsd]),
    [[id, 2, costUsd]],
  );
});

test("U3 what is before the time that is asked for is not counted, and a deleted session is not either", async () => {
  const { id } = await createSession(daemon);
  await ask(daemon, id, scripted({ text: "three" }));
  const day = 86_400_000;
  const old = { sinceMs: BigInt(Date.now() - 3 * day), untilMs: BigInt(Date.now() - 2 * day) };
  assert.deepEqual((await daemon.client.daemon.getUsage(old)).days, []);
  const has = async () => (await daemon.client.daemon.getUsage(lastDay())).sessions.some((one) => one.sessionId === id);
  assert.ok(await has());
  await daemon.client.sessions.deleteSession({ sessionId: id });
  assert.ok(!(await has()));
});

test("U3 a range that makes no sense is refused with what is expected", async () => {
  for (const request of [{ sinceMs: 5n, untilMs: 4n }, { sinceMs: 0n }, { ...lastDay(), timeZone: "No/Where" }])
    await assert.rejects(async () => daemon.client.daemon.getUsage(request), /since_ms|time_zone/);
});
