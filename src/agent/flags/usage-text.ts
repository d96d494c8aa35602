/** `--help`, for whoever starts an agent by hand. */
export const usageText = (program: string): string => `Usage: ${program} [flags] [prompt]

An agent that takes Claude Code's flags and is driven as Claude Code is.

  -p "hello"                                  one answer, as text
  -p --output-format json < question.txt      one answer, as its result
  --input-format stream-json --output-format stream-json --verbose
                                              a conversation with a host
  --stdio --db ./agent.db                     the same in the dialect of seed 001 (docs/dialects.md)

The most used flags: --model --effort --agent --settings --setting-sources --resume <id|title> --continue
  --fork-session --session-id --allowedTools --disallowedTools --tools --permission-mode
  --permission-prompt-tool stdio --add-dir --system-prompt --append-system-prompt --max-turns --max-budget-usd
  --json-schema --mcp-config --restricted --include-partial-messages --replay-user-messages
  --no-session-persistence --script --db --version. What it does not know it names on stderr, and refuses
  where its name may restrict.
`;
