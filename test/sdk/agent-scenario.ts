import type { OneShotStage } from "./one-shot-stage.ts";
import type { SdkStage } from "./sdk-stage.ts";

/** Something an agent does on a stage, seen from outside only. */
export interface AgentScenario<Stage> {
  /** A sentence that starts with the number of docs/spec.md it proves. */
  readonly title: string;
  /** Agents, by name, that honestly differ here. */
  readonly leftOut?: { readonly agents: readonly string[]; readonly because: string };
  readonly play: (stage: Stage) => Promise<void>;
}

export type SdkScenario = AgentScenario<SdkStage>;
export type OneShotScenario = AgentScenario<OneShotStage>;
