import type { BridleClient } from "../api/client.ts";
import { AskState } from "../api/gen/bridle/v1/ask_pb.js";
import { type Event, PromptState, TurnOutcome } from "../api/gen/bridle/v1/event_pb.js";
import { SessionState } from "../api/gen/bridle/v1/session_pb.js";
import type { ErrorCode } from "../errors.ts";
import { ConnectionNote, lostMs } from "./connection-note.ts";
import type { DaemonOptions } from "./daemon-options.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { onSignal } from "./on-signal.ts";
import { printJson, styled } from "./output.ts";
import { EventView, eventJson } from "./render-event.ts";
import { TerminalScreen } from "./screen.ts";
import { type AskMode, TerminalAsks } from "./terminal-asks.ts";
import { typedLines } from "./typed-lines.ts";

interface TurnOptions {
  readonly sessionId: string;
  /** Events after this number. */
  readonly afterSeq: number;
  /** Undefined: the first prompt that is seen. */
  readonly promptId: string | undefined;
  readonly json: boolean;
  readonly asks: AskMode;
  readonly daemon: DaemonOptions;
}

/** Shows one turn until it is over, and says how to exit. The first Ctrl-C interrupts it, a second one leaves. */
export async function followTurn(client: BridleClient, options: TurnOptions): Promise<ExitCode> {
  const screen = new TerminalScreen();
  const view = new EventView(screen);
  const asks = new TerminalAsks(client, screen.note, options.asks, options.afterSeq);
  const turn = new TurnWatch(options.promptId);
  const connection = new ConnectionNote(screen.note, options.daemon);
  using _interrupts = onInterrupt(client, options.sessionId, turn, connection, screen.note);
  using _lines = options.asks === "terminal" ? typedLines((line) => void asks.line(line)) : undefined;
  const events = client.follow(options.sessionId, options.afterSeq, {
    onOpened: (opened) => {
      connection.opened();
      asks.opened(opened);
    },
    onLost: () => connection.lost(),
    retryForMs: lostMs,
  });
  for await (const event of events) {
    const exit = turn.see(event);
    if (options.json) printJson(eventJson(options.sessionId, event));
    else if (turn.waiting === undefined || !ofOthers.has(event.kind.case ?? "")) view.show(event);
    asks.see(event);
    if (exit === undefined) continue;
    screen.endLine();
    return exit;
  }
  screen.note("the session was deleted");
  return exitCodes.turnFailed;
}

/** What is not shown of the turns that a prompt waits for; what they ask is, since it holds up all. */
const ofOthers: ReadonlySet<string> = new Set(["textDelta", "message", "toolStart", "toolResult", "turnComplete"]);

/** Why no agent could be started, where a script wants to know. */
const startFailures: { readonly [code: string]: ExitCode | undefined } = {
  agent_not_found: exitCodes.agentNotFound,
  incompatible_agent: exitCodes.configOrVersion,
} satisfies { readonly [C in ErrorCode]?: ExitCode };

/** What becomes of one prompt. */
class TurnWatch {
  #promptId: string | undefined;
  /** `parked`: its turn ended before a call that nobody has decided; a turn of the agent's own goes on with it. */
  #at: "waiting" | "sent" | "parked" = "waiting";
  /** The last thing that happened was a denial. */
  #isDenied = false;
  /** By this command. */
  isInterrupted = false;
  #error: string | undefined;

  constructor(promptId: string | undefined) {
    this.#promptId = promptId;
  }

  /** The prompt, while it waits. */
  get waiting(): string | undefined {
    return this.#at === "waiting" ? this.#promptId : undefined;
  }

  /** The exit code once it is over. */
  see({ kind }: Event): ExitCode | undefined {
    switch (kind.case) {
      case "prompt":
        return this.#prompt(kind.value.promptId, kind.value.state);
      case "error":
        this.#error = kind.value.code;
        return undefined;
      case "permissionResolved":
        this.#isDenied = kind.value.state === AskState.DENIED;
        return undefined;
      case "textDelta":
      case "toolStart":
        this.#isDenied = false;
        return undefined;
      case "statusChange":
        return this.#status(kind.value.state);
      case "turnComplete":
        return this.#turn(kind.value.prompts, kind.value.outcome);
      default:
        return undefined;
    }
  }

  #prompt(promptId: string, state: PromptState): ExitCode | undefined {
    this.#promptId ??= promptId;
    if (promptId !== this.#promptId) return undefined;
    if (state === PromptState.SENT || state === PromptState.INJECTED) this.#at = "sent";
    return state === PromptState.CANCELLED ? exitCodes.interrupted : undefined;
  }

  #status(state: SessionState): ExitCode | undefined {
    if (state === SessionState.CLOSED) return exitCodes.turnFailed;
    if (state !== SessionState.CRASHED) return undefined;
    return startFailures[this.#error ?? ""] ?? exitCodes.turnFailed;
  }

  #turn(prompts: readonly string[], outcome: TurnOutcome): ExitCode | undefined {
    const isOurs = this.#at === "parked" ? prompts.length === 0 : prompts.includes(this.#promptId ?? prompts[0] ?? "");
    if (!isOurs && this.#promptId !== undefined) return undefined;
    if (outcome !== TurnOutcome.DEFERRED) return this.#outcome(outcome);
    this.#at = "parked";
    return undefined;
  }

  #outcome(outcome: TurnOutcome): ExitCode {
    if (outcome === TurnOutcome.SUCCESS) return exitCodes.ok;
    const isInterrupted = outcome === TurnOutcome.INTERRUPTED || outcome === TurnOutcome.CANCELLED;
    // A denial that also ends the turn shows as an interrupt.
    if (isInterrupted) return this.#isDenied && !this.isInterrupted ? exitCodes.refused : exitCodes.interrupted;
    return exitCodes.turnFailed;
  }
}

function onInterrupt(
  client: BridleClient,
  sessionId: string,
  turn: TurnWatch,
  connection: ConnectionNote,
  note: (line: string) => void,
): Disposable {
  const interrupt = (): void => {
    // Nobody is there to interrupt anything.
    if (connection.isLost) process.exit(exitCodes.interrupted);
    turn.isInterrupted = true;
    note(styled("dim", "  interrupting; Ctrl-C again leaves, and the session goes on"));
    const promptId = turn.waiting;
    const asked =
      promptId === undefined
        ? client.conversation.interrupt({ sessionId })
        : client.conversation.cancelPrompt({ sessionId, promptId });
    void asked.catch((error: Error) => note(styled("red", `! ${error.message}`)));
  };
  return onSignal(["SIGINT"], interrupt, () => process.exit(exitCodes.interrupted));
}
