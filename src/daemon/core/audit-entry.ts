import type { Decider } from "./decider.ts";

/** A decision about a tool use, for the audit. Of what the tool was given it tells the digest, and nothing else is kept. */
export interface AuditEntry {
  readonly toolName: string;
  readonly toolUseId: string;
  /** Of the tool and its input; empty: the input was not seen. */
  readonly digest: string;
  /** What a person or a setting made of the input, as JSON: its digest is kept, not it. */
  readonly editedInputJson?: string | undefined;
  readonly verdict: AuditVerdict;
  readonly decider: Decider;
  readonly askedMs: number;
  readonly decidedMs: number;
  /** Where the tool would run; undefined: nobody told. */
  readonly folder: string | undefined;
}

/** `unknown`: the agent asked nobody, and ended before it was seen whether the tool ran. */
export type AuditVerdict = "allow" | "deny" | "cancelled" | "unknown";
