import { Command, CommanderError } from "commander";
import { isBridleError } from "../errors.ts";
import { bridleVersion } from "./bridle-version.ts";
import type { CliCommand } from "./command.ts";
import { agent } from "./commands/agent.ts";
import { compat } from "./commands/compat.ts";
import { exitCodeMeanings, exitCodes } from "./exit-codes.ts";

const commands: readonly CliCommand[] = [agent, compat];

const exitHelp = Object.entries(exitCodes).map(
  ([name, code]) => `  ${String(code).padStart(3)}  ${exitCodeMeanings[name as keyof typeof exitCodes]}`,
);

const program = new Command("bridle")
  .description("The control stack for coding agents that speak the Claude Code protocol.")
  .version(bridleVersion)
  .exitOverride()
  .enablePositionalOptions()
  .showHelpAfterError("(add --help for usage and examples)")
  .addHelpText("after", `\nExit codes:\n${exitHelp.join("\n")}`);
for (const command of commands) command.register(program);

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) =>
  process.exit(error.code === "EPIPE" ? exitCodes.ok : exitCodes.turnFailed),
);

void run(process.argv).then((code) => {
  process.exitCode = code;
});

async function run(argv: readonly string[]): Promise<number> {
  try {
    if (argv.length <= 2) program.help({ error: true });
    await program.parseAsync(argv);
    return Number(process.exitCode ?? exitCodes.ok);
  } catch (error) {
    // Commander has printed its own message; help and version count as done.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (!isBridleError(error)) throw error;
    console.error(`bridle: ${error.message}`);
    return error.code === "agent_not_found" ? exitCodes.agentNotFound : exitCodes.configOrVersion;
  }
}
