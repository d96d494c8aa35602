import type { Mutant } from "./mutant.ts";

/**
 * Mutants of the source of a regular expression: without one member of a set, one alternative, one look around, one anchor, or with
 * another quantifier.
 */
export function patternMutants(source: string): Mutant[] {
  const mutants: Mutant[] = [];
  const groups: Group[] = [{ start: 0, bars: [], opening: undefined }];
  for (const { 0: token, index } of source.matchAll(tokens)) {
    const end = index + token.length;
    if (token.startsWith("[")) mutants.push(...membersOf(token, index));
    else if (token.startsWith("("))
      groups.push({ start: end, bars: [], opening: /[=!]$/.test(token) ? index : undefined });
    else if (token === "|") groups.at(-1)?.bars.push(index);
    else if (token === ")") mutants.push(...closed(groups.pop(), index));
    else if (/^[?*+^$]$/.test(token)) mutants.push({ start: index, end, replacement: others[token] ?? "" });
  }
  return [...mutants, ...closed(groups.pop(), source.length)];
}

const others: { readonly [quantifier: string]: string } = { "*": "+", "+": "*" };

/** One character, as it is written. */
const character = String.raw`\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[up]\{[^}]*\}|.)|[^\\]`;
const tokens = new RegExp(
  String.raw`\[(?:[^\]\\]|\\.)*\]|\((?:\?(?:<?[=!]|:|<\w+>))?|\{\d+(?:,\d*)?\}|${character}`,
  "gsu",
);
const members = new RegExp(`(?:${character})(?:-(?:${character}))?`, "gsu");

interface Group {
  readonly start: number;
  /** Where its alternatives end. */
  readonly bars: number[];
  /** Where a look around begins. */
  readonly opening: number | undefined;
}

/** Without one of its members, if it has several. */
function membersOf(set: string, at: number): Mutant[] {
  const from = set.startsWith("[^") ? 2 : 1;
  const found = [...set.slice(from, -1).matchAll(members)];
  if (found.length < 2) return [];
  return found.map(({ 0: member, index }) => ({
    start: at + from + index,
    end: at + from + index + member.length,
    replacement: "",
  }));
}

/** Without one of its alternatives; if it looks around, without all of it. */
function closed(group: Group | undefined, end: number): Mutant[] {
  if (group === undefined) return [];
  const { start, bars, opening } = group;
  const whole = opening === undefined ? [] : [{ start: opening, end: end + 1, replacement: "" }];
  if (bars.length === 0) return whole;
  // The last alternative takes the bar in front of it along, every other one the bar behind it.
  const alternatives = [start, ...bars.map((bar) => bar + 1)].map((from, at) => {
    const bar = bars[at];
    return { start: bar === undefined ? from - 1 : from, end: bar === undefined ? end : bar + 1, replacement: "" };
  });
  return [...alternatives, ...whole];
}
