import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { adapterFor } from "../../src/adapters/adapters.ts";
import { seed001 } from "../../src/adapters/dialects/seed-001.ts";
import type { ProtocolAdapter } from "../../src/adapters/protocol-adapter.ts";
import { readCommand } from "../../src/adapters/read-command.ts";
import { readBlocks } from "../../src/adapters/read-content.ts";
import { Decoder } from "../../src/codec/decoder.ts";
import { FrameReader } from "../../src/codec/frame-reader.ts";
import type { Canonical } from "../../src/wire/canonical.ts";
import type { Fields } from "../../src/wire/fields.ts";
import type { Frame } from "../../src/wire/frame.ts";
import { sameMeaning } from "./check-recordings.ts";
import { jsonObjectsIn, seedExamples } from "./seed-examples.ts";

// Seeds are the documents that Bridle was asked for in (docs/spec.md); their JSON examples are in test/fixtures/seeds.

const adapters: { [seed: string]: ProtocolAdapter } = {
  "000": adapterFor(undefined),
  "001": seed001,
  "003": adapterFor(undefined),
  "004": adapterFor(undefined),
};

function canonical(example: Fields, adapter: ProtocolAdapter): Canonical | undefined {
  return new Decoder({ adapter }).push(Buffer.from(`${JSON.stringify(example)}\n`))[0];
}

function frameOf(example: Fields): Frame {
  const frames: Frame[] = [];
  new FrameReader({}, (frame) => frames.push(frame)).push(Buffer.from(`${JSON.stringify(example)}\n`));
  return frames[0] ?? assert.fail();
}

for (const [seed, adapter] of Object.entries(adapters)) {
  const examples = seedExamples(seed);

  test(`C8 seed ${seed}: everything its agent says is read and known`, () => {
    for (const { example, line } of examples.filter(({ direction }) => direction === "<")) {
      const kind = canonical(example, adapter)?.kind;
      assert.ok(kind !== undefined && kind !== "problem" && kind !== "unknown", `line ${line}: ${kind}`);
    }
  });

  test(`C8 seed ${seed}: everything its host says is a command, and is written as the seed has it`, () => {
    for (const { example, line } of examples.filter(({ direction }) => direction === ">")) {
      const command = readCommand(frameOf(example));
      assert.ok(command !== undefined, `line ${line}`);
      assert.ok(sameMeaning(JSON.parse(adapter.format(command)), example), `line ${line}`);
    }
  });

  test(`C8 seed ${seed}: parts of messages are content blocks, MCP servers with a name, or MCP answers`, () => {
    for (const { example, line } of examples.filter(({ direction }) => direction === "-")) {
      const servers = Object.values((example.mcpServers ?? {}) as { [name: string]: Fields });
      const known = readBlocks([example])[0]?.type !== "other" || "mcp_response" in example || servers.length > 0;
      assert.ok(known, `line ${line}`);
      for (const server of servers) assert.equal(typeof server.name, "string");
    }
  });
}

test("C5 seed 001's example session reads as the same conversation Claude Code would have", () => {
  const session = seedExamples("001").filter(({ line, direction }) => line >= 118 && direction === "<");
  const said = session.map(({ example }) => canonical(example, seed001));
  assert.deepEqual(
    said.map((message) => message?.kind),
    ["assistant", "user", "assistant", "result", "assistant", "result"],
  );
  const [call, result] = said;
  assert.ok(call?.kind === "assistant" && result?.kind === "user");
  assert.deepEqual(
    call.content.map((block) => block.type),
    ["text", "tool_use"],
  );
  assert.deepEqual(result.content, [
    { type: "tool_result", toolUseId: "call_1", content: "Hello from test file!", isError: false },
  ]);
});

test("C5 seed 000's tools, which are objects, are read as names", () => {
  const init = canonical(seedExamples("000")[0]?.example ?? {}, adapterFor(undefined));
  assert.deepEqual(init?.kind === "init" && init.tools, ["Bash"]);
});

const shared = join(import.meta.dirname, "..", "..", "..", "shared", "seeds");

test("C8 every JSON example of the seed documents is a fixture", {
  skip: existsSync(shared) ? false : "the seed documents are not beside this checkout",
}, () => {
  for (const file of readdirSync(shared)) {
    const found = jsonObjectsIn(readFileSync(join(shared, file), "utf8"));
    const shorthand = ["{}", '{"type":"assistant"}', '{"type":"result"}'];
    const wanted = found.filter((example) => !shorthand.includes(JSON.stringify(example)));
    const kept = wanted.length === 0 ? [] : seedExamples(file.slice(0, 3)).map(({ example }) => example);
    assert.deepEqual(wanted, kept, file);
  }
});
