import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { type FollowOptions, follow } from "./follow.ts";
import { ConversationService } from "./gen/bridle/v1/conversation_service_pb.js";
import type { DaemonService } from "./gen/bridle/v1/daemon_service_pb.js";
import type { Event } from "./gen/bridle/v1/event_pb.js";
import type { PasskeyService } from "./gen/bridle/v1/passkey_service_pb.js";
import type { PushService } from "./gen/bridle/v1/push_service_pb.js";
import { SessionService } from "./gen/bridle/v1/session_service_pb.js";
import { WorkspaceService } from "./gen/bridle/v1/workspace_service_pb.js";
import { lateService } from "./late-service.ts";
import { type CallPolicy, type Confirm, serviceClient } from "./service-client.ts";

/** What the daemon's own page uses: it loads no more. */
export interface PageClient extends AsyncDisposable {
  readonly address: string;
  readonly sessions: Client<typeof SessionService>;
  readonly conversation: Client<typeof ConversationService>;
  readonly daemon: Client<typeof DaemonService>;
  readonly workspace: Client<typeof WorkspaceService>;
  readonly push: Client<typeof PushService>;
  readonly passkeys: Client<typeof PasskeyService>;
  /** Events of a session after a number, without gap or duplicate, whatever happens to the connection. */
  follow(sessionId: string, afterSeq: number, options?: FollowOptions): AsyncGenerator<Event, void, undefined>;
  close(): Promise<void>;
}

export interface ClientParts {
  readonly transport: Transport;
  readonly address: string;
  readonly retryForMs: number;
  readonly close: () => void;
  /** For those who make calls that may need a passkey. */
  readonly confirm?: Confirm | undefined;
}

export function policyOf({ address, retryForMs, confirm }: ClientParts): CallPolicy {
  return { address, retryForMs, wasThere: false, confirm };
}

/** What a first look at a session needs is there; of the other services, what they say comes with the first call. */
export function makePageClient(parts: ClientParts, policy = policyOf(parts)): PageClient {
  const { transport, address, close } = parts;
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
    workspace: serviceClient(WorkspaceService, transport, policy),
    daemon: lateService(async () => {
      const { DaemonService } = await import("./gen/bridle/v1/daemon_service_pb.js");
      return serviceClient(DaemonService, transport, policy);
    }),
    push: lateService(async () => {
      const { PushService } = await import("./gen/bridle/v1/push_service_pb.js");
      return serviceClient(PushService, transport, policy);
    }),
    passkeys: lateService(async () => {
      const { PasskeyService } = await import("./gen/bridle/v1/passkey_service_pb.js");
      return serviceClient(PasskeyService, transport, policy);
    }),
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
