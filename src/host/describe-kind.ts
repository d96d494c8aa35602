/** What a value is, for an error: never what it holds. */
export function describeKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "object":
      return "an object";
    case "boolean":
      return String(value);
    default:
      return `a ${typeof value}`;
  }
}
