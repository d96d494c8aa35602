import type { Ask, FileView, Rule } from "../src/exports/permission.ts";
import { badCommands } from "./bad-commands.ts";
import type { Figures } from "./figures.ts";
import { median, rounded } from "./median.ts";

const { decide, isBroken, parseRule, Policy, suggestions } = await import("bridle/permission");

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

export function permissionBench({ rounds = 5000, rules = 1000 } = {}): Figures {
  const policy = new Policy({ rules: manyRules(rules), mode: "default", cwd, home: "/home/someone", files });
  const figures: { [figure: string]: number } = { rules, rounds };
  for (const [name, ask] of Object.entries(calls)) {
    const passes = Array.from({ length: 5 }, () => timed(rounds / 5, () => decide(ask, policy)));
    figures[`${name}_median_us`] = rounded(median(passes.flat()), 1);
    // Of the calmest pass: a busy machine takes whole milliseconds from whoever runs.
    figures[`${name}_p99_us`] = rounded(Math.min(...passes.map((times) => percentile(times, 0.99))), 1);
  }
  figures.decide_p99_us = Math.max(...Object.keys(calls).map((name) => figures[`${name}_p99_us`] as number));
  Object.assign(figures, badFigures(policy));
  const ask = call("Bash", { command: "npm run build" });
  const offers = timed(Math.ceil(rounds / 50), () => suggestions(ask, decide(ask, policy), policy));
  figures.suggestions_median_us = rounded(median(offers), 1);
  return figures;
}

/** The slowest of what was made to be slow, each in the calmest of some rounds. */
function badFigures(policy: InstanceType<typeof Policy>): { [figure: string]: number } {
  const calls: [string, Ask][] = [
    ...Object.entries(badCommands).map(([name, command]): [string, Ask] => [name, call("Bash", { command })]),
    ["long_path", call("Read", { file_path: "a/".repeat(32_000) })],
    ["climbing_path", call("Write", { file_path: "../".repeat(21_000) })],
    ["long_url", call("WebFetch", { url: `https://${"a.".repeat(32_000)}org` })],
    ["long_foreign", call("mcp__x__run", { command: "rm x; ".repeat(10_000) })],
  ];
  const times = calls.map(([name, ask]) => [name, Math.min(...timed(5, () => decide(ask, policy))) / 1000] as const);
  const slowest = Math.max(...times.map(([, ms]) => ms));
  return {
    bad_inputs: times.length,
    bad_worst_ms: rounded(slowest, 2),
    ...Object.fromEntries(times.filter(([, ms]) => ms > 5).map(([name, ms]) => [`bad_${name}_ms`, rounded(ms, 2)])),
  };
}

/** Microseconds of each round; the first ones only warm up. */
function timed(rounds: number, run: () => unknown): number[] {
  for (let round = 0; round < rounds / 5; round++) run();
  return Array.from({ length: rounds }, () => {
    const started = performance.now();
    run();
    return (performance.now() - started) * 1000;
  });
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
