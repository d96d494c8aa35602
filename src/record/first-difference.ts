import { type Fields, isFields } from "../wire/fields.ts";

/** Whether two strings at a path mean the same. */
type SameString = (recorded: string, live: string, path: string) => boolean;

/**
 * The path at which two JSON values differ in meaning, or undefined. The order
 * of keys is free. A key that may be content, as a question's text is, shows
 * only its position: `answers[key 1]`.
 */
export function firstDifference(recorded: unknown, live: unknown, same: SameString, path = ""): string | undefined {
  if (typeof recorded === "string" && typeof live === "string") {
    return same(recorded, live, path) ? undefined : path;
  }
  if (Array.isArray(recorded) && Array.isArray(live)) return inLists(recorded, live, same, path);
  if (isFields(recorded) && isFields(live)) return inFields(recorded, live, same, path);
  return recorded === live ? undefined : path;
}

function inLists(recorded: unknown[], live: unknown[], same: SameString, path: string): string | undefined {
  for (let index = 0; index < Math.max(recorded.length, live.length); index++) {
    const here = `${path}[${index}]`;
    if (index >= recorded.length || index >= live.length) return here;
    const found = firstDifference(recorded[index], live[index], same, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inFields(recorded: Fields, live: Fields, same: SameString, path: string): string | undefined {
  const keys = [...new Set([...Object.keys(recorded), ...Object.keys(live)])];
  for (const [index, key] of keys.entries()) {
    const here = keyPath(path, key, index);
    if (!Object.hasOwn(recorded, key) || !Object.hasOwn(live, key)) return here;
    const found = firstDifference(recorded[key], live[key], same, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyPath(path: string, key: string, index: number): string {
  if (!/^[A-Za-z_$][\w$-]{0,39}$/.test(key)) return `${path}[key ${index + 1}]`;
  return path === "" ? key : `${path}.${key}`;
}
