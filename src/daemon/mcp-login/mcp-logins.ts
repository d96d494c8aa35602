import { BridleError, isBridleError } from "../../errors.ts";
import { type Fields, isFields, text } from "../../wire/fields.ts";
import type { RunningAgent } from "../session/running-agent.ts";
import { checkCallback, withoutParameters } from "./login-callback.ts";

/** A login that waits for a person. */
export interface McpLogin {
  readonly address: string;
  readonly takesCallback: boolean;
  readonly expiresMs: number;
}

/** What can be done with a server, now. */
export interface McpLoginState {
  readonly canLogIn: boolean;
  readonly canLogOut: boolean;
  readonly login?: McpLogin;
}

/** How long Claude Code waits for the callback. */
const waitsMs = 5 * 60_000;
/** The agent asks other machines. */
const networkMs = 60_000;
const remote: ReadonlySet<string> = new Set(["http", "sse"]);

/** Logins of agents to their MCP servers. What waits is kept in memory alone: its address is nobody else's business. */
export class McpLogins {
  readonly #waiting = new WeakMap<RunningAgent, Map<string, McpLogin>>();
  readonly #probes = new WeakMap<RunningAgent, Promise<unknown>>();

  /** Of every server in the agent's answer to `mcp_status`. */
  async states(agent: RunningAgent, servers: readonly Fields[]): Promise<McpLoginState[]> {
    if (servers.some(isRemote)) await this.#probe(agent);
    return servers.map((server) => this.#state(agent, server));
  }

  #state(agent: RunningAgent, server: Fields): McpLoginState {
    const { adapter } = agent;
    const name = text(server.name) ?? "";
    const can = (word: "mcp_authenticate" | "mcp_clear_auth"): boolean =>
      isRemote(server) && adapter.has(`controls ${word}`);
    if (server.status === "connected") this.#of(agent).delete(name);
    const login = this.#of(agent).get(name);
    const isOver = login !== undefined && login.expiresMs <= Date.now();
    return {
      canLogIn: server.status === "needs-auth" && can("mcp_authenticate"),
      canLogOut: server.status === "connected" && !hasOwnKey(server) && can("mcp_clear_auth"),
      ...(login !== undefined && !isOver && { login }),
    };
  }

  /** Undefined: it is logged in, without a person. Rejects as `RunningAgent.request`. */
  async begin(agent: RunningAgent, server: string): Promise<McpLogin | undefined> {
    const answer = await agent.request("mcp_authenticate", { serverName: server }, networkMs);
    const address = text(answer.authUrl);
    if (address === undefined || address === "") {
      this.cancel(agent, server);
      return undefined;
    }
    const takesCallback = answer.callbackExpected !== false && agent.adapter.has("controls mcp_oauth_callback_url");
    const login = { address, takesCallback, expiresMs: Date.now() + waitsMs };
    this.#of(agent).set(server, login);
    return login;
  }

  /** With the address that the browser ended on. Rejects with `conflict` when no login waits, or as `RunningAgent.request`. */
  async finish(agent: RunningAgent, server: string, callbackUrl: string): Promise<void> {
    const login = this.#of(agent).get(server);
    if (login === undefined) throw new BridleError("conflict", "no login to this server waits", { what: server });
    checkCallback(login.address, callbackUrl);
    try {
      await agent.request("mcp_oauth_callback_url", { serverName: server, callbackUrl }, networkMs);
    } catch (error) {
      if (isBridleError(error, "refused")) this.cancel(agent, server);
      throw withoutParameters(error, callbackUrl);
    }
    try {
      // Of a callback that a host brings, the agent leaves the rest to the host.
      await agent.request("mcp_reconnect", { serverName: server }, networkMs);
    } finally {
      this.cancel(agent, server);
    }
  }

  /** Of what the agent waits for it cannot be told; whoever finishes it all the same is logged in. */
  cancel(agent: RunningAgent, server: string): void {
    this.#of(agent).delete(server);
  }

  async logOut(agent: RunningAgent, server: string): Promise<void> {
    this.cancel(agent, server);
    await agent.request("mcp_clear_auth", { serverName: server }, networkMs);
  }

  /** Agents that speak like a version need not have all of it. Asked about no server, one that has it says so. */
  #probe(agent: RunningAgent): Promise<unknown> {
    const known = this.#probes.get(agent);
    if (known !== undefined) return known;
    const ask = (word: string): Promise<unknown> => agent.request(word, { serverName: "" }, networkMs);
    // Refused or unsupported: the agent's adapter knows it now.
    const probe = Promise.allSettled([ask("mcp_authenticate"), ask("mcp_clear_auth")]);
    this.#probes.set(agent, probe);
    return probe;
  }

  #of(agent: RunningAgent): Map<string, McpLogin> {
    const known = this.#waiting.get(agent);
    if (known !== undefined) return known;
    const made = new Map<string, McpLogin>();
    this.#waiting.set(agent, made);
    return made;
  }
}

/** Older versions tell it in the configuration alone. */
export function transportOf(server: Fields): string {
  const config = isFields(server.config) ? server.config : {};
  return text(server.transport) ?? text(config.type) ?? "";
}

function isRemote(server: Fields): boolean {
  return remote.has(transportOf(server));
}

/** Its configuration has a key in it: there is no login to forget. */
function hasOwnKey({ config }: Fields): boolean {
  const headers = isFields(config) && isFields(config.headers) ? config.headers : {};
  return Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
}
