import type { Dialect } from "../adapters/adapters.ts";
import type { McpServerLike } from "../mcp/mcp-server-like.ts";
import type { Fields } from "../wire/fields.ts";

/** What an agent is given when it is started, in its arguments or, where its version takes it there, in `initialize`. */
export interface LaunchOptions {
  /** What the agent speaks, where it is not Claude Code's. It needs `executable`; see docs/dialects.md. */
  readonly dialect?: Dialect;
  readonly model?: string;
  readonly permissionMode?: string;
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly additionalDirectories?: readonly string[];
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
  /** Which of the user's settings files count: `user`, `project`, `local`. Default: the agent's own. */
  readonly settingSources?: readonly string[];
  /** Settings as an object, or the path of a file. */
  readonly settings?: Fields | string;
  /** Deltas while the model writes. */
  readonly partialMessages?: boolean;
  /** The schema the turn's `structuredOutput` must fit; a turn that ends without one is no success. */
  readonly jsonSchema?: Fields;
  /** The conversation to continue. One that the agent does not have fails with `not_found`. */
  readonly resume?: string;
  readonly continue?: boolean;
  readonly fork?: boolean;
  /** The id of the new conversation: a UUID. In another dialect any text, and one that exists is continued. */
  readonly sessionId?: string;
  /** Servers of the official MCP SDK, run in this process. */
  readonly mcpServers?: { readonly [name: string]: McpServerLike };
  /** MCP servers that the agent starts or reaches by itself, in its own form. */
  readonly mcpConfig?: { readonly [name: string]: Fields };
  readonly strictMcpConfig?: boolean;
  readonly agents?: Fields;
  /** Further flags: a value, or true for a flag without one. */
  readonly extraArgs?: { readonly [flag: string]: string | true };
}
