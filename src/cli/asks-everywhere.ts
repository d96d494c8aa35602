import type { Ask, AskKind } from "../api/gen/bridle/v1/ask_pb.js";
import { BridleError } from "../errors.ts";
import { fromAllDaemons } from "./all-daemons.ts";
import type { DaemonTarget } from "./daemon-target.ts";
import { askLine } from "./event-note.ts";
import { openAsks } from "./open-asks.ts";

interface AskThere {
  readonly context: string;
  readonly target: DaemonTarget;
  readonly ask: Ask;
}

/** The open asks of all daemons, the oldest first. */
export async function asksEverywhere(home: string | undefined): Promise<readonly AskThere[]> {
  const answers = await fromAllDaemons(home, openAsks);
  return answers
    .flatMap(({ context, target, value }) => value.map((ask) => ({ context, target, ask })))
    .sort((one, other) => Number(one.ask.createdMs - other.ask.createdMs));
}

/** The daemon that has the open ask whose id begins so, of a kind or of any. Throws `not_found`, also where there are several. */
export async function daemonOfAsk(
  home: string | undefined,
  beginning: string,
  kind: AskKind | undefined,
): Promise<DaemonTarget> {
  const wanted = beginning.toLowerCase();
  const all = await asksEverywhere(home);
  const found = all.filter(({ ask }) => (kind === undefined || ask.kind === kind) && ask.id.startsWith(wanted));
  const [one] = found;
  if (one !== undefined && found.length === 1) return one.target;
  const lines = found.slice(0, 5).map(({ context, ask }) => `  ${context}  ${askLine(ask)}`);
  const message =
    one === undefined
      ? `there is no open ask ${beginning} on any daemon; --all without an id lists them`
      : `${beginning} is the beginning of several:\n${lines.join("\n")}\nuse more of it`;
  throw new BridleError("not_found", message, { what: "open ask", id: beginning });
}
