import type { AgentSession } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { ago } from "../text/ago.ts";
import { bytes as sizeOf } from "../text/bytes.ts";

/** What is about to be continued. */
export function ConversationFacts({ conversation }: { readonly conversation: AgentSession }) {
  const { title, cwd, updatedMs, bytes } = conversation;
  return (
    <section class="conversation-facts" aria-label="The conversation">
      <h2>{title || "Without a title"}</h2>
      <dl>
        <dt>Folder</dt>
        <dd>{cwd}</dd>
        <dt>Last used</dt>
        <dd>{ago(Number(updatedMs))}</dd>
        <dt>Size</dt>
        <dd>{sizeOf(Number(bytes))}</dd>
      </dl>
      <p class="label">
        A session of Bridle begins with all that was said there. Claude Code's own file stays, and is written on.
      </p>
    </section>
  );
}
