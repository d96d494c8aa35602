import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { isLocalHost } from "../../../permission/local-host.ts";

/** Whoever let a local address through has seen it; any other name may lead anywhere. */
export function lookupFor(host: string, namesHost: (host: string) => boolean): LookupFunction | undefined {
  return isLocalHost(host) || namesHost(host) ? undefined : checkedLookup;
}

/**
 * Looks a name up for a connection, and refuses it where one of its addresses is of this machine or its network: whoever owns
 * a name decides where it leads. The connection is made to what was checked.
 */
export const checkedLookup: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    const local = error === null ? addresses.find(({ address }) => isLocalAddress(address)) : undefined;
    const [first] = addresses ?? [];
    const refusal =
      local === undefined
        ? error
        : new Error(
            `${name} leads to ${local.address}, an address of this machine or its network. If that is meant, a person has to allow WebFetch(domain:${name}) in the settings`,
          );
    if (refusal !== null || first === undefined) callback(refusal ?? new Error(`${name} has no address`), "", 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** In whatever way it is written; one that cannot be read counts as local. */
export function isLocalAddress(address: string): boolean {
  const url = URL.parse(`http://${address.includes(":") ? `[${address}]` : address}/`);
  return url === null || isLocalHost(url.hostname);
}
