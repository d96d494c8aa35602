import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { TokenStore } from "../../../src/daemon/server/token-store.ts";
import { type AuditRecord, AuditVerdict, connect, Verdict } from "../../../src/exports/client.ts";
import { twinPrompt } from "../../../src/twin/twin-script.ts";
import { bridle } from "../../cli/run-bridle.ts";
import { all, eventsUntil, isTurnEnd } from "../support/session-events.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { ask, createSession } from "../support/talk.ts";
import { twinAgent } from "../support/twins.ts";

const agents = { twin: twinAgent() };
const permissions = { deny: ["Bash(rm:*)"], allow: ["Bash(make:*)"] };

function using(...commands: readonly string[]): string {
  const steps = commands.map((command) => ({ tools: [{ name: "Bash", input: { command } }] }));
  return twinPrompt({ steps: [...steps, { text: "over" }] });
}

/** A session in which a command waits for a person, who then decides. */
async function decided(daemon: TestDaemon, command: string, verdict: Verdict): Promise<string> {
  const { id } = await createSession(daemon, using(command));
  const events = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "permissionRequest");
  const askId = all(events, "permissionRequest")[0]?.ask?.id ?? "";
  await daemon.client.conversation.answerAsk({ askId, verdict });
  await eventsUntil(daemon.client, id, isTurnEnd);
  return id;
}

async function records(daemon: TestDaemon, sessionId = ""): Promise<AuditRecord[]> {
  return [...(await daemon.client.daemon.listAudit({ sessionId })).records].reverse();
}

const told = (found: readonly AuditRecord[]): string[] =>
  found.map(({ verdict, decidedBy }) => `${AuditVerdict[verdict].toLowerCase()} by ${decidedBy}`);

function audit({ home }: TestDaemon, ...args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: home, BRIDLE_HOME: home };
  const { status, stdout, stderr } = bridle(["audit", ...args], { env });
  return { status, stdout, stderr };
}

test("P8 no record of who decided: here the event, the ask and the audit name who it was, also when they are gone", async () => {
  await using daemon = await startDaemon({ agents });
  const tokens = new TokenStore(daemonFiles(daemonFolders({}, daemon.home)).tokens);
  const { id } = await createSession(daemon, using("touch by-ann"));
  const asked = await eventsUntil(daemon.client, id, ({ kind }) => kind.case === "permissionRequest");
  const askId = all(asked, "permissionRequest")[0]?.ask?.id ?? "";
  {
    await using ann = connect({ address: daemon.url, token: tokens.add("ann", { roles: ["approve"] }) });
    await ann.conversation.answerAsk({ askId, verdict: Verdict.ALLOW });
  }
  tokens.revoke("ann");
  await daemon.kill();
  await daemon.restart();
  const events = await eventsUntil(daemon.client, id, isTurnEnd);
  assert.equal(all(events, "permissionResolved")[0]?.decidedBy, "ann");
  assert.equal((await daemon.client.conversation.getAsk({ askId })).ask?.decidedBy, "ann");
  const [record] = await records(daemon, id);
  assert.deepEqual([record?.decidedBy, record?.who], ["person", "ann"]);
  assert.equal(audit(daemon, "verify").status, exitCodes.ok);
});

test("P8 rules, people and the agent itself are in the audit with rule, name, digest and latency; a deleted session's rows stay", async () => {
  await using daemon = await startDaemon({ agents, settings: { permissions } });
  const { id } = await createSession(daemon);
  await ask(daemon, id, using("rm x", "make"));
  const byRule = await records(daemon, id);
  assert.deepEqual(told(byRule), ["deny by rule", "allow by rule"]);
  assert.match(byRule[0]?.who ?? "", /^rule Bash\(rm:\*\) of \S+settings\.json \(user\)$/);
  assert.match(byRule[0]?.digest ?? "", /^[0-9a-f]{64}$/);
  const person = await decided(daemon, "touch y", Verdict.ALLOW);
  const [byPerson] = await records(daemon, person);
  assert.deepEqual([byPerson?.decidedBy, byPerson?.who, byPerson?.toolName], ["person", "local", "Bash"]);
  assert.ok(byPerson && byPerson.decidedMs >= byPerson.askedMs && byPerson.askedMs > 0n);
  const { session } = await daemon.client.sessions.createSession({
    ...{ cwd: daemon.cwd, permissionMode: "bypassPermissions", prompt: { text: using("touch z") } },
  });
  await eventsUntil(daemon.client, session?.id ?? "", isTurnEnd);
  assert.deepEqual(told(await records(daemon, session?.id)), ["allow by agent"]);
  await daemon.client.sessions.deleteSession({ sessionId: id });
  assert.deepEqual(told(await records(daemon)), ["deny by rule", "allow by rule", "allow by person", "allow by agent"]);
  assert.equal(audit(daemon, "verify").stdout, "4 decisions: as they were written, none is missing\n");
  const listed = audit(daemon, "list", "--session", id, "--json").stdout.trim().split("\n");
  assert.deepEqual(
    listed.map((line) => JSON.parse(line).number),
    ["2", "1"],
  );
  assert.match(audit(daemon, "list").stdout, /^number +decided +session .*\n4 .* Bash +allow +agent +0\.0 s\n3 /);
  const exported = audit(daemon, "export")
    .stdout.trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    exported.map(({ number, verdict, mac }) => [number, verdict, mac.length]),
    [1, 2, 3, 4].map((number) => [number, number === 1 ? "deny" : "allow", 64]),
  );
  assert.ok(!JSON.stringify(exported).includes("touch"), "nothing of what the tools were given");
});

