export type HookMatcher = (subject: string | undefined) => boolean;

/**
 * A name, several with `|` or commas, or an expression that is found anywhere in it, as Claude Code reads them; none and
 * `*` match everything. An expression that is none matches nothing there: `undefined`, so that somebody is told.
 */
export function hookMatcher(matcher: string | undefined): HookMatcher | undefined {
  if (matcher === undefined || matcher.trim() === "" || matcher.trim() === "*") return () => true;
  if (/^[\w|, -]+$/.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (subject) => subject !== undefined && names.has(subject);
  }
  try {
    const pattern = new RegExp(matcher);
    return (subject) => subject !== undefined && pattern.test(subject);
  } catch {
    return undefined;
  }
}
