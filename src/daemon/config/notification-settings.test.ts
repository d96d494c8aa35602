import assert from "node:assert/strict";
import { test } from "node:test";
import { targetsSetting } from "./notification-settings.ts";

const { problems, unknown } = targetsSetting("");
const found = (...targets: unknown[]) => problems(targets).map(({ below, allowed }) => `${below}: ${allowed}`);

const hook = { name: "ops", type: "webhook", url: "https://ops.example.org/x", secret_env: "OPS" };

test("D8 D14 targets that fit are taken", () => {
  const own = { name: "own", type: "command", command: "/bin/true", args: ["x"], timeout_ms: 1000 };
  const chat = { name: "chat", type: "slack", url_file: "/etc/url", on: ["ask"], content: "full", answer_link: true };
  assert.deepEqual(found(hook, own, { ...chat, escalate_after_ms: 60_000 }), []);
});

test("D8 D14 a target that cannot be used is named with what is allowed, and never repeated", () => {
  const secret = "https://user:word@hooks.example.org/secret";
  assert.deepEqual(found({ ...hook, url: secret }), ["0.url: an https address, or http on this machine"]);
  assert.ok(!JSON.stringify(problems([{ ...hook, url: secret }])).includes("word"));
  assert.deepEqual(found({ ...hook, url: "http://10.0.0.1/x" }).length, 1);
  assert.deepEqual(found({ ...hook, url: "http://127.0.0.1:1/x" }), []);
  assert.deepEqual(found({ ...hook, secret_env: undefined }).length, 1);
  const { secret_env: _, ...unsigned } = hook;
  assert.deepEqual(found(unsigned), ["0.secret_file: one of secret_file and secret_env"]);
  assert.deepEqual(found(hook, hook), ["1.name: the name of one target only"]);
  assert.deepEqual(found({ ...hook, command: "/bin/true" }), ["0.command: left out of a target of type webhook"]);
  assert.deepEqual(found({ ...hook, url_env: "X" }), ["0.url: one of url, url_file and url_env"]);
  assert.deepEqual(found({ name: "x", type: "command" }), ["0.command: an absolute path"]);
  assert.deepEqual(found({ ...hook, name: "push" }).length, 1);
  assert.deepEqual(found({ type: "pigeon" }).length, 2);
  assert.deepEqual(problems("x").length, 1);
  assert.deepEqual(
    unknown?.([{ ...hook, urll: 1 }]).map(({ below }) => below),
    ["0.urll"],
  );
});
