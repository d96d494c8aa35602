import type { Measure } from "../../model/usage.ts";
import { cost } from "../text/cost.ts";
import { count } from "../text/count.ts";

export const measureWords: { readonly [M in Measure]: string } = {
  cost: "Cost",
  turns: "Turns",
  output: "Output tokens",
  input: "Input tokens",
};

export function shownAs(measure: Measure): (value: number) => string {
  return measure === "cost" ? cost : count;
}
