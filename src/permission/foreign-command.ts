import type { Ask } from "./ask.ts";
import { quoted } from "./shell/shell-word.ts";

/** The command in the input of a tool that nobody here knows: a line, or a program and its arguments. */
export function foreignCommand({ command, args }: Ask["input"]): string | undefined {
  const words = isTexts(args) ? args.map(quoted) : [];
  if (typeof command === "string") return [command, ...words].join(" ");
  return isTexts(command) && command.length > 0 ? [...command.map(quoted), ...words].join(" ") : undefined;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
