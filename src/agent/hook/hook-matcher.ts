export type HookMatcher = (subject: string | undefined) => boolean;

/**
 * A name, several with `|` or commas, or an expression that is found anywhere in it, as Claude Code reads them; none and
 * `*` match everything. An expression that is none matches nothing there: `undefined`, so that somebody is told.
 */
export function hookMatcher(matcher: string | undefined): HookMatcher | undefined {
  const fits = nameTest(matcher);
  // Where there is nothing to look at, a matcher takes no hook away.
  return fits && ((subject) => subject === undefined || [subject, ...(formerNames.get(subject) ?? [])].some(fits));
}

/** A guard may have been written when its tool was called otherwise. */
const formerNames: ReadonlyMap<string, readonly string[]> = new Map([
  ["Agent", ["Task"]],
  ["TaskStop", ["KillShell", "KillBash"]],
]);

function nameTest(matcher: string | undefined): ((name: string) => boolean) | undefined {
  if (matcher === undefined || matcher.trim() === "" || matcher.trim() === "*") return () => true;
  if (/^[\w|, -]+$/.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (name) => names.has(name);
  }
  try {
    const pattern = new RegExp(matcher);
    return (name) => pattern.test(name);
  } catch {
    return undefined;
  }
}
