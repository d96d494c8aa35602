/** A rule that does not do what it seems to, and what its writer most likely meant. */
export interface Slip {
  readonly why: string;
  /** Rules in its place. Empty: nobody can say which. */
  readonly meant: readonly MeantRule[];
  /**
   * It can mean nothing else, so a rule that restricts is read like that, and one that allows gets a warning; `harmless`: it does what it
   * says, and only what forbids has to see more.
   */
  readonly sure?: "certain" | "harmless";
}

/** The same of what is between the parentheses alone. */
export interface SpecifierSlip {
  readonly why: string;
  readonly meant: readonly string[];
  readonly sure?: "certain" | "harmless";
}

export interface MeantRule {
  readonly tool: string;
  readonly specifier: string | undefined;
}

export function meantRules(tool: string, specifiers: readonly string[]): readonly MeantRule[] {
  return specifiers.map((specifier) => ({ tool, specifier: specifier === "*" ? undefined : specifier }));
}

/** `a{b,c}d` is `abd` and `acd`; a range of numbers, too. Undefined: nothing to expand, or too much. */
export function expandBraces(text: string): readonly string[] | undefined {
  let all = [text];
  for (let round = 0; round < maxExpanded; round += 1) {
    const next = all.flatMap((one) => expandFirst(one) ?? [one]);
    if (next.length > maxExpanded) return undefined;
    if (next.length === all.length && next.every((one, at) => one === all[at])) break;
    all = next;
  }
  return all.length === 1 ? undefined : all;
}

const maxExpanded = 64;

/** The innermost braces first: they hold no others. */
function expandFirst(text: string): readonly string[] | undefined {
  const found = /(?<!\\)\{([^{}]*,[^{}]*|\d{1,4}\.\.\d{1,4})\}/.exec(text);
  if (found === null) return undefined;
  const [whole, inner = ""] = found;
  const [from, to] = inner.includes(",") ? [] : inner.split("..").map(Number);
  const items =
    from === undefined || to === undefined
      ? inner.split(",")
      : Array.from({ length: Math.min(Math.abs(to - from) + 1, maxExpanded) }, (_, at) =>
          String(Math.min(from, to) + at),
        );
  return items.map((item) => text.slice(0, found.index) + item + text.slice(found.index + whole.length));
}

/** `a(b|c)d`, as in regular expressions. */
export function expandAlternatives(text: string, before = ""): readonly string[] | undefined {
  const found = new RegExp(`${before}\\(([^()|]*(?:\\|[^()|]*)+)\\)`).exec(text);
  if (found === null) return undefined;
  const [whole, inner = ""] = found;
  return inner.split("|").map((item) => text.slice(0, found.index) + item + text.slice(found.index + whole.length));
}
