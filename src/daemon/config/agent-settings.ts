import { isAbsolute } from "node:path";
import { type Dialect, dialects } from "../../adapters/adapters.ts";
import { parseVersion } from "../../util/version.ts";
import { isFields } from "../../wire/fields.ts";
import { isList, type Problem, type Setting, structure } from "./setting.ts";

/** How to start an agent, as the settings say it. */
export interface AgentCommand {
  readonly command: string;
  readonly args?: readonly string[];
  /** On top of the daemon's own environment. */
  readonly env?: { readonly [name: string]: string };
  /** The version of Claude Code that it speaks as; where it is given nobody asks `--version`. */
  readonly version?: string;
  /** What it speaks, where it is not Claude Code's. */
  readonly dialect?: Dialect;
}

export type AgentCommands = { readonly [name: string]: AgentCommand };

/** The row `agents`. What is found in it is never repeated: environments hold keys. */
export function agentsSetting(description: string): Setting<AgentCommands> {
  return structure<AgentCommands>(
    { default: {}, description },
    {
      allowed: "an object: name to {command, args?, env?, version?, dialect?}",
      problems: (value) => {
        if (!isFields(value)) return [problem("", "an object of agents by name", value)];
        return Object.entries(value).flatMap(([name, agent]) => agentProblems(name, agent));
      },
      unknown: (value) =>
        Object.entries(isFields(value) ? value : {}).flatMap(([name, agent]) =>
          Object.keys(isFields(agent) ? agent : {})
            .filter((part) => !Object.hasOwn(parts, part))
            .map((part) => ({ below: `${name}.${part}`, known: Object.keys(parts).map((one) => `${name}.${one}`) })),
        ),
      schema: {
        type: "object",
        propertyNames: { pattern: agentName.source },
        additionalProperties: {
          type: "object",
          required: ["command"],
          additionalProperties: false,
          properties: {
            command: {
              type: "string",
              minLength: 1,
              description: "The executable: a name on PATH or an absolute path.",
            },
            args: {
              type: "array",
              items: { type: "string" },
              description: "Arguments in front of the protocol's own.",
            },
            env: {
              type: "object",
              additionalProperties: { type: "string" },
              description: "Variables on top of the daemon's.",
            },
            version: {
              type: "string",
              pattern: versionForm.source,
              description: "The version it speaks as; saves asking it.",
            },
            dialect: {
              enum: dialectNames,
              description: "What it speaks, where it is not Claude Code's.",
            },
          },
        },
      },
    },
  );
}

const agentName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const dialectNames = Object.keys(dialects);
const versionForm = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/;

const parts: { readonly [part: string]: { readonly allowed: string; fits(value: unknown): boolean } } = {
  // A relative path would depend on where the daemon was started.
  command: {
    allowed: "a name on PATH or an absolute path",
    fits: (value) => isText(value) && value !== "" && (isAbsolute(value) || !/[\\/]/.test(value)),
  },
  args: { allowed: "a list of texts", fits: (value) => value === undefined || (isList(value) && value.every(isText)) },
  env: {
    allowed: "an object of texts",
    fits: (value) => value === undefined || (isFields(value) && Object.values(value).every(isText)),
  },
  version: {
    allowed: "a version, as X.Y.Z",
    fits: (value) => value === undefined || (isText(value) && parseVersion(value) !== undefined),
  },
  dialect: {
    allowed: `one of ${dialectNames.join(", ")}, or left out for Claude Code's`,
    fits: (value) => value === undefined || (isText(value) && dialectNames.includes(value)),
  },
};

function agentProblems(name: string, agent: unknown): Problem[] {
  // A name that is none may be anything, so it is not repeated.
  if (!agentName.test(name)) return [problem("", `names of letters, digits, ".", "_" and "-"`, "another name")];
  if (!isFields(agent)) return [problem(name, "an object {command, args?, env?, version?, dialect?}", agent)];
  return Object.entries(parts)
    .filter(([part, { fits }]) => !fits(agent[part]))
    .map(([part, { allowed }]) => problem(`${name}.${part}`, allowed, agent[part]));
}

function problem(below: string, allowed: string, value: unknown): Problem {
  return { below, allowed, found: value === undefined ? "nothing" : isList(value) ? "a list" : `a ${typeof value}` };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
