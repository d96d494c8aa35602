import { advance } from "../../src/daemon/core/advance.ts";
import { freshConversation } from "../../src/daemon/core/conversation-state.ts";
import type { Limits } from "../../src/daemon/core/limits.ts";
import { newSession, processOf, type SessionState } from "../../src/daemon/core/session-state.ts";
import { AgentDecoder, type ReadOutput } from "../../src/daemon/reading/agent-decoder.ts";
import type { AgentLine } from "./agent-lines.ts";
import { emptyFacts } from "./empty-facts.ts";
import { repeating } from "./scripted-agent.ts";
import { tokenOfEvent } from "./token-of-event.ts";

const never = Number.POSITIVE_INFINITY;
const limits: Limits = {
  ...{
    idleSleepMs: 0,
    initializeTimeoutMs: never,
    controlTimeoutMs: never,
    askDeadlineMs: 0,
    connectedDeadlineMs: 0,
    disconnectedDeadlineMs: 0,
    denyUnattended: false,
    interruptAtDeadline: false,
    parkAfterMs: 0,
    resumeAfterLimit: false,
    prices: {},
  },
  restart: { firstMs: 0, maxMs: 0, limit: 0, windowMs: 0 },
};

/** Lines with the events that become of each when nothing else happens. */
export function readAlone(lines: readonly string[]): readonly AgentLine[] {
  let state = readyState();
  let tokens: string[] = [];
  const said = (output: ReadOutput): number => {
    const items = output.items.filter((item) => item.kind !== "request");
    const input = { ...output, items, type: "said", agentId: "a", wallMs: 0, steadyMs: 0 } as const;
    const advanced = advance(state, input, limits);
    state = advanced.state;
    for (const effect of advanced.effects)
      if (effect.type === "emit") tokens.push(...[tokenOfEvent(effect.draft)].filter((token) => token !== undefined));
    return 0;
  };
  const conversation = () => processOf(state)?.conversation ?? freshConversation(repeating, false);
  const decoder = new AgentDecoder({ conversation, said, skipped: () => undefined }, 0, 1 << 20);
  let at = 0;
  return lines.map((text) => {
    tokens = [];
    decoder.push(at, Buffer.from(text, "latin1"));
    at += text.length;
    return { text, tokens };
  });
}

function readyState(): SessionState {
  const clock = { wallMs: 0, steadyMs: 0 };
  const wanted = advance(newSession(emptyFacts("s")), { ...clock, type: "wake" }, limits).state;
  const found = { launch: 1, agentId: "a", version: repeating, dialect: undefined };
  return advance(wanted, { ...clock, type: "launch_ready", ...found }, limits).state;
}
