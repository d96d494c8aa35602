import { domainProblem } from "../domain-pattern.ts";
import { expandAlternatives, expandBraces } from "./slip.ts";

/** What to write in place of a WebFetch rule that is about no host; empty where nobody can say which was meant. */
export function meantHosts(specifier: string): readonly string[] {
  const text = specifier.trim().replace(/^(?:domain|host(?:name)?|url|site|address)\s*[:=]\s*/i, "");
  if (/^(?:not|except)\s|\d\/\d+$/.test(text)) return [];
  const whole = expandBraces(text) ?? expandAlternatives(text) ?? [text];
  const hosts = whole.flatMap((one) => one.split(/[\s,|]+/)).map(hostIn);
  return hosts.every((host) => host !== "" && domainProblem(host) === undefined) ? [...new Set(hosts)] : [];
}

function hostIn(written: string): string {
  return written
    .replace(/^["'`/^]+|["'`$/]+$/g, "")
    .replace(/\\/g, "")
    .replace(/^[a-z][a-z0-9+.*-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/^.*@/s, "")
    .replace(/:[\d*]+$/, "")
    .replace(/^\.(?=\w)/, "*.")
    .replace(/\*{2,}/g, "*")
    .toLowerCase();
}
