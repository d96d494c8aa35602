import { noticeText } from "../notice-message.ts";
import type { Form } from "./form.ts";

/** For an incoming webhook of Slack. Links are not unfolded: Slack would open them. */
export const slack: Form = (message, { url }) => {
  const { headline, body } = noticeText(message);
  const link = message.answer_url ?? message.url;
  const lines = [`*${escaped(headline)}*`, ...(body === "" ? [] : [escaped(body)])];
  const text = [...lines, ...(link === undefined ? [] : [`<${link}|Open it>`])].join("\n");
  return {
    url,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text, unfurl_links: false, unfurl_media: false }),
  };
};

/** Slack's own characters: nobody is mentioned, and no other link is made. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
