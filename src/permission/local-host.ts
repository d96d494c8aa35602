/**
 * Is this host, as `hostOf` gives it, this machine or something of its own network? Names are not looked up: one that only
 * resolves to such an address is none here.
 */
export function isLocalHost(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  // All that is not global unicast, and 6to4, which holds any address of version 4.
  if (host.startsWith("[")) return !/^\[[23][0-9a-f]{3}:/.test(host) || host.startsWith("[2002:");
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)?.slice(1).map(Number);
  return parts !== undefined && isLocalAddress(parts as [number, number, number]);
}

function isLocalAddress([a, b, c]: readonly [number, number, number]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168 || (b === 0 && c === 0);
  return a === 198 && (b === 18 || b === 19);
}

/** Where a cloud gives the machines that it runs their passwords and keys: addresses of their own link, and names for them. */
export function givesCredentials(host: string): boolean {
  return /^(?:169\.254\.|\[fe80:|\[fd00:ec2:|\[::ffff:a9fe:|100\.100\.100\.200$)|^(?:metadata|instance-data)(?:\.(?:[\w-]+\.)?(?:internal|goog|tencentyun\.com))?$/.test(
    host,
  );
}
