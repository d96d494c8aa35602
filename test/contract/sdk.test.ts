import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { adapterFor } from "../../src/adapters/adapters.ts";
import { readCommand } from "../../src/adapters/read-command.ts";
import { FrameReader } from "../../src/codec/frame-reader.ts";
import { version } from "../../src/util/version.ts";
import { checkPayload, controlRow } from "../../src/wire/controls.ts";
import type { Frame } from "../../src/wire/frame.ts";
import { sameMeaning } from "./check-recordings.ts";
import { fixturesFolder, transcriptsIn } from "./fixtures.ts";

/** What the official SDK 0.3.325 wrote to its agent. */
const written = transcriptsIn(join(fixturesFolder, "sdk")).flatMap(({ name, lines }) =>
  lines
    .filter(({ direction }) => direction === ">")
    .map(({ payload, lineNumber }) => ({ payload, where: `${name}:${lineNumber}` })),
);

function read(line: string): Frame | undefined {
  const frames: Frame[] = [];
  new FrameReader({}, (frame) => frames.push(frame)).push(Buffer.from(`${line}\n`));
  return frames[0];
}

test("C8 what the official SDK writes is read as commands and written again with the same meaning", () => {
  assert.ok(written.length > 50);
  const adapter = adapterFor(version("2.1.325"));
  for (const { payload, where } of written) {
    const frame = read(payload);
    const command = frame === undefined ? undefined : readCommand(frame);
    assert.ok(command !== undefined, where);
    assert.ok(sameMeaning(JSON.parse(adapter.format(command)), JSON.parse(payload)), where);
  }
});

test("C8 every control request of the official SDK is in the table and fits its schema, every field declared", () => {
  for (const { payload, where } of written) {
    const frame = read(payload);
    if (frame?.type !== "control_request") continue;
    const { subtype, ...fields } = frame.request;
    const row = controlRow("fromHost", subtype);
    assert.ok(row !== undefined, `${where} ${subtype}`);
    assert.deepEqual(checkPayload(row.request(), fields), { ok: true, payload: fields }, where);
    const declared = Object.keys((row.request() as unknown as { shape: object }).shape);
    assert.deepEqual(
      Object.keys(fields).filter((field) => !declared.includes(field)),
      [],
      where,
    );
  }
});
