import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { ConversationService } from "../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { DaemonService } from "../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { NotificationService } from "../../../src/api/gen/bridle/v1/notification_service_pb.js";
import { PasskeyService } from "../../../src/api/gen/bridle/v1/passkey_service_pb.js";
import { PushService } from "../../../src/api/gen/bridle/v1/push_service_pb.js";
import { SessionService } from "../../../src/api/gen/bridle/v1/session_service_pb.js";
import { WorkspaceService } from "../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { hasRole, type Role } from "../../../src/daemon/access/caller.ts";
import { accessOf } from "../../../src/daemon/access/method-access.ts";
import { TokenStore } from "../../../src/daemon/server/token-store.ts";
import { isBridleError } from "../../../src/errors.ts";
import { type BridleClient, connect, SessionState, Verdict } from "../../../src/exports/client.ts";
import { scripted } from "../../../src/script/scripted-prompt.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { createSession, reaches } from "../support/talk.ts";

let daemon: TestDaemon;
let tokens: TokenStore;

before(async () => {
  daemon = await startDaemon({ set: ["daemon.default_agent=bridle"], env: { BRIDLE_PROVIDER: "scripted" } });
  tokens = new TokenStore(daemonFiles(daemonFolders({}, daemon.home)).tokens);
});
after(() => daemon?.[Symbol.asyncDispose]());

const services = [
  SessionService,
  ConversationService,
  DaemonService,
  NotificationService,
  PasskeyService,
  PushService,
  WorkspaceService,
];
const methods = services.flatMap((service) => service.methods);

/** What the call is answered with, in Connect's own form; a stream's first messages are cut off. */
async function call(token: string, service: string, method: string, isStream: boolean): Promise<string> {
  const type = isStream ? "application/connect+json" : "application/json";
  const body = isStream ? Buffer.concat([Buffer.from([0, 0, 0, 0, 2]), Buffer.from("{}")]) : "{}";
  const response = await fetch(`${daemon.url}/${service}/${method}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": type },
    body,
  });
  if (!isStream) return response.text();
  const { value } = (await response.body?.getReader().read()) ?? {};
  return Buffer.from(value ?? []).toString();
}

const cases: readonly (readonly Role[])[] = [[], ["watch"], ["prompt"], ["approve"], ["prompt", "approve"], ["admin"]];

for (const had of cases)
  test(`P11 a token with ${had.join(" and ") || "no role"} is served what that role needs, and told what it lacks`, async () => {
    const token = tokens.add(`walk-${had.join("-")}`, { roles: had });
    for (const method of methods) {
      const { name, parent, methodKind } = method;
      // Over HTTP/1.1 there is none; and the others still need the daemon.
      if (methodKind === "bidi_streaming" || (name === "Shutdown" && had.includes("admin"))) continue;
      const { role } = accessOf(method);
      const answer = await call(token, parent.typeName, name, methodKind !== "unary");
      if (hasRole({ roles: had }, role)) assert.doesNotMatch(answer, /permission_denied/, name);
      else {
        assert.match(answer, /permission_denied/, name);
        assert.match(answer, new RegExp(`${name} needs the role ${role}; the token walk-\\S* has `), name);
      }
    }
  });

function clientWith(name: string, ...roles: readonly Role[]): BridleClient {
  return connect({ address: daemon.url, token: tokens.add(name, { roles }) });
}

const lacks = (role: Role) => (error: unknown) => isBridleError(error, "forbidden") && error.data.role === role;

test("P11 who may prompt does not decide, and who may decide does not prompt; not on a Converse either", async () => {
  await using prompter = clientWith("prompter", "prompt");
  await using approver = clientWith("approver", "approve");
  const text = scripted({ tools: [{ name: "Bash", input: { command: "touch by-role" } }] }, { text: "done" });
  const { session } = await prompter.sessions.createSession({ cwd: daemon.cwd, prompt: { text } });
  const sessionId = session?.id ?? "";
  await reaches(daemon, sessionId, SessionState.WAITING);
  const { asks } = await prompter.conversation.listAsks({ sessionId });
  const askId = asks[0]?.id ?? "";
  await assert.rejects(prompter.conversation.answerAsk({ askId, verdict: Verdict.ALLOW }), lacks("approve"));
  await assert.rejects(approver.conversation.sendPrompt({ sessionId, prompt: { text: "hi" } }), lacks("prompt"));
  const talk = prompter.conversation.converse(
    (async function* () {
      yield { kind: { case: "open" as const, value: { sessionId, afterSeq: 0n } } };
      yield { kind: { case: "answerAsk" as const, value: { callId: "c1", askId, verdict: Verdict.ALLOW } } };
    })(),
  );
  const failures: string[] = [];
  for await (const { kind } of talk) if (kind.case === "failed") failures.push(kind.value.code);
  assert.deepEqual(failures, ["forbidden"]);
  const { won, ask } = await approver.conversation.answerAsk({ askId, verdict: Verdict.DENY });
  assert.deepEqual([won, ask?.decidedBy], [true, "approver"]);
});

test("P11 a mode that asks less is an approval: who may only prompt starts no session with it", async () => {
  await using prompter = clientWith("mode-prompter", "prompt");
  await using both = clientWith("mode-both", "prompt", "approve");
  const inMode = (client: BridleClient, permissionMode: string) =>
    client.sessions.createSession({ cwd: daemon.cwd, permissionMode });
  for (const mode of ["acceptEdits", "bypassPermissions", "dontAsk", "auto"])
    await assert.rejects(inMode(prompter, mode), lacks("approve"), mode);
  const { session } = await inMode(prompter, "plan");
  await assert.rejects(
    prompter.conversation.setPermissionMode({ sessionId: session?.id ?? "", mode: "acceptEdits" }),
    lacks("approve"),
  );
  await inMode(both, "acceptEdits");
});

test("P11 D7 a token of before there were roles, and the unix socket, may do everything; a stream says who calls", async () => {
  await using old = connect({ address: daemon.url, token: tokens.add("old") });
  await using watcher = clientWith("watcher", "watch");
  const { id: sessionId } = await createSession(daemon, scripted({ text: "done" }));
  await old.sessions.deleteSession({ sessionId });
  const firstOf = async (client: BridleClient) => {
    for await (const { kind } of client.conversation.watch({ sessions: true }))
      if (kind.case === "started") return [kind.value.caller?.name, kind.value.caller?.roles];
    return undefined;
  };
  assert.deepEqual(await firstOf(old), ["old", ["admin"]]);
  assert.deepEqual(await firstOf(watcher), ["watcher", ["watch"]]);
  assert.deepEqual(await firstOf(daemon.client), ["local", ["admin"]]);
});

test("P11 a stream does not outlive its token by another one of the same name", async () => {
  await using before = clientWith("again", "admin");
  const stream = before.conversation.watch({ sessions: true })[Symbol.asyncIterator]();
  await stream.next();
  tokens.revoke("again");
  tokens.add("again", { roles: ["watch"] });
  const rest = async (): Promise<void> => {
    while (!(await stream.next()).done);
  };
  await assert.rejects(rest(), /revoked or has expired|the token is wrong/);
});

test("P11 other people's devices are not there for who is no admin", async () => {
  await using watcher = clientWith("device-watcher", "watch");
  const { subscriptions } = await watcher.push.listPushSubscriptions({});
  assert.deepEqual(subscriptions, []);
  await assert.rejects(watcher.push.deletePushSubscription({ id: "x" }), (error) => isBridleError(error, "not_found"));
});
