import { BridleError } from "../../errors.ts";
import { agentModes, type OfferedMode } from "../agent-info/agent-modes.ts";
import type { Session } from "../session/session.ts";
import type { SessionDeps } from "../session/session-deps.ts";

type ModesSession = Pick<Session, "facts" | "isReady">;

/** The modes that a session's agent has, as far as the settings tell. */
export async function modesOfSession(
  { facts }: Pick<ModesSession, "facts">,
  { agent: commandOf }: Pick<SessionDeps, "agent">,
): Promise<readonly OfferedMode[]> {
  // Not there now: what it said before is known all the same.
  const args = await commandOf(facts.agent).then(
    (command) => command.args,
    () => [],
  );
  const { permissionMode: startMode } = facts.options;
  return agentModes({ agent: facts.agent, args, mode: facts.permissionMode, startMode });
}

/** An agent that runs refuses a mode by itself; of one that does not, nothing is stored that it would have refused. */
export async function checkModeAsleep(session: ModesSession, mode: string, deps: SessionDeps): Promise<void> {
  if (session.isReady) return;
  const offered = await modesOfSession(session, deps);
  const reason = offered.find((one) => one.mode === mode)?.refusedBecause ?? "";
  if (reason !== "")
    throw new BridleError("refused", reason, { subtype: "set_permission_mode", reason, errorCode: undefined });
}
