import type { ErrorObject, ValidateFunction } from "ajv";
import { BridleError } from "../../errors.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import type { JsonSchema } from "../model/provider.ts";
import type { Tool } from "./tool.ts";
import { errorText, toolFailure } from "./tool-failure.ts";

export interface StructuredOutput extends Tool {
  /** What was given last and fits the schema; it is given out once. */
  take(): ToolUseInput | undefined;
}

/** The tool by which the model gives its answer in the form that was asked for. Throws `invalid_option`. */
export async function structuredOutput(schema: JsonSchema): Promise<StructuredOutput> {
  const validate = await compile(schema);
  let kept: ToolUseInput | undefined;
  return {
    name: "StructuredOutput",
    description:
      "Gives the final answer in the required structure. Call it exactly once, at the end, with the answer as its input.",
    inputSchema: () => ({ type: "object", ...schema }),
    read: (input) => input,
    isConcurrencySafe: () => true,
    permission: () => ({ behavior: "allow" }),
    run: async (input) => {
      if (!validate(input)) return toolFailure(`Output does not match required schema: ${mismatch(validate.errors)}`);
      kept = input;
      const content = "Structured output provided successfully";
      return { content, details: content };
    },
    take: () => {
      const value = kept;
      kept = undefined;
      return value;
    },
  };
}

const shownErrors = 10;

async function compile(schema: JsonSchema): Promise<ValidateFunction> {
  const { $schema, ...rest } = schema;
  const { type = "object", $async } = rest;
  if (type !== "object") throw unusable(`type ${JSON.stringify(type)}`);
  if ($async !== undefined) throw unusable("$async");
  // A form of the draft that a schema does not have is simply unknown to it, so two drafts are enough.
  const options = { strict: false, validateFormats: false, allErrors: true, logger: false } as const;
  const isNew = typeof $schema === "string" && /2019-09|2020-12/.test($schema);
  // By its default: a bundler gives a CommonJS module no names.
  const Ajv = isNew ? (await import("ajv/dist/2020.js")).default.Ajv2020 : (await import("ajv")).default.Ajv;
  try {
    return new Ajv(options).compile(rest);
  } catch (error) {
    throw unusable(errorText(error));
  }
}

function unusable(found: string): BridleError {
  const allowed = "a JSON Schema of an object";
  return new BridleError("invalid_option", `the output schema cannot be used: ${found}`, {
    option: "jsonSchema",
    allowed,
    found,
  });
}

function mismatch(errors: readonly ErrorObject[] | null | undefined): string {
  const all = (errors ?? []).map(({ instancePath, message }) => `${instancePath || "root"}: ${message}`);
  return [
    ...all.slice(0, shownErrors),
    ...(all.length > shownErrors ? [`and ${all.length - shownErrors} more`] : []),
  ].join(", ");
}
