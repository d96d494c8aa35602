import { type Session, WorktreeEnd } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import type { App } from "../../app.ts";
import { messageOf } from "../../model/message-of.ts";
import { toast } from "../frame/toast.tsx";

/** What can be done with a session. Each tells what came of it, trouble too. */
export class SessionActions {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  rename({ id, title: before }: Session, title: string): Promise<void> {
    const wanted = title.trim();
    if (wanted === "" || wanted === before) return Promise.resolve();
    return this.#try("Could not rename it", () =>
      this.#quietly(id, () => this.#app.client.sessions.renameSession({ sessionId: id, title: wanted })),
    );
  }

  archive({ id, title, archived }: Session): Promise<void> {
    const set = (value: boolean): Promise<void> =>
      this.#quietly(id, () => this.#app.client.sessions.archiveSession({ sessionId: id, archived: value }));
    return this.#try(archived ? "Could not unarchive it" : "Could not archive it", async () => {
      await set(!archived);
      const text = archived ? `“${name(title)}” is unarchived.` : `“${name(title)}” is archived.`;
      toast(text, { undo: () => void this.#try("Could not undo that", () => set(archived)) });
    });
  }

  close({ id, title, worktree }: Session): Promise<void> {
    return this.#try("Could not close it", async () => {
      const { session, worktreeKeeps } = await this.#app.client.sessions.closeSession({ sessionId: id });
      const isGone = worktree !== undefined && session?.worktree === undefined;
      const more = isGone ? "Its worktree is removed." : "A prompt starts it again.";
      const kept = worktreeKeeps.length > 0 ? ` Its worktree was kept: ${worktreeKeeps.join("; ")}.` : "";
      toast(`“${name(title)}” is closed. ${more}${kept}`);
    });
  }

  /** Rejects with what is wrong: a dialog is open that shows it. */
  async fork({ id }: Session, title: string, at = ""): Promise<void> {
    const { session } = await this.#app.client.sessions.forkSession({ sessionId: id, title: title.trim(), at });
    if (session !== undefined) this.#app.open(session);
  }

  /** Rejects, as `fork` does. */
  async delete({ id, title }: Session, worktreeEnd = WorktreeEnd.UNSPECIFIED): Promise<void> {
    await this.#app.client.sessions.deleteSession({ sessionId: id, worktreeEnd });
    const here = this.#app.route.value;
    if (here.view === "session" && here.id === id) this.#app.go({ view: "sessions" });
    toast(`“${name(title)}” is deleted.`);
  }

  /** What somebody does to a session here is no news to them. */
  async #quietly(id: string, act: () => Promise<{ readonly session?: Session | undefined }>): Promise<void> {
    const { seen, sessions } = this.#app;
    const before = sessions.get(id);
    const wasUnread = before !== undefined && seen.isUnread(before);
    const { session } = await act();
    if (session !== undefined && !wasUnread) seen.look(id, Number(session.lastSeq));
  }

  async #try(what: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      toast(`${what}: ${messageOf(error)}`, { isTrouble: true });
    }
  }
}

function name(title: string): string {
  return title || "Untitled";
}
