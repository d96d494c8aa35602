import { isFields } from "../../../wire/fields.ts";
import type { ToolUseInput } from "../../model/content-block.ts";
import type { ToolDeclaration } from "../../model/provider.ts";
import type { NamedCall, ToolWords } from "../spoken-dialect.ts";

/** In this dialect tools have small names and camelCase inputs: `read` with `filePath`. */
export const toolWords: ToolWords = { declared, called };

function declared({ name, description, input_schema }: ToolDeclaration): ToolDeclaration {
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

function called<C extends NamedCall>(call: C, names: readonly string[]): C {
  const name = names.find((known) => smallName(known) === call.name) ?? call.name;
  return { ...call, name, input: renamed(call.input, snakeCase) };
}

/** Only keys of the first level are words of the tool; what is below belongs to the caller. */
function renamed(fields: object, rename: (key: string) => string): ToolUseInput {
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
