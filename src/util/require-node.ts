/** As `engines` in package.json says it: npm only warns. */
const needed = 24;

/** Throws at import what would else fail later, with a function that an older Node does not have. */
export function requireNode(entry: string, found: string | undefined = process.versions.node): void {
  if (found === undefined || Number.parseInt(found, 10) >= needed) return;
  throw new Error(`${entry} needs Node ${needed} or newer, and this is Node ${found}; run it with a newer one`);
}
