import type { SettingsPart } from "../../src/agent/hook/configured-hooks.ts";
import type { HookEnd } from "../../src/agent/hook/run-hook.ts";
import type { Fields } from "../../src/wire/fields.ts";
import type { Random } from "./random.ts";

/** In a calm case nearly everything is as it should be: only there a yes has a chance. */
interface Mood {
  readonly random: Random;
  readonly isCalm: boolean;
}

/** Settings of several files, what each of their commands will do, and a call. */
export interface HookCase {
  readonly parts: readonly SettingsPart[];
  readonly ends: ReadonlyMap<string, HookEnd>;
  readonly tool: string;
}

const tools = ["Bash", "Write", "Agent", "TaskStop", "mcp__srv__read", "WebFetch"] as const;
const matchers: readonly unknown[] = [
  ...[undefined, "", "*", " ", "Bash", "Write", "Bash|Write", "Write, Bash", "Bash |Edit", "bash", "Task", "KillShell"],
  ...[
    "B.*",
    "^(Write|Bash)$",
    "mcp__.*",
    "mcp__srv__*",
    "Bash*",
    "(",
    "*Bash",
    "[",
    "Web(?!Fetch)",
    ".",
    "$^",
    5,
    null,
  ],
  ...[["Bash"], {}, "Bash\n", "Bash|", "|"],
];

/** Conditions whose fit for the one call of Bash is plain; see the oracle. */
export const conditions: readonly unknown[] = [
  ...[undefined, undefined, undefined, "Bash", "Bash(touch *)", "Bash(rm *)", "Write", "((", ""],
  ...[5, null, ["Bash(rm *)"], {}, true],
];

const words = ["allow", "deny", "ask", "approve", "block", "Deny", "yes", "", 1, null, true, {}] as const;
const events = ["PreToolUse", "PreToolUse", "PreToolUse", "PostToolUse", "preToolUse", undefined] as const;

/** An answer with words in all places, mostly right ones. */
function answer({ random, isCalm }: Mood): Fields {
  const maybe = <T>(value: T, share: number): T | undefined =>
    random.next() < (isCalm ? share ** 2 : share) ? value : undefined;
  const proper = isCalm || random.next() < 0.6;
  const specific: Fields = {
    hookEventName: proper ? "PreToolUse" : random.pick(events),
    permissionDecision: maybe(
      proper
        ? random.pick(isCalm ? ["allow", "allow", "allow", "deny", "ask"] : ["allow", "deny", "ask"])
        : random.pick(words),
      0.9,
    ),
    permissionDecisionReason: maybe("because", 0.2),
    updatedInput: maybe(random.pick<unknown>(isCalm ? [{ command: "ls" }] : [{ command: "ls" }, "x", null]), 0.3),
    additionalContext: maybe("context", 0.1),
    decision: maybe({ behavior: random.pick(["allow", "deny"]) }, 0.05),
  };
  const fields: Fields = {
    decision: maybe(proper ? random.pick(["approve", "block"]) : random.pick(words), 0.3),
    hookSpecificOutput: maybe(
      isCalm || random.next() < 0.93 ? specific : random.pick<unknown>([[], "deny", null, 1]),
      0.9,
    ),
    continue: maybe(random.pick<unknown>([true, false, "false", 0]), 0.12),
    async: maybe(random.pick<unknown>([true, false, "true"]), 0.06),
    permissionDecision: maybe("deny", 0.04),
    behavior: maybe("deny", 0.03),
    systemMessage: maybe(random.pick<unknown>(["hello", 5]), 0.05),
    stopReason: maybe("stop", 0.05),
  };
  return JSON.parse(JSON.stringify(fields)) as Fields;
}

function stdout(mood: Mood): string {
  const { random, isCalm } = mood;
  const json = JSON.stringify(answer(mood), null, random.pick([undefined, undefined, 2]));
  switch (random.below(isCalm ? 60 : 12)) {
    case 0:
      return "";
    case 1:
      return random.pick(["ok", "null", "[]", '"deny"', "[1]", "checking {things}", "\u0000", "DENY"]);
    case 2:
      return json.slice(0, random.below(json.length));
    case 3:
      return `${random.pick(["loading\n", "a\n\nb\n", "{x}\n", "\u001b[0m\n"])}${json}`;
    case 4:
      return `${json}${random.pick(["\ndone", "}", json, "\n{}"])}`;
    case 5:
      return `\ufeff \n${json}\n`;
    default:
      return json;
  }
}

