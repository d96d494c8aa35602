import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleKinds, ruleSet } from "../../bench/permission/rule-sets.ts";
import { type Ask, decide, type Effect, Policy, suggestions, why } from "../../src/exports/permission.ts";
import { askOf, bash, plainFiles, read } from "./policy-of.ts";

function policyWith(kind: string, effect: Effect | "any", count?: number): Policy {
  return new Policy({
    rules: ruleSet(kind, effect, count),
    mode: "default",
    cwd: "/w",
    home: "/home/u",
    files: plainFiles,
  });
}

const tooLong = { reason: "it takes too long to be judged" };
/** Spells the letters of every rule of the kinds with wildcards between letters, in a quoted word, so that the line can be read. */
const spelled = Array.from({ length: 1000 }, (_, at) => `a a | b${at} && x${at}; rm${at}`).join(" ");

test("P10 a line that would have to be held against a thousand patterns is not: it is asked about as if the strictest of them were meant", () => {
  for (const [effect, strength] of [
    ["deny", "perhapsDenied"],
    ["ask", "askedByRule"],
    ["any", "perhapsDenied"],
  ] as const) {
    const decision = decide(bash(`foo '${spelled}x'`), policyWith("lines_letters", effect));
    if ("reason" in decision.because) assert.deepEqual([decision.strength, decision.because], [strength, tooLong]);
    else assert.equal(decision.effect, effect === "ask" ? "ask" : "deny");
  }
});

test("P10 a path that would have to be held against a thousand patterns is asked about, and what only allows is not believed", () => {
  const path = `/w/${"ab".repeat(120)}/${"a".repeat(200)}/${"a/".repeat(900)}x`;
  const decided = (effect: Effect) => decide(read(path), policyWith("stars", effect));
  assert.equal(decided("deny").effect, "deny");
  const slow = `/w/${"a/".repeat(1_900)}bx`;
  for (const [effect, strength] of [
    ["deny", "perhapsDenied"],
    ["ask", "askedByRule"],
    ["allow", "always"],
  ] as const) {
    const decision = decide(read(slow), policyWith("deep_same", effect));
    assert.deepEqual([decision.effect, decision.strength, decision.because], ["ask", strength, tooLong]);
  }
});

test("P10 the same call is decided alike every time: work is counted, not timed", () => {
  for (const kind of ["lines_letters", "letters", "classes", "no_letter", "program_inner"]) {
    const policy = policyWith(kind, "any");
    const command = `foo ${"aab ".repeat(90)}; foo "$x" ${"a/b/a ".repeat(90)} && cat b1 | tee a.ext1`;
    const once = decide(bash(command), policy);
    for (let round = 0; round < 3; round += 1) assert.deepEqual(decide(bash(command), policy), once, kind);
  }
});

test("P10 a thousand rules find what they are about also in long lines: no work is wasted on the others", () => {
  const filler = `echo ${"; x ".repeat(10)}${"word ".repeat(150)}`;
  const cases: [kind: string, command: string][] = [
    ["lines", `${filler} && echo x777`],
    ["lines_semicolon", `${filler}; rm777 a`],
    ["inner", `${filler} && foo arm777b`],
    ["ending", "foo a b c --force777"],
    ["prefix", `${filler} && forbidden777 a`],
    ["extension", "foo src/a.ext777"],
    ["bare_extension", `touch ${Array.from({ length: 300 }, (_, at) => `f${at}`).join(" ")} deep/down/a.ext777`],
    ["letters", `foo ${Array.from({ length: 300 }, (_, at) => `f${at}`).join(" ")} xaxab777`],
    ["name", "cat deep/.env777"],
    ["folder", "cat secrets777/x"],
  ];
  for (const [kind, command] of cases) {
    const decision = decide(bash(command), policyWith(kind, "deny"));
    // Also a rule for x7 is about x777.
    assert.match(JSON.stringify(decision.because), /[a-z]7/, `${kind}: ${command.slice(-60)}`);
    assert.notEqual(decision.effect, "allow");
  }
});

