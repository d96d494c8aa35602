import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterFor } from "../../src/adapters/adapters.ts";
import { Decoder } from "../../src/codec/decoder.ts";
import { CostMeter } from "../../src/conversation/cost-meter.ts";
import type { Event } from "../../src/conversation/event.ts";
import { EventMaker, type EventMakerState } from "../../src/conversation/event-maker.ts";
import { emptyLedger, Ledger } from "../../src/conversation/ledger.ts";
import { promptMark } from "../../src/conversation/prompt-mark.ts";
import { TurnProgress } from "../../src/conversation/turn-progress.ts";
import type { TurnResult } from "../../src/conversation/turn-result.ts";
import type { Canonical } from "../../src/wire/canonical.ts";
import { versionFixtures } from "./fixtures.ts";
import { promptIn } from "./prompt-in.ts";
import type { Transcript } from "./transcript.ts";

const nowMs = 1_000_000;
const emptyMaker: EventMakerState = { assemblers: [], tools: [] };

/** What reads a conversation, as one value of plain data. */
const fresh = {
  ledger: emptyLedger,
  meter: new CostMeter({ resumed: false }).state,
  maker: emptyMaker,
  progress: new TurnProgress().state,
};

class Reader {
  readonly ledger: Ledger;
  readonly #meter: CostMeter;
  readonly #maker: EventMaker;
  readonly #progress: TurnProgress;

  constructor(state: typeof fresh) {
    this.ledger = new Ledger(state.ledger);
    this.#meter = new CostMeter(state.meter);
    this.#maker = new EventMaker({ ledger: this.ledger, meter: this.#meter, keepsContent: false }, state.maker);
    this.#progress = new TurnProgress(state.progress);
  }

  get state(): typeof fresh {
    return {
      ledger: this.ledger.state,
      meter: this.#meter.state,
      maker: this.#maker.state,
      progress: this.#progress.state,
    };
  }

  take(message: Canonical, adapter: ReturnType<typeof adapterFor>, events: Event[]): readonly TurnResult[] {
    if (message.kind === "delta") {
      this.#progress.delta(message);
      this.#maker.delta(message, events);
      return [];
    }
    this.#progress.take(message, nowMs);
    return this.#maker.take(message, { events, adapter });
  }
}

/** All that is made of a recording. `next`: the reader of the next line, made of the one before. */
function read({ lines }: Transcript, version: Parameters<typeof adapterFor>[0], next: (reader: Reader) => Reader) {
  const adapter = adapterFor(version);
  const events: Event[] = [];
  const results: TurnResult[] = [];
  let reader = new Reader(fresh);
  const decoder = new Decoder({ adapter }, (message) => results.push(...reader.take(message, adapter, events)));
  for (const { direction, payload } of lines) {
    reader = next(reader);
    if (direction === "<") decoder.push(Buffer.from(`${payload}\n`));
    const prompt = direction === ">" ? promptIn(payload) : undefined;
    if (prompt !== undefined) reader.ledger.add({ uuid: prompt.uuid ?? "none", mark: promptMark(prompt.content) });
  }
  return { events, results, state: reader.state };
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

for (const { name, version, transcripts } of versionFixtures()) {
  test(`D13 a conversation with ${name} is the same when it is made anew of its frozen state before every line`, () => {
    for (const transcript of transcripts) {
      const live = read(transcript, version, (reader) => reader);
      const stored = read(transcript, version, ({ state }) => new Reader(frozen(state)));
      assert.deepEqual(stored, live, transcript.name);
    }
  });
}

test("D13 the state of a conversation is plain data: JSON keeps all of it", () => {
  for (const { version, transcripts } of versionFixtures().slice(-1)) {
    for (const transcript of transcripts) {
      const asJson = ({ state }: Reader): Reader => new Reader(JSON.parse(JSON.stringify(state)) as typeof fresh);
      const { events, results } = read(transcript, version, asJson);
      const live = read(transcript, version, (reader) => reader);
      assert.deepEqual({ events, results }, { events: live.events, results: live.results }, transcript.name);
    }
  }
});
