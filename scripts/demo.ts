// npm start: a daemon until Ctrl-C, with a session on the built-in agent that wants something from you.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { styleText } from "node:util";
import { connect } from "bridle/client";
import { spokenVersion } from "../src/adapters/spoken-version.ts";
import { qrLines } from "../src/cli/qr-lines.ts";
import { whenOrphaned } from "./when-orphaned.ts";

const bridle = join(import.meta.dirname, "..", "bin", "bridle.cjs");
const home = join(process.env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "bridle-demo");
const project = join(home, "project");
const notes = join(project, "notes.md");

/** The scripted model, whatever keys there are: a demo costs nothing. Its transcripts are in nobody's way. */
const agent = {
  command: process.execPath,
  args: [join(import.meta.dirname, "..", "dist", "bridle-agent.js"), "--scripted-without-key"],
  env: { BRIDLE_PROVIDER: "scripted", CLAUDE_CONFIG_DIR: join(home, "claude") },
  version: spokenVersion,
};

const title = "Demo: a change waiting for you";
const client = connect({ socket: join(home, "run", "daemon.sock") });

// Another npm start that runs: told again, it is as was asked for.
if (await runsAlready()) {
  await invite("Ctrl-C where it was started ends it.");
  await client.close();
} else await start();

/** Tells where to go: to the session that waits. */
async function invite(end: string): Promise<void> {
  const { id, sessionId } = await waitingAsk();
  const { url } = await client.daemon.createLogin({});
  printWhatToDo(id, `${url}&to=/s/${sessionId}`, end);
}

async function runsAlready(): Promise<boolean> {
  try {
    await client.daemon.getVersion({}, { timeoutMs: 5000 });
    return true;
  } catch {
    return false;
  }
}

/** A daemon until Ctrl-C. */
async function start(): Promise<void> {
  const words = ["daemon", "start", "--foreground", "--tell-ready", "--end-with-starter", "--home", home];
  const settings = [
    "--agent",
    "bridle",
    "--set",
    "daemon.port=0",
    "--set",
    `agents=${JSON.stringify({ bridle: agent })}`,
  ];
  const daemon = spawn(process.execPath, [bridle, ...words, ...settings], {
    stdio: ["pipe", "inherit", "inherit", "pipe"],
  });
  // Ctrl-C reaches the daemon, too, and its end is ours.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => daemon.kill(signal));
  // The terminal is closed, and what is said there cannot be; the daemon itself would go on without one.
  process.on("SIGHUP", () => daemon.kill("SIGTERM"));
  whenOrphaned(() => daemon.kill("SIGTERM"));
  process.stdout.on("error", () => {});
  daemon.once("exit", (code) => {
    if (code === 0) console.log("stopped");
    process.exit(code ?? 1);
  });
  const lines = createInterface({ input: daemon.stdio[3] as Readable })[Symbol.asyncIterator]();
  const { value: line } = (await lines.next()) as { readonly value: string | undefined };
  // Anything else: it has said why it cannot, and ends.
  if (line?.includes('"ready"')) await invite("Ctrl-C ends the daemon and its agents.");
}

interface Waiting {
  readonly id: string;
  readonly sessionId: string;
}

/** An ask that is open: one that is there, or that of a turn which makes one. */
async function waitingAsk(): Promise<Waiting> {
  const { asks } = await client.conversation.listAsks({});
  if (asks[0] !== undefined) return asks[0];
  mkdirSync(project, { recursive: true });
  writeFileSync(notes, "# Notes\n\nBridle drives coding agents.\nTODO: say who decides.\n");
  const said = ["Please finish my notes.", `SCRIPT:${JSON.stringify({ steps: steps() })}`];
  const contentJson = JSON.stringify(said.map((text) => ({ type: "text", text })));
  const { sessions } = await client.sessions.listSessions({ cwd: project });
  const known = sessions.find((session) => session.title === title);
  if (known !== undefined) {
    const { seq, promptId } = await client.conversation.sendPrompt({ sessionId: known.id, prompt: { contentJson } });
    // A turn that ran already may have asked before the prompt was there: whoever follows from it on would wait for ever.
    const { asks: before } = await client.conversation.listAsks({ sessionId: known.id });
    const ask = before[0]?.id ?? (await askAfter(known.id, Number(seq), promptId));
    // None: it was allowed for good.
    if (ask !== "") return { id: ask, sessionId: known.id };
  }
  const { session } = await client.sessions.createSession({
    agent: "bridle",
    cwd: project,
    title,
    prompt: { contentJson },
  });
  const sessionId = session?.id ?? "";
  return { id: await askAfter(sessionId, 0), sessionId };
}

/** Of the turn that answers the prompt, or of the one before it, which may still run and wait. */
async function askAfter(sessionId: string, seq: number, promptId?: string): Promise<string> {
  for await (const { kind } of client.follow(sessionId, seq)) {
    if (kind.case === "permissionRequest" || kind.case === "question") return kind.value.ask?.id ?? "";
    if (kind.case === "turnComplete" && (promptId === undefined || kind.value.prompts.includes(promptId))) break;
  }
  return "";
}

/** What the scripted model says. */
function steps(): readonly object[] {
  const streamed = { chunks: 12, chunkDelayMs: 30 };
  const questions = [
    {
      question: "What shall we do next?",
      header: "Next",
      multiSelect: false,
      options: [
        { label: "Stop here", description: "The notes are finished" },
        { label: "Show me more", description: "There is a command line, too" },
      ],
    },
  ];
  return [
    {
      ...streamed,
      text: "I am a **scripted** model: I say what my script tells me, and cost nothing. First I read your notes, which needs no permission.",
      tools: [{ name: "Read", input: { file_path: notes } }],
    },
    {
      ...streamed,
      text: "Now I would like to change a line. That is yours to decide.",
      tools: [
        {
          name: "Edit",
          input: { file_path: notes, old_string: "TODO: say who decides.", new_string: "You decide what they may do." },
        },
      ],
    },
    { ...streamed, text: "One question.", tools: [{ name: "AskUserQuestion", input: { questions } }] },
    {
      ...streamed,
      text: "Thank you. Whatever you decided, this session's log has it.\n\nYour turn: **New session** starts an agent in a folder of yours, Claude Code too where it is installed.",
    },
  ];
}

function printWhatToDo(askId: string, login: string, end: string): void {
  const command = (words: string, about: string): string =>
    `  node bin/bridle.cjs ${words.padEnd(22)}${about}`.trimEnd();
  console.log(`${styleText("bold", "Bridle is running")}, with a session on its own agent that is waiting for you.

The page (this link logs a browser in, once, within ten minutes):
  ${login}
${process.stdout.isTTY ? `${qrLines(login, process.stdout.hasColors())}\n` : ""}
Or here, in another terminal:
  export BRIDLE_HOME='${home}'
${command("approve", "what waits")}
${command(`approve ${askId.slice(0, 8)}`, "allow it")}
${command("sessions", "what there is")}
${command("attach ID", "one of them, live; what you type is sent")}
${command('run "run ls"', "another one, streamed")}
${command("doctor", "is all well?")}

Everything is kept in ${home}. ${end}`);
}
