import { compileWildcard } from "./wildcard.ts";

/** Whether a host name is what `domain:…` means. */
export type DomainPattern = (host: string) => boolean;

/**
 * Exact, in any case of letters. `*.x.com` is everything below x.com and not x.com itself, `*` is every host; any other
 * `*` stays between two dots, so that `example.*` is not `example.evil.com`.
 */
export function compileDomain(written: string): DomainPattern {
  const domain = hostName(written.trim());
  if (domain === "*") return () => true;
  if (domain.startsWith("*.") && !domain.slice(2).includes("*")) {
    const ending = domain.slice(1);
    return (host) => host.length > ending.length && host.endsWith(ending);
  }
  if (!domain.includes("*")) return (host) => host === domain;
  const labels = domain.split(".").map(compileWildcard);
  return (host) => {
    const parts = host.split(".");
    return parts.length === labels.length && labels.every((label, at) => label(parts[at] as string));
  };
}

/** The host of an address as rules see it; undefined for what is no address with a host. */
export function hostOf(address: string): string | undefined {
  // The language has no reader of addresses, and a browser's is not there in every place this runs.
  const found = /^[a-z][a-z0-9+.-]*:[/\\]{2,}([^/\\?#]*)/i.exec(address.trim().replace(/[\t\n\r]/g, ""));
  const authority = found?.[1];
  if (authority === undefined) return undefined;
  const place = authority.slice(authority.lastIndexOf("@") + 1);
  const host = place.startsWith("[") ? place.replace(/\].*$/, "]") : place.replace(/:\d*$/, "");
  return host === "" || /[^\p{L}\p{N}.\-_[\]:]/u.test(host) ? undefined : hostName(host);
}

function hostName(text: string): string {
  return text.toLowerCase().replace(/\.$/, "");
}
