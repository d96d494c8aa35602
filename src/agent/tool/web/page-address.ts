import { hostOf } from "../../../permission/domain-pattern.ts";
import { isLocalHost } from "../../../permission/local-host.ts";

const maxLength = 2_000;

/**
 * The address that is asked for: over TLS, unless it is one of this machine. Throws in words for the model, also where the host
 * is written in another way than the rules have read it: what they allowed is then not what would be connected to.
 */
export function pageAddress(written: string): URL {
  if (written.length > maxLength) throw new Error(`The URL is longer than ${maxLength} characters`);
  const url = URL.parse(written);
  if (url === null) throw new Error("Invalid URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error(`Unsupported protocol ${url.protocol}`);
  if (url.username !== "" || url.password !== "")
    throw new Error("Invalid URL: WebFetch sends no user name or password. Leave them out");
  if (hostOf(written) !== hostNameOf(url)) throw new Error(rewriting(url));
  if (url.protocol === "http:" && !isLocalHost(hostNameOf(url))) url.protocol = "https:";
  url.hash = "";
  return url;
}

function rewriting(url: URL): string {
  return hostOf(url.href) === hostNameOf(url) ? `Write the URL as ${url.href}` : "The host of this URL cannot be used";
}

/** As rules have it. */
export function hostNameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, "");
}
