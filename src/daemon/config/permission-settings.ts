import { type Rewrite, rewriteProblem } from "../../permission/rewrite.ts";
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
  /** What changes calls before they run. */
  readonly rewrite?: readonly Rewrite[];
  /** What rules of the lists match, and what not: checked when they are read. */
  readonly examples?: readonly RuleExample[];
}

const lists: readonly string[] = [...effects, "additionalDirectories"];
const names: readonly string[] = [...lists, "rewrite", "examples"];

/** The row `permissions`. A rule that cannot be read stops the start: what it forbids would be lost. */
export function permissionsSetting(description: string): Setting<PermissionRules> {
  return structure<PermissionRules>(
    { default: {}, description },
    {
      allowed: "an object {allow?, deny?, ask?, additionalDirectories?, rewrite?, examples?} of lists",
      problems: (value) => {
        if (!isFields(value)) return [{ below: "", allowed: "an object of lists", found: show(value) }];
        return Object.entries(value).flatMap(([name, list]) =>
          name === "examples"
            ? exampleProblems(list)
            : name === "rewrite"
              ? rewriteProblems(list)
              : listProblems(name, list),
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
          rewrite: { type: "array", items: rewriteSchema },
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

const rewriteSchema = {
  type: "object",
  additionalProperties: false,
  required: ["rule"],
  properties: { rule: { type: "string" }, wrap: { type: "string" }, absolute_paths: { const: true } },
};

const aRewrite =
  'an object such as {"rule":"Bash(npm test *)","wrap":"timeout 600 bash -c {command}"} or {"rule":"Edit","absolute_paths":true}';

function rewriteProblems(list: unknown): Problem[] {
  if (!isList(list)) return [{ below: "rewrite", allowed: "a list of changes of calls", found: show(list) }];
  return list.flatMap((one, at) => {
    const allowed = isRewrite(one) ? rewriteProblem(one) : aRewrite;
    return allowed === undefined ? [] : [{ below: `rewrite.${at}`, allowed, found: show(one) }];
  });
}

function isRewrite(value: unknown): value is Rewrite {
  if (!isFields(value) || typeof value.rule !== "string") return false;
  const { rule: _, ...change } = value;
  const [[name, to] = [], ...more] = Object.entries(change);
  return more.length === 0 && (name === "wrap" ? typeof to === "string" : name === "absolute_paths" && to === true);
}

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
