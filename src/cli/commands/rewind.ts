import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import type { Session } from "../../api/gen/bridle/v1/session_pb.js";
import type { RewindFilesResponse } from "../../api/gen/bridle/v1/workspace_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { withClient } from "../find-daemon.ts";
import { findSession } from "../find-session.ts";
import { oneLine, plain, printJson, styled } from "../output.ts";
import { usage, whole } from "../read-argument.ts";

interface RewindOptions extends ClientOptions {
  readonly to?: number;
  readonly dryRun?: true;
  readonly list?: true;
  readonly yes?: true;
}

const examples = `
Examples:
  bridle rewind 1a2b --list                 the prompts of a session, with their numbers
  bridle rewind 1a2b                        files as they were before the last prompt
  bridle rewind 1a2b --to 3                 before the third
  bridle rewind 1a2b --to 3 --dry-run       only say what would change

The agent does it, by what it kept: its own changes of files, not those of commands. The conversation stays as it is.`;

/** `bridle rewind`: takes back what a session did to files. */
export const rewind: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("rewind"))
      .description("take files back to what they were before a prompt")
      .argument("<session>", "its id, or the beginning of it")
      .option("--to <number>", "the prompt, from 1; default: the last one", whole)
      .option("--dry-run", "only say what would change")
      .option("--list", "list the prompts")
      .option("--yes", "do not ask, on a terminal either")
      .addHelpText("after", examples)
      .action((id: string, options: RewindOptions, command: Command) =>
        withClient(options, async (client) => {
          const session = await findSession(client, id);
          const prompts = await promptsOf(client, session);
          if (options.list) return list(prompts, options);
          const number = options.to ?? prompts.length;
          const prompt = prompts[number - 1];
          if (prompt === undefined)
            return usage(command, `the session has ${prompts.length} prompts; --list shows them`);
          await take(client, session.id, prompt, options);
        }),
      ),
};

interface SentPrompt {
  readonly id: string;
  readonly text: string;
}

/** Those that were given to the agent, in order. */
async function promptsOf(client: BridleClient, { id, lastSeq }: Session): Promise<SentPrompt[]> {
  const texts = new Map<string, string>();
  const prompts: SentPrompt[] = [];
  if (lastSeq === 0n) return prompts;
  for await (const { kind, seq } of client.follow(id, 0)) {
    if (kind.case === "prompt") {
      const { promptId, contentJson, state } = kind.value;
      if (contentJson !== "") texts.set(promptId, textOf(contentJson));
      const isSent = state === PromptState.SENT || state === PromptState.INJECTED;
      if (isSent) prompts.push({ id: promptId, text: texts.get(promptId) ?? "" });
    }
    if (seq >= lastSeq) break;
  }
  return prompts;
}

function textOf(contentJson: string): string {
  const content = JSON.parse(contentJson) as string | readonly { readonly text?: string }[];
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join(" ");
}

function list(prompts: readonly SentPrompt[], { json }: RewindOptions): void {
  for (const [at, { id, text }] of prompts.entries())
    if (json) printJson({ number: at + 1, promptId: id, text });
    else process.stdout.write(`${at + 1}  ${oneLine(text, 100)}\n`);
}

async function take(client: BridleClient, sessionId: string, { id: promptId }: SentPrompt, options: RewindOptions) {
  const planned = await client.workspace.rewindFiles({ sessionId, promptId, dryRun: true });
  if (!options.json) process.stderr.write(styled("dim", summary(planned)));
  const isMeant = options.dryRun || planned.files.length === 0 || (await agreed(options));
  const isDone = isMeant && !options.dryRun && planned.files.length > 0;
  const done = isDone
    ? await client.workspace.rewindFiles({ sessionId, promptId, planDigest: planned.digest })
    : planned;
  const { files, insertions, deletions, skippedLinks, leftFiles, problem } = done;
  if (options.json) printJson({ rewound: isDone, files, insertions, deletions, skippedLinks, leftFiles, problem });
  else for (const file of files) process.stdout.write(`${plain(file)}\n`);
  if (leftFiles.length > 0) throw notAll(leftFiles, problem);
}

function notAll(leftFiles: readonly string[], problem: string): BridleError<"refused"> {
  const reason = `not taken back: ${leftFiles.join(", ")} (${problem})`;
  return new BridleError("refused", reason, { subtype: "rewind_files", reason, errorCode: undefined });
}

function summary({ files, insertions, deletions }: RewindFilesResponse): string {
  if (files.length === 0) return "nothing would change\n";
  return `${files.length} ${files.length === 1 ? "file" : "files"}, +${insertions} −${deletions}\n`;
}

/** Asked on a terminal only: a script means what it says. */
async function agreed({ yes, json }: RewindOptions): Promise<boolean> {
  if (yes || json || !process.stdin.isTTY || !process.stderr.isTTY) return true;
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question("take them back? (y/N) ")).trim());
  } finally {
    terminal.close();
  }
}
