import { BridleError } from "../../errors.ts";

/** Also for what a caller may not know of: the words are the same. */
export function noSession(id: string): BridleError<"not_found"> {
  const message = `there is no session ${id}; \`bridle sessions\` lists them`;
  return new BridleError("not_found", message, { what: "session", id });
}

export function noAsk(id: string): BridleError<"not_found"> {
  const message = `there is no ask ${id}; \`bridle approve\` lists the open ones`;
  return new BridleError("not_found", message, { what: "ask", id });
}

export function noWorktree(id: string): BridleError<"not_found"> {
  const message = `there is no worktree ${id}; \`bridle worktrees\` lists them`;
  return new BridleError("not_found", message, { what: "worktree", id });
}
