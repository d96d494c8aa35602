import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import { readAgentFlags } from "../flags/agent-flags.ts";
import { type HookVerdict, silent } from "../hook/hook-verdict.ts";
import { SessionPermissions } from "../permission/session-permissions.ts";
import { AgentSession } from "../session/agent-session.ts";
import type { ToolPermission } from "../tool/tool.ts";
import { ToolGate } from "./tool-gate.ts";

const ask: ToolPermission = { behavior: "ask" };
const listing = { name: "Bash", input: { command: "ls" } };
const editing = { name: "Write", input: { file_path: "/w/a.txt", content: "" } };
const removing = { name: "Bash", input: { command: "rm -rf /" } };
const guarded = { name: "Write", input: { file_path: "/w/.git/config", content: "" } };
const person: ToolPermission = { behavior: "ask", requiresUserInteraction: true };
const free: ToolPermission = { behavior: "allow" };
const inert: ToolPermission = { behavior: "allow", runsNothing: true };

interface Situation {
  readonly call?: { readonly name: string; readonly input: Fields };
  readonly own?: ToolPermission;
  readonly argv?: readonly string[];
  readonly hook?: HookVerdict["decision"];
  /** A rule that a person gave on the way. */
  readonly rule?: "ask" | "deny" | "allow";
  readonly nobody?: boolean;
}

/** Every situation, and who decides: `ask` means that the person is asked. */
const situations: readonly [Situation, "allow" | "deny" | "ask", source?: string][] = [
  [{}, "ask"],
  [{ nobody: true }, "deny", "config"],
  [{ own: free }, "allow", "config"],
  [{ own: free, nobody: true }, "allow", "config"],
  [{ own: inert, call: { name: "Bash", input: {} } }, "allow", "config"],
  [{ own: inert, call: { name: "ExitPlanMode", input: { plan: "x" } }, nobody: true }, "allow", "config"],
  [{ argv: ["--allowedTools", "Bash"] }, "allow", "config"],
  [{ argv: ["--disallowedTools", "Bash"] }, "deny", "config"],
  [{ argv: ["--allowedTools", "Bash", "--disallowedTools", "Bash"] }, "deny", "config"],
  [{ own: free, argv: ["--disallowedTools", "Bash"] }, "deny", "config"],
  [{ own: free, rule: "ask" }, "ask"],
  [{ rule: "ask", argv: ["--allowedTools", "Bash"] }, "ask"],
  [{ call: listing, own: { behavior: "ask", isStandard: true } }, "allow", "config"],
  [{ call: listing }, "ask"],
  [{ argv: ["--permission-mode", "acceptEdits"] }, "ask"],
  [{ call: editing, argv: ["--permission-mode", "acceptEdits"] }, "allow", "config"],
  [{ argv: ["--permission-mode", "bypassPermissions"] }, "allow", "config"],
  [{ argv: ["--permission-mode", "bypassPermissions", "--disallowedTools", "Bash"] }, "deny", "config"],
  [{ argv: ["--permission-mode", "bypassPermissions"], rule: "ask" }, "ask"],
  [{ own: person, argv: ["--permission-mode", "bypassPermissions"] }, "ask"],
  [{ own: person, argv: ["--allowedTools", "Bash"] }, "ask"],
  [{ own: person, hook: "allow" }, "ask"],
  [{ own: person, nobody: true }, "deny", "config"],
  [{ argv: ["--permission-mode", "dontAsk"] }, "deny", "config"],
  [{ own: free, argv: ["--permission-mode", "dontAsk"] }, "allow", "config"],
  [{ argv: ["--permission-mode", "dontAsk", "--allowedTools", "Bash"] }, "allow", "config"],
  [{ own: person, argv: ["--permission-mode", "dontAsk"] }, "deny", "config"],
  [{ hook: "allow" }, "allow", "hook"],
  [{ hook: "allow", nobody: true }, "allow", "hook"],
  [{ hook: "allow", argv: ["--disallowedTools", "Bash"] }, "deny", "config"],
  [{ hook: "allow", rule: "ask" }, "ask"],
  [{ hook: "allow", call: removing }, "ask"],
  [{ hook: "allow", call: guarded }, "ask"],
  [{ hook: "allow", call: guarded, nobody: true }, "deny", "config"],
  [{ hook: "allow", call: removing, argv: ["--permission-mode", "dontAsk"] }, "deny", "config"],
  [{ hook: "allow", argv: ["--permission-mode", "dontAsk"] }, "allow", "hook"],
  [{ hook: "allow", call: guarded, argv: ["--permission-mode", "bypassPermissions"] }, "allow", "hook"],
  [{ own: free, call: removing, argv: ["--permission-mode", "bypassPermissions"] }, "ask"],
  [{ hook: "deny", own: free, argv: ["--permission-mode", "bypassPermissions"] }, "deny", "hook"],
  [{ hook: "ask", own: free }, "ask"],
  [{ hook: "ask", argv: ["--permission-mode", "bypassPermissions"] }, "ask"],
  [{ hook: "ask", argv: ["--disallowedTools", "Bash"] }, "deny", "config"],
  [{ hook: "ask", argv: ["--permission-mode", "dontAsk", "--allowedTools", "Bash"] }, "deny", "config"],
];

for (const [situation, expected, source] of situations) {
  test(`G2 ${JSON.stringify(situation)}: ${expected}`, async () => {
    const { own = ask, argv = [], hook, rule, nobody = false } = situation;
    const { name, input } = situation.call ?? { name: "Bash", input: { command: "make made" } };
    const flags = readAgentFlags([...argv, "--setting-sources="]);
    const permissions = new SessionPermissions(flags, "/w", { HOME: "/nowhere" });
    const update = { type: "addRules", rules: [{ toolName: name }], destination: "session" };
    if (rule !== undefined) permissions.apply({ ...update, behavior: rule });
    const session = new AgentSession({ flags, cwd: "/w", env: {}, model: "m", permissions });
    const asked: Fields[] = [];
    const notices: string[] = [];
    const prompter = {
      unusable: "",
      ask: async (request: Fields) => {
        asked.push(request);
        return { behavior: "allow" };
      },
    };
    const gate = new ToolGate({
      session,
      prompter: nobody ? undefined : prompter,
      notice: (subtype) => void notices.push(subtype),
      deprecated: () => {},
    });
    const verdict = await gate.decide(
      { id: "t", name, input },
      own,
      { ...silent, decision: hook, reason: "r" },
      new AbortController().signal,
    );
    assert.equal(asked.length, expected === "ask" ? 1 : 0);
    assert.equal(verdict.allowed, expected !== "deny");
    const { permission_decision } = verdict.meta as { permission_decision: Fields };
    assert.equal(permission_decision.source, source ?? "user_temporary");
    // A host learns of what nobody was asked, unless its own hook said it.
    assert.deepEqual(notices, expected === "deny" && source === "config" ? ["permission_denied"] : []);
  });
}
