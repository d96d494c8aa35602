import { type NoticeMessage, noticeText } from "../notice-message.ts";
import type { Form } from "./form.ts";

/** ntfy's JSON goes to the server itself, with the topic in it. Buttons answer where the target has answer links. */
export const ntfy: Form = (message, { url, secret }) => {
  const [, path = "/", topic = ""] = /^(.*\/)([^/]*)\/*$/.exec(url.pathname) ?? [];
  const { headline, body } = noticeText(message);
  const { answer_url, url: page } = message;
  const click = answer_url ?? page;
  const isUrgent = message.kind === "ask" || message.kind === "question" || message.kind === "crash";
  return {
    url: new URL(path, url),
    headers: {
      "content-type": "application/json",
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify({
      topic: decodeURIComponent(topic),
      title: headline,
      ...(body !== "" && { message: body }),
      priority: isUrgent ? 4 : 3,
      ...(click !== undefined && { click, actions: actions(message, click) }),
    }),
  };
};

/** Allow is offered only where the message shows what is allowed, and no passkey is asked for. A question has no short answer. */
function actions({ kind, answer_url, digest = "", detail, needs_passkey }: NoticeMessage, click: string): object[] {
  const open = { action: "view", label: "Open", url: click };
  if (answer_url === undefined || kind !== "ask") return [open];
  const press = (label: string, decision: "allow" | "deny"): object => ({
    ...{ action: "http", label, url: answer_url, method: "POST", clear: true },
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ decision, digest }).toString(),
  });
  const mayAllow = detail !== undefined && !needs_passkey;
  return [open, ...(mayAllow ? [press("Allow", "allow")] : []), press("Deny", "deny")];
}
