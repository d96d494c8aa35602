import type { Hermetic } from "../lab/hermetic.ts";

/** A package of others that starts `claude`, and how a test makes it take turns. */
export interface Client {
  readonly package: string;
  /** Exact. */
  readonly version: string;
  /** The file of the package that is run or imported. */
  readonly entry: string;
  /** What of it is tried, where it has several ways. */
  readonly way?: string;
  /** How the agent asks; `never` is one that says with its flags what is allowed. */
  readonly asks: "by control request" | "by MCP tool" | "never";
  /** True for an adapter of the Agent Client Protocol. */
  readonly speaksAcp?: true;
  /** True for an adapter that gives the agent the tools of the editor, as an MCP server on the control channel. */
  readonly offersEditorTools?: true;
  /** True for one that ends the turn when the user refuses. */
  readonly interruptsOnDeny?: true;
  play(errand: Errand): Promise<Outcome>;
}

/** What a client is to do, and where. */
export interface Errand {
  /** The installed `entry`. */
  readonly entry: string;
  /** The agent as one path, whose file is named `claude`. */
  readonly command: string;
  readonly place: Hermetic;
  /** One turn each, all in the same session. */
  readonly prompts: readonly string[];
  readonly verdict: Verdict;
}

/** What the user answers to whatever is asked; `always` accepts what the agent suggests to allow from then on. */
export type Verdict = "allow" | "always" | "deny";

export interface Outcome {
  /** The inputs of the tools that the user was asked about. */
  readonly asked: readonly unknown[];
  /** What each turn said, or why it failed. */
  readonly turns: readonly Turn[];
}

export interface Turn {
  readonly text: string;
  readonly error?: string;
}
