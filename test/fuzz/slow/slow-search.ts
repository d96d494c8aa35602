import { cpuTime } from "../../../bench/permission/cpu-time.ts";
import { ruleSet } from "../../../bench/permission/rule-sets.ts";
import { decide, type FileView, Policy } from "../../../src/exports/permission.ts";
import { Random } from "../random.ts";
import { askFor, mutated, type SlowInput, slowInput } from "./slow-inputs.ts";

const cwd = "/home/someone/project";

const views: { readonly [name in SlowInput["files"]]: FileView } = {
  all: { realpath: (path) => path, readlink: () => undefined, list: () => ["a", "aa", "b1"] },
  none: { realpath: (path) => (path === "/" ? path : undefined), readlink: () => undefined, list: () => undefined },
  links: {
    realpath: (path) => (path.length < 30 ? path.replace(/\/a(?=\/|$)/, "/b") : undefined),
    readlink: (path) => (path.endsWith("/a") ? "../b" : undefined),
  },
};

const policies = new Map<string, Policy>();

export function policyFor({ rules, effect, mode, files }: SlowInput): Policy {
  const key = `${rules} ${effect} ${mode} ${files}`;
  let policy = policies.get(key);
  if (policy === undefined) {
    const parts = { rules: ruleSet(rules, effect), mode, cwd, home: "/home/someone", files: views[files] };
    policy = new Policy(parts);
    if (policies.size > 200) policies.clear();
    policies.set(key, policy);
    // What is made at the first decision belongs to loading.
    for (const warm of ["Bash", "Read", "WebFetch", "mcp__x__text"])
      decide(
        askFor({ tool: warm, start: "foo a", piece: "", end: "", length: 9, rules, effect, mode, files }, cwd),
        policy,
      );
  }
  return policy;
}

export function timeOf(input: SlowInput, enough = 0): number {
  const policy = policyFor(input);
  const ask = askFor(input, cwd);
  return cpuTime(() => decide(ask, policy), 3, enough);
}

export interface Slow {
  readonly input: SlowInput;
  readonly ms: number;
}

/** Looks for calls that take long: random ones, and changes of the slowest so far. */
export function searchSlow(
  seed: number,
  isOver: () => boolean,
  onFound: (slow: Slow) => void,
): { tried: number; worst: Slow[] } {
  const random = new Random(seed);
  let worst: Slow[] = [];
  let tried = 0;
  while (!isOver()) {
    const parent = random.below(2) === 0 && worst.length > 0 ? random.pick(worst).input : undefined;
    const input = parent === undefined ? slowInput(random) : mutated(parent, random);
    tried += 1;
    const least = worst.length < kept ? 0.5 : (worst.at(-1)?.ms ?? 0);
    const ms = timeOf(input, least);
    if (ms <= least) continue;
    // One of a kind: else all would be relatives of the first.
    const like = worst.findIndex((other) => familyOf(other.input) === familyOf(input));
    if (like !== -1 && (worst[like] as Slow).ms >= ms) continue;
    worst = [...worst.filter((_, at) => at !== like), { input, ms }].sort((a, b) => b.ms - a.ms).slice(0, kept);
    onFound({ input, ms });
  }
  return { tried, worst };
}

const kept = 40;

function familyOf({ tool, rules }: SlowInput): string {
  return `${tool} ${rules}`;
}
