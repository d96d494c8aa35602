import { setImmediate } from "node:timers/promises";
import type { Ask } from "../../permission/ask.ts";
import { decide } from "../../permission/decide.ts";
import type { Policy } from "../../permission/policy.ts";
import { formatRule, isBroken, parseRule } from "../../permission/rule.ts";
import { suggestions } from "../../permission/suggestions.ts";
import { personTools } from "../../permission/tool-kinds.ts";
import type { Fields } from "../../wire/fields.ts";
import type { RecordedUse } from "../store/recorded-uses.ts";
import type { DaemonRules } from "./daemon-rules.ts";

/** A rule that would have answered what people were asked in a folder, and always allowed. */
interface SuggestedRule {
  readonly cwd: string;
  readonly rule: string;
  /** What it would have answered. */
  readonly covered: readonly RecordedUse[];
  /** Of the same tool, what people would have been asked all the same. */
  readonly left: readonly RecordedUse[];
}

/** Of one folder: the newest uses, and the rules that most of them would be offered. */
const maxUses = 200;
const maxCandidates = 20;

/**
 * Rules that the uses themselves would be offered when they are asked, no wider: each covers at least `least` uses that
 * people allowed, and none that one of them denied or changed.
 */
export async function suggestRules(
  uses: readonly RecordedUse[],
  rulesOf: (cwd: string) => DaemonRules,
  least: number,
): Promise<SuggestedRule[]> {
  const asked = uses.filter(({ decidedBy, tool }) => decidedBy === "person" && !personTools.has(tool));
  const found: SuggestedRule[] = [];
  for (const [cwd, inFolder] of Map.groupBy(asked, (use) => use.cwd)) {
    const { policy } = rulesOf(cwd);
    found.push(...(await suggestInFolder(cwd, inFolder.slice(0, maxUses), policy, least)));
  }
  return found.sort((a, b) => b.covered.length - a.covered.length);
}

async function suggestInFolder(
  cwd: string,
  uses: readonly RecordedUse[],
  policy: Policy,
  least: number,
): Promise<SuggestedRule[]> {
  const candidates: SuggestedRule[] = [];
  for (const rule of await offered(uses, policy)) {
    await setImmediate();
    const parsed = parseRule(rule, { effect: "allow", scope: "local" });
    if (isBroken(parsed)) continue;
    const changed = policy.with({ rules: [...policy.parts.rules, parsed] });
    const covered = uses.filter((use) => decide(askOf(use), changed).effect === "allow");
    if (covered.length < least || !covered.every(wasAllowed)) continue;
    const left = uses.filter((use) => use.tool === parsed.tool && !covered.includes(use));
    candidates.push({ cwd, rule, covered, left });
  }
  candidates.sort((a, b) => b.covered.length - a.covered.length || a.rule.length - b.rule.length);
  // What a better one covers needs no rule of its own.
  return candidates.filter(
    ({ covered }, at) =>
      !candidates.slice(0, at).some((better) => covered.every((use) => better.covered.includes(use))),
  );
}

/** Those that most uses would be offered, first. */
async function offered(uses: readonly RecordedUse[], policy: Policy): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const use of uses.filter(wasAllowed)) {
    await setImmediate();
    const ask = askOf(use);
    for (const rule of new Set(rulesFor(ask, policy))) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.slice(0, maxCandidates).map(([rule]) => rule);
}

function rulesFor(ask: Ask, policy: Policy): string[] {
  return suggestions(ask, decide(ask, policy), policy).flatMap((update) =>
    update.type === "addRules" && update.behavior === "allow"
      ? update.rules.map(({ toolName, ruleContent }) => formatRule(toolName, ruleContent))
      : [],
  );
}

function wasAllowed({ verdict, editedDigest }: RecordedUse): boolean {
  return verdict === "allow" && editedDigest === "";
}

function askOf({ tool: toolName, inputJson, cwd, folder }: RecordedUse): Ask {
  const input = JSON.parse(inputJson) as Fields;
  return { toolName, input, cwd: folder ?? cwd, isCwdKnown: folder !== undefined, directories: [cwd] };
}
