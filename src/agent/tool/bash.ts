import * as z from "zod/mini";
import { runCommand } from "./run-command.ts";
import type { Tool, ToolContext, ToolOutput } from "./tool.ts";
import { errorText, toolFailure } from "./tool-failure.ts";
import { looseFlag, looseInteger, systemText, toolInput } from "./tool-input.ts";

interface BashInput {
  readonly command: string;
  readonly description?: string | undefined;
  readonly timeout?: number | undefined;
  readonly run_in_background?: boolean | undefined;
}

export const bash: Tool<BashInput> = {
  name: "Bash",
  description: `Runs a command line with bash and gives its output.

Each call is a new shell: \`cd\` lasts to the next one within the folders you work in, variables do not. There is no input and no terminal.
Long outputs are saved to a file, and the beginning is shown. A command that outlives its timeout is ended with all it started.
Use run_in_background for what takes long or never ends: you are told when it is over, and can Read its output meanwhile.
To read, edit, write and search files use Read, Edit, Write, Grep and Glob rather than cat, sed, echo, grep and find.`,
  ...toolInput("Bash", () =>
    z.object({
      command: systemText().check(z.minLength(1)),
      description: z.optional(
        z.string().register(z.globalRegistry, { description: "What it does, in five to ten words" }),
      ),
      timeout: z.optional(looseInteger(z.gte(1)).register(z.globalRegistry, { description: "In milliseconds" })),
      run_in_background: z.optional(looseFlag()),
    }),
  ),
  isConcurrencySafe: () => false,
  permission: ({ description }) => ({ behavior: "ask", ...(description !== undefined && { description }) }),
  run: (input, context) =>
    input.run_in_background === true ? startInBackground(input, context) : runCommand(input, context),
};

async function startInBackground(input: BashInput, { tasks, cwd, env, toolUseId }: ToolContext): Promise<ToolOutput> {
  const { command, description = command } = input;
  try {
    const { id, outputFile } = tasks.start({ command, description, toolUseId, cwd, env });
    return {
      content:
        `Command running in background with ID: ${id}. Output is being written to: ${outputFile}. ` +
        "You will be notified when it completes. To check interim output, use Read on that file path.",
      isError: false,
      details: {
        stdout: "",
        stderr: "",
        interrupted: false,
        isImage: false,
        noOutputExpected: false,
        backgroundTaskId: id,
      },
    };
  } catch (error) {
    return toolFailure(errorText(error));
  }
}
