/** Which decisions somebody wants to see; empty: any. */
export interface AuditFilter {
  readonly sessionId: string;
  readonly toolName: string;
  /** As the audit stores it. */
  readonly verdict: string;
  readonly decidedBy: string;
  readonly text: string;
}

export const everyDecision: AuditFilter = { sessionId: "", toolName: "", verdict: "", decidedBy: "", text: "" };

export function isNarrowed(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}
