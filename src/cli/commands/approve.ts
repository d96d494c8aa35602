import { toJson } from "@bufbuild/protobuf";
import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import { type Ask, AskKind, AskSchema } from "../../api/gen/bridle/v1/ask_pb.js";
import { Verdict } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { askPreview } from "../ask-preview.ts";
import { asksEverywhere, daemonOfAsk } from "../asks-everywhere.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { askLine, askStateName, byWhom, shortId } from "../event-note.ts";
import { exitCodes } from "../exit-codes.ts";
import { withClient, withClientAt } from "../find-daemon.ts";
import { findAsk } from "../find-session.ts";
import { openAsks } from "../open-asks.ts";
import { orPasskeyLink } from "../or-passkey-link.ts";
import { oneLine, plain, printJson } from "../output.ts";
import { duration, usage } from "../read-argument.ts";

interface ApproveOptions extends ClientOptions {
  readonly deny?: true;
  readonly always?: true;
  readonly message?: string;
  readonly interrupt?: true;
  readonly input?: string;
  readonly extend?: number;
  readonly all?: true;
}

const examples = `
Examples:
  bridle approve                                        what waits
  bridle approve 9f8e                                   allow it, this once
  bridle approve 9f8e --always                          and from now on, as the agent suggests
  bridle approve 9f8e --input '{"command":"npm test"}'  allow this instead of what was asked
  bridle approve 9f8e --deny --message "use pnpm"       deny it, and say why
  bridle approve 9f8e --deny --interrupt                deny it and end the turn
  bridle approve 9f8e --extend 2h                       decide nothing yet: it may wait two hours more
  bridle approve --all                                  what waits on any daemon that bridle context knows
  bridle approve 9f8e --all                             allow it, wherever it is

Exits with 1 when somebody else was faster; with 77 where approvals.confirm is passkey: then it prints the link to allow it by.`;

/** `bridle approve`: what waits for permission, and the answer. */
export const approve: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("approve"))
      .description("list what waits for permission; allow or deny it")
      .argument("[ask]", "its id, or the beginning of it; without one all are listed")
      .option("--deny", "deny it")
      .option("--always", "allow it from now on, by the agent's first suggestion")
      .option("--input <json>", "allow it with this input in place of the agent's")
      .option("--message <text>", "with --deny: told to the agent")
      .option("--interrupt", "with --deny: end the turn, too")
      .option(
        "--extend <time>",
        "decide nothing: it may wait so much longer (90s, 30m, 12h, 2d); questions, too",
        duration,
      )
      .option("--all", "of all daemons: this machine's, and those that bridle context made known")
      .addHelpText("after", examples)
      .action((id: string | undefined, options: ApproveOptions, command: Command) => {
        const wrong = mistakeIn(id, options);
        if (wrong !== undefined) return usage(command, wrong);
        const { extend: byMs } = options;
        if (id === undefined) return listAsks(AskKind.PERMISSION, options);
        // More time may be given to questions, too.
        const kind = byMs === undefined ? AskKind.PERMISSION : undefined;
        return withDaemonOfAsk(id, kind, options, (client) =>
          byMs === undefined ? decide(client, id, options) : extend(client, id, byMs, options),
        );
      }),
};

/** What does not go together. */
function mistakeIn(id: string | undefined, options: ApproveOptions): string | undefined {
  const { deny, always, input, extend: byMs } = options;
  if (!deny && (options.message !== undefined || options.interrupt)) return "--message and --interrupt go with --deny";
  if (deny && always) return "--deny and --always exclude each other";
  if (input !== undefined && (deny || always)) return "--input goes with neither --deny nor --always";
  const decides = deny || always || input !== undefined;
  if (byMs !== undefined && decides) return "--extend decides nothing: it goes with no answer";
  return id === undefined && (decides || byMs !== undefined) ? needsId : undefined;
}

const needsId = "--deny, --always, --input and --extend need the id of an ask; bridle approve lists them";

async function extend(client: BridleClient, id: string, byMs: number, options: ApproveOptions): Promise<void> {
  const { id: askId } = await findAsk(client, id);
  const { extended, ask } = await client.conversation.extendAsk({ askId, byMs: BigInt(byMs) });
  printDecided(extended, ask, options, `waits until ${new Date(Number(ask?.deadlineMs)).toLocaleString()}`);
}

