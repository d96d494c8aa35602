import { NotificationService } from "../api/gen/bridle/v1/notification_service_pb.js";
import { PasskeyService } from "../api/gen/bridle/v1/passkey_service_pb.js";
import { PushService } from "../api/gen/bridle/v1/push_service_pb.js";
import { WorkspaceService } from "../api/gen/bridle/v1/workspace_service_pb.js";
import type { FolderReach } from "./access/folder-reach.ts";
import { notificationServiceCalls } from "./calls/notification-service-calls.ts";
import { pushServiceCalls } from "./calls/push-service-calls.ts";
import { workspaceServiceCalls } from "./calls/workspace-service-calls.ts";
import type { makeNotifications } from "./make-notifications.ts";
import type { makePasskeys } from "./make-passkeys.ts";
import type { ApiServerOptions } from "./server/api-server.ts";
import type { CallBook } from "./session/call-book.ts";
import type { Sessions } from "./session/sessions.ts";
import type { Worktrees } from "./worktrees/worktrees.ts";

interface Parts {
  readonly sessions: Sessions;
  readonly book: CallBook;
  readonly worktrees: Worktrees;
  readonly reach: FolderReach;
  readonly notified: ReturnType<typeof makeNotifications>;
  readonly passkeys: ReturnType<typeof makePasskeys>;
}

/** The services that are neither about sessions nor about the daemon itself. */
export function furtherServices(parts: Parts): NonNullable<ApiServerOptions["services"]> {
  const { sessions, book, worktrees, reach, passkeys } = parts;
  const { push, notifications } = parts.notified;
  const { store } = sessions.deps;
  return [
    { service: WorkspaceService, calls: workspaceServiceCalls(sessions, book, worktrees, reach) },
    { service: PushService, calls: pushServiceCalls(push, book, store) },
    { service: NotificationService, calls: notificationServiceCalls(notifications, book, store) },
    { service: PasskeyService, calls: passkeys.calls },
  ];
}
