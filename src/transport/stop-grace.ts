/** How long each step of ending an agent may take, politest first. SIGKILL loses the agent's history. */
export const stopGraceMs = {
  /** At end of input alone an agent goes on with its turn. */
  interrupt: 2_000,
  inputEnd: 2_000,
  SIGTERM: 3_000,
  SIGKILL: 1_000,
} as const;
