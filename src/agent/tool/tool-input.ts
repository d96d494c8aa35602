import * as z from "zod/mini";
import { flag, number } from "../../wire/fields.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import type { JsonSchema } from "../model/provider.ts";
import { ToolInputError } from "./tool.ts";

export interface ToolInput<I> {
  inputSchema(): JsonSchema;
  /** Throws `ToolInputError`. */
  read(input: ToolUseInput): I;
}

/** The input side of a tool. The schema is built when it is first needed: a start pays for none. */
export function toolInput<S extends z.ZodMiniType>(name: string, build: () => S): ToolInput<z.output<S>> {
  let built: S | undefined;
  const schema = (): S => {
    built ??= build();
    return built;
  };
  return {
    inputSchema: () => {
      const { $schema, ...rest } = z.toJSONSchema(schema(), {
        override: ({ jsonSchema }) => optionalIfDefault(jsonSchema),
      });
      return rest;
    },
    read: (input) => {
      const result = z.safeParse(schema(), input);
      if (result.success) return result.data;
      throw new ToolInputError(inputProblem(name, input, result.error.issues));
    },
  };
}

/** What has a default need not be said; in what is read it is always there. */
function optionalIfDefault(schema: z.core.JSONSchema.BaseSchema): void {
  const { properties = {}, required } = schema;
  if (required === undefined) return;
  schema.required = required.filter((key) => {
    const property = properties[key];
    return typeof property !== "object" || property.default === undefined;
  });
}

/** Models write numbers and flags as strings at times; what is meant is clear. */
export function looseInteger(...checks: Parameters<z.ZodMiniNumber["check"]>) {
  return z.pipe(
    z.transform((value: unknown) => number(value) ?? value),
    z.int().check(...checks),
  );
}

export function looseFlag() {
  return z.pipe(
    z.transform((value: unknown) => (value === "true" || value === "false" ? flag(value) : value)),
    z.boolean(),
  );
}

/** The system's calls end a string at NUL: what would be checked is not what would be used. */
export function systemText() {
  return z.string().check(z.refine((value) => !value.includes("\0"), "must not hold a NUL character"));
}

function inputProblem(name: string, input: ToolUseInput, issues: readonly z.core.$ZodIssue[]): string {
  const heading = issues.length === 1 ? "issue" : "issues";
  return [
    `InputValidationError: ${name} failed due to the following ${heading}:`,
    ...issues.map((issue) => line(issue, input)),
  ].join("\n");
}

function line(issue: z.core.$ZodIssue, input: ToolUseInput): string {
  const parameter = `\`${pathText(issue.path)}\``;
  const found = issue.path.reduce((value: unknown, key) => memberOf(value, key), input);
  switch (issue.code) {
    case "invalid_type":
      if (found === undefined) return `The required parameter ${parameter} is missing`;
      return `The parameter ${parameter} type is expected as \`${issue.expected}\` but provided as \`${kindOf(found)}\``;
    case "too_small":
      return `The parameter ${parameter} must ${measure(issue.origin)} at least ${issue.minimum}`;
    case "too_big":
      return `The parameter ${parameter} must ${measure(issue.origin)} at most ${issue.maximum}`;
    default:
      return `The parameter ${parameter} ${issue.message}`;
  }
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function measure(origin: string): string {
  return origin === "array" || origin === "string" ? "have a length of" : "be";
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** `questions[0].header` */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`))
    .join("");
}
