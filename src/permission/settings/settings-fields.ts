import { type JsonNode, readJsonTree } from "./json-tree.ts";

/**
 * All that settings say, read as their permissions are: a comment or a comma too many hides nothing. Undefined for what is
 * damaged, empty, or no object.
 */
export function settingsFields(text: string): { [key: string]: unknown } | undefined {
  const { root, errors } = readJsonTree(text);
  if (root?.kind !== "object" || errors.some(({ harmless }) => !harmless)) return undefined;
  return plain(root) as { [key: string]: unknown };
}

function plain(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(plain);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
}
