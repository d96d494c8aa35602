import { absolutePath } from "./absolute-path.ts";
import type { PatternPlaces } from "./path-pattern.ts";

/** Where a path pattern leads before its first wildcard, by the name it was given; absolute. */
export function patternHead(written: string, { cwd, home, folder }: PatternPlaces): string {
  const [from, rest] = written.startsWith("//")
    ? ["/", written.slice(2)]
    : written === "~" || written.startsWith("~/")
      ? [home, written.slice(2)]
      : written.startsWith("/")
        ? [folder, written.slice(1)]
        : [cwd, written];
  const parts = rest.split("/");
  const wild = parts.findIndex((part) => /[*?[\\]/.test(part));
  return absolutePath(from, (wild === -1 ? parts : parts.slice(0, wild)).join("/") || ".");
}
