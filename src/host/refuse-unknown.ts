import { BridleError } from "../errors.ts";
import { didYouMean } from "../util/did-you-mean.ts";

/** Refuses options that do not exist, instead of ignoring them. `elsewhere`: what to use for names that other libraries have. */
export function refuseUnknown(
  options: object,
  known: readonly string[],
  elsewhere: { readonly [name: string]: string } = {},
): void {
  const option = Object.keys(options).find((name) => !known.includes(name));
  if (option === undefined) return;
  const shown = option.slice(0, 80);
  const meant = didYouMean(option, known);
  const advice = Object.hasOwn(elsewhere, option)
    ? elsewhere[option]
    : meant === undefined
      ? `the options are ${known.join(", ")}`
      : `did you mean ${meant}?`;
  throw new BridleError("invalid_option", `there is no option ${shown}: ${advice}`, {
    option: shown,
    allowed: meant ?? known.join(", "),
    found: shown,
  });
}
