import type { Ask } from "./ask.ts";
import { type Judgement, judgement, perhapsDenied, ruled } from "./judgement.ts";
import { NameRules, restrictions } from "./name-rules.ts";
import { foldersBehind, type NamedFile, namesIn, namesInText } from "./named-files.ts";
import { maxPath } from "./path/max-path.ts";
import type { Policy } from "./policy.ts";
import { escaped, type WordPlaces } from "./shell/word-pattern.ts";

/**
 * The texts in the input of a tool that nobody here knows, a server's or another agent's, that name what a path rule is
 * about. What the tool does with them is not known, so a person is asked.
 */
export function judgeInputs({ toolName, input, ...rest }: Ask, policy: Policy): Judgement | undefined {
  const meant = restrictions.filter(([effect, does]) => !policy.pathIndex(effect, does).isEmpty);
  if (meant.length === 0) return undefined;
  const texts = inputTexts(input);
  if (texts === undefined) return tooMuch(meant.some(([effect]) => effect === "deny"));
  const ask = { toolName, input, ...rest };
  const rules = new NameRules(ask, policy);
  const places = { home: policy.parts.home, here: ask.isCwdKnown === false ? undefined : ask.cwd };
  const maybe = texts.filter(({ isFolder }) => isFolder).flatMap(({ text }) => foldersBehind([text], places));
  const around = { ...places, maybe: [...new Set(maybe)].slice(0, maxFolders) };
  const findings = texts.flatMap((text) => namesOf(text, around)).map((file) => rules.about(file, "itself"));
  const isGranted = policy.ofTool(toolName).granted !== undefined;
  for (const [effect, does] of meant)
    for (const finding of effect === "ask" && isGranted ? [] : findings) {
      const rule = finding.find(effect, does);
      if (rule === undefined) continue;
      return effect === "deny" ? perhapsDenied(rule, finding.path) : ruled(rule, finding.path);
    }
  return undefined;
}

function tooMuch(mayBeDenied: boolean): Judgement {
  const reason = "its input is too large to be searched for what rules are about";
  return judgement(mayBeDenied ? "perhapsDenied" : "askedByRule", reason);
}

interface Text {
  readonly text: string;
  /** What a person reads: its words are none of files. */
  readonly isProse: boolean;
  /** Other names of the input may be below it: `{dir: "conf", name: "key"}`. */
  readonly isFolder: boolean;
}

/** A text that is a name, with `~`, `%2e` and `file://`, or a pattern; of one with blanks, each word. */
function namesOf({ text, isProse }: Text, places: WordPlaces): readonly NamedFile[] {
  const folders = [places.here, ...(places.maybe ?? [])];
  const names = namesIn({ text: escaped(text), value: text }, places, folders).filter(({ isLoose }) => !isLoose);
  return isProse || !/\s|["'(]/.test(text) ? names : [...names, ...namesInText(text, places)];
}

const maxTexts = 300;
const maxItems = 10_000;
const maxLength = 32_768;
const maxDepth = 16;

/** Every text in an input, those of its lists and of its fields' fields included; undefined: more than can be looked at. */
export function inputTexts(input: unknown): readonly Text[] | undefined {
  const texts: Text[] = [];
  let length = 0;
  const add = (text: string, isProse: boolean, isFolder: boolean): boolean => {
    length += isProse ? 0 : text.length;
    texts.push({ text, isProse, isFolder });
    return length <= maxLength && texts.length <= maxTexts;
  };
  const read = (value: unknown, name: string, isProse: boolean, depth: number): boolean => {
    if (typeof value === "string") {
      // A longer text without blanks is neither a name nor a line.
      if (value.length > maxPath && (isProse || !/\s/.test(value))) return true;
      return add(value, isProse, folderField.test(name));
    }
    if (typeof value !== "object" || value === null) return true;
    if (depth === maxDepth) return false;
    if (Array.isArray(value))
      return value.length <= maxItems && value.every((inner) => read(inner, name, isProse, depth + 1));
    return Object.entries(value).every(
      ([key, inner]) =>
        (!isName(key, name) || add(key, true, false)) && read(inner, key, isProse || prose.test(key), depth + 1),
    );
  };
  return read(input, "", false, 0) ? texts : undefined;
}

/** A key that is the name of a file, and not that of a field: `{files: {".env": "…"}}`. */
function isName(key: string, holder: string): boolean {
  return key.length <= maxPath && (/[./~%\\]/.test(key) || /file|path|document|blob|tree/i.test(holder));
}

const folderField = /dir|folder|cwd|root|base|path|parent|prefix/i;
const maxFolders = 8;

const prose =
  /^(?:text|body|message|title|description|content|contents|new_?text|old_?text|prompt|comment|subject|summary|note|notes|thought|reason)$/i;
