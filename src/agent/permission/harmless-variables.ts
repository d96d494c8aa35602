/**
 * What the settings of a folder nobody has trusted may set: how this agent works, by variables that are nobody else's, and
 * not where keys go or which programs run. What programs know, too, is let through only in the values that people use: in
 * some encodings a shell reads a line in another way than it was judged.
 */
const ofThisAgent =
  /^(ANTHROPIC_(DEFAULT_\w+_)?MODEL|ANTHROPIC_SMALL_FAST_MODEL|BASH_(DEFAULT_TIMEOUT_MS|MAX_TIMEOUT_MS|MAX_OUTPUT_LENGTH)|MAX_(THINKING_TOKENS|MCP_OUTPUT_TOKENS|STRUCTURED_OUTPUT_RETRIES)|CLAUDE_CODE_(MAX_\w+|EFFORT_LEVEL|DISABLE_\w+)|CLAUDE_AUTOCOMPACT_\w+|DISABLE_(AUTOUPDATER|AUTO_COMPACT|BUG_COMMAND|COMPACT|COST_WARNINGS|ERROR_REPORTING|INTERLEAVED_THINKING|NON_ESSENTIAL_MODEL_CALLS|PROMPT_CACHING\w*|TELEMETRY)|API_TIMEOUT_MS|MCP_TIMEOUT|MCP_TOOL_TIMEOUT)$/;

const ofEveryone: readonly [name: RegExp, value: RegExp][] = [
  [/^(NO_COLOR|FORCE_COLOR)$/, /^\w*$/],
  [/^TZ$/, /^[A-Za-z][\w+-]*(\/[A-Za-z][\w+-]*)*$/],
  [/^(LANG|LC_[A-Z]+)$/, /^(C|POSIX|[A-Za-z_]+\.utf-?8|C\.utf-?8)$/i],
];

export function isHarmlessVariable(name: string, value: string): boolean {
  return ofThisAgent.test(name) || ofEveryone.some(([names, values]) => names.test(name) && values.test(value));
}
