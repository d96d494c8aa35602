import type { Rule } from "../rule.ts";
import { canonicalTool, commandTools, fileToolOf, namedTools } from "../tool-kinds.ts";
import { commandSlip } from "./command-slip.ts";
import { nameSlip } from "./name-slip.ts";
import { parameterSlip } from "./parameter-slip.ts";
import { type PathSlipPlaces, pathSlip } from "./path-slip.ts";
import { type MeantRule, meantRules, type Slip, type SpecifierSlip } from "./slip.ts";
import { toolSlip } from "./tool-slip.ts";

/** What is wrong with a rule that can be read and still does not do what it seems to; undefined for most. */
export function ruleSlip(rule: Rule, places: PathSlipPlaces): Slip | undefined {
  // A text of that length is no slip, and must not take long.
  if ((rule.specifier?.length ?? 0) > maxLength || rule.tool.length > maxLength) return undefined;
  return slipIn(rule, rule.effect !== "allow", places, maxSlips);
}

/** Of several slips in one rule all are mended, and the first is told. */
function slipIn(rule: MeantRule, restricts: boolean, places: PathSlipPlaces, left: number): Slip | undefined {
  const slip = left === 0 ? undefined : firstSlip(rule, restricts, places);
  if (slip === undefined || slip.sure === "harmless") return slip;
  const inner = slip.meant.map((one) => {
    const isSame = one.tool === rule.tool && one.specifier === rule.specifier;
    return { one, more: isSame ? undefined : slipIn(one, restricts, places, left - 1) };
  });
  const meant = inner.flatMap(({ one, more }) =>
    more === undefined ? [one] : more.sure === "harmless" ? [one, ...more.meant] : more.meant,
  );
  const isUnsure = inner.some(({ more }) => more !== undefined && more.sure === undefined);
  return isUnsure ? { why: slip.why, meant } : { ...slip, meant };
}

const maxSlips = 5;
const maxLength = 500;

function firstSlip({ tool, specifier }: MeantRule, restricts: boolean, places: PathSlipPlaces): Slip | undefined {
  const named = toolSlip(tool, specifier);
  if (named !== undefined || specifier === undefined) return named;
  const slip = specifierSlip(canonicalTool(tool), specifier, places, restricts);
  return slip && { ...slip, meant: meantRules(tool, slip.meant) };
}

function specifierSlip(
  tool: string,
  specifier: string,
  places: PathSlipPlaces,
  restricts: boolean,
): SpecifierSlip | undefined {
  if (commandTools.has(tool)) return tool === "Bash" ? commandSlip(specifier, places.home) : undefined;
  if (namedTools.has(tool)) return nameSlip(tool, specifier);
  if (tool === "WebFetch") return undefined;
  const path = fileToolOf(tool) === undefined ? undefined : pathSlip(specifier, places);
  return path ?? (restricts ? parameterSlip(tool, specifier) : undefined);
}
