import type { Block, Fields } from "./row.ts";

/** JSON of an event; undefined for what is none. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text or an array of content blocks, as blocks. */
export function blocksOf(json: string): readonly Block[] {
  const value = parseJson(json);
  if (typeof value === "string") return [{ type: "text", text: value }];
  return Array.isArray(value)
    ? value.filter((block): block is Block => isFields(block) && typeof block.type === "string")
    : [];
}

export function textOf(block: Block): string {
  const text = block.type === "thinking" ? block.thinking : block.text;
  return typeof text === "string" ? text : "";
}
