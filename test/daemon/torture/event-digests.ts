import { hash } from "node:crypto";
import { toBinary } from "@bufbuild/protobuf";
import { EventSchema } from "../../../src/api/gen/bridle/v1/event_pb.js";
import type { Event } from "../../../src/exports/client.ts";

/** What every number of every session was when somebody first saw it. It may never be anything else. */
export class EventDigests {
  readonly #sessions = new Map<string, string[]>();
  checked = 0;
  changed = 0;

  see(session: string, event: Event): void {
    const known = this.#sessions.get(session) ?? [];
    this.#sessions.set(session, known);
    const digest = hash("sha1", toBinary(EventSchema, event), "base64");
    const seq = Number(event.seq);
    this.checked += 1;
    if (known[seq] !== undefined && known[seq] !== digest) this.changed += 1;
    known[seq] = digest;
  }

  /** The highest number anybody saw. */
  last(session: string): number {
    return Math.max(0, (this.#sessions.get(session)?.length ?? 0) - 1);
  }
}
