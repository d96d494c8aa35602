import { isFields } from "../../wire/fields.ts";
import type { Prices } from "../core/prices.ts";
import { type Problem, type Setting, show, structure } from "./setting.ts";

const required = ["input", "output"];
const parts = [...required, "cacheRead", "cacheWrite"];

/** The row `prices`. */
export function pricesSetting(description: string): Setting<Prices> {
  return structure<Prices>(
    { default: {}, description },
    {
      allowed: "an object: model to {input, output, cacheRead?, cacheWrite?}",
      problems: (value) => {
        if (!isFields(value)) return [{ below: "", allowed: "an object of prices by model", found: show(value) }];
        return Object.entries(value).flatMap(([model, price]) => priceProblems(model, price));
      },
      unknown: (value) =>
        Object.entries(isFields(value) ? value : {}).flatMap(([model, price]) =>
          Object.keys(isFields(price) ? price : {})
            .filter((part) => !parts.includes(part))
            .map((part) => ({ below: `${model}.${part}`, known: parts.map((one) => `${model}.${one}`) })),
        ),
      schema: {
        type: "object",
        additionalProperties: {
          type: "object",
          required,
          additionalProperties: false,
          properties: Object.fromEntries(parts.map((part) => [part, { type: "number", minimum: 0 }])),
        },
      },
    },
  );
}

function priceProblems(model: string, price: unknown): Problem[] {
  if (!isFields(price)) return [{ below: model, allowed: "an object {input, output}", found: show(price) }];
  const fits = (part: string): boolean =>
    price[part] === undefined ? !required.includes(part) : Number.isFinite(price[part]) && Number(price[part]) >= 0;
  return parts
    .filter((part) => !fits(part))
    .map((part) => ({ below: `${model}.${part}`, allowed: "a number, 0 or more", found: show(price[part]) }));
}
