/** What the daemon pushes (src/daemon/push/push-message.ts). One of a newer daemon may say more. */
export interface PushMessage {
  readonly kind: string;
  readonly tag: string;
  readonly title: string;
  readonly session?: string;
  readonly ask?: string;
  readonly tool?: string;
  readonly detail?: string;
  readonly note?: string;
}

/** What a device shows of it, and where a tap leads. */
interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
  /** It takes the place of one that rang. */
  readonly isSilent: boolean;
}

/** Undefined: nothing that can be shown. */
export function readPush(text: string): PushMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const message = value as { readonly [field: string]: unknown };
    const isText = ["kind", "tag", "title"].every((field) => typeof message[field] === "string");
    return isText ? (value as PushMessage) : undefined;
  } catch {
    return undefined;
  }
}

export function notificationOf(message: PushMessage): ShownNotification {
  const { kind, tag, tool, detail, note } = message;
  const session = message.title || "A session";
  const shown = (title: string, body: string, path: string): ShownNotification => ({
    ...{ title, body, tag, path },
    isSilent: kind === "answered",
  });
  const more = detail === undefined ? session : `${session}\n${detail}`;
  switch (kind) {
    case "ask":
      return shown(`Allow ${tool ?? "a tool"}?`, more, askPath(message));
    case "question":
      return shown("A question for you", more, askPath(message));
    case "answered":
      return shown("Answered", session, sessionPath(message));
    case "end":
      return shown("Done", session, sessionPath(message));
    case "failure":
      return shown(note === undefined ? "Failed" : `Failed: ${note}`, session, sessionPath(message));
    case "limit":
      return shown("Waits for a limit of the provider", session, sessionPath(message));
    case "login":
      return shown("Waits for a login", session, sessionPath(message));
    case "resumed":
      return shown("Goes on", session, sessionPath(message));
    case "test":
      return shown("Notifications work", "You will be notified here when an agent needs you.", "/settings");
    default:
      return shown("Bridle", session, sessionPath(message));
  }
}

function askPath({ ask }: PushMessage): string {
  return ask === undefined ? "/asks" : `/asks/${encodeURIComponent(ask)}`;
}

function sessionPath({ session }: PushMessage): string {
  return session === undefined ? "/" : `/s/${encodeURIComponent(session)}`;
}
