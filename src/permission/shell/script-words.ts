import type { Assignment, Command, Redirection, Word } from "unbash";
import { bareText, readWord, type ShellWord } from "./shell-word.ts";
import type { Feed } from "./simple-command.ts";
import { isHarmlessVariable } from "./variable-names.ts";

/** `export A=1`: the parser gives assignments, the builtin gets words. */
export function argument(node: Command["args"][number]): ShellWord {
  if (node.type === "Word") return readWord(node);
  const start = `${node.name}${node.append ? "+=" : "="}`;
  if (node.index !== undefined || node.value.type === "ArrayValue") {
    return { text: node.text, value: undefined, prefix: node.index ? "" : start, splits: false };
  }
  const word = readWord(node.value);
  const value = word.value === undefined ? undefined : start + word.value;
  return { text: node.text, value, prefix: start + word.prefix, splits: false };
}

export function isHarmlessAssignment({ name, value, index, append }: Assignment): boolean {
  if (index !== undefined || append || value.type !== "Word") return isHarmlessVariable(name, undefined);
  // Patterns are not expanded here: `DEBUG=app:*`.
  return isHarmlessVariable(name, readWord(value).value ?? (/^[\w:,.*]*$/.test(value.text) ? value.text : undefined));
}

/** What redirections give a command to read; of a file, no more than that there is one. */
export function feedOf(redirects: readonly Redirection[]): Feed | undefined {
  if (redirects.length === 0) return undefined;
  const given = redirects.filter(({ operator }) => operator.startsWith("<"));
  const texts = given.flatMap((redirect) => {
    if (redirect.type === "HereDoc") return [redirect.body.text];
    const isText = redirect.type === "HereString" && redirect.target !== undefined;
    return isText ? [bareText(readWord(redirect.target as Word))] : [];
  });
  const expanded = given.flatMap((redirect) => {
    if (redirect.type === "HereDoc") return redirect.delimiter?.quoted ? [] : [redirect.body.text];
    return redirect.type === "HereString" && redirect.target !== undefined
      ? [expandedText(readWord(redirect.target))]
      : [];
  });
  return given.length > 0 ? { commands: [], texts, expanded, isWhole: true } : undefined;
}

function expandedText({ value, text }: ShellWord): string {
  return value === undefined ? text : "";
}
