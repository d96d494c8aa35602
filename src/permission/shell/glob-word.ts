import type { Word, WordPart } from "unbash";

/** A word that the shell replaces by the names of files that fit. */
export interface Glob {
  /**
   * A path with `*` and `?` alone, which fits all that the word fits and more; `~/x` for the home folder. Undefined where
   * an expansion decides.
   */
  readonly pattern: string | undefined;
}

/** Undefined: a word without a pattern. */
export function readGlob({ parts = [], text }: Word): Glob | undefined {
  const [only] = parts;
  const instead = parts.length === 1 && only?.type === "ParameterExpansion" ? alternative(only.text) : undefined;
  if (instead !== undefined) return globOfValue(instead);
  if (!parts.some(isGlob)) return undefined;
  let pattern = "";
  for (const [at, part] of parts.entries()) {
    const next = at === 0 && parts[1]?.text.startsWith("/") ? (placeOf(part.text) ?? patternOf(part)) : patternOf(part);
    if (next === undefined) return { pattern: undefined };
    pattern += next;
  }
  if (!pattern.startsWith("~") || parts[0]?.type === "SimpleExpansion" || parts[0]?.type === "ParameterExpansion")
    return { pattern };
  // In quotes it is a name, and with a name behind it the folder of somebody.
  if (!text.startsWith("~")) return { pattern: text.startsWith('"$') ? pattern : `./${pattern}` };
  return { pattern: /^~(?:\/|$)/.test(pattern) ? pattern : undefined };
}

/** A value that an expansion without quotes makes a pattern of. */
export function globOfValue(value: string): Glob | undefined {
  return /[*?[]/.test(value) ? { pattern: value.replaceAll(/[[\\]/g, "?") } : undefined;
}

/** A pattern as a path from where the line began. */
export function globPath(folder: string | undefined, { pattern }: Glob): string | undefined {
  if (pattern === undefined || /^[/~]/.test(pattern)) return pattern;
  return folder === undefined || folder === "." ? folder && pattern : `${folder}/${pattern}`;
}

/** The text of `${x:-text}`. */
function alternative(text: string): string | undefined {
  return /^\$\{\w+:?[-+](.*)\}$/s.exec(text)?.[1];
}

function isGlob(part: WordPart): boolean {
  if (part.type === "ParameterExpansion") return globOfValue(alternative(part.text) ?? "") !== undefined;
  return part.type === "Glob" || (part.type === "BraceExpansion" && /[*?[]/.test(part.text));
}

function patternOf(part: WordPart): string | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return literal(part.value);
    case "DoubleQuoted":
      return part.parts.every(({ type }) => type === "Literal") ? literal(part.parts.map(textOf).join("")) : undefined;
    case "Glob":
      return part.text.startsWith("*") ? "*" : "?";
    case "BraceExpansion":
      return /^\{[\w,*?-]*\}$/.test(part.text) ? "*" : undefined;
    default:
      return undefined;
  }
}

function literal(value: string): string {
  return value.replaceAll(/[*?[\\]/g, "?");
}

function textOf(part: { readonly value?: string } | object): string {
  return "value" in part && typeof part.value === "string" ? part.value : "";
}

/** The home folder and the current one have names that only the shell makes a path of. */
function placeOf(text: string): string | undefined {
  const name = /^"?\$\{?(HOME|PWD)\}?"?$/.exec(text)?.[1];
  return name === "HOME" ? "~" : name === "PWD" ? "." : undefined;
}
