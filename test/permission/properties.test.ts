import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Ask,
  decide,
  effects,
  isAtMost,
  type Policy,
  permissionModes,
  type Strength,
  strengths,
} from "../../src/exports/permission.ts";
import { readShell } from "../../src/permission/shell/read-shell.ts";
import { bypassAttempts } from "./bypass-attempts.ts";
import { everydayCommands } from "./everyday-commands.ts";
import { askOf, bash, policyOf, read, write } from "./policy-of.ts";
import { verdictClasses } from "./verdict-cases.ts";

const lines = [
  ...bypassAttempts.map(({ command }) => command),
  ...everydayCommands.map(({ command }) => command),
  ...verdictClasses.flatMap(({ lines }) => Object.values(lines).flat()),
];

/** Of one command each: a rule that spells a whole line is about that line alone. */
const patterns = [
  ...new Set([...bypassAttempts, ...everydayCommands].flatMap(({ rules }) => rules)),
  ...["rm:*", "git push:*", "cat:*", "rm -rf build", "touch .git/x", "./run.sh:*", "* --force", "cat /etc/hosts"],
].filter((pattern) => !/[;&|\n]/.test(pattern) && !pattern.startsWith("#"));

const others = [
  ...["Read", "Edit", "Write", "Bash", "WebFetch", "mcp__s", "mcp__s__t", "Agent(Plan)", "Skill(pdf)", "Monitor"],
  ...[
    "Read(.env)",
    "Read(src/**)",
    "Read(*.ts)",
    "Edit(docs/**)",
    "Edit(a)",
    "Write(a)",
    "Read(~/**)",
    "Read(//etc/**)",
  ],
  ...["WebFetch(domain:x.org)", "WebFetch(domain:localhost)", "Bash(run_in_background:true)", "mcp__s__*", "TodoWrite"],
];

const files = ["/w/a", "/w/.env", "/w/src/x.ts", "/w/docs/a", "/w/.git/config", "/etc/passwd", "~/x", "../x", "", "/"];
const asks: readonly Ask[] = [
  ...files.flatMap((file) => [read(file), write(file), askOf("Grep", { pattern: "x", path: file })]),
  ...["https://x.org", "http://localhost/", "nonsense", "https://y.org"].map((url) => askOf("WebFetch", { url })),
  ...["mcp__s__t", "mcp__s__u", "AskUserQuestion", "TodoWrite", "Unheard"].map((tool) =>
    askOf(tool, { command: "rm x" }),
  ),
  askOf("Agent", { subagent_type: "Plan" }),
  askOf("Skill", { skill: "pdf" }),
  askOf("Bash", { command: "ls", run_in_background: true }),
  askOf("Monitor", { command: "rm x" }),
];

class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  number(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return (this.#state >>> 8) % below;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.number(from.length)] as T;
  }

  rule(effect: string): string {
    const scope = this.pick(["user", "project", "managed", "session"]);
    const granted = effect === "allow" && this.number(4) === 0 ? " granted" : "";
    const content = this.number(3) > 0 ? `Bash(${this.pick(patterns)})` : this.pick(others);
    return `${effect} ${scope}${granted} ${content}`;
  }

  rules(): string[] {
    return Array.from({ length: this.number(6) }, () => this.rule(this.pick([...effects, "allow", "allow"])));
  }

  ask(): Ask {
    return this.number(4) === 0 ? this.pick(asks) : bash(this.pick(lines));
  }
}

function rankOf(strength: Strength): number {
  return strengths.indexOf(strength);
}

test("P9 adding a rule that denies or asks never weakens a verdict", () => {
  const random = new Random(1);
  for (let round = 0; round < 4_000; round += 1) {
    const [rules, mode, ask] = [random.rules(), random.pick(permissionModes), random.ask()];
    const added = random.rule(random.pick(["deny", "ask"]));
    const before = decide(ask, policyOf(rules, { mode }));
    const after = decide(ask, policyOf([...rules, added], { mode }));
    const label = JSON.stringify({ ask: [ask.toolName, ask.input], mode, rules, added, before, after });
    assert.ok(rankOf(after.strength) >= rankOf(before.strength), label);
    assert.ok(effects.indexOf(after.effect) <= effects.indexOf(before.effect), label);
  }
});

