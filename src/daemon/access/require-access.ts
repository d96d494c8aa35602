import type { DescMethod } from "@bufbuild/protobuf";
import { BridleError } from "../../errors.ts";
import { noAsk, noSession, noWorktree } from "../session/not-found.ts";
import { type Caller, hasRole, type Role } from "./caller.ts";
import { accessOf } from "./method-access.ts";
import type { Reach } from "./reach.ts";

/** Throws `forbidden` where the caller lacks the role of a call. */
export function requireRole(method: DescMethod, caller: Caller): void {
  const { role, bound } = accessOf(method);
  requireOne(role, method, caller);
  if (bound === "everywhere" && caller.folders !== undefined)
    throw forbidden(role, `${method.name} is about the whole daemon: ${limitedTo(caller)}`);
}

/**
 * Throws `forbidden` where the caller lacks the role for this request, or names a folder that is not theirs; and `not_found`
 * for a session, an ask or a worktree that is not, as if it were not there.
 */
export function requireAccess(method: DescMethod, request: object, caller: Caller, reach: Reach): void {
  requireRole(method, caller);
  const { bound, also } = accessOf(method);
  const further = also?.(request as never);
  if (further !== undefined) requireOne(further, method, caller);
  if (caller.folders === undefined) return;
  const { sessionId = "", askId = "", worktreeId = "", cwd = "" } = request as Named;
  if (bound === "session" && !reach.session(caller, sessionId)) throw noSession(sessionId);
  if (bound === "ask" && !reach.ask(caller, askId)) throw noAsk(askId);
  if (bound === "worktree" && !reach.worktree(caller, worktreeId)) throw noWorktree(worktreeId);
  if (bound === "folder") requireFolder(cwd, caller, reach);
}

function requireFolder(path: string, caller: Caller, reach: Reach): void {
  if (reach.folder(caller, path)) return;
  throw forbidden("watch", `${path || "this"} is not within them: ${limitedTo(caller)}`);
}

export function forbidden(role: Role, message: string): BridleError<"forbidden"> {
  return new BridleError("forbidden", message, { role });
}

function requireOne(role: Role, { name }: DescMethod, caller: Caller): void {
  if (hasRole(caller, role)) return;
  const has = caller.roles.length === 0 ? "none" : caller.roles.join(", ");
  throw forbidden(
    role,
    `${name} needs the role ${role}; the token ${caller.name} has ${has} (bridle tokens add --role)`,
  );
}

export function limitedTo({ name, folders = [] }: Caller): string {
  return `the token ${name} is limited to ${folders.join(", ")}`;
}

interface Named {
  readonly sessionId?: string;
  readonly askId?: string;
  readonly worktreeId?: string;
  readonly cwd?: string;
}