test("P10 a server's command and its arguments are measured before they are put together", () => {
  const long: Ask["input"][] = [
    { command: "rm x; ".repeat(200_000) },
    { command: "foo", args: Array.from({ length: 200_000 }, () => "a") },
    { command: Array.from({ length: 200_000 }, () => "rm") },
  ];
  for (const input of long) {
    const ask = askOf("mcp__s__run", input);
    const told = decide(ask, policyWith("prefix", "deny", 10));
    assert.deepEqual(
      [told.strength, told.because],
      ["perhapsDenied", { reason: "a text in it is too long to be held against rules" }],
    );
    assert.equal(decide(ask, policyWith("prefix", "ask", 10)).strength, "askedByRule");
    const allowed = decide(
      ask,
      new Policy({ ...policyWith("exact", "allow").parts, rules: ruleSet("server_tools", "allow") }),
    );
    assert.equal(allowed.strength, "undecided");
  }
});

/** Deep, cyclic, huge, and what runs when it is looked at. */
function hostileValues(): unknown[] {
  const cyclic: { [field: string]: unknown } = { command: "ls" };
  cyclic.self = cyclic;
  cyclic.args = [cyclic];
  let deep: unknown = "ls";
  for (let level = 0; level < 20_000; level += 1) deep = level % 2 === 0 ? [deep] : { command: deep };
  const throwing = new Proxy([], {
    get: () => {
      throw new Error("a trap");
    },
  });
  const endless = new Proxy({}, { get: (_, field) => (field === "length" ? 1e9 : endless), has: () => true });
  return [
    ...[
      cyclic,
      deep,
      throwing,
      endless,
      {
        get command() {
          throw new RangeError("a getter");
        },
      },
    ],
    ...[Array(1e6), Array(1e5).fill("a"), "\ud800".repeat(30_000), "\udfff\ud800", "a\u0301".repeat(20_000)],
    ...["[".repeat(20_000), "((".repeat(20_000), "{a,".repeat(20_000), "a/../".repeat(13_000), "${a[".repeat(10_000)],
    ...["%".repeat(60_000), "https://".repeat(8_000), "İ".repeat(20_000), "ﬁ/".repeat(20_000), "\\".repeat(60_000)],
    {
      toString: () => {
        throw new Error("text");
      },
    },
    ...[
      Symbol.iterator,
      2n ** 4_000n,
      Object.freeze([]),
      new Proxy(() => "x", {}),
      "'".repeat(65_535),
      "\n".repeat(65_536),
    ],
  ];
}

test("P10 decide(), suggestions() and why() never throw, whatever stands in a call: deep, cyclic, huge, trapped", () => {
  const fields = ["command", "args", "file_path", "notebook_path", "path", "pattern", "url", "prompt", "skill", "text"];
  const tools = ["Bash", "Monitor", "Read", "Write", "Glob", "Grep", "WebFetch", "Skill", "Agent", "mcp__x__run"];
  const policies = ["all", "parameter"].map((kind) => policyWith(kind, "any", 100));
  for (const value of hostileValues())
    for (const policy of policies) {
      const inputs = [
        value,
        ...fields.map((field) => ({ [field]: value })),
        { command: "foo", args: value, text: value },
      ];
      for (const toolName of tools)
        for (const input of inputs) check({ toolName, input, cwd: "/w", directories: ["/w"] } as Ask, policy);
      check({ toolName: value, input: {}, cwd: value, directories: value } as unknown as Ask, policy);
      check({ toolName: "Bash", input: { command: "ls" }, cwd: "/w", directories: [value] } as unknown as Ask, policy);
      check(value as Ask, policy);
    }

  function check(ask: Ask, policy: Policy): void {
    const decision = decide(ask, policy);
    assert.ok(["allow", "ask", "deny"].includes(decision.effect));
    assert.equal(typeof why(decision), "string");
  }
});

test("P10 what is offered with a slow ask is found without throwing, too", () => {
  for (const kind of ruleKinds) {
    const policy = policyWith(kind, "any", 200);
    for (const ask of [bash(`foo ${"a b ".repeat(900)}`), bash(`foo '${spelled}'`), read(`/etc/${"a/".repeat(1_000)}`)])
      assert.ok(Array.isArray(suggestions(ask, decide(ask, policy), policy)));
  }
});
