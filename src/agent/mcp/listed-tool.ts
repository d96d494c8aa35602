import { type Fields, isFields, objects, text } from "../../wire/fields.ts";
import type { JsonSchema } from "../model/provider.ts";

interface Annotations {
  readonly readOnlyHint?: unknown;
  readonly destructiveHint?: unknown;
  readonly openWorldHint?: unknown;
}

export interface TrueHints {
  readonly readOnly?: true;
  readonly destructive?: true;
  readonly openWorld?: true;
}

/** A tool as its server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: Annotations;
}

/** One page of a `tools/list`. A tool without a name is none; whatever else is missing is made up for. */
export function readTools(page: Fields): readonly ListedTool[] {
  return objects(page.tools).flatMap(({ name, description, inputSchema, annotations }) =>
    typeof name === "string"
      ? {
          name,
          description: text(description) ?? "",
          inputSchema: { type: "object", ...(isFields(inputSchema) && inputSchema) },
          annotations: isFields(annotations) ? annotations : {},
        }
      : [],
  );
}

/** The hints that are true, as `mcp_status` names them. */
export function trueHints({ annotations }: ListedTool): TrueHints {
  return {
    ...(annotations.readOnlyHint === true && { readOnly: true }),
    ...(annotations.destructiveHint === true && { destructive: true }),
    ...(annotations.openWorldHint === true && { openWorld: true }),
  };
}
