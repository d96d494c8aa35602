import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { Link } from "../link.tsx";
import { NewSession } from "./new-session.tsx";
import { useConversations } from "./use-conversations.ts";

const title = "Continue a conversation";

/** `/new`, and `/new/…` with a conversation to continue. */
export function NewView() {
  const here = useApp().route.value;
  const resume = here.view === "new" ? here.resume : undefined;
  return resume === undefined ? <NewSession /> : <Resume key={resume} id={resume} />;
}

function Resume({ id }: { readonly id: string }) {
  const found = useConversations();
  switch (found.at) {
    case "loading":
      return <p class="unseen">Loading …</p>;
    case "failed":
      return (
        <View title={title}>
          <Empty icon="pulse" title="The conversations could not be listed">
            <p class="quiet">{found.why}</p>
          </Empty>
        </View>
      );
    case "there": {
      const conversation = found.value.find(({ agentSessionId }) => agentSessionId === id);
      if (conversation !== undefined) return <NewSession resumed={conversation} />;
      return (
        <View title={title}>
          <Empty icon="search" title="This conversation does not exist, or is already in Bridle">
            <Link to={{ view: "continue" }}>Other conversations</Link>
          </Empty>
        </View>
      );
    }
  }
}
