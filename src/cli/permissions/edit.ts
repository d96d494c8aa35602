import { uselessRules } from "../../daemon/config/useless-rules.ts";
import { type RuleEdit, type RuleScope, ruleEdit } from "../../daemon/rules/rule-edit.ts";
import { confirm } from "../confirm.ts";
import { localDaemon } from "../daemon-options.ts";
import { plain, printJson, styled } from "../output.ts";
import { writtenPid } from "../running-daemon.ts";

export interface EditOptions {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly scope: RuleScope;
  readonly cwd?: string;
  readonly home?: string;
  readonly yes?: true;
  readonly json?: true;
}

const named = ["allow", "deny", "ask"] as const;

/** Undefined: no rule is named. */
export function editsOf(how: "add" | "remove", options: EditOptions): readonly RuleEdit[] | undefined {
  const { scope, cwd = process.cwd(), home } = options;
  const { settings } = localDaemon(home).files;
  const effects = named.filter((effect) => (options[effect] ?? []).length > 0);
  if (effects.length === 0) return undefined;
  const parts = { how, scope, cwd, settings, env: process.env };
  return effects.map((effect) => ruleEdit({ ...parts, effect, texts: options[effect] ?? [] }));
}

/** Shows what is to be written and where, and writes it when a person says so. False: nobody did. */
export async function makeEdits(edits: readonly RuleEdit[], { yes, json, home }: EditOptions): Promise<boolean> {
  const [{ file, scope, how } = { file: "", scope: "", how: "add" }] = edits;
  for (const { effect, rules } of edits)
    for (const { text } of rules) process.stderr.write(`${how === "add" ? "+" : "-"} ${effect} ${plain(text)}\n`);
  process.stderr.write(styled("dim", `${how === "add" ? "to" : "from"} ${file} (${scope})\n`));
  const useless = edits.flatMap(({ effect, rules }) => uselessRules({ [effect]: rules.map(textOf) }));
  for (const warning of how === "add" ? useless : []) process.stderr.write(`${styled("yellow", `! ${warning}`)}\n`);
  if (!yes && !(await confirm("write it?", false))) return false;
  const notes = edits.flatMap((edit) => edit.write() ?? []);
  if (json) printJson({ file, scope, [how]: edits.map(({ effect, rules }) => ({ effect, rules: rules.map(textOf) })) });
  else process.stdout.write(`${file} is written\n`);
  for (const note of new Set(notes)) process.stderr.write(`${plain(note)}\n`);
  const pid = scope === "daemon" ? writtenPid(home) : undefined;
  if (pid !== undefined) process.stderr.write(`the daemon that runs (pid ${pid}) decides by it from now on\n`);
  return true;
}

function textOf({ text }: { readonly text: string }): string {
  return text;
}
