import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { exitCodes } from "./exit-codes.ts";

/** A whole number from 0 on. */
export function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("Expected a whole number.");
  return Number(text);
}

const units: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A length of time with its unit, in milliseconds. */
export function duration(text: string): number {
  const [, amount = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(amount) * (units[unit] ?? 0);
  if (!(ms > 0)) throw new InvalidArgumentError("Expected a number and s, m, h or d: 90s, 30m, 12h, 2d.");
  return ms;
}

/** A switch. */
export function onOff(text: string): boolean {
  if (text !== "on" && text !== "off") throw new InvalidArgumentError("Expected on or off.");
  return text === "on";
}

/** A folder that exists, as an absolute path. */
export function folder(path: string): string {
  const absolute = resolve(path);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return absolute;
  throw new InvalidArgumentError("Expected a folder that exists.");
}

/** An option that may be given several times. */
export function several(one: string, before: readonly string[] = []): readonly string[] {
  return [...before, one];
}

/** Options may stand before or behind a subcommand. */
export function allOptions<O>(command: Command): O {
  return command.optsWithGlobals<O & Record<string, unknown>>();
}

/** The command line is wrong. */
export function usage(command: Command, message: string): never {
  return command.error(`error: ${message}`, { exitCode: exitCodes.usage });
}
