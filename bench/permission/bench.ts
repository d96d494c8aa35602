import type { Ask, FileView, Rule } from "../../src/exports/permission.ts";
import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";
import { cpuTime, timeOf } from "./cpu-time.ts";
import { ruleKinds, ruleSet } from "./rule-sets.ts";
import { slowCalls } from "./slow-calls.ts";

const { decide, isBroken, parseRule, Policy, readSettings, suggestions } = await import("bridle/permission");

/** Everything exists and nothing is a link: the file system is not what is measured. */
const files: FileView = { realpath: (path) => path, readlink: () => undefined };
const cwd = "/home/someone/project";

/** A thousand rules of all kinds, none of which is about the calls but the last ones. */
function manyRules(count: number): Rule[] {
  const lists = [
    ["allow", (at: number) => `Bash(tool${at} run *)`],
    ["deny", (at: number) => `Bash(forbidden${at} *)`],
    ["deny", (at: number) => `Read(secrets${at}/**)`],
    ["allow", (at: number) => `Edit(src/part${at}/**)`],
    ["ask", (at: number) => `mcp__server${at}__*`],
  ] as const;
  return Array.from({ length: count }, (_, at) => {
    const [effect, write] = lists[at % lists.length] as (typeof lists)[number];
    const rule = parseRule(write(Math.floor(at / lists.length)), { effect, scope: "project" });
    if (isBroken(rule)) throw new Error(rule.broken);
    return rule;
  });
}

function call(toolName: string, input: Ask["input"]): Ask {
  return { toolName, input, cwd, directories: [cwd] };
}

const line =
  "cd src && FOO=1 tool3 run x | grep -v foo > /dev/null 2>&1; git status && for i in 1 2 3; do echo $i; tool9 run $i; done";

const calls: { readonly [name: string]: Ask } = {
  read: call("Read", { file_path: `${cwd}/src/deep/down/errors.ts` }),
  write: call("Write", { file_path: `${cwd}/src/part199/x.ts` }),
  command: call("Bash", { command: "ls -la src" }),
  compound: call("Bash", { command: line }),
  mcp: call("mcp__server199__tool", {}),
};

export function permissionBench({ rounds = 5000, rules = 1000, kinds = ["all", ...ruleKinds] } = {}): Figures {
  const policyOf = (all: readonly Rule[]) =>
    new Policy({ rules: all, mode: "default", cwd, home: "/home/someone", files });
  const policy = policyOf(manyRules(rules));
  const figures: { [figure: string]: number | string } = { rules, rounds };
  const p99s = Object.entries(calls).map(([name, ask]) => {
    const passes = Array.from({ length: 5 }, () => timed(rounds / 5, () => decide(ask, policy)));
    // Of the calmest pass: a busy machine takes whole milliseconds from whoever runs.
    const p99 = rounded(Math.min(...passes.map((times) => percentile(times, 0.99))), 1);
    figures[`${name}_median_us`] = rounded(median(passes.flat()), 1);
    figures[`${name}_p99_us`] = p99;
    return p99;
  });
  figures.decide_p99_us = Math.max(...p99s);
  Object.assign(
    figures,
    slowFigures([["mixed", policy], ...kinds.map((kind) => [kind, policyOf(ruleSet(kind, "any", rules))] as const)]),
  );
  const ask = call("Bash", { command: "npm run build" });
  const offers = timed(Math.ceil(rounds / 50), () => suggestions(ask, decide(ask, policy), policy));
  figures.suggestions_median_us = rounded(median(offers), 1);
  return { ...figures, ...loadFigures(rules) };
}

type Policies = readonly (readonly [kind: string, policy: InstanceType<typeof Policy>])[];

/** The slowest of what was made to be slow, under rules of every kind: each in the calmest of three rounds, and in any of them. */
function slowFigures(policies: Policies): { [figure: string]: number | string } {
  const asks = Object.entries(slowCalls).map(([name, [tool, input]]) => [name, call(tool, input)] as const);
  const times = policies.flatMap(([kind, policy]) =>
    asks.map(([name, ask]) => {
      // What is made at the first decision belongs to loading.
      decide(ask, policy);
      const rounds = Array.from({ length: 3 }, () => timeOf(() => decide(ask, policy)));
      return { name: `${name}, rules: ${kind}`, ms: Math.min(...rounds), mostMs: Math.max(...rounds) };
    }),
  );
  const worst = times.reduce((slowest, one) => (one.ms > slowest.ms ? one : slowest));
  return {
    bad_inputs: times.length,
    bad_worst_ms: rounded(worst.ms, 2),
    bad_worst_input: worst.name,
    bad_worst_round_ms: rounded(Math.max(...times.map(({ mostMs }) => mostMs)), 2),
    bad_over_5_ms: times.filter(({ ms }) => ms > 5).length,
  };
}

/** Settings that are long, and rules that are many. */
function loadFigures(count: number): { [figure: string]: number } {
  const origin = { scope: "project", file: "settings.json" } as const;
  const commented = `{\n${"// a comment\n".repeat(32_000)}"permissions": {}}`;
  const allow = Array.from({ length: 30_000 }, (_, at) => `Bash(tool${at} run --with an argument)`);
  const long = JSON.stringify({ permissions: { allow } }, undefined, 2);
  const rules = ruleSet("all", "any", count);
  const ask = call("Bash", { command: "ls -la src" });
  const load = (): unknown => decide(ask, new Policy({ rules, mode: "default", cwd, home: "/home/someone", files }));
  const slowAsk = call("Bash", { command: `foo ${"a b ".repeat(900)}` });
  const policy = new Policy({ rules, mode: "default", cwd, home: "/home/someone", files });
  return {
    load_rules_ms: rounded(cpuTime(load, 5), 1),
    load_comments_ms: rounded(
      cpuTime(() => readSettings(commented, origin)),
      1,
    ),
    load_megabyte_ms: rounded(
      cpuTime(() => readSettings(long, origin)),
      1,
    ),
    suggestions_slow_ms: rounded(
      cpuTime(() => suggestions(slowAsk, decide(slowAsk, policy), policy)),
      1,
    ),
  };
}

/** Microseconds of each round; the first ones only warm up. */
function timed(rounds: number, run: () => unknown): number[] {
  for (let round = 0; round < rounds / 5; round++) run();
  return Array.from({ length: rounds }, () => timeOf(run) * 1000);
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
