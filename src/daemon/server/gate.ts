import { type Caller, localCaller } from "../access/caller.ts";
import { foreignRequest, type HostRules } from "./host-check.ts";
import { authorityOf, headerOf, type NodeRequest } from "./node-http.ts";
import type { Refusal } from "./refusal.ts";
import { TokenBuckets } from "./token-bucket.ts";
import type { TokenStore } from "./token-store.ts";

/** How a connection came in. The unix socket is guarded by its file mode. */
export type Via = "unix" | "tcp";

interface GateOptions {
  readonly tokens: TokenStore;
  readonly hosts: HostRules;
  readonly callsPerSecond: number;
  readonly callBurst: number;
  readonly failuresPerSecond: number;
  readonly failureBurst: number;
}

/** Decides who comes in. Nothing behind it is reached without a caller. */
export class Gate {
  readonly #options: GateOptions;
  readonly #calls: TokenBuckets;
  readonly #failures: TokenBuckets;
  /** With the port in it: a browser sends the cookies of one port to the others of its host. */
  cookieName = "bridle";

  constructor(options: GateOptions) {
    this.#options = options;
    this.#calls = new TokenBuckets(options.callsPerSecond, options.callBurst);
    this.#failures = new TokenBuckets(options.failuresPerSecond, options.failureBurst);
  }

  /** For every request, also those that need no token: Host and Origin. */
  foreign(req: NodeRequest, via: Via): Refusal | undefined {
    const request = {
      // No browser comes by the unix socket, and its clients name any host.
      authority: via === "unix" && authorityOf(req) !== undefined ? "localhost" : authorityOf(req),
      origin: headerOf(req, "origin"),
      fetchSite: headerOf(req, "sec-fetch-site"),
      fetchMode: headerOf(req, "sec-fetch-mode"),
      method: req.method,
    };
    const message = foreignRequest(request, this.#options.hosts);
    return message === undefined ? undefined : { refused: "permission_denied", message };
  }

  /** Who calls. A wrong token is refused even where none is needed. Throws when the token file became unsafe. */
  caller(req: NodeRequest, via: Via): Caller | Refusal {
    const secret = bearer(headerOf(req, "authorization")) ?? cookie(headerOf(req, "cookie"), this.cookieName);
    const caller = secret === undefined ? withoutToken(via) : this.#options.tokens.callerWith(secret);
    if (caller === undefined) return this.#failed(req, secret !== undefined);
    if (!this.#calls.take(caller.name)) {
      return { refused: "resource_exhausted", message: "too many calls with this token; slow down" };
    }
    return caller;
  }

  /** Not by the name alone: it may be another token's by now, with other roles. */
  isAuthorized({ name, sha256 }: Caller): boolean {
    return name === localCaller.name || this.#options.tokens.callerNamed(name)?.sha256 === sha256;
  }

  /** A right token is never held up by somebody else's wrong ones. False: too many wrong ones from there. */
  mayFail(req: NodeRequest): boolean {
    return this.#failures.take(req.socket?.remoteAddress ?? "unix");
  }

  #failed(req: NodeRequest, hadToken: boolean): Refusal {
    if (!this.mayFail(req)) {
      return { refused: "resource_exhausted", message: "too many calls without a valid token from this address" };
    }
    const message = hadToken
      ? "the token is wrong, was revoked or has expired"
      : "a token is needed: Authorization: Bearer …, or a page that was opened by a login link (bridle login)";
    return { refused: "unauthenticated", message };
  }
}

function withoutToken(via: Via): Caller | undefined {
  return via === "unix" ? localCaller : undefined;
}

function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // Another scheme is a wrong token, not none.
  return /^bearer +(\S+) *$/i.exec(header)?.[1] ?? "";
}

function cookie(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(";").find((part) => part.trim().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf("=") + 1).trim();
}
