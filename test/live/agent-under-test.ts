/** The agent a scenario is played with: a real CLI, or anything that speaks as one. */
export interface AgentUnderTest {
  readonly name: string;
  /** The version of Claude Code that it is, or speaks like. */
  readonly version: string;
  readonly executable: string;
  readonly executableArgs: readonly string[];
}
