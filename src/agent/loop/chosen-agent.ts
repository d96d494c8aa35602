import { OpeningFailure } from "../kit/agent-definition.ts";
import type { AgentTurn } from "../kit/agent-turn.ts";
import type { Provider } from "../model/provider.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { agentKinds, mayUse } from "./agent-kinds.ts";

/** `--agent`: the session's own agent is one of the kinds that else work for it. */
export class ChosenAgent {
  readonly #name: string | undefined;
  readonly #provider: Provider;
  #isThere = false;
  #isReported = false;

  constructor(name: string | undefined, provider: Provider) {
    this.#name = name;
    this.#provider = provider;
  }

  /** Once its kind is known; a host may define it later. */
  become(session: AgentSession): void {
    const kind = this.#isThere ? undefined : agentKinds(session).find(({ name }) => name === this.#name);
    if (kind === undefined) return;
    this.#isThere = true;
    const { flags } = session;
    session.agentName = kind.name;
    session.systemPrompt = flags.systemPrompt ?? kind.prompt;
    if (flags.model === undefined && kind.model !== undefined && kind.model !== "inherit")
      session.model = this.#provider.resolve(kind.model);
    session.effort ??= kind.effort;
    session.agentHooks = session.permissions.hooksIn({ ...kind, name: `the agent ${kind.name}` });
    session.offers = (tool) => mayUse(kind, tool);
  }

  /** For one prompt of the command line, which no host defines agents for. Throws where a flag asks for one that is not there. */
  checkNow(session: AgentSession, warn: (text: string) => void): void {
    if (!this.#isMissing) return;
    const names = agentKinds(session).map(({ name }) => name);
    if (session.flags.agent !== undefined)
      throw new OpeningFailure(`--agent '${this.#name}' not found. Available agents: ${names.join(", ")}`);
    this.#isReported = true;
    warn(this.#without);
  }

  /** Once: without it the session has another prompt and more tools than was meant. */
  reportMissing(turn: AgentTurn): void {
    if (!this.#isMissing || this.#isReported) return;
    this.#isReported = true;
    turn.notice("informational", { content: this.#without, level: "warning" });
  }

  get #isMissing(): boolean {
    return this.#name !== undefined && !this.#isThere;
  }

  get #without(): string {
    return `There is no agent ${this.#name}: the session goes on as usual. Agents are defined in .claude/agents, with --agents, or by the host.`;
  }
}
