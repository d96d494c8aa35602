import { hostOf } from "../../../permission/domain-pattern.ts";
import { isLocalHost } from "../../../permission/local-host.ts";

export const maxAddressLength = 2_000;

/**
 * The address that is asked for: over TLS, unless it is one of this machine. Throws in words for the model, also where the host
 * is written in another way than the rules have read it: what they allowed is then not what would be connected to.
 */
export function pageAddress(written: string): URL {
  if (written.length > maxAddressLength) throw new Error(`The URL is longer than ${maxAddressLength} characters`);
  const url = URL.parse(written);
  if (url === null) throw new Error("Invalid URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error(`Unsupported protocol ${url.protocol}`);
  if (url.username !== "" || url.password !== "")
    throw new Error("Invalid URL: WebFetch sends no user name or password. Leave them out");
  if (otherPorts.has(Number(url.port)))
    throw new Error(`Port ${url.port} is for another protocol: WebFetch does not connect to it`);
  if (hostOf(written) !== hostNameOf(url)) throw new Error(rewriting(url));
  if (url.protocol === "http:" && !isLocalHost(hostNameOf(url))) url.protocol = "https:";
  url.hash = "";
  return url;
}

/** What browsers do not connect to either (the "bad ports" of the fetch standard): a rule for a host was not written for its mail. */
const otherPorts: ReadonlySet<number> = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

function rewriting(url: URL): string {
  return hostOf(url.href) === hostNameOf(url) ? `Write the URL as ${url.href}` : "The host of this URL cannot be used";
}

/** As rules have it. */
export function hostNameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, "");
}
