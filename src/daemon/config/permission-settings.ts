import { type Effect, effects, isBroken, parseRule } from "../../permission/rule.ts";
import type { RuleExample } from "../../permission/rule-examples.ts";
import { isFields } from "../../wire/fields.ts";
import { isList, type Problem, type Setting, show, structure } from "./setting.ts";

/** The daemon's own rules, in the syntax of Claude Code's settings files. */
export interface PermissionRules {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly additionalDirectories?: readonly string[];
  /** What rules of the lists match, and what not: checked when they are read. */
  readonly examples?: readonly RuleExample[];
}

const lists: readonly string[] = [...effects, "additionalDirectories"];
const names: readonly string[] = [...lists, "examples"];

/** The row `permissions`. A rule that cannot be read stops the start: what it forbids would be lost. */
export function permissionsSetting(description: string): Setting<PermissionRules> {
  return structure<PermissionRules>(
    { default: {}, description },
    {
      allowed: "an object {allow?, deny?, ask?, additionalDirectories?, examples?} of lists",
      problems: (value) => {
        if (!isFields(value)) return [{ below: "", allowed: "an object of lists", found: show(value) }];
        return Object.entries(value).flatMap(([name, list]) =>
          name === "examples" ? exampleProblems(list) : listProblems(name, list),
        );
      },
      unknown: (value) =>
        Object.keys(isFields(value) ? value : {})
          .filter((name) => !names.includes(name))
          .map((name) => ({ below: name, known: names })),
      schema: {
        type: "object",
        additionalProperties: false,
        properties: {
          ...Object.fromEntries(lists.map((name) => [name, { type: "array", items: { type: "string" } }])),
          examples: { type: "array", items: exampleSchema },
        },
      },
    },
  );
}

const uses = { type: "array", items: { anyOf: [{ type: "string" }, { type: "object" }] } };
const exampleSchema = {
  type: "object",
  additionalProperties: false,
  required: ["rule"],
  properties: { rule: { type: "string" }, match: uses, not_match: uses },
};

const anExample = 'an object such as {"rule":"Bash(npm test *)","match":["npm test -w"],"not_match":["npm publish"]}';

function exampleProblems(list: unknown): Problem[] {
  if (!Array.isArray(list)) return [{ below: "examples", allowed: "a list of examples", found: show(list) }];
  return list.flatMap((example, at) =>
    isExample(example) ? [] : [{ below: `examples.${at}`, allowed: anExample, found: show(example) }],
  );
}

function isExample(value: unknown): boolean {
  if (!isFields(value) || typeof value.rule !== "string") return false;
  const { rule: _, match = [], not_match: other = [], ...rest } = value;
  const areUses = [match, other].every(
    (list) => Array.isArray(list) && list.every((use) => typeof use === "string" || isFields(use)),
  );
  return areUses && Object.keys(rest).length === 0;
}

function listProblems(name: string, list: unknown): Problem[] {
  if (!lists.includes(name)) return [];
  const effect = effects.find((one) => one === name);
  if (!isList(list)) return [{ below: name, allowed: "a list of texts", found: show(list) }];
  return list.flatMap((entry, at) => entryProblems(`${name}.${at}`, effect, entry));
}

function entryProblems(below: string, effect: Effect | undefined, entry: unknown): Problem[] {
  if (typeof entry !== "string" || entry === "") return [{ below, allowed: "a text", found: show(entry) }];
  const rule = effect === undefined ? undefined : parseRule(entry, { effect, scope: "user" });
  if (rule === undefined || !isBroken(rule)) return [];
  return [{ below, allowed: "a rule such as Bash(npm run *)", found: show(entry) }];
}
