import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Fields } from "../../src/wire/fields.ts";
import { cliOrSkip } from "../lab/cli-or-skip.ts";
import { type LineShape, lineShapes } from "./line-shapes.ts";
import { longConversation } from "./long-conversation.ts";
import { bridle, type Command, claude, TranscriptStage } from "./transcript-stage.ts";

interface Written {
  readonly session: readonly LineShape[];
  readonly subAgent: readonly LineShape[];
  readonly meta: Fields;
}

async function written(command: Command): Promise<Written> {
  await using stage = await TranscriptStage.set();
  const id = await longConversation(stage, command);
  const [worker, ...others] = stage.subAgents(id);
  assert.ok(worker !== undefined && others.length === 0, "one agent worked for it");
  const { toolUseId, ...meta } = worker.meta;
  assert.match(String(toolUseId), /^toolu_/);
  return { session: lineShapes(stage.lines(id)), subAgent: lineShapes(worker.lines), meta };
}

async function bothOrSkip(t: TestContext): Promise<{ ours: Written; theirs: Written } | undefined> {
  const cli = await cliOrSkip(t, "2.1.325");
  if (cli === undefined) return undefined;
  return { theirs: await written(claude(cli)), ours: await written(bridle) };
}

test("G2 a transcript has the lines and fields that Claude Code writes, and so has that of a sub-agent", {
  timeout: 300_000,
}, async (t) => {
  const both = await bothOrSkip(t);
  if (both === undefined) return;
  const { ours, theirs } = both;
  for (const part of ["session", "subAgent"] as const) {
    assert.deepEqual(
      ours[part].map(({ kind }) => kind),
      theirs[part].map(({ kind }) => kind),
    );
    assert.deepEqual(differences(ours[part], theirs[part]), []);
  }
  assert.deepEqual(ours.meta, theirs.meta);
});

function differences(ours: readonly LineShape[], theirs: readonly LineShape[]): string[] {
  return ours.flatMap((line, at) => {
    const other = theirs[at] as LineShape;
    const paths = new Set([...Object.keys(line.fields), ...Object.keys(other.fields)]);
    const show = (value: unknown): string => JSON.stringify(value) ?? "missing";
    const values = [...paths].map((path) => [path, show(line.fields[path]), show(other.fields[path])] as const);
    return [["parent", show(line.parent), show(other.parent)] as const, ...values]
      .filter(([, mine, other]) => mine !== other)
      .map(([path, mine, other]) => `${at} ${line.kind}: ${path} is ${mine}, not ${other}`);
  });
}
