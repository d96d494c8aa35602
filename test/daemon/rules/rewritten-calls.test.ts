import assert from "node:assert/strict";
import { test } from "node:test";
import { AskState, Verdict } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/exports/testing.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon } from "../support/start-daemon.ts";
import { ask, createSession } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const wrap = "nice bash -c {command}";
const rewrite = [{ rule: "Bash(make:*)", wrap }];
const examples = [
  { rule: "Bash(make:*)", match: ["cd x && make"], not_match: ["cmake x"] },
  { rule: "Bash(make:*)", match: ["cmake x"] },
];
const permissions = { allow: ["Bash(make all)"], deny: ["Bash(make clean:*)"], rewrite, examples };
const using = (command: string) =>
  twinPrompt({ steps: [{ tools: [{ name: "Bash", input: { command } }] }, { text: "over" }] });

test("P2 P7 P8 calls that a setting changes: allowed by a rule, denied, decided by a person; told by why, list and simulate", async () => {
  await using daemon = await startDaemon({ agents: { twin: twinAgent() }, settings: { permissions } });
  const { client, cwd } = daemon;
  const { id } = await createSession(daemon);
  const fate = async (command: string) => all(await ask(daemon, id, using(command)), "permissionResolved");
  const [allowed] = await fate("make all");
  assert.equal(allowed?.state, AskState.ALLOWED);
  assert.equal(JSON.parse(allowed?.editedInputJson ?? "{}").command, "nice bash -c 'make all'");
  assert.deepEqual(
    (await fate("make clean")).map(({ state }) => state),
    [AskState.DENIED],
  );

  const other = await createSession(daemon, using("make test"));
  const events = await eventsUntil(client, other.id, ({ kind }) => kind.case === "permissionRequest");
  const [request] = all(events, "permissionRequest");
  const changed = { command: "nice bash -c 'make test'" };
  assert.deepEqual(JSON.parse(request?.ask?.rewrittenInputJson ?? "{}"), changed);
  await client.conversation.answerAsk({ askId: request?.ask?.id ?? "", verdict: Verdict.ALLOW });
  const [decided] = all(await eventsUntil(client, other.id, isTurnEnd), "permissionResolved");
  assert.deepEqual(JSON.parse(decided?.editedInputJson ?? "{}"), changed);

  const { records } = await client.daemon.listAudit({});
  assert.deepEqual(
    records.map(({ decidedBy, editedDigest }) => [decidedBy, editedDigest !== ""]),
    [
      ["person", true],
      ["rule", false],
      ["rule", true],
    ],
  );
  const same = await client.daemon.simulateRules({});
  assert.deepEqual([same.judged, same.changed], [3, 0]);
  const lists = { ...permissions, deny: ["Bash(nice:*)"] };
  const stricter = await client.daemon.simulateRules({ permissionsJson: JSON.stringify(lists) });
  assert.deepEqual(
    stricter.changes.map(({ verdict }) => verdict),
    ["deny", "deny"],
    "what it runs as is judged, too",
  );

  const inputJson = JSON.stringify({ command: "make all" });
  const why = await client.daemon.explainToolUse({ cwd, toolName: "Bash", inputJson });
  assert.equal(JSON.parse(why.rewritten?.inputJson ?? "{}").command, "nice bash -c 'make all'");
  assert.match(why.rewritten?.by ?? "", /^Bash\(make:\*\) in permissions\.rewrite of \S+settings\.json$/);
  const { rewrites } = await client.daemon.listRules({ cwd });
  assert.deepEqual(
    rewrites.map(({ rule, change }) => [rule, change]),
    [["Bash(make:*)", wrap]],
  );
  const { warnings } = await client.daemon.healthDetails({});
  assert.deepEqual(
    warnings.map((warning) => warning.replace(/:.*: /, ": ")),
    ["permissions.examples: the rule does not match it"],
  );
});
