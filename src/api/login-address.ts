/** Where a login leads. */
interface LoginAddress {
  readonly href: string;
  /** As it is looked up, so letters that only look like others are seen. */
  readonly host: string;
}

/** Undefined for what is no address to open: anything but https, or http on a machine itself. An agent may say anything. */
export function loginAddress(address: string): LoginAddress | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href, host, hostname } = new URL(address);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  return isSafe ? { href, host } : undefined;
}

/** The beginning of the address that the browser ends on, as far as the address of the login tells. */
export function callbackStart(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const callback = new URL(address).searchParams.get("redirect_uri") ?? "";
  if (!URL.canParse(callback)) return undefined;
  const { origin, pathname } = new URL(callback);
  return origin === "null" ? undefined : `${origin}${pathname}`;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
