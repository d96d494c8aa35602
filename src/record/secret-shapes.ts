/** What is a secret by its looks, in any string. Each alternative matches the secret alone, not the words around it. */
const shapes: readonly string[] = [
  "(?<![\\w-])sk-(?:ant-[\\w-]{4,}|[\\w-]{16,})",
  "(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{16,}",
  "github_pat_\\w{16,}",
  "(?<![\\w-])glpat-[\\w-]{16,}",
  "(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{8,}",
  "(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])",
  "(?<![\\w-])AIza[\\w-]{35}",
  "(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}",
  // A JWT; its header is a JSON object, which starts with these letters in base64.
  "(?<![\\w-])eyJ[\\w-]{8,}\\.[\\w-]+(?:\\.[\\w-]*){1,3}",
  "(?<=\\b[Bb]earer\\s+|\\bBEARER\\s+)[\\w.~+/=-]{8,}",
  "(?<=[Aa]uthorization:\\s*[Bb]asic\\s+)[A-Za-z0-9+/=]{8,}",
  // A password in an address, and the value of a variable or of JSON inside a string.
  "(?<=:\\/\\/[^\\s/:@]{1,64}:)(?!\\[secret:)[^\\s/@]{3,}(?=@)",
  "(?<=(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)=[\"']?)(?![\"']?\\[secret:)[^\\s\"'$;&|]{8,}",
  '(?<=(?:api_?key|token|secret|password|authorization)"\\s*:\\s*")(?!\\[secret:)[^"\\s\\\\]{8,}',
  // An end that was cut off is not waited for.
  "-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)",
];

export const secretShapes = new RegExp(shapes.join("|"), "g");

/** Names whose string values are secrets whatever they look like. `progressToken` is MCP's and a plain number of a call. */
export const secretName =
  /(?:api[-_]?key|access[-_]?key|private[-_]?key|secret[-_]?key|secret|password|passwd|passphrase|(?<!(?:progress|page)[-_]?)token|authorization|cookie)$/i;

/** May be true for text without a secret, never false for text with one by shape or name, escapes by `\u` and `\/` aside. */
export const maybeSecret =
  /sk-|gh[pousr]_|github_pat_|glpat-|xox|AKIA|ASIA|AIza|npm_|eyJ|bearer|authorization|:\/\/[^\s/:@]+:|-----BEGIN|(?:key|token|secret|password|passwd|passphrase|authorization|cookie)(?:=|\\*"\s*:)/i;
