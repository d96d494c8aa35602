import assert from "node:assert/strict";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";

test("W1 bridle/wire runs with nothing but the language and the text codecs: no Node, no timers, no I/O", async () => {
  const { outputFiles } = await build({
    entryPoints: ["src/exports/wire.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "wire",
    platform: "browser",
  });
  const browser = createContext({ TextDecoder, TextEncoder });
  runInContext(outputFiles[0]?.text ?? "", browser);
  const said = runInContext(
    `const adapter = wire.adapterFor(wire.parseAgentVersion("2.1.325 (Claude Code)"));
     const decoder = new wire.Decoder({ adapter });
     const chunk = new TextEncoder().encode('{"type":"result","subtype":"success","result":"hé"}\\noops\\n' + '{"type":"user","message":{"content":"' + "x".repeat(11e6) + '"}}');
     [...decoder.push(chunk), ...decoder.end()].map((message) => message.kind + ":" + (message.text ?? message.code ?? message.frame.truncated)).join() + adapter.format({ kind: "keep_alive" })`,
    browser,
  ) as string;
  assert.equal(said, 'result:hé,problem:not_json,user:true{"type":"keep_alive"}\n');
});
