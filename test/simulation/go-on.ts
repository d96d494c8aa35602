import type { ModelDaemon } from "./model-daemon.ts";
import type { System } from "./system.ts";

/** Everything happens that can happen by itself, in order, and each agent goes on by so many steps. False: nothing was left to do. */
export function goOn(system: System, agentSteps: number): boolean {
  const { daemon } = system;
  if (daemon === undefined) return false;
  const begun = [
    startHolder(system, daemon),
    send(daemon),
    agentsGoOn(system, agentSteps),
    hear(system, daemon),
    sessionsGoOn(daemon),
    work(daemon),
    commit(daemon),
  ];
  return begun.includes(true);
}

function startHolder(system: System, daemon: ModelDaemon): boolean {
  if (system.holder !== undefined || !daemon.knowsOfHolder) return false;
  system.startHolder();
  return true;
}

function send(daemon: ModelDaemon): boolean {
  const messages = daemon.toHolder.splice(0);
  for (const message of messages) message();
  return messages.length > 0;
}

function agentsGoOn({ processes }: System, steps: number): boolean {
  let isAny = false;
  for (const agent of processes.values()) {
    if (!agent.canStep) continue;
    isAny = true;
    for (let n = 0; n < steps; n += 1) agent.step(true);
  }
  return isAny;
}

function hear({ holder }: System, daemon: ModelDaemon): boolean {
  let isAny = false;
  for (const agent of holder?.agents.values() ?? []) {
    if (!holder?.hasNews(agent)) continue;
    isAny = true;
    holder.tell(agent, daemon, { bytes: 1 << 20, isEarly: false });
  }
  return isAny;
}

function sessionsGoOn(daemon: ModelDaemon): boolean {
  let isAny = false;
  for (const session of daemon.sessions.values()) {
    isAny ||= session.isDue || session.link?.isBusy === true;
    if (session.link?.isBusy) daemon.read(session);
    if (session.isDue) session.fireTimer();
  }
  return isAny;
}

function work(daemon: ModelDaemon): boolean {
  const isAny = daemon.jobs.length > 0;
  daemon.jobs.work(0, false);
  return isAny;
}

function commit(daemon: ModelDaemon): boolean {
  const isAny = daemon.canFinish || daemon.canCommit;
  if (daemon.canFinish) daemon.finishCommit();
  if (daemon.canCommit) daemon.beginCommit();
  if (daemon.canFinish) daemon.finishCommit();
  return isAny;
}
