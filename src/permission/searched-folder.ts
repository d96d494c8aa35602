/** The folder a search begins in: a pattern may name one of its own, above or beside that of the tool. */
export function searchedFolder(folder: string, pattern: unknown): string {
  if (typeof pattern !== "string" || !(pattern.startsWith("/") || pattern.startsWith("~") || climbs.test(pattern)))
    return folder;
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => /[*?[{\\]/.test(part));
  // Behind a wildcard, `..` leads to wherever.
  if (wild !== -1 && parts.slice(wild).includes("..")) return "/";
  const named = (wild === -1 ? parts : parts.slice(0, wild)).join("/");
  return /^[/~]/.test(pattern) ? named || "/" : `${folder}/${named}`;
}

const climbs = /(?:^|\/)\.\.(?:\/|$)/;
