import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cpuTime } from "../../../bench/permission/cpu-time.ts";

/** A regular expression of the sources, and where it stands. */
export interface FoundPattern {
  readonly place: string;
  readonly pattern: RegExp;
}

export function patternsIn(folder: string): FoundPattern[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), "utf8");
      return [...text.matchAll(tokens)].flatMap(({ index, groups }) => {
        if (groups?.source === undefined) return [];
        const line = text.slice(0, index).split("\n").length;
        return [{ place: `${path}:${line}`, pattern: new RegExp(groups.source, groups.flags) }];
      });
    });
}

/** Comments, strings, and regular expressions, which stand where an expression begins. */
const tokens =
  /\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?:[(,=:[!&|?{};>]|return)\s*\/(?![*/])(?<source>(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/(?<flags>[dgimsuvy]*)/g;

/** More text than this is never read word by word. */
const judgedSize = 16_384;

/** A text that makes a pattern take more than linear time: `start`, many times `pump`, `end`. */
export interface Pump {
  readonly start: string;
  readonly pump: string;
  readonly end: string;
  /** How much longer it takes for twice the text. */
  readonly growth: number;
  /** For as much as is read word by word, as far as can be told from the growth; for what grows without bounds, of a few letters. */
  readonly ms: number;
}

/** The worst text for a pattern, of all that its own characters make; undefined: none takes more than linear time. */
export function pumpOf(pattern: RegExp): Pump | undefined {
  const alphabet = alphabetOf(pattern);
  const single = [...new Set([...alphabet, ...piecesOf(pattern)])];
  const pairs = alphabet.flatMap((a) => alphabet.map((b) => a + b));
  const tries = [
    ...single.flatMap((pump) => ["", ...startsOf(pattern, alphabet)].map((start) => ({ start, pump }))),
    ...pairs.map((pump) => ({ start: "", pump })),
  ];
  let worst: Pump | undefined;
  for (const { start, pump } of tries)
    for (const end of ["!", "\x00\n"]) {
      const growth = growthOf(pattern, start, pump, end);
      if (growth !== undefined && (worst === undefined || growth.ms > worst.ms))
        worst = { start, pump, end, ...growth };
    }
  return worst;
}

const size = 4_000;

function growthOf(
  pattern: RegExp,
  start: string,
  pump: string,
  end: string,
): { growth: number; ms: number } | undefined {
  const time = (length: number, rounds: number, enough: number): number => {
    const text = start + pump.repeat(Math.ceil(length / pump.length)) + end;
    return cpuTime(() => run(pattern, text), rounds, enough);
  };
  // What grows faster than any power would never end for more; only some milliseconds tell that from the machine's own pauses.
  for (const length of [24, 250]) {
    const ms = time(length, 5, exploding);
    if (ms > exploding) return { growth: Number.POSITIVE_INFINITY, ms };
  }
  if (time(size, 3, suspicious) <= suspicious) return undefined;
  const [small, large] = [time(size, 5, 0), time(2 * size, 5, 0)];
  const growth = large / small;
  return growth < 2.8 ? undefined : { growth, ms: large * (judgedSize / (2 * size)) ** Math.log2(growth) };
}

function run(pattern: RegExp, text: string): unknown {
  pattern.lastIndex = 0;
  return pattern.global ? text.replace(pattern, "") : pattern.exec(text);
}

/** Milliseconds for a text of this size that no linear pattern takes. */
const suspicious = 0.5;
/** The same for a few letters. */
const exploding = 5;

/** Characters that the pattern tells apart. */
function alphabetOf({ source }: RegExp): string[] {
  const all = new Set<string>();
  for (const [one] of source.matchAll(/\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\.|[^\\]/gis)) {
    if (/^\\[wpPDS]/.test(one)) all.add("a");
    else if (/^\\d/.test(one)) all.add("1");
    else if (/^\\[sWt]/.test(one)) all.add(" ");
    else if (one === "\\n") all.add("\n");
    else if (/^\\[xu]/.test(one)) all.add(String.fromCharCode(Number.parseInt(one.slice(2), 16)));
    else if (/^\\[^bBrkfv]/.test(one)) all.add(one.slice(1));
    else if (one.length === 1 && !"^$|?+*(){}[]".includes(one)) all.add(one);
  }
  return [...new Set(["a", ...all])].slice(0, 14);
}

/** Words in the pattern, and what surrounds its repetitions. */
function piecesOf({ source }: RegExp): string[] {
  const literal = source
    .replace(/\\d/g, "1")
    .replace(/\\w/g, "a")
    .replace(/\\s/g, " ")
    .replace(/\[\^?([^\]\\])[^\]]*\]/g, "$1")
    .replace(/\(\?[:!=<]+/g, "(")
    .replace(/\\(.)/g, "$1")
    .replace(/[*+?^$]/g, "");
  return literal.split(/[()|[\]{}]/).filter((piece) => piece.length > 2 && piece.length < 30);
}

function startsOf({ source }: RegExp, alphabet: readonly string[]): string[] {
  const [piece] = piecesOf({ source } as RegExp);
  return [...alphabet.slice(0, 6), ...(piece === undefined ? [] : [piece])];
}
