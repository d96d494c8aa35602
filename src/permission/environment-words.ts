import { anyText } from "./path/pattern-overlap.ts";
import type { IsGiven } from "./shell/given-names.ts";
import type { WordPlaces } from "./shell/word-pattern.ts";
import { wordPatterns } from "./shell/word-pattern.ts";

/** Is all that is not spelled in a word said by the environment or the clock: `logs/$(date +%F).log`, `$HOME/x`? */
export function isSaidByEnvironment(text: string, isGiven: IsGiven): boolean {
  if (!text.includes("$")) return false;
  const bare = text.replace(/\$\(date(?: \+[\w%:.-]+)?\)|\$[$#?!]/g, "");
  if (/[`(]|\$[^A-Za-z_{]|\$\{[^}]*[^\w}]/.test(bare)) return false;
  return [...bare.matchAll(/\$\{?([A-Za-z_]\w*)\}?/g)].every(([, name = ""]) => !isGiven(name));
}

/** Is the end of its name spelled in any case? */
export function spellsItsEnd(text: string, places: WordPlaces): boolean {
  return wordPatterns(text, places).patterns.every((pattern) => !endsUnknown.test(pattern));
}

const endsUnknown = new RegExp(`(?:^|[/@=:,<])[${anyText}*]+$`);
