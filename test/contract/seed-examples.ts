import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fields } from "../../src/wire/fields.ts";
import { fixturesFolder } from "./fixtures.ts";

/** A JSON example of a seed document: `>` for an agent, `<` from one, `-` a part of a message. */
export interface SeedExample {
  readonly line: number;
  readonly direction: ">" | "<" | "-";
  readonly example: Fields;
}

export function seedExamples(seed: string): readonly SeedExample[] {
  const text = readFileSync(join(fixturesFolder, "seeds", `${seed}.ndjson`), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as SeedExample);
}

/** Every JSON object in a document, elisions and placeholders outside of strings filled in. */
export function jsonObjectsIn(document: string): unknown[] {
  const text = document
    .replaceAll("<rpc_id>", "1")
    .replaceAll("{ ... }", "{}")
    .replaceAll("[...]", "[]")
    .replaceAll(", ...}", "}");
  const found: unknown[] = [];
  for (let from = text.indexOf("{"); from !== -1; from = text.indexOf("{", from)) {
    const end = endOfObject(text, from);
    const value = parse(text.slice(from, end));
    if (value !== undefined) found.push(value);
    from = value === undefined ? from + 1 : end;
  }
  return found;
}

function endOfObject(text: string, from: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[{}]/gs;
  token.lastIndex = from;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === "{") depth++;
    if (match[0] === "}" && --depth === 0) return token.lastIndex;
  }
  return text.length;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
