/** How well a path fits what somebody typed; undefined: not at all. Less is better. */
function distance(path: string, query: string): number | undefined {
  const [lower, wanted] = [path.toLowerCase(), query.toLowerCase()];
  const name = lower.slice(lower.lastIndexOf("/", lower.length - 2) + 1);
  // Of two that fit as well, the one that is less deep and shorter.
  const size = path.split("/").length / 100 + path.length / 100_000;
  if (lower.startsWith(wanted)) return size;
  if (name.startsWith(wanted)) return 1 + size;
  if (name.includes(wanted)) return 2 + size;
  if (lower.includes(wanted)) return 3 + size;
  return hasInOrder(lower, wanted) ? 4 + size : undefined;
}

function hasInOrder(text: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, from);
    if (at === -1) return false;
    from = at + letter.length;
  }
  return true;
}

/** The best ones, the best first. Without a query what lies directly in the folder. */
export function rankPaths(paths: readonly string[], query: string, limit: number): readonly string[] {
  if (query === "") return paths.filter((path) => /^[^/]+\/?$/.test(path)).slice(0, limit);
  const found = paths.flatMap((path) => {
    const far = distance(path, query);
    return far === undefined ? [] : [{ path, far }];
  });
  found.sort((one, other) => one.far - other.far || (one.path < other.path ? -1 : 1));
  return found.slice(0, limit).map(({ path }) => path);
}
