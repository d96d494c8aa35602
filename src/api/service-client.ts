import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type CallOptions, type Client, createClient, type Transport } from "@connectrpc/connect";
import { isBridleError } from "../errors.ts";
import { fromConnectError } from "./error-detail.ts";
import { backOffMs, isLost, isNobodyThere, noDaemon, pause } from "./lost-connection.ts";
import { randomId } from "./random-id.ts";

export interface CallPolicy {
  /** For errors. */
  readonly address: string;
  /** How long a call is asked again after the connection was lost. */
  readonly retryForMs: number;
  /** Set by the first answer. Before it, nobody there means no daemon, at once. */
  wasThere: boolean;
  /** Makes the assertion of a passkey that a call needs; without it, whoever called is told so. */
  readonly confirm?: Confirm | undefined;
}

/** `url`: where passkeys of this daemon work. */
export type Confirm = (method: DescMethod, request: unknown, url: string) => Promise<string>;

/** Made by the client for every changing call: the same id twice has the effect of once. */
export function callId(): string {
  return randomId();
}

/**
 * The methods of a service. A unary call that was lost with the connection is
 * sent again: reading calls change nothing, and changing ones carry a call id,
 * which is made here where the caller gives none. Errors are those the daemon threw.
 */
export function serviceClient<S extends DescService>(service: S, transport: Transport, policy: CallPolicy): Client<S> {
  const plain = createClient(service, transport) as unknown as Methods;
  const methods: Methods = {};
  for (const method of service.methods) {
    const name = method.localName;
    const send = plain[name] as Method;
    methods[name] =
      method.methodKind === "unary"
        ? (request, options) => callConfirmed(method, send, withCallId(method, request), options, policy)
        : (request, options) => restored((call) => send(request, call) as AsyncIterable<unknown>, options);
  }
  return methods as unknown as Client<S>;
}

type Method = (request: unknown, options?: CallOptions) => unknown;
type Methods = { [method: string]: Method };

/** A call that needs a passkey is made once more, with its assertion. */
async function callConfirmed(
  method: DescMethod,
  send: Method,
  request: unknown,
  options: CallOptions | undefined,
  policy: CallPolicy,
): Promise<unknown> {
  try {
    return await callAgain(send, request, options, policy);
  } catch (error) {
    const { confirm } = policy;
    if (!confirm || !isBridleError(error, "needs_passkey") || error.data.reason !== "missing") throw error;
    const passkeyJson = await confirm(method, request, error.data.url);
    return callAgain(send, { ...(request as object), passkeyJson }, options, policy);
  }
}

async function callAgain(
  send: Method,
  request: unknown,
  options: CallOptions | undefined,
  policy: CallPolicy,
): Promise<unknown> {
  const until = performance.now() + policy.retryForMs;
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await send(request, options);
      policy.wasThere = true;
      return answer;
    } catch (error) {
      if (options?.signal?.aborted || !isLost(error)) throw fromConnectError(error);
      const isOver = performance.now() >= until || (!policy.wasThere && isNobodyThere(error));
      if (isOver) throw noDaemon(policy.address, error);
      await pause(backOffMs(attempt), options?.signal);
    }
  }
}

function withCallId(method: DescMethod, request: unknown): unknown {
  if (method.input.field.callId === undefined) return request;
  const given = request as { readonly callId?: string };
  return given.callId ? given : { ...given, callId: callId() };
}

/** Leaving the loop ends the call; a stream of Connect would stay open. */
async function* restored<T>(
  send: (options: CallOptions) => AsyncIterable<T>,
  options: CallOptions = {},
): AsyncGenerator<T, void, undefined> {
  const leaving = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, leaving.signal]) : leaving.signal;
  try {
    yield* send({ ...options, signal });
  } catch (error) {
    throw fromConnectError(error);
  } finally {
    leaving.abort();
  }
}
