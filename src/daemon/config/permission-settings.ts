import { type Effect, effects, isBroken, parseRule } from "../../permission/rule.ts";
import { isFields } from "../../wire/fields.ts";
import { isList, type Problem, type Setting, show, structure } from "./setting.ts";

/** The daemon's own rules, in the syntax of Claude Code's settings files. */
export interface PermissionRules {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly additionalDirectories?: readonly string[];
}

const lists: readonly string[] = [...effects, "additionalDirectories"];

/** The row `permissions`. A rule that cannot be read stops the start: what it forbids would be lost. */
export function permissionsSetting(description: string): Setting<PermissionRules> {
  return structure<PermissionRules>(
    { default: {}, description },
    {
      allowed: "an object {allow?, deny?, ask?, additionalDirectories?} of lists",
      problems: (value) => {
        if (!isFields(value)) return [{ below: "", allowed: "an object of lists", found: show(value) }];
        return Object.entries(value).flatMap(([name, list]) => listProblems(name, list));
      },
      unknown: (value) =>
        Object.keys(isFields(value) ? value : {})
          .filter((name) => !lists.includes(name))
          .map((name) => ({ below: name, known: lists })),
      schema: {
        type: "object",
        additionalProperties: false,
        properties: Object.fromEntries(lists.map((name) => [name, { type: "array", items: { type: "string" } }])),
      },
    },
  );
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
