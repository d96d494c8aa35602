import { isIP } from "node:net";

export interface HostRules {
  /** `name` or `name:port`. */
  readonly allowedHosts: readonly string[];
  /** Where the page is reached from outside, behind a proxy. */
  readonly publicUrl: string | undefined;
}

interface Named {
  /** Host, or :authority. */
  readonly authority: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  readonly method: string | undefined;
}

/**
 * Why a request is not from one of our own pages or a program; undefined when it
 * may be. A page of somebody else's can make a browser send requests here: by a
 * name that points here (the Host gives it away) or across origins (the Origin does).
 */
export function foreignRequest(request: Named, rules: HostRules): string | undefined {
  const { authority, origin, fetchSite, fetchMode, method } = request;
  if (authority === undefined || !isOurs(authority, rules)) {
    return `the host ${shown(authority)} is not one of this daemon; add it to daemon.allowed_hosts if it should be`;
  }
  if (origin !== undefined && !isOwnOrigin(origin, authority, rules)) {
    return `requests from pages of ${shown(origin)} are not served`;
  }
  // A link may lead here from anywhere; nothing else may. Another port of localhost is "same-site".
  const isLink = fetchMode === "navigate" && (method === "GET" || method === "HEAD");
  if ((fetchSite === "cross-site" || fetchSite === "same-site") && !isLink) {
    return "requests from other pages are not served";
  }
  return undefined;
}

function isOurs(authority: string, { allowedHosts, publicUrl }: HostRules): boolean {
  const host = hostOf(`http://${authority}`);
  if (host === undefined) return false;
  // An address cannot be made to point elsewhere; loopback names are ours on any port, for tunnels.
  if (host.name === "localhost" || host.name.endsWith(".localhost") || isIP(host.name) !== 0) return true;
  if (publicUrl !== undefined && hostOf(publicUrl)?.name === host.name) return true;
  return allowedHosts.some((one) => [host.name, `${host.name}:${host.port}`].includes(one.toLowerCase()));
}

function isOwnOrigin(origin: string, authority: string, { publicUrl }: HostRules): boolean {
  const theirs = hostOf(origin);
  if (theirs === undefined) return false;
  const known = publicUrl === undefined ? undefined : hostOf(publicUrl);
  // Where the page is https, one of the same name without it is anybody's on the way.
  if (known?.name === theirs.name && known.scheme !== theirs.scheme) return false;
  if (known?.name === theirs.name && known.port === theirs.port) return true;
  const ours = hostOf(`${theirs.scheme}//${authority}`);
  return ours !== undefined && ours.name === theirs.name && ours.port === theirs.port;
}

interface Host {
  readonly scheme: string;
  readonly name: string;
  readonly port: string;
}

/** Undefined for "null" and for what is no web address. */
function hostOf(address: string): Host | undefined {
  const url = URL.parse(address);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "") return undefined;
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return { scheme: url.protocol, name: url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, ""), port };
}

function shown(value: string | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value.slice(0, 100));
}
