import type { BridleClient } from "../../api/client.ts";
import type { Session } from "../../api/gen/bridle/v1/session_pb.js";
import { onReaderGone } from "../background/on-reader-gone.ts";
import type { CliCommand } from "../command.ts";
import { ConnectionNote, lostMs } from "../connection-note.ts";
import { type ClientOptions, withDaemonOptions } from "../daemon-options.ts";
import { shortId, stateName } from "../event-note.ts";
import { exitCodes } from "../exit-codes.ts";
import { withClient } from "../find-daemon.ts";
import { findSession } from "../find-session.ts";
import { onSignal } from "../on-signal.ts";
import { oneLine, printJson, styled } from "../output.ts";
import { whole } from "../read-argument.ts";
import { EventView, eventJson } from "../render-event.ts";
import { TerminalScreen } from "../screen.ts";
import { TerminalAsks } from "../terminal-asks.ts";
import { typedLines } from "../typed-lines.ts";

interface AttachOptions extends ClientOptions {
  readonly from?: number;
}

const examples = `
Examples:
  bridle attach 1a2b                        everything so far, then what comes; lines that you type are sent as prompts
  bridle attach 1a2b --from 120             from event 120 on
  bridle attach 1a2b --json | jq -c .seq    every event, one per line

Ctrl-C leaves; the session goes on. It is found again when the daemon is restarted.`;

/** `bridle attach`: a session from its beginning, live. */
export const attach: CliCommand = {
  register: (program) =>
    withDaemonOptions(program.command("attach"))
      .description("show a session from its beginning and stay with it")
      .argument("<session>", "its id, or the beginning of it")
      .option("--from <seq>", "begin with this event", whole)
      .addHelpText("after", examples)
      .action((id: string, options: AttachOptions) =>
        withClient(options, async (client) => follow(client, await findSession(client, id), options)),
      ),
};

async function follow(client: BridleClient, session: Session, options: AttachOptions): Promise<void> {
  const screen = new TerminalScreen();
  const view = new EventView(screen, { prompts: true });
  const isTyped = process.stdin.isTTY === true && options.json === undefined;
  const afterSeq = Math.max(0, (options.from ?? 1) - 1);
  const asks = new TerminalAsks(client, screen.note, isTyped ? "terminal" : "elsewhere", afterSeq);
  const leaving = new AbortController();
  using _leave = onSignal(
    ["SIGINT"],
    () => leaving.abort(),
    () => process.exit(exitCodes.interrupted),
  );
  using _gone = onReaderGone(() => leaving.abort());
  if (!options.json) printHead(session, isTyped, screen);
  using _lines = isTyped
    ? typedLines(
        (line) => type(client, session, asks, line, { screen, view }),
        () => leaving.abort(),
      )
    : undefined;
  const connection = new ConnectionNote(screen.note, options);
  const events = client.follow(session.id, afterSeq, {
    onOpened: (opened) => {
      connection.opened();
      asks.opened(opened);
    },
    signal: leaving.signal,
    onLost: () => connection.lost(),
    retryForMs: lostMs,
  });
  for await (const event of events) {
    if (options.json) printJson(eventJson(session.id, event));
    else view.show(event);
    asks.see(event);
  }
  screen.endLine();
  if (!leaving.signal.aborted) {
    screen.note("the session was deleted");
    process.exitCode = exitCodes.turnFailed;
  }
}

function printHead({ id, title, agent, state, cwd }: Session, isTyped: boolean, screen: TerminalScreen): void {
  screen.note(styled("dim", `${shortId(id)} ${oneLine(title, 80)} (${agent}, ${stateName(state)}) in ${cwd}`));
  if (isTyped) screen.note(styled("dim", "what you type is sent; Ctrl-C leaves, and the session goes on"));
}

interface Shown {
  readonly screen: TerminalScreen;
  readonly view: EventView;
}

function type(client: BridleClient, { id }: Session, asks: TerminalAsks, line: string, { screen, view }: Shown): void {
  if (asks.line(line) || line.trim() === "") return;
  view.prompts.typed(line);
  void client.conversation
    .sendPrompt({ sessionId: id, prompt: { text: line } })
    .catch((error: Error) => screen.note(styled("red", `! ${error.message}`)));
}
