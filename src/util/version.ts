/** A released version. `apiVersion` appears only in the documented form of `--version`. */
export interface Version {
  major: number;
  minor: number;
  patch: number;
  apiVersion?: string;
}

/** `X.Y.Z`, or undefined for anything else. */
export function parseVersion(text: string): Version | undefined {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(text.trim());
  if (match === null) return undefined;
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]) };
}

/** As `parseVersion`, for versions written in our own tables. */
export function version(text: string): Version {
  const parsed = parseVersion(text);
  if (parsed === undefined) throw new TypeError(`not a version: ${text}`);
  return parsed;
}

export function formatVersion({ major, minor, patch }: Version): string {
  return `${major}.${minor}.${patch}`;
}

/** Negative, zero or positive, as `Array.sort` wants it. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** Half-open: `from` belongs to it, `to` does not. No `to`: everything from `from` on. */
export interface VersionRange {
  from: Version;
  to: Version | undefined;
}

export function inRange(range: VersionRange, v: Version): boolean {
  return compareVersions(v, range.from) >= 0 && (range.to === undefined || compareVersions(v, range.to) < 0);
}

export function formatRange({ from, to }: VersionRange): string {
  return to === undefined ? `[${formatVersion(from)}, …)` : `[${formatVersion(from)}, ${formatVersion(to)})`;
}
