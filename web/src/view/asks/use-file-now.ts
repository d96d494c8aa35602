import { useEffect, useState } from "preact/hooks";
import type { Ask } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import type { GetAskFileResponse } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";

/** What is known of the file that an ask would change. */
export type FileNow =
  /** The tool changes none. */
  | { readonly at: "none" }
  | { readonly at: "loading" }
  | { readonly at: "there"; readonly file: GetAskFileResponse }
  | { readonly at: "failed"; readonly why: string };

const tools: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** A page that waits longer for a disk shows what it has. */
const timeoutMs = 5000;

/** Looked at again by whoever comes back to the page: it may have changed meanwhile. */
export function useFileNow({ id: askId, toolName }: Ask): FileNow {
  const { client } = useApp();
  const isFile = tools.has(toolName);
  const [now, set] = useState<FileNow>(isFile ? { at: "loading" } : { at: "none" });
  useEffect(() => {
    if (!isFile) return;
    const ending = new AbortController();
    const look = (): void => {
      if (document.visibilityState === "hidden") return;
      client.conversation.getAskFile({ askId }, { signal: ending.signal, timeoutMs }).then(
        (file) => set({ at: "there", file }),
        (error: unknown) => {
          if (!ending.signal.aborted) set({ at: "failed", why: messageOf(error) });
        },
      );
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      ending.abort();
      document.removeEventListener("visibilitychange", look);
    };
  }, [askId]);
  return now;
}

/** For who has to know whether something else is shown than before. */
export function fileKey(now: FileNow): string {
  return now.at === "there" ? `${now.file.state} ${now.file.linkTarget} ${now.file.content}` : now.at;
}
