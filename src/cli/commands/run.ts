import type { Command } from "commander";
import type { BridleClient } from "../../api/client.ts";
import { BridleError } from "../../errors.ts";
import { askTrust } from "../ask-trust.ts";
import type { CliCommand } from "../command.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { remoteAddress } from "../daemon-target.ts";
import { shortId } from "../event-note.ts";
import { findSession } from "../find-session.ts";
import { followTurn } from "../follow-turn.ts";
import { printJson, styled } from "../output.ts";
import { reachDaemon } from "../reach-daemon.ts";
import { folder, usage } from "../read-argument.ts";
import { type AttachmentOptions, type GivenPrompt, promptWith, withAttachments } from "../read-attachments.ts";
import { readPrompt } from "../read-prompt.ts";
import { type AtEnd, endWorktree, newWorktree, worktreeEnd } from "../run-worktree.ts";
import type { AskMode } from "../terminal-asks.ts";

interface RunOptions extends ClientOptions, AttachmentOptions {
  readonly agent?: string;
  readonly cwd?: string;
  readonly model?: string;
  readonly permissionMode?: string;
  readonly title?: string;
  readonly session?: string;
  readonly continue?: true;
  readonly resume?: string;
  readonly worktree?: string | true;
  readonly worktreeEnd?: AtEnd;
  readonly detach?: true;
  readonly yes?: true;
}

const examples = `
Examples:
  bridle run "What does this project do?"
  git diff | bridle run "review this"             what is piped in goes with the prompt
  bridle run --continue "and the tests?"          go on with the newest session of this folder
  bridle run --session 1a2b "go on"               go on with a session; the beginning of its id will do
  bridle run --resume 4f5e… "go on"               go on with a conversation of Claude Code (bridle sessions claude)
  bridle run --worktree fix "mend the parser"     in a git worktree of its own, on the branch bridle/fix (bridle worktrees)
  bridle run --detach "run all tests"             only start it; prints the session's id
  bridle run --json "hello" | jq -r '.textDelta.text // empty'    every event, one per line; here the text of it

The answer goes to stdout, everything else (tools, asks, notices) to stderr. On a terminal asks are answered right here; else
from anywhere with bridle approve. Ctrl-C interrupts the turn; a second one leaves, and the session goes on.

Exits with 0, 1 when the turn failed, 72 when the agent is not there, 77 when a denial ended the turn, 130 when it was interrupted.`;

/** `bridle run`: one prompt, and its answer as it comes. */
export const run: CliCommand = {
  register: (program) =>
    withAttachments(withDaemonOptions(program.command("run")))
      .description("give an agent a prompt and stream its answer; starts a daemon when none runs")
      .argument("[prompt]", "what to do; or, or and, what is piped in")
      .option("--agent <name>", "an agent of the settings: claude, bridle …")
      .option("--cwd <folder>", "where the agent works; default: here", folder)
      .option("--model <model>", "the agent's model")
      .option("--permission-mode <mode>", "default, acceptEdits, plan, dontAsk or bypassPermissions")
      .option("--title <title>", "what the session is called")
      .option("--session <id>", "in this session")
      .option("--continue", "in the newest session of the folder, else in Claude Code's newest conversation there")
      .option("--resume <id>", "in a new session that resumes this conversation of the agent")
      .option("--worktree [name]", "in a git worktree of its own, made from the last commit, on the branch bridle/NAME")
      .addOption(worktreeEnd())
      .option("--detach", "do not wait for the answer")
      .option("--yes", "allow what is asked for while this command runs; deny rules still hold")
      .addHelpText("after", examples)
      .action(act),
};