test("P8 pages of the audit go from the newest back, without a gap", async () => {
  await using daemon = await startDaemon({ agents, settings: { permissions } });
  const { id } = await createSession(daemon);
  await ask(daemon, id, using("make 1", "make 2", "make 3", "make 4", "make 5"));
  const numbers: number[] = [];
  let pageToken = "";
  do {
    const page = await daemon.client.daemon.listAudit({ pageSize: 2, pageToken });
    numbers.push(...page.records.map(({ number }) => Number(number)));
    ({ nextPageToken: pageToken } = page);
  } while (pageToken !== "");
  assert.deepEqual(numbers, [5, 4, 3, 2, 1]);
  await assert.rejects(daemon.client.daemon.listAudit({ pageToken: "x" }), { code: "invalid_option" });
});

test("P8 rows of the audit are found by tool, verdict, who and text; each with what it was about, as long as its session knows", async () => {
  await using daemon = await startDaemon({ agents, settings: { permissions } });
  const { id } = await createSession(daemon);
  await ask(daemon, id, using("rm x", "make all"));
  const person = await decided(daemon, "touch y", Verdict.ALLOW);
  const { client } = daemon;
  const numbers = async (request: object): Promise<number[]> =>
    (await client.daemon.listAudit(request)).records.map(({ number }) => Number(number));
  assert.deepEqual(await numbers({ verdict: AuditVerdict.DENY }), [1]);
  assert.deepEqual(await numbers({ decidedBy: "rule" }), [2, 1]);
  assert.deepEqual(await numbers({ decidedBy: "rule", verdict: AuditVerdict.ALLOW }), [2]);
  assert.deepEqual(await numbers({ text: "BASH(RM" }), [1]);
  assert.deepEqual(await numbers({ text: person.slice(0, 8) }), [3]);
  assert.deepEqual(await numbers({ toolName: "Read" }), []);
  assert.deepEqual(await numbers({ text: "%" }), [], "no pattern");
  const { inputJson, cwd, record } = await client.daemon.getAuditedUse({ number: 1n });
  assert.deepEqual([JSON.parse(inputJson), cwd, record?.sessionId], [{ command: "rm x" }, daemon.cwd, id]);
  await client.sessions.deleteSession({ sessionId: id });
  await assert.rejects(client.daemon.getAuditedUse({ number: 1n }), { code: "not_found" });
  await assert.rejects(client.daemon.getAuditedUse({ number: 99n }), { code: "not_found" });
});

test("P8 a running daemon tells whether its audit is as it was written", async () => {
  await using daemon = await startDaemon({ agents, settings: { permissions } });
  const { id } = await createSession(daemon);
  await ask(daemon, id, using("make 1", "make 2", "make 3"));
  const verify = async () => {
    const { rows, problems } = await daemon.client.daemon.verifyAudit({});
    return [Number(rows), ...problems];
  };
  assert.deepEqual(await verify(), [3]);
  const database = new DatabaseSync(daemon.database);
  database.exec("UPDATE audit SET verdict = 'deny' WHERE number = 2");
  database.close();
  assert.deepEqual(await verify(), [3, "row 2 was changed"]);
});

test("P8 kill -9 right after a decision is no tampering; what is changed while the daemon is down is found, before it starts and after", async () => {
  await using daemon = await startDaemon({ agents, settings: { permissions } });
  for (let n = 0; n < 3; n++) await decided(daemon, `touch ${n}`, Verdict.DENY);
  await daemon.kill();
  assert.deepEqual(JSON.parse(audit(daemon, "verify", "--json").stdout), { rows: 3, problems: [] });
  await daemon.restart();
  await decided(daemon, "touch again", Verdict.DENY);
  assert.equal(audit(daemon, "verify").status, exitCodes.ok);
  await daemon.stop();
  assert.equal(audit(daemon, "verify").status, exitCodes.ok);
  const database = new DatabaseSync(daemon.database);
  database.exec("UPDATE audit SET who = 'somebody else' WHERE number = 2; DELETE FROM audit WHERE number = 4");
  database.close();
  const found = audit(daemon, "verify");
  assert.equal(found.status, exitCodes.tampered);
  assert.match(found.stdout, /^row 2 was changed\nrow 4 is missing\n3 decisions: not as they were written\n$/);
  await daemon.restart();
  await decided(daemon, "touch once more", Verdict.DENY);
  assert.match(audit(daemon, "verify").stdout, /^row 2 was changed\nrow 4 is missing\n4 decisions: not/);
});