async function decide(client: BridleClient, id: string, options: ApproveOptions): Promise<void> {
  const ask = await findAsk(client, id);
  await orPasskeyLink(options, async () => {
    const { won, ask: decided } = await client.conversation.answerAsk({
      askId: ask.id,
      verdict: options.deny ? Verdict.DENY : Verdict.ALLOW,
      updatesJson: options.always ? ask.suggestions.slice(0, 1).map(({ updateJson }) => updateJson) : [],
      updatedInputJson: options.input ?? "",
      message: options.message ?? "",
      interrupt: options.interrupt === true,
    });
    printDecided(won, decided, options);
  });
}

/** Also for questions, with what was answered. */
export function printDecided(won: boolean, ask: Ask | undefined, { json }: ClientOptions, done?: string): void {
  if (!won) process.exitCode = exitCodes.turnFailed;
  if (ask === undefined) return;
  if (json) return printJson({ won, ask: toJson(AskSchema, ask, { alwaysEmitImplicit: true }) });
  const state = askStateName(ask.state, ask.toolName);
  if (won) process.stdout.write(`${plain(done ?? state)}\n`);
  // A rule may have come since it was asked.
  else process.stderr.write(`bridle: ${isByRule(ask) ? "" : "too late, "}it was ${state} ${byWhom(ask.decidedBy)}\n`);
}

function isByRule({ decidedBy }: Ask): boolean {
  return decidedBy.startsWith("rule: ");
}

interface AskOptions extends ClientOptions {
  readonly all?: true;
}

/** Runs with a client of the daemon that is meant; with `--all`, of the one that has the ask. */
export async function withDaemonOfAsk(
  id: string,
  kind: AskKind | undefined,
  options: AskOptions,
  work: (client: BridleClient) => Promise<void>,
): Promise<void> {
  if (options.all) return withClientAt(await daemonOfAsk(options.home, id, kind), work);
  return withClient(options, work);
}

/** The open asks of one kind, the oldest first. */
export async function listAsks(kind: AskKind, options: AskOptions): Promise<void> {
  const all = options.all ? await asksEverywhere(options.home) : await withClient(options, asksThere);
  const found = all.filter(({ ask }) => ask.kind === kind);
  if (options.json)
    for (const { ask, context } of found)
      printJson({
        ...(context !== undefined && { context }),
        ...(toJson(AskSchema, ask, { alwaysEmitImplicit: true }) as object),
      });
  else if (found.length === 0) process.stderr.write(`${nothing(kind, all.length)}\n`);
  else for (const { ask, context } of found) process.stdout.write(`${describe(ask, context)}\n`);
}

async function asksThere(client: BridleClient): Promise<readonly { readonly ask: Ask; readonly context?: string }[]> {
  return (await openAsks(client)).map((ask) => ({ ask }));
}

const previewRows = 16;
/** There is no key here. */
const byKey = '"e" shows all of it';
const byJson = "bridle approve --json shows all of it";

function nothing(kind: AskKind, others: number): string {
  if (others === 0) return "nothing waits for you";
  const some = `${others} ${kind === AskKind.QUESTION ? "ask" : "question"}${others === 1 ? " waits" : "s wait"}`;
  return kind === AskKind.QUESTION
    ? `no question waits; ${some} for permission: bridle approve`
    : `nothing waits for permission; ${some} for an answer: bridle answer`;
}

function describe(ask: Ask, context: string | undefined): string {
  const where = context === undefined ? "" : `, ${context}`;
  const lines = [`${askLine(ask)}  (session ${shortId(ask.sessionId)}${where})`];
  const [suggestion] = ask.suggestions;
  if (ask.kind === AskKind.PERMISSION)
    lines.push(
      ...askPreview(ask, process.stdout.columns ?? 80, previewRows).map((line) => line.replace(byKey, byJson)),
    );
  if (suggestion !== undefined) lines.push(`    --always: ${oneLine(suggestion.label, Number.POSITIVE_INFINITY)}`);
  for (const { question, options } of ask.questions)
    lines.push(
      `    ${oneLine(question, 200)}  ${options.map(({ label }, at) => `${at + 1}: ${oneLine(label, 60)}`).join("  ")}`,
    );
  return lines.join("\n");
}
