import type { Client } from "@connectrpc/connect";
import { BridleError } from "../errors.ts";
import { DaemonService } from "./gen/bridle/v1/daemon_service_pb.js";
import { NotificationService } from "./gen/bridle/v1/notification_service_pb.js";
import { PasskeyService } from "./gen/bridle/v1/passkey_service_pb.js";
import { PushService } from "./gen/bridle/v1/push_service_pb.js";
import { type ClientParts, makePageClient, type PageClient, policyOf } from "./page-client.ts";
import { serviceClient } from "./service-client.ts";

/** A daemon, as its clients see it. Every method throws a `BridleError` where the daemon did. */
export interface BridleClient extends PageClient {
  readonly notifications: Client<typeof NotificationService>;
}

/** Runs in a browser; the transport is given. */
export function makeClient(parts: ClientParts): BridleClient {
  const policy = policyOf(parts);
  const { transport } = parts;
  return {
    ...makePageClient(parts, policy),
    daemon: serviceClient(DaemonService, transport, policy),
    push: serviceClient(PushService, transport, policy),
    passkeys: serviceClient(PasskeyService, transport, policy),
    notifications: serviceClient(NotificationService, transport, policy),
  };
}

/** Sends the token with every call. Throws `invalid_option` for one that no header can hold, without showing it. */
export function bearer(token: string | undefined) {
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) throw noToken();
  return (next: Next): Next =>
    (request) => {
      if (token !== undefined) request.header.set("authorization", `Bearer ${token}`);
      return next(request);
    };
}

function noToken(): BridleError<"invalid_option"> {
  const allowed = "a text without spaces or line ends, as bridle tokens add prints it";
  return new BridleError("invalid_option", `the token must be ${allowed}`, {
    option: "token",
    allowed,
    found: "another text",
  });
}

type Next = Parameters<import("@connectrpc/connect").Interceptor>[0];
