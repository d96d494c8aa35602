import type { CliCommand } from "../command.ts";

const about = `
The agent has Claude Code's flags, and is driven as Claude Code is:
  bridle agent -p "hello"                                   one answer, as text
  bridle agent -p --output-format json < question.txt       one answer, as its result
  bridle agent --input-format stream-json --output-format stream-json --verbose
                                                            a conversation with a host
  bridle agent --stdio --db ./agent.db                      the same in the dialect of seed 001 (docs/dialects.md)
  bridle agent --script ./script.json -p go                 answers from a script (docs/scripted-model.md)

The most used flags: --model --effort --agent --settings --setting-sources --resume <id|title> --continue --fork-session
  --session-id --allowedTools --disallowedTools --tools --permission-mode --permission-prompt-tool stdio --add-dir
  --system-prompt --append-system-prompt --max-turns --max-budget-usd --json-schema --mcp-config --restricted
  --include-partial-messages --replay-user-messages --no-session-persistence --db. What it does not know it names on
  stderr, and refuses where its name may restrict.

The model: ANTHROPIC_API_KEY (with ANTHROPIC_BASE_URL), or OPENAI_API_KEY (with OPENAI_BASE_URL), or without a key a
scripted one that says what it is (\`bridle-agent\` refuses, unless it is started with --scripted-without-key).
Conversations are kept in the file of --db or BRIDLE_AGENT_DB, else in bridle/agent.db below CLAUDE_CONFIG_DIR or the
state folder of the user (~/.local/state).

Where a host wants a path to \`claude\`, give it \`bridle-agent\`: the same without the subcommand.`;

/** `bridle agent`: the coding agent, for a host or for one question. */
export const agent: CliCommand = {
  register: (program) =>
    program
      .command("agent")
      .description("run Bridle's own coding agent, as a host would run Claude Code")
      .allowUnknownOption()
      .allowExcessArguments()
      .passThroughOptions()
      .argument("[arguments...]", "Claude Code's flags, and a prompt")
      .addHelpText("after", about)
      .action(async (argv: string[]) => {
        const [{ serveAgent }, { codingAgent }] = await Promise.all([
          import("../../agent/kit/serve-agent.ts"),
          import("../../agent/loop/coding-agent.ts"),
        ]);
        await serveAgent(codingAgent, { argv: ["--scripted-without-key", ...argv] });
      }),
};
