import type { Random } from "./random.ts";

type Mutation = (line: Buffer, random: Random) => Buffer;

const oversize = Buffer.from(`{"type":"user","x":"${"x".repeat(1_200_000)}"}`);
const deep = Buffer.from(`{"type":"user","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`);

/** Ways in which a line goes wrong. None of them ends in LF, and all but `insertLf` stay one line. */
const mutations: readonly Mutation[] = [
  (line, random) => flip(line, random, 1),
  (line, random) => flip(line, random, 8),
  (line, random) => line.subarray(0, random.below(line.length)),
  (line, random) => line.subarray(random.below(line.length)),
  (line, random) =>
    splice(line, random, Buffer.from([random.pick([0xff, 0xc3, 0xe2, 0xf0, 0x00, 0x0d, 0x22, 0x5c, 0x7b, 0x7d])])),
  (line, random) =>
    splice(
      line,
      random,
      Buffer.from(random.pick(["\u2028", "\ud83d\ude00", "\r", "\u001b[2J", '"__proto__":{"a":1},', "[[[[", "null"])),
    ),
  (line, random) => splice(line, random, Buffer.from("\n")),
  (line) => Buffer.concat([line, line]),
  (line) => Buffer.concat([Buffer.from("\u001b[2J\u001b[3J\u001b[H"), line.subarray(1)]),
  (_line, random) =>
    Buffer.from(
      random.pick([
        "",
        " ",
        "\t\r",
        "null",
        "[]",
        "{}",
        "1e999",
        '"x"',
        '{"type":1}',
        '{"type":"__proto__"}',
        "\u2028",
      ]),
    ),
  (_line, random) =>
    Buffer.from(Array.from({ length: random.below(80) }, () => random.below(256)).filter((byte) => byte !== 0x0a)),
];

/** Rare and costly ones. */
const bulk: readonly Buffer[] = [oversize, deep];

export function mutate(line: Buffer, random: Random): Buffer {
  return random.next() < 0.0002 ? random.pick(bulk) : random.pick(mutations)(line, random);
}

function flip(line: Buffer, random: Random, times: number): Buffer {
  const copy = Buffer.from(line);
  for (let i = 0; i < times; i++) {
    const at = random.below(copy.length);
    const byte = (copy[at] ?? 0) ^ (1 << random.below(8));
    if (byte !== 0x0a) copy[at] = byte;
  }
  return copy;
}

function splice(line: Buffer, random: Random, piece: Buffer): Buffer {
  const at = random.below(line.length);
  return Buffer.concat([line.subarray(0, at), piece, line.subarray(at)]);
}
