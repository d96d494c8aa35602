import type { Measure } from "../../model/usage.ts";
import { cost } from "../text/cost.ts";
import { count } from "../text/count.ts";

export const measureWords: { readonly [M in Measure]: string } = {
  cost: "Cost",
  turns: "Turns",
  output: "Tokens written",
  input: "Tokens read",
};

export function shownAs(measure: Measure): (value: number) => string {
  return measure === "cost" ? cost : count;
}
