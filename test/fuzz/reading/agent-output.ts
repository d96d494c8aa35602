import type { Random } from "../random.ts";

const MiB = 1024 * 1024;

/** Of the reader under test: small, so that a run meets them often. */
export const maxLineBytes = 2 * MiB;
export const maxPayloadBytes = 1.25 * MiB;

/** All that one agent writes, good and bad, with or without a LF at its end. */
export function agentOutput(random: Random, lines: number): Buffer {
  const parts: Buffer[] = [];
  for (let n = 0; n < lines; n++) parts.push(...piece(random, n));
  const whole = Buffer.concat(parts);
  return random.next() < 0.3 ? whole.subarray(0, -1 - random.below(20)) : whole;
}

function piece(random: Random, n: number): Buffer[] {
  const dice = random.next();
  if (dice < 0.58) return [ended(random, good(random, n))];
  if (dice < 0.6) return [ended(random, wide(random, n))];
  if (dice < 0.97) return [ended(random, bad(random))];
  if (dice < 0.985) return run(random);
  return [ended(random, long(random, n))];
}

function ended(random: Random, line: Buffer): Buffer {
  return Buffer.concat([line, Buffer.from(random.next() < 0.1 ? "\r\n" : "\n")]);
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

const texts = ["plain", "é😀 \u2028 \u0000", "half \ud83d", "\ude00 half", 'a "quoted" \\ one', ""] as const;

/** Each says its number, where it says anything. */
function good(random: Random, n: number): Buffer {
  switch (random.below(6)) {
    case 0:
      return json({ type: "system", subtype: "status", status: `n${n}` });
    case 1:
      return json({ type: "control_request", request_id: `n${n}`, request: { subtype: "can_use_tool", x: texts } });
    case 2:
      return json({ type: "result", subtype: "success", is_error: false, result: `n${n}`, uuid: `n${n}` });
    case 3:
      return json({ type: "assistant", message: { id: `m${random.below(3)}`, content: [toolUse(n)] } });
    default:
      return delta(random.pick(texts));
  }
}

function toolUse(n: number | string): object {
  return { type: "tool_use", id: `n${n}`, name: "Bash", input: {} };
}

/** A message of so many blocks that their events are more than a daemon tells at once. */
function wide(random: Random, n: number): Buffer {
  const count = random.pick([2, 127, 128, 129, 256, 900, 4000, 18_000]);
  const ids = Array.from({ length: count }, (_, at) => `${n}-${at}`);
  const results = (some: readonly string[]) => some.map((id) => ({ type: "tool_result", tool_use_id: `n${id}` }));
  const text = { type: "text", text: "x" };
  switch (random.below(6)) {
    case 0:
      return json({ type: "assistant", message: { content: ids.map(toolUse) } });
    case 1:
      return json({ type: "assistant", message: { content: ids.map(() => ({ type: "tool_use" })) } });
    case 2:
      return json({ type: "assistant", message: { content: ids.flatMap((id, at) => (at % 3 ? text : toolUse(id))) } });
    case 3:
      return json({ type: "user", message: { content: results(ids) } });
    case 4:
      return json({ type: "user", message: { content: [text, ...results(ids), text] } });
    default: {
      // Some of them were started by the line before.
      const use = json({ type: "assistant", message: { content: ids.slice(-300).map(toolUse) } });
      const result = json({ type: "user", message: { content: [...results(ids), text] } });
      return Buffer.concat([use, Buffer.from("\n"), result]);
    }
  }
}

/** Characters are cut in two between deltas. */
function delta(text: string): Buffer {
  const event = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } };
  return json({ type: "stream_event", event, session_id: "s", parent_tool_use_id: null });
}

/** None holds a LF. */
function bad(random: Random): Buffer {
  const whole = good(random, 0);
  switch (random.below(9)) {
    case 0:
      return whole.subarray(0, 1 + random.below(whole.length - 1));
    case 1:
      return whole.subarray(1 + random.below(whole.length - 1));
    case 2: {
      const at = random.below(whole.length);
      return Buffer.concat([whole.subarray(0, at), Buffer.from([0xc3]), whole.subarray(at)]);
    }
    case 3:
      return Buffer.from(random.pick(["x", "", " \t", "null", "[]", "{}", '{"type":1}', "\r", "\ufeff{}"]));
    case 4:
      return Buffer.from(Array.from({ length: random.below(60) }, () => random.below(256)).filter(isNoLf));
    case 5:
      return anywhere(random, nested(random), nested(random));
    case 6:
      return json({ type: "assistant" });
    case 7:
      return json({ type: "control_request", request_id: "bad", request: {} });
    default:
      return json({ type: "user", message: 5 });
  }
}

function isNoLf(byte: number): boolean {
  return byte !== 0x0a;
}

function nested(random: Random): string {
  const depth = 600 + random.below(5000);
  return `${"[".repeat(depth)}${"]".repeat(depth)}`;
}

/** A line whose type has any place between its bulk. */
function anywhere(random: Random, before: string, after: string): Buffer {
  const type = random.pick([
    '"type":"result","is_error":true',
    '"type":"user"',
    '"type":"control_request","request_id":"bad"',
  ]);
  const members = [`"a":${before}`, `"b":${after}`];
  members.splice(random.below(3), 0, type);
  return Buffer.from(`{${members.join(",")}}`);
}

/** Bad lines in a row, so many that they are told of before they end. */
function run(random: Random): Buffer[] {
  const line = random.pick(["x\n", '{"type":"assistant"}\n', "[\r\n"]);
  return [Buffer.from(line.repeat(random.pick([2, 99, 100, 101, 102, 1500])))];
}

/** Lines that another thread reads, or nobody. */
function long(random: Random, n: number): Buffer {
  const text = `"${random.pick(["x", "é", '\\"', "\\\\"]).repeat((0.3 + random.next()) * MiB)}"`;
  switch (random.below(5)) {
    case 0:
      return json({ type: "system", subtype: "status", x: "y".repeat(MiB), status: `n${n}` });
    case 1:
      return json({ type: "result", subtype: "success", is_error: false, uuid: `n${n}`, result: "y".repeat(MiB) });
    case 2:
      return anywhere(random, `[${"1,".repeat(300_000 + random.below(300_000))}1]`, text);
    case 3:
      return anywhere(random, `"${"z".repeat(maxLineBytes)}"`, text);
    default:
      return anywhere(random, text, text);
  }
}
