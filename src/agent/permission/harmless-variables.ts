/** What the settings of a folder nobody has trusted may set: how this agent works, not where keys go or which programs run. */
const harmless =
  /^(ANTHROPIC_(DEFAULT_\w+_)?MODEL|ANTHROPIC_SMALL_FAST_MODEL|BASH_(DEFAULT_TIMEOUT_MS|MAX_TIMEOUT_MS|MAX_OUTPUT_LENGTH)|MAX_\w+|CLAUDE_CODE_(MAX_\w+|EFFORT_LEVEL|DISABLE_\w+)|CLAUDE_AUTOCOMPACT_\w+|DISABLE_\w+|API_TIMEOUT_MS|MCP_TIMEOUT|MCP_TOOL_TIMEOUT|NO_COLOR|FORCE_COLOR|TZ|LANG|LC_\w+)$/;

export function isHarmlessVariable(name: string): boolean {
  return harmless.test(name);
}
