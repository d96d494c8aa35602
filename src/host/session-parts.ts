import type { Deprecation } from "../adapters/deprecations.ts";
import type { InProcessServers } from "../mcp/in-process-servers.ts";
import type { Transport } from "../transport/transport.ts";
import type { HookTable } from "./hooks.ts";

/** Sees every line both ways before it is parsed. */
interface Tap {
  sent(line: string): void;
  received(chunk: Uint8Array): void;
}

/** What a session is put together from. */
export interface SessionParts {
  readonly transport: Transport;
  readonly mode: "strict" | "tolerant";
  readonly hooks: HookTable;
  readonly servers: InProcessServers;
  readonly tap: Tap | undefined;
  /** Warns, once each, of something that is done in an old way. */
  readonly deprecated: (what: Deprecation) => void;
  /** Closes what belongs to the session besides the agent. */
  close(): Promise<void>;
}
