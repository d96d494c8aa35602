import { Command, CommanderError } from "commander";
import { bridleVersion } from "./bridle-version.ts";
import { commands, findCommand } from "./commands.ts";
import { exitCodeMeanings, exitCodes } from "./exit-codes.ts";
import { jsonLine, plain } from "./output.ts";

const exitHelp = Object.entries(exitCodes).map(
  ([name, code]) => `  ${String(code).padStart(3)}  ${exitCodeMeanings[name as keyof typeof exitCodes]}`,
);

const examples = `
Examples:
  bridle run "What does this project do?"     an answer, streamed; a daemon is started when none runs
  git diff | bridle run "review this"         with what is piped in
  bridle sessions                             what there is
  bridle approve                              what waits for you

Exit codes:
${exitHelp.join("\n")}`;

const isJson = process.argv.includes("--json");

const program = new Command("bridle")
  .description("The control stack for coding agents that speak the Claude Code protocol.")
  .version(bridleVersion)
  .exitOverride()
  .enablePositionalOptions()
  .showHelpAfterError(isJson ? false : "(add --help for usage and examples)")
  .configureOutput({ outputError: (text, write) => write(usageError(text)) })
  .addHelpText("after", examples);

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) =>
  process.exit(error.code === "EPIPE" ? exitCodes.ok : exitCodes.turnFailed),
);

void run(process.argv).then((code) => {
  process.exitCode = code;
});

async function run(argv: readonly string[]): Promise<number> {
  try {
    await register(argv[2] === "help" ? argv[3] : argv[2]);
    if (argv.length <= 2) program.help({ error: true });
    await program.parseAsync(argv);
    return Number(process.exitCode ?? exitCodes.ok);
  } catch (error) {
    // Commander has printed its own message; help and version count as done.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const { printError } = await import("./print-error.ts");
    return printError(error, argv);
  }
}

/** As every other error is told. */
function usageError(text: string): string {
  const message = text.replace(/^error: /, "").trimEnd();
  return isJson ? `${jsonLine({ error: { code: "usage", message } })}\n` : `bridle: ${plain(message)}\n`;
}

/** The command that is used, whole; of the others only what help shows. */
async function register(used: string | undefined): Promise<void> {
  const wanted = findCommand(used);
  for (const row of commands) {
    if (row === wanted) (await row.load()).register(program, commands);
    else program.command(row.name).description(row.description);
  }
}
