import type { Exiting, Grandchild } from "./fault.ts";

/** What a twin is besides its streams: a process, or something that plays one. */
export interface TwinBody {
  exit(how: Exiting): void;
  writeStderr(text: string): void;
  ignoreSigterm(): void;
  startGrandchild(grandchild: Grandchild): void;
  /** Waiting for ever is no reason to end. */
  stayAlive(): void;
}
