import type { AgentSession } from "../session/agent-session.ts";
import { type StructuredOutput, structuredOutput } from "../tool/structured-output.ts";

/** The tool for a schema is made once. */
export class StructuredOutputs {
  #schema: object | undefined;
  #tool: StructuredOutput | undefined;

  async of({ jsonSchema }: AgentSession): Promise<StructuredOutput | undefined> {
    if (jsonSchema !== this.#schema) {
      this.#schema = jsonSchema;
      this.#tool = jsonSchema === undefined ? undefined : await structuredOutput(jsonSchema);
    }
    return this.#tool;
  }
}
