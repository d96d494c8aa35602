import { useState } from "preact/hooks";
import type { AgentSession } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { byFolder } from "../../model/by-folder.ts";
import { bytes as sizeOf } from "../../model/bytes.ts";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { Link } from "../link.tsx";
import { ago } from "../text/ago.ts";
import { useConversations } from "./use-conversations.ts";

const title = "Continue a Claude Code conversation";
/** So many at once; the words find the others. */
const maxShown = 200;

/** Conversations of Claude Code that can go on here, by folder. */
export function ContinueView() {
  const found = useConversations();
  const [words, search] = useState("");
  if (found.at === "failed")
    return (
      <View title={title}>
        <Empty icon="pulse" title="The conversations could not be listed">
          <p class="quiet">{found.why}</p>
        </Empty>
      </View>
    );
  const all = found.at === "there" ? found.value : [];
  if (found.at === "there" && all.length === 0)
    return (
      <View title={title}>
        <Empty icon="list" title="Claude Code has no conversations here">
          <p class="quiet">Conversations from your terminal can be continued here.</p>
          <Link to={{ view: "new" }} class="button">
            New session
          </Link>
        </Empty>
      </View>
    );
  const matching = all.filter((one) => matches(one, words));
  const shown = matching.slice(0, maxShown);
  return (
    <View title={title} about="Your conversations from the terminal, by folder">
      <div class="continue">
        <input
          type="search"
          class="search"
          aria-label="Search conversations"
          placeholder="Search conversations"
          value={words}
          onInput={({ currentTarget }) => search(currentTarget.value)}
        />
        {byFolder(shown).map(({ folder, conversations }) => (
          <section key={folder} class="continue-folder" aria-label={folder}>
            <h2>
              <bdi>{folder}</bdi>
            </h2>
            <ul>
              {conversations.map((one) => (
                <li key={one.agentSessionId}>
                  <Link to={{ view: "new", resume: one.agentSessionId }} class="continue-line">
                    <span class="session-title">{one.title || "Untitled"}</span>
                    <span class="session-facts">
                      <span>{ago(Number(one.updatedMs))}</span>
                      <span>{sizeOf(Number(one.bytes))}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p class="quiet" role="status">
          {found.at === "loading" && "Reading Claude Code's conversations …"}
          {found.at === "there" && matching.length === 0 && "No conversation matches."}
          {matching.length > shown.length &&
            `${matching.length - shown.length} older ones are not shown. Search to find them.`}
        </p>
      </div>
    </View>
  );
}

function matches({ title, cwd }: AgentSession, words: string): boolean {
  const text = `${title} ${cwd}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