const codes = [0, 0, 0, 0, 0, 0, 1, 2, 2, 3, 125, 126, 127, 128, 129, 137, 143, 192, 193, 255, null] as const;

function end(mood: Mood): HookEnd {
  const { random, isCalm } = mood;
  const how = random.next() < (isCalm ? 0.99 : 0.9) ? "ended" : "timed out";
  const exitCode = isCalm && random.next() < 0.9 ? 0 : random.pick(codes);
  return { stdout: stdout(mood), stderr: random.pick(["", "why"]), exitCode, how, isCut: random.next() < 0.02 };
}

const kinds: readonly unknown[] = ["command", "command", "command", "command", undefined, "prompt", "http", "agent"];

function hook({ random, isCalm }: Mood, command: string): unknown {
  if (!isCalm && random.next() < 0.03) return random.pick<unknown>(["guard.sh", null, 5, []]);
  const maybe = <T>(value: T, share: number): T | undefined =>
    random.next() < (isCalm ? share / 4 : share) ? value : undefined;
  return {
    type: isCalm ? "command" : random.pick(kinds),
    command: isCalm || random.next() < 0.94 ? command : random.pick<unknown>(["", undefined, 5, ["x"]]),
    if: random.pick(conditions),
    async: maybe(random.pick<unknown>([true, "true", 1]), 0.08),
    onFailure: maybe("block", 0.1),
    shell: maybe(random.pick(["bash", "powershell"]), 0.08),
    args: maybe(random.pick<unknown>([["a"], [], "a b", [1], {}]), 0.08),
    timeout: maybe(random.pick<unknown>([1, 0, -1, "5", 1e99]), 0.1),
  };
}

const scopes = ["managed", "commandLine", "local", "project", "user"] as const;

export function hookCase(random: Random): HookCase {
  const mood = { random, isCalm: random.next() < 0.6 };
  const { isCalm } = mood;
  const ends = new Map<string, HookEnd>();
  const command = (): string => {
    // Some are named more than once.
    const name = `h${random.below(12)}`;
    if (!ends.has(name)) ends.set(name, end(mood));
    return name;
  };
  const list = <T>(most: number, make: () => T): T[] => Array.from({ length: random.below(most + 1) }, make);
  const group = (): unknown => {
    if (!isCalm && random.next() < 0.03)
      return random.pick<unknown>([null, [], "x", { matcher: "Bash" }, { hooks: {} }]);
    return { matcher: random.pick(matchers), hooks: list(2, () => hook(mood, command())) };
  };
  const parts = Array.from({ length: 1 + random.below(4) }, (): SettingsPart => {
    const scope = random.pick(scopes);
    const groups = isCalm || random.next() < 0.96 ? list(3, group) : random.pick<unknown>([{}, "x", null, 5]);
    const event = random.next() < 0.92 ? "PreToolUse" : random.pick(["PostToolUse", "PreToolUSe"]);
    const hooks = isCalm || random.next() < 0.97 ? { [event]: groups } : random.pick<unknown>([[], "x", 5, null]);
    const locks: Fields = {
      ...(random.next() < 0.04 && { disableAllHooks: random.pick<unknown>([true, "true", 1, false]) }),
      ...(random.next() < 0.04 && { allowManagedHooksOnly: random.pick<unknown>([true, false]) }),
    };
    return {
      scope,
      file: `${scope}.json`,
      settings: { hooks, ...locks },
      standing:
        scope === "project" || scope === "local" ? random.pick(["trusted", "trusted", "guard", "held"]) : "trusted",
      onlyRestricts: scope === "managed" && random.next() < 0.3,
    };
  });
  return { parts, ends, tool: random.pick(tools) };
}
