import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { NoticeMessage } from "../notice-message.ts";
import { discord } from "./discord.ts";
import { ntfy } from "./ntfy.ts";
import { slack } from "./slack.ts";
import { webhook } from "./webhook.ts";

const ask: NoticeMessage = {
  ...{ id: "a", kind: "ask", created_ms: 1, session: "s", ask: "a", tool: "Bash", digest: "d" },
  url: "https://bridle.example.org/asks/a",
};
const answer_url = "https://bridle.example.org/answer?t=x";
const address = (url: string, secret?: string) => ({ url: new URL(url), secret, nowMs: 5_400 });

test("D14 a webhook is signed over id, time and body, with the secret or with the key that is base64 in it", () => {
  for (const [secret, key] of [
    ["a plain secret", Buffer.from("a plain secret")],
    [`whsec_${Buffer.from("the key").toString("base64")}`, Buffer.from("the key")],
  ] as const) {
    const { headers, body } = webhook(ask, address("https://x.example.org/", secret));
    const signature = createHmac("sha256", key).update(`a.5.${body}`).digest("base64");
    assert.equal(headers["webhook-signature"], `v1,${signature}`);
    assert.equal(headers["webhook-timestamp"], "5");
    assert.deepEqual(JSON.parse(body), ask);
  }
});

test("D14 ntfy gets its topic and its token; buttons decide, Allow only where the message shows what", () => {
  const said = (message: NoticeMessage) => {
    const { url, headers, body } = ntfy(message, address("https://ntfy.example.org/sub/agents", "tk_1"));
    assert.equal(url.href, "https://ntfy.example.org/sub/");
    assert.equal(headers.authorization, "Bearer tk_1");
    return JSON.parse(body);
  };
  const plain = said(ask);
  assert.equal(plain.topic, "agents");
  assert.equal(plain.title, "An agent asks for permission: Bash");
  assert.deepEqual(plain.actions, [{ action: "view", label: "Open", url: ask.url }]);
  const labels = (message: NoticeMessage) => said(message).actions.map(({ label }: { label: string }) => label);
  assert.deepEqual(labels({ ...ask, answer_url }), ["Open", "Deny"]);
  assert.deepEqual(labels({ ...ask, answer_url, detail: "ls" }), ["Open", "Allow", "Deny"]);
  assert.deepEqual(labels({ ...ask, answer_url, detail: "ls", needs_passkey: true }), ["Open", "Deny"]);
  assert.deepEqual(labels({ ...ask, kind: "question", answer_url, detail: "Which?" }), ["Open"]);
  const [, allow] = said({ ...ask, answer_url, detail: "ls" }).actions;
  assert.deepEqual([allow.method, allow.url, allow.body], ["POST", answer_url, "decision=allow&digest=d"]);
});

test("D14 nothing in a title mentions anybody or makes a link in Slack and Discord, and no link is opened by them", () => {
  const odd = { ...ask, title: "<!channel> & <https://evil.example.org|x>", detail: "@everyone **[x](https://y)**" };
  const inSlack = JSON.parse(slack(odd, address("https://hooks.example.org/x")).body);
  assert.ok(!inSlack.text.includes("<!channel>") && !inSlack.text.includes("<https://evil"));
  assert.ok(inSlack.text.endsWith(`<${ask.url}|Open it>`));
  assert.deepEqual([inSlack.unfurl_links, inSlack.unfurl_media], [false, false]);
  const inDiscord = JSON.parse(discord(odd, address("https://hooks.example.org/x")).body);
  assert.deepEqual(inDiscord.allowed_mentions, { parse: [] });
  assert.equal(inDiscord.flags, 4);
  assert.ok(inDiscord.content.includes("\\@everyone") && !inDiscord.content.includes("](https"));
  assert.ok(inDiscord.content.endsWith(`<${ask.url}>`));
});
