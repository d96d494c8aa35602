import { signal } from "@preact/signals";
import type { Event } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { Transcript } from "../model/transcript.ts";
import { TurnTokens } from "../model/turn-tokens.ts";
import type { Feed } from "./feed.ts";
import { Slices } from "./slices.ts";

type Ending = { readonly reason: string } | undefined;

/** A session whose transcript is kept up to date. */
export class LiveSession {
  readonly id: string;
  readonly transcript = signal(new Transcript());
  /** Events before this number are no longer kept by the daemon; 1: all are. */
  readonly firstSeq = signal(1);
  readonly ended = signal<Ending>(undefined);
  readonly tokens = signal(new TurnTokens());
  readonly #slices = new Slices<Event>((events) => {
    this.transcript.value.take(events);
    this.tokens.value.take(events);
  });
  readonly #stop: () => void;

  constructor(feed: Feed, id: string) {
    this.id = id;
    this.#stop = feed.follow(id, 0, {
      events: (events) => this.#slices.push(events),
      reset: (firstSeq) => {
        this.#slices.clear();
        this.firstSeq.value = firstSeq;
        this.transcript.value = new Transcript();
        this.tokens.value = new TurnTokens();
      },
      ended: (reason) => {
        this.ended.value = { reason };
      },
    });
  }

  close(): void {
    this.#stop();
    this.#slices.clear();
  }
}
