import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { Link } from "../link.tsx";
import { useAgents } from "../new/use-agents.ts";
import { agentName } from "../text/agent-name.ts";
import { levelWord } from "../text/level-word.ts";

/** Beside the list, while no session is chosen: the next step, also for who has no session at all. */
export function FirstSteps() {
  const { sessions } = useApp();
  const agents = useAgents();
  if (!sessions.isLoaded.value) return null;
  const isFirst = sessions.all.value.length === 0;
  const claude = agents.at === "there" ? agents.value.find(({ name }) => name === "claude") : undefined;
  return (
    <Empty icon={isFirst ? "plus" : "list"} title={isFirst ? "Welcome. Start your first session." : "Choose a session"}>
      <p class="quiet">
        {isFirst
          ? "An agent works in one of your folders. You see everything it does, and decide what it may do."
          : "Or start another one:"}
      </p>
      <Link to={{ view: "new" }} class={isFirst ? "button allow" : "button"}>
        New session
      </Link>
      {claude !== undefined && claude.problem === "" && (
        <>
          <p class="quiet first-claude">
            {agentName("claude")} {claude.version} is installed: {levelWord(claude).word}.
          </p>
          <Link to={{ view: "continue" }}>Continue one of its conversations</Link>
        </>
      )}
      <p class="quiet">In a terminal:</p>
      <pre class="command">bridle run "what does this project do?"</pre>
    </Empty>
  );
}
