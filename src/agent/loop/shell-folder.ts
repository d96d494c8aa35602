import { existsSync, realpathSync } from "node:fs";
import type { AgentSession } from "../session/agent-session.ts";
import { isInside } from "../tool/resolve-path.ts";

/** Where the next command begins. */
export function shellFolder(session: AgentSession): string {
  if (session.folder !== session.cwd && !existsSync(session.folder)) session.folder = session.cwd;
  return session.folder;
}

/** The shell went there; what to say when it may not stay. */
export function moveShell(session: AgentSession, folder: string): string | undefined {
  const { cwd, permissions } = session;
  // The shell names folders without their links; the working folder keeps the name it has.
  const real = realOf(folder);
  if (real === realOf(cwd)) session.folder = cwd;
  else if ([cwd, ...permissions.directories].some((allowed) => isInside(real, realOf(allowed)))) session.folder = real;
  else {
    session.folder = cwd;
    return `Shell cwd was reset to ${cwd}`;
  }
  return undefined;
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
