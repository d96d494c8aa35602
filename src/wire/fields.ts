/** A JSON object as the peer sent it: unknown keys stay. */
export type Fields = { [key: string]: unknown };

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Tolerant readers: what is missing or of another kind is absent, and a number may be written as a string.

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const longestId = 256;

/**
 * An agent's id of its conversation, in whatever form. It becomes an argument of the next agent and a column of a list: what
 * cannot be both is no id.
 */
export function sessionId(value: unknown): string | undefined {
  const id = typeof value === "number" ? String(value) : value;
  if (typeof id !== "string" || id === "" || id.length > longestId) return undefined;
  return /[\p{Cc}\p{Cs}]/u.test(id) ? undefined : id;
}

export function number(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

export function flag(value: unknown): boolean {
  return value === true || value === "true";
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function texts(value: unknown): readonly string[] {
  return list(value).filter((item) => typeof item === "string");
}

export function objects(value: unknown): readonly Fields[] {
  return list(value).filter(isFields);
}
