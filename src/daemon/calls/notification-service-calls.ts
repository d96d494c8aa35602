import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/notification_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { Notifications } from "../notify/notifications.ts";
import type { Unary } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { dropNotices, listNotices, type NoticeRow, reviveNotices } from "../store/notices-table.ts";
import type { Store } from "../store/store.ts";

const { method } = pb.NotificationService;

const maxListed = 1000;
const testMs = 20_000;

/** The calls about what people are still to be notified of. */
export function notificationServiceCalls(
  notifications: Notifications,
  book: CallBook,
  store: Store,
): Unary<typeof pb.NotificationService> {
  return {
    listNotifications: async () =>
      create(pb.ListNotificationsResponseSchema, {
        targets: notifications.targets.map(({ name, type }) => ({ name, type })),
        notifications: store.read(listNotices(maxListed)).map(messageOf),
      }),

    retryNotifications: (request) =>
      book.once(method.retryNotifications, request, async (keep) => {
        const answerOf = (count: number) => create(pb.RetryNotificationsResponseSchema, { count });
        const chosen = { id: request.id, recipient: request.target };
        const count = await store.write(reviveNotices(chosen, Date.now(), (found) => keep(answerOf(found), "")));
        notifications.retry();
        return answerOf(count);
      }),

    dropNotifications: (request) =>
      book.once(method.dropNotifications, request, async (keep) => {
        const answerOf = (count: number) => create(pb.DropNotificationsResponseSchema, { count });
        const chosen = { id: request.id, recipient: request.target };
        return answerOf(await store.write(dropNotices(chosen, (found) => keep(answerOf(found), ""))));
      }),

    sendTestNotification: (request) =>
      book.once(method.sendTestNotification, request, async (keep) => {
        const sent = await notifications.test(request.target, AbortSignal.timeout(testMs));
        if (!sent.ok) throw notSent(sent.why);
        const answer = create(pb.SendTestNotificationResponseSchema);
        await store.write(keep(answer, ""));
        return answer;
      }),
  };
}

function messageOf(row: NoticeRow) {
  const { id, recipient, kind, session, ask, createdMs, dueMs, attempts, isDead, error } = row;
  return create(pb.NotificationSchema, {
    ...{ id, target: recipient, kind, sessionId: session, askId: ask, attempts, dead: isDead, error },
    createdMs: BigInt(createdMs),
    dueMs: BigInt(dueMs),
  });
}

function notSent(why: string): BridleError<"refused"> {
  const message = `the test message did not go out: ${why}`;
  return new BridleError("refused", message, { subtype: "notification", reason: why, errorCode: undefined });
}
