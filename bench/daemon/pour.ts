import type { Clients } from "./clients.ts";
import { residentMb } from "./process-cost.ts";
import type { RunningDaemon } from "./running-daemon.ts";

export interface Poured {
  readonly seconds: number;
  /** That clients got. */
  readonly events: number;
  readonly messages: number;
  readonly daemonCpuMs: number;
  readonly holderCpuMs: number;
  /** The most it had since it was started. */
  readonly peakMb: number;
  readonly ages: readonly number[];
}

/** Tells every session's agent to talk, and waits until every client has heard all of it. */
export async function pour(
  daemon: RunningDaemon,
  clients: Clients,
  sessions: readonly string[],
  order: object,
): Promise<Poured> {
  const before = await clients.reach();
  const { turns } = await turnsOf(daemon, sessions[0] ?? "");
  const cpu = daemon.cpu();
  const begun = performance.timeOrigin + performance.now();
  await Promise.all(sessions.map((id) => daemon.prompt(id, order)));
  const last: { [session: string]: number } = {};
  // One after the other: asking is not what is measured.
  for (const id of sessions) last[id] = await daemon.turns(id, turns + 1);
  const after = await clients.reach(last);
  const used = daemon.cpu();
  return {
    seconds: (after.lastAt - begun) / 1000,
    events: after.events - before.events,
    messages: after.messages - before.messages,
    daemonCpuMs: used.daemon - cpu.daemon,
    holderCpuMs: used.holder - cpu.holder,
    peakMb: residentMb(daemon.pid, "VmHWM"),
    ages: after.ages,
  };
}

async function turnsOf(daemon: RunningDaemon, id: string): Promise<{ readonly turns: number }> {
  const { session } = await daemon.client.sessions.getSession({ sessionId: id });
  return { turns: Number(session?.turns ?? 0) };
}
