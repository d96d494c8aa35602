import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { isIP } from "node:net";
import { invalidOption } from "../../errors.ts";
import { isLoopback } from "../../util/is-loopback.ts";
import { isPublicAddress } from "./public-address.ts";

const maxBytes = 2048;

/**
 * Where a message may go. The endpoint is what a page says: whoever is logged in could name any address, and the daemon, which
 * stands inside the network, would send there. Throws `invalid_option`, without the endpoint: it is a secret.
 */
export function checkEndpoint(endpoint: string, privateHosts: readonly string[]): URL {
  const url = endpoint.length <= maxBytes ? URL.parse(endpoint) : null;
  const allowed = "an https address of a public push service";
  if (url === null || url.username !== "" || url.password !== "")
    throw invalidOption("endpoint", allowed, "something else");
  if (isPrivateHost(url, privateHosts)) {
    if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return url;
    throw invalidOption("endpoint", "https, or http on this machine", "another scheme");
  }
  if (url.protocol !== "https:") throw invalidOption("endpoint", allowed, "one without TLS");
  // Push services have names. Names are looked up when the message goes out, and again for each.
  if (isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0 || isLocalName(url.hostname))
    throw invalidOption("endpoint", `${allowed}, or a host of push.private_hosts`, "one of this machine or network");
  return url;
}

/** For the request itself: only public addresses of a name are connected to, whatever the name meant before. */
export function publicLookup(
  hostname: string,
  options: LookupOptions,
  done: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, []);
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (first === undefined) done(Object.assign(new Error("not a public address"), { code: "EPRIVATE" }), []);
    else if (options.all) done(null, open);
    else done(null, first.address, first.family);
  });
}

export function isPrivateHost({ hostname, host }: URL, privateHosts: readonly string[]): boolean {
  return privateHosts.some((one) => [hostname, host].includes(one.toLowerCase()));
}

function isLocalName(hostname: string): boolean {
  return isLoopback(hostname) || /(^|\.)(localhost|local|internal)\.?$/.test(hostname) || !hostname.includes(".");
}
