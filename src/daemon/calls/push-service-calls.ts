import { createECDH } from "node:crypto";
import { create, type MessageShape } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/push_service_pb.js";
import { BridleError, invalidOption } from "../../errors.ts";
import { type Caller, hasRole } from "../access/caller.ts";
import type { Push } from "../push/push.ts";
import { checkEndpoint } from "../push/push-endpoint.ts";
import { hostOf } from "../push/push-sender.ts";
import type { Unary } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { checkText } from "../session/check-text.ts";
import type { PushRow } from "../store/push-table.ts";
import type { Store } from "../store/store.ts";

const { method } = pb.PushService;

/** The calls about devices that are notified by Web Push. */
export function pushServiceCalls(push: Push, book: CallBook, store: Store): Unary<typeof pb.PushService> {
  const { devices } = push;
  const own = (id: string, caller: Caller): PushRow => devices.get(id, (row) => isOwn(row, caller));
  const shown = (row: PushRow) => subscriptionOf(row, push.isLoggedIn(row));
  return {
    getPushKey: async () => {
      const { publicKey } = await push.keys();
      return create(pb.GetPushKeyResponseSchema, { publicKey: Buffer.from(publicKey, "base64url") });
    },

    savePushSubscription: (request, { name: owner }) =>
      book.once(method.savePushSubscription, request, async (keep) => {
        checkSubscription(request, push.privateHosts);
        const answerOf = (row: PushRow) =>
          create(pb.SavePushSubscriptionResponseSchema, { subscription: shown({ ...row, owner }) });
        const { endpoint, p256dh, auth, name, switches, replacesEndpoint } = request;
        const given = { endpoint, p256dh, auth, name, switches: plain(switches), replacesEndpoint };
        return answerOf(await devices.save(given, owner, (row) => keep(answerOf(row), "")));
      }),

    updatePushSubscription: (request, caller) =>
      book.once(method.updatePushSubscription, request, async (keep) => {
        const known = own(request.id, caller);
        checkText("device_name", request.name);
        const changes = { ...(request.name !== "" && { name: request.name }), ...plain(request.switches) };
        const answerOf = (row: PushRow) =>
          create(pb.UpdatePushSubscriptionResponseSchema, { subscription: shown(row) });
        const next = await devices.change(known.id, changes, (row) => keep(answerOf(row), ""));
        return answerOf(next ?? { ...known, ...changes });
      }),

    deletePushSubscription: (request, caller) =>
      book.once(method.deletePushSubscription, request, async (keep) => {
        const answer = create(pb.DeletePushSubscriptionResponseSchema);
        await devices.remove(own(request.id, caller).id, keep(answer, ""));
        return answer;
      }),

    listPushSubscriptions: async (_, caller) =>
      create(pb.ListPushSubscriptionsResponseSchema, {
        subscriptions: devices.all.filter((row) => isOwn(row, caller)).map(shown),
      }),

    sendTestPush: (request, caller) =>
      book.once(method.sendTestPush, request, async (keep) => {
        const device = own(request.id, caller);
        const message = { kind: "test", tag: "test", title: "Bridle" } as const;
        const signal = AbortSignal.timeout(testMs);
        const options = { urgency: "high", ttlSeconds: 60, signal, retries: 0 } as const;
        const sent = await push.sender.send(device, message, options);
        if (!sent.ok) throw notSent(sent.why);
        const answer = create(pb.SendTestPushResponseSchema);
        await store.write(keep(answer, ""));
        return answer;
      }),
  };
}

/** Of others only an admin knows, and only one who is limited to no folder. */
function isOwn({ owner }: PushRow, caller: Caller): boolean {
  return owner === caller.name || (hasRole(caller, "admin") && caller.folders === undefined);
}

const testMs = 20_000;

function subscriptionOf(row: PushRow, loggedIn: boolean) {
  const { id, name, asks, ends, failures, content, createdMs, sentMs, failure } = row;
  return create(pb.PushSubscriptionSchema, {
    ...{ id, name, switches: { asks, ends, failures, content }, failure, loggedIn },
    createdMs: BigInt(createdMs),
    sentMs: BigInt(sentMs),
    pushService: hostOf(row),
  });
}

function plain(switches: MessageShape<typeof pb.PushSwitchesSchema> | undefined) {
  if (switches === undefined) return undefined;
  const { asks, ends, failures, content } = switches;
  return { asks, ends, failures, content };
}

/** Throws `invalid_option` for an endpoint that is not to be called, or keys that nothing can be encrypted for. */
function checkSubscription(request: pb.SavePushSubscriptionRequest, privateHosts: readonly string[]): void {
  const { endpoint, p256dh, auth, name } = request;
  checkEndpoint(endpoint, privateHosts);
  checkText("device_name", name);
  if (auth.length !== 16) throw invalidOption("auth", "16 bytes", `${auth.length} bytes`);
  if (!isPoint(p256dh)) throw invalidOption("p256dh", "an uncompressed point of P-256", "something else");
}

function isPoint(bytes: Uint8Array): boolean {
  const own = createECDH("prime256v1");
  own.generateKeys();
  try {
    own.computeSecret(bytes);
    return bytes.length === 65;
  } catch {
    return false;
  }
}

function notSent(why: string): BridleError<"refused"> {
  const message = `the test message did not go out: ${why}`;
  return new BridleError("refused", message, { subtype: "push", reason: why, errorCode: undefined });
}
