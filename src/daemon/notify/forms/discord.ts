import { noticeText } from "../notice-message.ts";
import type { Form } from "./form.ts";

/** Discord opens links to show what is there, unless a message says not to. */
const suppressEmbeds = 4;

/** For a webhook of a Discord channel. Nobody is mentioned, whatever the text says. */
export const discord: Form = (message, { url }) => {
  const { headline, body } = noticeText(message);
  const link = message.answer_url ?? message.url;
  const lines = [`**${escaped(headline)}**`, ...(body === "" ? [] : [escaped(body)])];
  return {
    url,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      content: [...lines, ...(link === undefined ? [] : [`<${link}>`])].join("\n"),
      allowed_mentions: { parse: [] },
      flags: suppressEmbeds,
    }),
  };
};

/** Discord's Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_~|<>[\]()#@:]/g, "\\$&");
}
