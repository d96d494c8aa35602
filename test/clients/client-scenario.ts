import type { Client } from "./client.ts";
import type { ClientStage } from "./client-stage.ts";

/** What a client can do with every agent. It throws when that went wrong. */
export interface ClientScenario {
  readonly title: string;
  /** Which clients can play it; all, unless told. */
  fits?(client: Client): boolean;
  play(client: Client, stage: ClientStage): Promise<void>;
}
