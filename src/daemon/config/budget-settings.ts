import { isAbsolute } from "node:path";
import { isFields } from "../../wire/fields.ts";
import type { Budget } from "../core/budget.ts";
import { isList, type Problem, type Setting, show, structure } from "./setting.ts";

/** An entry of `budgets`, as people write it. */
interface BudgetSetting extends Partial<Omit<Budget, "of">> {
  readonly of: Budget["of"];
}

const whose = ["session", "project", "user", "all"] as const;
const periods = ["day", "ever"] as const;
const effects = ["warn", "stop", "interrupt"] as const;

const parts: { readonly [part: string]: { readonly allowed: string; fits(value: unknown): boolean } } = {
  of: { allowed: `one of ${whose.join(", ")}`, fits: (value) => whose.some((one) => one === value) },
  per: { allowed: "day or ever", fits: (value) => value === undefined || periods.some((one) => one === value) },
  only: { allowed: "a text", fits: (value) => value === undefined || (typeof value === "string" && value !== "") },
  usd: { allowed: "a number above 0", fits: (value) => value === undefined || isAmount(value) },
  tokens: { allowed: "a number above 0", fits: (value) => value === undefined || isAmount(value) },
  effect: {
    allowed: `one of ${effects.join(", ")}`,
    fits: (value) => value === undefined || effects.some((one) => one === value),
  },
};

/** The row `budgets`. One that cannot be read stops the start: what it limits would be without limit. */
export function budgetsSetting(description: string): Setting<readonly BudgetSetting[]> {
  return structure<readonly BudgetSetting[]>(
    { default: [], description },
    {
      allowed: "a list of {of, per?, only?, usd?, tokens?, effect?}",
      problems: (value) =>
        isList(value)
          ? value.flatMap((budget, at) => budgetProblems(String(at), budget))
          : [{ below: "", allowed: "a list of budgets", found: show(value) }],
      unknown: (value) =>
        (isList(value) ? value : []).flatMap((budget, at) =>
          Object.keys(isFields(budget) ? budget : {})
            .filter((part) => !Object.hasOwn(parts, part))
            .map((part) => ({ below: `${at}.${part}`, known: Object.keys(parts).map((one) => `${at}.${one}`) })),
        ),
      schema: {
        type: "array",
        items: {
          type: "object",
          required: ["of"],
          additionalProperties: false,
          properties: {
            of: { enum: whose, description: "Whose turns count together; of a project: those in its folder." },
            per: { enum: periods, description: "Left out: day, of a session ever." },
            only: { type: "string", description: "Only this folder, or this user: the name of a token." },
            usd: { type: "number", exclusiveMinimum: 0 },
            tokens: { type: "number", exclusiveMinimum: 0, description: "Read from a cache: not counted." },
            effect: {
              enum: effects,
              description: "Left out: stop, no new turn begins. interrupt: nor do others go on.",
            },
          },
        },
      },
    },
  );
}

/** With what is left out. */
export function budgetOf({
  of,
  per = of === "session" ? "ever" : "day",
  effect = "stop",
  ...rest
}: BudgetSetting): Budget {
  return { of, per, effect, ...rest };
}

function budgetProblems(at: string, budget: unknown): Problem[] {
  if (!isFields(budget)) return [{ below: at, allowed: "an object {of, usd or tokens, …}", found: show(budget) }];
  const wrong = Object.entries(parts)
    .filter(([part, { fits }]) => !fits(budget[part]))
    .map(([part, { allowed }]) => ({ below: `${at}.${part}`, allowed, found: show(budget[part]) }));
  if (wrong.length > 0) return wrong;
  const { of, only, usd, tokens } = budget;
  if (usd === undefined && tokens === undefined)
    return [{ below: at, allowed: "with usd or tokens", found: show(budget) }];
  if (only === undefined || of === "user") return [];
  const isFolder = of === "project" && isAbsolute(String(only));
  return isFolder
    ? []
    : [{ below: `${at}.only`, allowed: "an absolute folder of a project, or a user", found: show(only) }];
}

function isAmount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}