test("P9 adding a part to a command line never weakens its verdict; where that makes it unreadable, a deny stays at least an ask", () => {
  const random = new Random(2);
  const readable = lines.filter((line) => readShell(line).unreadable === undefined && !/[\\#\n]/.test(line));
  let lost = 0;
  for (let round = 0; round < 4_000; round += 1) {
    const [rules, mode, line] = [random.rules(), random.pick(permissionModes), random.pick(readable)];
    const longer = `${line}${random.pick(["; ", " && ", " || ", "\n"])}${random.pick(lines)}`;
    const policy = policyOf(rules, { mode });
    const [before, after] = [decide(bash(line), policy), decide(bash(longer), policy)];
    const isUnreadable = readShell(longer).unreadable !== undefined;
    const least = isUnreadable && before.strength === "denied" ? "perhapsDenied" : before.strength;
    if (isUnreadable) lost += 1;
    assert.ok(
      rankOf(after.strength) >= rankOf(least),
      JSON.stringify({ line, longer: longer.slice(0, 500), mode, rules, before, after: after.strength }),
    );
  }
  assert.ok(lost < 2_500, `${lost} of 4000 lines could not be read`);
});

test("P9 a mode change never turns a deny into an allow, and lifts nothing that is asked in every mode", () => {
  const random = new Random(3);
  for (let round = 0; round < 3_000; round += 1) {
    const [rules, ask] = [random.rules(), random.ask()];
    const policy = policyOf(rules);
    const { strength } = decide(ask, policy);
    for (const mode of permissionModes) {
      const changed: Policy = policy.with({ mode });
      const { effect } = decide(ask, changed);
      const label = JSON.stringify({ ask: [ask.toolName, ask.input], rules, mode, strength });
      if (strength === "denied") assert.equal(effect, "deny", label);
      else if (!isAtMost(strength, "held")) assert.equal(effect, mode === "dontAsk" ? "deny" : "ask", label);
    }
  }
});

test("P10 decide() never throws, whatever it is given, and allows nothing that is no call", () => {
  const random = new Random(4);
  const odd: readonly unknown[] = [
    ...[undefined, null, 0, -1, Number.NaN, true, "", "x", "\0", "\ud800", [], ["rm"], {}, { command: "ls" }, 1n],
    ...[
      () => "x",
      Symbol("x"),
      new Date(0),
      new Map(),
      "/".repeat(5000),
      "~",
      "..",
      "f() ".repeat(3000),
      "(".repeat(9000),
    ],
    ...["$(".repeat(5000), "`", "'", '"', "{".repeat(3000), "<<E ".repeat(600), "a=(".repeat(2000), "${".repeat(4000)],
    new Proxy({}, { get: () => assert.fail("a trap"), ownKeys: () => assert.fail("a trap") }),
    Object.create(null),
    JSON.parse('{"__proto__":{"command":"ls"},"constructor":"x","toString":1}'),
  ];
  const tools: readonly unknown[] = [
    ...[
      "Bash",
      "Read",
      "Write",
      "Glob",
      "Grep",
      "WebFetch",
      "Agent",
      "Skill",
      "Monitor",
      "mcp__s__t",
      "AskUserQuestion",
    ],
    ...["NotebookEdit", "TodoWrite", "__proto__", "constructor", "toString", ""],
    ...odd,
  ];
  const fields = ["command", "file_path", "path", "pattern", "url", "skill", "subagent_type", "args", "notebook_path"];
  for (let round = 0; round < 3_000; round += 1) {
    const input =
      random.number(5) === 0
        ? random.pick(odd)
        : Object.fromEntries(Array.from({ length: random.number(4) }, () => [random.pick(fields), random.pick(odd)]));
    const ask = {
      toolName: random.pick(tools),
      input,
      cwd: random.number(3) === 0 ? random.pick(odd) : "/w",
      directories: random.number(3) === 0 ? random.pick(odd) : ["/w"],
    } as Ask;
    const policy = policyOf(random.rules(), { mode: random.pick(permissionModes) });
    const { effect, strength } = decide(ask, policy);
    assert.ok(effects.includes(effect) && strengths.includes(strength));
  }
  for (const nothing of odd) assert.notEqual(decide(nothing as Ask, policyOf(["allow user Bash"])).effect, "allow");
});

test("P10 decide() asks where the file system fails", () => {
  const files = {
    realpath: (): string => assert.fail("no such thing"),
    readlink: (): string => assert.fail("no such thing"),
  };
  const policy = policyOf(["allow user Bash"], { mode: "bypassPermissions", files });
  for (const ask of [read("/w/a"), write("a"), bash("cat /etc/x")])
    assert.deepEqual([decide(ask, policy).effect, decide(ask, policy).strength], ["ask", "perhapsDenied"]);
});
