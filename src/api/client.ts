import type { Client, Transport } from "@connectrpc/connect";
import { createClient } from "@connectrpc/connect";
import { BridleError } from "../errors.ts";
import { type FollowOptions, follow } from "./follow.ts";
import { ConversationService } from "./gen/bridle/v1/conversation_service_pb.js";
import { DaemonService } from "./gen/bridle/v1/daemon_service_pb.js";
import type { Event } from "./gen/bridle/v1/event_pb.js";
import { NotificationService } from "./gen/bridle/v1/notification_service_pb.js";
import { PasskeyService } from "./gen/bridle/v1/passkey_service_pb.js";
import { PushService } from "./gen/bridle/v1/push_service_pb.js";
import { SessionService } from "./gen/bridle/v1/session_service_pb.js";
import { WorkspaceService } from "./gen/bridle/v1/workspace_service_pb.js";
import { type CallPolicy, type Confirm, serviceClient } from "./service-client.ts";

/** A daemon, as its clients see it. Every method throws a `BridleError` where the daemon did. */
export interface BridleClient extends PageClient {
  readonly notifications: Client<typeof NotificationService>;
  readonly passkeys: Client<typeof PasskeyService>;
  readonly push: Client<typeof PushService>;
}

/** What the daemon's own page always uses. What it sometimes does it loads then: `connectService`. */
export interface PageClient extends AsyncDisposable {
  readonly address: string;
  readonly sessions: Client<typeof SessionService>;
  readonly conversation: Client<typeof ConversationService>;
  readonly daemon: Client<typeof DaemonService>;
  readonly workspace: Client<typeof WorkspaceService>;
  /** Events of a session after a number, without gap or duplicate, whatever happens to the connection. */
  follow(sessionId: string, afterSeq: number, options?: FollowOptions): AsyncGenerator<Event, void, undefined>;
  close(): Promise<void>;
}

interface ClientParts {
  readonly transport: Transport;
  readonly address: string;
  readonly retryForMs: number;
  readonly close: () => void;
  readonly confirm?: Confirm | undefined;
}

/** Runs in a browser; the transport is given. */
export function makeClient(parts: ClientParts): BridleClient {
  const { transport, address, retryForMs } = parts;
  const policy: CallPolicy = { address, retryForMs, wasThere: false };
  return {
    ...makePageClient(parts),
    notifications: serviceClient(NotificationService, transport, policy),
    passkeys: serviceClient(PasskeyService, transport, policy),
    push: serviceClient(PushService, transport, policy),
  };
}

export function makePageClient({ transport, address, retryForMs, close, confirm }: ClientParts): PageClient {
  const policy: CallPolicy = { address, retryForMs, wasThere: false, confirm };
  const plain = createClient(ConversationService, transport);
  const closing = new AbortController();
  const end = async (): Promise<void> => {
    closing.abort();
    close();
  };
  return {
    address,
    sessions: serviceClient(SessionService, transport, policy),
    conversation: serviceClient(ConversationService, transport, policy),
    daemon: serviceClient(DaemonService, transport, policy),
    workspace: serviceClient(WorkspaceService, transport, policy),
    follow: (sessionId, afterSeq, options = {}) => {
      const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
      return follow((request, call) => plain.subscribe(request, call), address, sessionId, afterSeq, {
        ...options,
        signal,
      });
    },
    close: end,
    [Symbol.asyncDispose]: end,
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
