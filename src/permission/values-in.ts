/** Every text, number and yes or no in a value, also in lists and objects, as texts; undefined: more than is looked through. */
export function valuesIn(value: unknown): readonly string[] | undefined {
  const found: string[] = [];
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (["string", "number", "boolean"].includes(typeof value)) found.push(String(value));
    if (typeof value !== "object" || value === null) continue;
    const inner = Object.values(value);
    if (depth >= maxDepth || open.length + found.length + inner.length > maxValues) return undefined;
    for (const one of inner) open.push({ value: one, depth: depth + 1 });
  }
  return found;
}

const maxDepth = 8;
const maxValues = 1_000;