async function act(given: string | undefined, wanted: RunOptions, command: Command): Promise<void> {
  const { argument, options } = withoutMixUp(given, wanted);
  const ways = [options.session, options.continue, options.resume].filter((way) => way !== undefined);
  if (ways.length > 1) return usage(command, "--session, --continue and --resume exclude each other");
  if (options.worktreeEnd !== undefined && options.worktree === undefined)
    return usage(command, "--worktree-end needs --worktree");
  if (options.worktree !== undefined && ways.length > 0)
    return usage(command, "--worktree begins a new session: leave --session, --continue and --resume out");
  if (options.detach && options.yes) return usage(command, "--yes needs this command to stay: leave --detach out");
  const text = await readPrompt(argument);
  if (text === undefined || text.trim() === "") return usage(command, "there is no prompt: give one, or pipe one in");
  const prompt = promptWith(text, options, command);
  const note = (line: string): boolean => process.stderr.write(styled("dim", `${line}\n`));
  await using client = await reachDaemon(options, () => note("starting a daemon (bridle daemon stop ends it) …"));
  const isNew = options.session === undefined && options.continue === undefined;
  if (isNew && remoteAddress(options) === undefined && askMode(options) === "terminal")
    await askTrust(client, options.cwd ?? process.cwd(), options.agent);
  const begun = await begin(client, prompt, options);
  if (options.detach) return detached(begun.sessionId, options);
  if (!options.json) note(`session ${shortId(begun.sessionId)}`);
  const json = options.json === true;
  process.exitCode = await followTurn(client, { ...begun, json, asks: askMode(options), daemon: options });
  if (options.worktree !== undefined) await endWorktree(client, begun.sessionId, options);
}

/** `--worktree "do this"`: what no worktree can be called is the prompt. */
function withoutMixUp(argument: string | undefined, options: RunOptions) {
  const { worktree } = options;
  if (argument !== undefined || typeof worktree !== "string" || !/\s/.test(worktree)) return { argument, options };
  return { argument: worktree, options: { ...options, worktree: true } as const };
}

function askMode({ yes, json }: RunOptions): AskMode {
  if (yes) return "allow";
  return process.stdin.isTTY && process.stderr.isTTY && !json ? "terminal" : "elsewhere";
}

interface Begun {
  readonly sessionId: string;
  readonly afterSeq: number;
  readonly promptId: string | undefined;
}

async function begin(client: BridleClient, prompt: GivenPrompt, options: RunOptions): Promise<Begun> {
  const cwd = options.cwd ?? process.cwd();
  const known = await knownSession(client, options, cwd);
  if (known !== undefined) {
    const given = newSessionOptions.find((name) => options[name] !== undefined);
    if (given !== undefined) throw keepsItsOwn(given);
    const { promptId, seq } = await client.conversation.sendPrompt({ sessionId: known, prompt });
    return { sessionId: known, afterSeq: Number(seq) - 1, promptId };
  }
  const { agent = "", model = "", permissionMode = "", title = "", resume = "" } = options;
  const { session } = await client.sessions.createSession({
    ...{ agent, cwd, model, permissionMode, title },
    resumeAgentSessionId: resume,
    continueNewest: options.continue === true,
    prompt,
    ...newWorktree(options),
  });
  if (session === undefined)
    throw new BridleError("not_found", "the daemon made no session", { what: "session", id: "" });
  return { sessionId: session.id, afterSeq: 0, promptId: undefined };
}

/** What a session has from its beginning. */
const newSessionOptions = ["agent", "model", "permissionMode", "title"] as const;

function keepsItsOwn(name: (typeof newSessionOptions)[number]): BridleError {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const what = name === "agent" ? "its agent" : "what it has";
  const message = `a session goes on with ${what}: leave ${flag} out, or begin a new one without --session and --continue`;
  return new BridleError("invalid_option", message, {
    option: flag,
    allowed: "a new session",
    found: "one that goes on",
  });
}

/** The session that goes on; undefined: a new one. */
async function knownSession(client: BridleClient, options: RunOptions, cwd: string): Promise<string | undefined> {
  if (options.session !== undefined) return (await findSession(client, options.session)).id;
  if (!options.continue) return undefined;
  const { sessions } = await client.sessions.listSessions({ cwd, pageSize: 1 });
  return sessions[0]?.id;
}

function detached(sessionId: string, { json }: RunOptions): void {
  if (json) return printJson({ sessionId });
  process.stdout.write(`${sessionId}\n`);
  process.stderr.write(styled("dim", `bridle attach ${shortId(sessionId)} shows it\n`));
}
