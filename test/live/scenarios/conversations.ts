import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { isBridleError, type OpenOptions, open, type TurnResult } from "../../../src/exports/host.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** One turn in an agent of its own. The agent must have written its history before the next one starts. */
async function say(
  stage: Stage,
  text: string,
  options: OpenOptions = {},
): Promise<TurnResult & { tellsCost: boolean }> {
  await using session = await open(stage.options(options));
  const result = await (await session.send(scripted({ text }))).result;
  assert.equal(result.text, text);
  return { ...result, tellsCost: session.adapter.has("messages result.model_usage_since_last_result") };
}

/** What the model was last sent. */
function lastRequest({ api }: Stage): string {
  return JSON.stringify(api.requests.findLast(({ path }) => path === "/v1/messages")?.body);
}

/** Its text, or what was wrong. */
async function outcomeOf(result: Promise<TurnResult>): Promise<string> {
  try {
    const { text, errors } = await result;
    return errors.length > 0 ? errors.join("\n") : (text ?? "");
  } catch (error) {
    return isBridleError(error) ? `${error.code} ${error.message}` : String(error);
  }
}

export const conversations: readonly Scenario[] = [
  {
    title: "H18 H16 a resumed session keeps its id and history, and its cost is not counted twice",
    async play(stage) {
      const first = await say(stage, "the first answer");
      const second = await say(stage, "the second answer", { resume: first.sessionId ?? "" });
      assert.equal(second.sessionId, first.sessionId);
      assert.match(lastRequest(stage), /the first answer/);
      // Where the agent gives only a sum, which may or may not hold the earlier run, the first turn's part cannot be told.
      assert.equal(second.costUsd, second.tellsCost ? first.costUsd : undefined);
    },
  },
  {
    title: "H18 a fork has the history and an id of its own",
    async play(stage) {
      const first = await say(stage, "the first answer");
      const fork = await say(stage, "the fork's answer", { resume: first.sessionId ?? "", fork: true });
      assert.notEqual(fork.sessionId, first.sessionId);
      assert.match(lastRequest(stage), /the first answer/);
      const again = await say(stage, "the third answer", { resume: first.sessionId ?? "" });
      assert.equal(again.sessionId, first.sessionId);
      assert.doesNotMatch(lastRequest(stage), /the fork's answer/);
    },
  },
  {
    title: "H18 continue takes up the last session of the folder",
    async play(stage) {
      const first = await say(stage, "the first answer");
      const second = await say(stage, "the second answer", { continue: true });
      assert.equal(second.sessionId, first.sessionId);
      assert.match(lastRequest(stage), /the first answer/);
    },
  },
  {
    title: "H18 a session has the id it was given, and an id that is no UUID is refused before anything starts",
    async play(stage) {
      const sessionId = randomUUID();
      assert.equal((await say(stage, "named", { sessionId })).sessionId, sessionId);
      await assert.rejects(open(stage.options({ sessionId: "mine" })), { code: "invalid_option" });
    },
  },
  {
    title: "H18 H7 resuming what the agent does not have is an error of its own, and no interrupt",
    async play(stage) {
      const resume = randomUUID();
      await using session = await open(stage.options({ resume }));
      const turn = await session.send("hello?");
      await assert.rejects(turn.result, (error) => {
        assert.ok(isBridleError(error, "not_found"), String(error));
        assert.deepEqual(error.data, { what: "conversation", id: resume });
        return true;
      });
      const { outcome, exitCode, error } = await session.done;
      assert.deepEqual([outcome, exitCode], ["not_found", 1]);
      assert.ok(isBridleError(error, "not_found"));
    },
  },
  {
    title:
      "H18 G2 a session is resumed by its title, in any case of letters; a title that none or several have is refused",
    since: { version: "2.1.325", because: "sampled on this version" },
    async play(stage) {
      const first = await say(stage, "the first answer", { extraArgs: { name: "My Title" } });
      await say(stage, "another answer", { extraArgs: { name: "Other" } });
      const again = await say(stage, "the second answer", { extraArgs: { resume: "my title" } });
      assert.equal(again.sessionId, first.sessionId);
      assert.match(lastRequest(stage), /the first answer/);
      const refused = async (title: string): Promise<string> => {
        await using session = await open(stage.options({ extraArgs: { resume: title } }));
        const words = await outcomeOf((await session.send("hello?")).result);
        assert.equal((await session.done).exitCode, 1);
        return words;
      };
      assert.match(await refused("Titl"), /^not_found/);
      await say(stage, "a third answer", { extraArgs: { name: "My Title" } });
      assert.match(
        await refused("My Title"),
        /"My Title" matches 2 sessions.*disambiguate:\n {2}[0-9a-f-]{36} {2}\(mod/s,
      );
    },
  },
  {
    title: "G2 P2 --resume-drops-turn refuses to drop more than the turn it names",
    since: { version: "2.1.325", because: "sampled on this version" },
    async play(stage) {
      const prompts = [randomUUID(), randomUUID(), randomUUID()] as const;
      const answers: string[] = [];
      await using session = await open(stage.options());
      for (const [at, uuid] of prompts.entries()) {
        const turn = await session.send(scripted({ text: `answer ${at}` }), { uuid });
        for await (const event of turn)
          if (event.frame?.type === "message" && event.frame.message.type === "assistant")
            answers[at] = String(event.frame.message.uuid);
      }
      await session.close();
      const resume = session.sessionId ?? "";
      const resumed = async (at: string | undefined, drops: string): Promise<string> => {
        const extraArgs = { "resume-session-at": at ?? "", "resume-drops-turn": drops };
        await using next = await open(stage.options({ resume, extraArgs }));
        const words = await outcomeOf((await next.send(scripted({ text: "went on" }))).result);
        await next.close();
        return words;
      };
      assert.match(await resumed(answers[0], prompts[2]), /range does not start with the declared turn prompt/);
      assert.match(await resumed(answers[0], prompts[1]), /user entry not attributable to the declared turn/);
      assert.match(await resumed(answers[1], "junk"), /declared turn id is not a UUID: junk/);
      assert.equal(await resumed(answers[1], prompts[2]), "went on");
      assert.doesNotMatch(lastRequest(stage), /answer 2/);
    },
  },
  {
    title: "H7 a turn that the end of the session's time interrupts fails with timeout, and is no interrupt",
    async play(stage) {
      // Long enough to start in, however slow the machine is; the model never ends its answer.
      await using session = await open(stage.options({ timeoutMs: 15_000 }));
      const turn = await session.send(scripted({ text: "Never ends.", stall: true }));
      await assert.rejects(turn.result, (error) => isBridleError(error, "timeout"));
      const { outcome, result } = await session.done;
      assert.equal(outcome, "timeout");
      assert.notEqual(result?.outcome, "interrupted");
    },
  },
];
