// npm start: a daemon until Ctrl-C, with a session on the built-in agent that wants something from you.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { styleText } from "node:util";
import { type BridleClient, connect } from "bridle/client";

const bridle = join(import.meta.dirname, "..", "bin", "bridle.cjs");
const home = join(process.env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "bridle-demo");
const project = join(home, "project");

// The scripted model, whatever keys there are: a demo costs nothing. Any port: it is in nobody's way.
const daemon = spawn(
  process.execPath,
  [
    bridle,
    ...["daemon", "start", "--foreground", "--tell-ready", "--home", home],
    ...["--agent", "bridle", "--set", "daemon.port=0"],
  ],
  { stdio: ["ignore", "inherit", "inherit", "pipe"], env: { ...process.env, BRIDLE_PROVIDER: "scripted" } },
);
// Ctrl-C reaches the daemon, too, and its end is ours.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => daemon.kill(signal));
daemon.once("exit", (code) => process.exit(code ?? 1));

const lines = createInterface({ input: daemon.stdio[3] as Readable })[Symbol.asyncIterator]();
const { value: line } = (await lines.next()) as { readonly value: string | undefined };
// Anything else: it has said why it cannot, and ends.
if (line?.includes('"ready"')) {
  const client = connect({ socket: join(home, "run", "daemon.sock") });
  tell(await waitingAsk(client), (await client.daemon.createLogin({})).url);
}

/** The id of an ask that is open: one that an earlier start left, or that of a new session. */
async function waitingAsk(client: BridleClient): Promise<string> {
  const { asks } = await client.conversation.listAsks({});
  if (asks[0] !== undefined) return asks[0].id;
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "notes.txt"), "Bridle drives coding agents. You decide what they may do.\n");
  const { session } = await client.sessions.createSession({
    agent: "bridle",
    cwd: project,
    title: "Demo: read a file, then ask to write one",
    prompt: { text: `Read notes.txt and write a greeting.\n\nSCRIPT:${JSON.stringify({ steps: steps() })}` },
  });
  for await (const { kind } of client.follow(session?.id ?? "", 0)) {
    if (kind.case === "permissionRequest") return kind.value.ask?.id ?? "";
    if (kind.case === "turnComplete") break;
  }
  return "";
}

/** What the scripted model says. */
function steps(): readonly object[] {
  const streamed = { chunks: 12, chunkDelayMs: 30 };
  return [
    {
      ...streamed,
      text: "This is a scripted model: it says what its script tells it. First I read a file, which needs no permission.",
      tools: [{ name: "Read", input: { file_path: join(project, "notes.txt") } }],
    },
    {
      ...streamed,
      text: "Now I would like to write one. That is yours to decide.",
      tools: [{ name: "Write", input: { file_path: join(project, "hello.txt"), content: "Hello from the demo.\n" } }],
    },
    { ...streamed, text: "Thank you. Whatever you decided, this session's log has it." },
  ];
}

function tell(askId: string, login: string): void {
  const command = (words: string): string => `  node bin/bridle.cjs ${words} --home ${home}`;
  console.log(`${styleText("bold", "Bridle runs")}, with a session on its own agent that waits for you.

The page (this link logs a browser in, once, within ten minutes):
  ${login}

Or here, in another terminal:
${command("approve")}   what waits
${command(`approve ${askId.slice(0, 8)}`)}   allow it
${command("sessions")}
${command('run "run ls"')}   another session, streamed
${command("doctor")}

Everything is kept in ${home}. Ctrl-C ends the daemon and its agents.`);
}
