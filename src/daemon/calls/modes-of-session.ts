import { BridleError } from "../../errors.ts";
import { agentModes, type OfferedMode } from "../agent-info/agent-modes.ts";
import type { Session } from "../session/session.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import type { SessionOptions } from "../session/session-record.ts";

type ModesSession = Pick<Session, "row" | "agent">;

/** The modes that a session's agent has, as far as the settings tell. */
export async function modesOfSession(
  { row }: Pick<ModesSession, "row">,
  { agent: commandOf }: Pick<SessionDeps, "agent">,
): Promise<readonly OfferedMode[]> {
  // Not there now: what it said before is known all the same.
  const args = await commandOf(row.agent).then(
    (command) => command.args,
    () => [],
  );
  const { permissionMode: startMode } = JSON.parse(row.options) as SessionOptions;
  return agentModes({ agent: row.agent, args, mode: row.permissionMode, startMode });
}

/** An agent that runs refuses a mode by itself; of one that does not, nothing is stored that it would have refused. */
export async function checkModeAsleep(session: ModesSession, mode: string, deps: SessionDeps): Promise<void> {
  if (session.agent.readyDriver !== undefined) return;
  const offered = await modesOfSession(session, deps);
  const reason = offered.find((one) => one.mode === mode)?.refusedBecause ?? "";
  if (reason !== "")
    throw new BridleError("refused", reason, { subtype: "set_permission_mode", reason, errorCode: undefined });
}
