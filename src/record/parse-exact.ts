/** Longer numbers may differ in a digit and still be the same double. */
const maxExactDigits = 15;

/** As `JSON.parse`, but numbers too long for a double keep all their digits, so that one changed digit is seen. */
export function parseExact(json: string): unknown {
  return JSON.parse(json, keepDigits as (key: string, value: unknown) => unknown);
}

/** TypeScript's library does not know the third argument yet. */
function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  return typeof value === "number" && source !== undefined && source.length > maxExactDigits
    ? { digits: source }
    : value;
}
