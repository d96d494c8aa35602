/** What can be wrong with any text between the parentheses: what it most likely was to be. */
export function textSlip(specifier: string): { readonly why: string; readonly meant: string } | undefined {
  const seen = specifier.replace(invisible, "").replace(joiner, "");
  if (seen !== specifier) return { why: "it has a character that is not seen", meant: seen.trim() || "*" };
  const quoted = /^(["'`“”„‘’«»])([^"'`“”„‘’«»]*)["'`“”„‘’«»]$/s.exec(specifier);
  const inner = quoted?.[2]?.trim() ?? "";
  // A program of which the name has a blank in it.
  const isProgram = /^[~./\\]|^[A-Za-z]:/.test(inner) && inner.includes(" ");
  if (inner !== "" && !isProgram) return { why: "the quotes around it are taken as a part of it", meant: inner };
  const bare = specifier
    .replace(/[“”„«»]/g, "")
    .replace(/‘([^‘’]*)’/g, "$1")
    .trim();
  if (bare !== specifier && bare !== "") return { why: "it has quotes that are none of ASCII", meant: bare };
  return undefined;
}

const invisible = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
/** They belong to some scripts and to emoji, and are nothing beside letters of ASCII. */
const joiner = /(?<=^|[\x20-\x7e])[\u200c\u200d]|[\u200c\u200d](?=[\x20-\x7e]|$)/g;
