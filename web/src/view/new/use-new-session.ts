import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AgentSession } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { callId } from "../../../../src/api/service-client.ts";
import { isBridleError } from "../../../../src/errors.ts";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { firstAgent } from "./agent-choice.tsx";
import { useAgents } from "./use-agents.ts";
import type { WantedWorktree } from "./worktree-field.tsx";

interface Draft {
  readonly folder: string;
  readonly prompt: string;
  readonly agent: string;
  readonly model: string;
  readonly mode: string;
  readonly title: string;
  readonly worktree: WantedWorktree | undefined;
}

type Field = "folder" | "agent" | "form";

type Sending =
  | { readonly at: "writing" }
  /** Until the agents are known: which one is chosen where nobody chose goes by them. */
  | { readonly at: "waiting" }
  | { readonly at: "sending" }
  /** `field`: where it is shown. */
  | { readonly at: "refused"; readonly field: Field; readonly why: string };

/** What is written of a new session so far, and starts it. */
export function useNewSession(resumed: AgentSession | undefined) {
  const app = useApp();
  const agents = useAgents();
  const recent = useMemo(() => lastFolder(app.sessions.all.value), [app.sessions.isLoaded.value]);
  const [draft, setDraft] = useState<Partial<Draft>>({});
  const [sending, set] = useState<Sending>({ at: "writing" });
  const form = useRef<HTMLFormElement>(null);
  const call = useRef(callId());
  const write = (changes: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...changes }));
    call.current = callId();
    if (sending.at === "refused") set({ at: "writing" });
  };
  const folder = resumed?.cwd ?? draft.folder ?? recent;
  const agent = draft.agent ?? (resumed === undefined ? firstAgent(agents) : claudeOr(agents));
  const { prompt = "", model = "", mode = "", title = resumed?.title ?? "", worktree } = draft;
  const troubleAt = (field: Field): string => (sending.at === "refused" && sending.field === field ? sending.why : "");

  const start = async (): Promise<void> => {
    if (sending.at === "sending") return;
    if (folder.trim() === "") {
      set({ at: "refused", field: "folder", why: "Choose the folder to work in." });
      form.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
      return;
    }
    if (agents.at === "loading") return set({ at: "waiting" });
    set({ at: "sending" });
    try {
      const { session } = await app.client.sessions.createSession({
        callId: call.current,
        agent,
        cwd: folder.trim().replace(/(?<=.)\/+$/, ""),
        title: title.trim(),
        model: model.trim(),
        permissionMode: mode,
        ...(resumed !== undefined && { resumeAgentSessionId: resumed.agentSessionId }),
        ...(prompt.trim() !== "" && { prompt: { text: prompt } }),
        ...(worktree !== undefined && { worktree: { ...worktree, name: worktree.name.trim() } }),
      });
      if (session !== undefined) app.open(session);
    } catch (error) {
      // Whoever does not answer may have made it: pressed again, it is the same call.
      if (!isBridleError(error, "no_daemon")) call.current = callId();
      const refused = refusalOf(error, folder.trim(), resumed !== undefined);
      set(refused);
      if (refused.field === "folder") form.current?.querySelector<HTMLElement>("[role=combobox]")?.focus();
    }
  };

  useEffect(() => {
    if (sending.at === "waiting" && agents.at !== "loading") void start();
  }, [sending.at, agents.at]);

  return {
    form,
    agents,
    draft: { folder, agent, prompt, model, mode, title, worktree },
    write,
    /** From now on only the person changes the folder. */
    holdFolder: () => setDraft((before) => ({ folder, ...before })),
    start: () => void start(),
    isStarting: sending.at === "sending" || sending.at === "waiting",
    troubleAt,
  };
}

function lastFolder(sessions: readonly { readonly cwd: string; readonly updatedMs: bigint }[]): string {
  const newest = sessions.reduce<{ readonly cwd: string; readonly updatedMs: bigint } | undefined>(
    (best, one) => (best === undefined || one.updatedMs > best.updatedMs ? one : best),
    undefined,
  );
  return newest?.cwd ?? "";
}

/** What wrote a conversation goes on with it best. */
function claudeOr(agents: ReturnType<typeof useAgents>): string {
  const isThere =
    agents.at === "there" && agents.value.some(({ name, problem }) => name === "claude" && problem === "");
  return isThere ? "claude" : firstAgent(agents);
}

/** A conversation that goes on has the folder it was in: there is no field to say it at. */
function refusalOf(error: unknown, folder: string, isResumed: boolean): Extract<Sending, { readonly at: "refused" }> {
  const why = messageOf(error);
  const option = isBridleError(error, "invalid_option") ? error.data.option : "";
  if (option === "cwd")
    return {
      at: "refused",
      field: isResumed ? "form" : "folder",
      why: `There is no folder ${folder} on the daemon's machine. Pick one from the list, or create it first.`,
    };
  return { at: "refused", field: option === "agent" ? "agent" : "form", why };
}
