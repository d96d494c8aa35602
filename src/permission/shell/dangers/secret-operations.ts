import type { ShellWord } from "../shell-word.ts";

/**
 * The places of words by which a cloud's program prints a password, a token or a key, or makes one: `get-session-token`,
 * `keys list`. Those that list or describe such things by their names, or remove them, do not.
 */
export function secretPlaces(words: readonly ShellWord[]): number[] {
  return words.flatMap(({ value = "" }, at) => (at > 0 && !isValue(words, at) && tellsSecret(value) ? [at] : []));
}

/** What follows an option with a value is a name that somebody gave. */
function isValue(words: readonly ShellWord[], at: number): boolean {
  const before = words[at - 1]?.value ?? "";
  return at > 2 && /^--[a-z][\w-]*$/.test(before) && !/^--(?:no-|debug$|version$)/.test(before);
}

function tellsSecret(operation: string): boolean {
  if (operation.length > 80 || !/^[a-z][a-z\d-]*$/.test(operation)) return false;
  const [verb = "", ...more] = operation.split("-");
  if (naming.has(verb) && more.length > 0) return false;
  return [verb, ...more].some((word) => secretWords.has(word)) || secretPairs.some((pair) => operation.includes(pair));
}

const naming: ReadonlySet<string> = new Set(
  "list describe delete remove tag untag deactivate disable put set enable revoke restore cancel".split(" "),
);

const secretWords: ReadonlySet<string> = new Set(
  "token tokens password passwords credential credentials auth authorization decrypt presign assume kubeconfig login".split(
    " ",
  ),
);

const secretPairs: readonly string[] = [
  ...[
    "secret-value",
    "get-secret",
    "create-secret",
    "random-password",
    "access-key",
    "private-key",
    "key-pair",
    "data-key",
    "api-key",
  ],
  ...["connection-string", "export-certificate", "access-details", "keys-and-certificate", "key-string"],
];
