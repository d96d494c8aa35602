/** What is stored of a session beside its state. */
export interface SessionStamps {
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
}
