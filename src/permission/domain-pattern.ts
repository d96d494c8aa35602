import { isLocalHost } from "./local-host.ts";
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

/** Texts that are in every host the pattern matches. */
export function domainLiterals(written: string): readonly string[] {
  return hostName(written.trim()).split("*");
}

/** Why no host is ever written so; a rule with it would hold for nothing. */
export function domainProblem(written: string): string | undefined {
  const domain = hostName(written.trim());
  if (/[^\x20-\x7e]/.test(domain)) return "write it in letters of ASCII, as in xn--bcher-kva.example";
  if (/^[*.]{2,}$/.test(domain) && domain !== "*.*.*.*") return "write * for every host";
  if (domain.includes("**")) return `write one star, as in ${domain.replace(/\*+/g, "*")}`;
  const labels = domain.split(".");
  const isOfNumbers = labels.every((label) => /^(?:\d+|0x[0-9a-f]*|\*)$/.test(label));
  if (isOfNumbers && labels.length < 4 && labels[0] !== "*") {
    const whole = domain.includes("*") ? [...labels, "*", "*", "*"].slice(0, 4).join(".") : "127.0.0.1";
    return `write an address in full, as in ${whole}`;
  }
  const isHost = ["8", "a"].some((any) => {
    const example = domain.replaceAll("*", any);
    return hostOf(`https://${example}/`) === example;
  });
  if (isHost) return undefined;
  const isAddress = isOfNumbers || /^\[|:.*:/.test(domain.replace(/^[a-z]+:[/]+/, ""));
  return isAddress
    ? "write an address as it is connected to, as in 127.0.0.1 or [::1]"
    : "write the host alone, as in example.com or *.example.com";
}

/** The same for a rule that allows: this machine and its network are meant only where the pattern names them. */
export function compileAllowedDomain(written: string): DomainPattern {
  const matches = compileDomain(written);
  const namesLocal = isLocalHost(hostName(written.trim()).replaceAll("*", "8"));
  return (host) => matches(host) && (namesLocal || !isLocalHost(host));
}

/** The same for one that restricts: whoever writes `*evil*` means every host with that in it, `evil.*` each that begins so, and a site with its `www`. */
export function compileRestrictedDomain(written: string): DomainPattern {
  const matches = compileDomain(written);
  const domain = hostName(written.trim());
  if (!domain.includes("*")) return (host) => matches(host) || host === `www.${domain}`;
  const anywhere = compileWildcard(domain);
  return (host) => matches(host) || anywhere(host);
}

/** What to write in place of a pattern that allows nearly nothing, since its star stays between two dots. */
export function narrowDomain(written: string): string | undefined {
  const domain = hostName(written.trim());
  const [, name] = /^\*([\w-]+\.[\w-]+)$/.exec(domain) ?? [];
  if (name !== undefined)
    return `${domain} is also evil${name}, and not www.${name}: write domain:${name} and domain:*.${name}`;
  return domain !== "*" && domain.includes("*") && !domain.includes(".")
    ? `a star stays between two dots: write the host, as in ${domain.replaceAll("*", "") || "example"}.com or *.example.com`
    : undefined;
}

/**
 * The host of an address as rules see it. Undefined for what is no address with a host, and for a host that whoever connects
 * would write in another way (`0x7f.1`, `ℯxample.com`): a rule for the one would not hold for the other.
 */
export function hostOf(address: string): string | undefined {
  // Stricter than the reader of a browser: that one makes one host of many writings.
  const found = /^[a-z][a-z0-9+.-]*:[/\\]{2,}([^/\\?#]*)/i.exec(address.trim().replace(/[\t\n\r]/g, ""));
  const authority = found?.[1];
  if (authority === undefined) return undefined;
  const hostAndPort = authority.slice(authority.lastIndexOf("@") + 1);
  if (hostAndPort.length > maxHost) return undefined;
  if (hostAndPort.startsWith("[")) return addressOf6(hostAndPort.toLowerCase());
  const host = hostName(hostAndPort.replace(/:\d*$/, ""));
  if (!/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host)) return undefined;
  const isNumber = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(host);
  return isNumber && !addressOf4.test(host) ? undefined : host;
}

/**
 * The host that an address in an odd writing (`http://2130706433/`, `ｅｖｉｌ.example`) leads to, as far as it can be known. Only what
 * forbids may go by it: whoever connects may read the address in another way.
 */
export function meantHost(address: string): string | undefined {
  const { URL: Reader } = globalThis as { URL?: new (text: string) => { readonly hostname: string } };
  try {
    const host = Reader && hostName(new Reader(address.trim()).hostname);
    return host === undefined || host.length > maxHost ? undefined : host;
  } catch {
    return undefined;
  }
}

/** No system takes a longer name. */
const maxHost = 1_000;

const addressOf4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** In the one way in which a browser writes it, or nearly so: zeros that could be left out are. */
function addressOf6(hostAndPort: string): string | undefined {
  const host = /^(\[[0-9a-f:]+\])(?::\d*)?$/.exec(hostAndPort)?.[1];
  if (host === undefined || /[[:]0(?:[0-9a-f]|::|:0[:\]])|::0[:\]]|:::|::.*::/.test(host)) return undefined;
  const groups = host
    .slice(1, -1)
    .split(":")
    .filter((group) => group !== "");
  const isWhole = host.includes("::") ? groups.length < 7 : groups.length === 8;
  return isWhole && groups.every((group) => group.length <= 4) ? host : undefined;
}

function hostName(text: string): string {
  return text.toLowerCase().replace(/\.$/, "");
}
