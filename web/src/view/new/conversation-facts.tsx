import type { AgentSession } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { bytes as sizeOf } from "../../model/bytes.ts";
import { ago } from "../text/ago.ts";

/** What is about to be continued. */
export function ConversationFacts({ conversation }: { readonly conversation: AgentSession }) {
  const { title, cwd, updatedMs, bytes } = conversation;
  return (
    <section class="conversation-facts" aria-label="The conversation">
      <h2>{title || "Untitled"}</h2>
      <dl>
        <dt>Folder</dt>
        <dd>{cwd}</dd>
        <dt>Last used</dt>
        <dd>{ago(Number(updatedMs))}</dd>
        <dt>Size</dt>
        <dd>{sizeOf(Number(bytes))}</dd>
      </dl>
      <p class="label">
        The new session begins with the whole conversation. Claude Code's own file is kept and continued.
      </p>
    </section>
  );
}
