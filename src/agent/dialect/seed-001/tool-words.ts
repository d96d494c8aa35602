import { type Fields, isFields } from "../../../wire/fields.ts";
import type { ToolCall } from "../../kit/tool-gate.ts";
import type { ToolDeclaration } from "../../model/provider.ts";
import { tools } from "../../tool/tools.ts";

// In this dialect tools have small names and camelCase inputs: `read` with `filePath`.

/** A tool as the model is told of it. */
export function dressTool({ name, description, input_schema }: ToolDeclaration): ToolDeclaration {
  const { properties, required, ...rest } = input_schema;
  return {
    name: smallName(name),
    description,
    input_schema: {
      ...rest,
      ...(isFields(properties) && { properties: renamed(properties, camelCase) }),
      ...(Array.isArray(required) && { required: required.map((key) => camelCase(String(key))) }),
    },
  };
}

/** A call of the model, in the words of the tool itself. */
export function dressCall(call: ToolCall): ToolCall {
  const name = builtInNames.find((known) => smallName(known) === call.name) ?? call.name;
  return { ...call, name, input: renamed(call.input, snakeCase) };
}

const builtInNames = [...tools.map(({ name }) => name), "Agent", "MemorySearch", "MemoryWrite", "StructuredOutput"];

/** Only keys of the first level are words of the tool; what is below belongs to the caller. */
function renamed(fields: Fields, rename: (key: string) => string): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [rename(key), value]));
}

function smallName(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `-A` is a word, too, and stays. */
function snakeCase(key: string): string {
  return key.startsWith("-") ? key : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
