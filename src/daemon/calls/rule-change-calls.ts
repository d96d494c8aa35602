import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { invalidOption } from "../../errors.ts";
import { effects } from "../../permission/rule.ts";
import type { Caller } from "../access/caller.ts";
import { forbidden, limitedTo } from "../access/require-access.ts";
import { uselessRules } from "../config/useless-rules.ts";
import { effectOf } from "../rules/effect-numbers.ts";
import { type RuleEdit, type RuleScope, ruleEdit, ruleScopes } from "../rules/rule-edit.ts";
import { checkFolder } from "./check-folder.ts";

interface RuleFiles {
  /** The settings file of the daemon. */
  readonly settings: string;
  /** In which agents find theirs. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Writes rules into a settings file, or takes them out of it; with `dry_run` only says which file. Throws `invalid_option` for
 * what is no rule, `not_found` for one that is to be taken out and is not there.
 */
export function changeRules(request: pb.ChangeRulesRequest, files: RuleFiles, caller: Caller): pb.ChangeRulesResponse {
  const edits = editsOf(request, files, caller);
  const [first] = edits;
  if (first === undefined) throw invalidOption("add", "a rule to add or to remove", "none");
  const added = edits.filter(({ how }) => how === "add");
  const notes = added.flatMap(({ effect, rules }) => uselessRules({ [effect]: rules.map(({ text }) => text) }));
  if (!request.dryRun) for (const edit of edits) notes.push(...[edit.write() ?? []].flat());
  return create(pb.ChangeRulesResponseSchema, { file: first.file, notes: [...new Set(notes)] });
}

/** More may run then without a person: it is as good as an approval. */
export function allowsMore({ add, remove, dryRun }: pb.ChangeRulesRequest): boolean {
  if (dryRun) return false;
  return (
    add.some(({ effect }) => effectOf(effect) === "allow") || remove.some(({ effect }) => effectOf(effect) !== "allow")
  );
}

function editsOf(request: pb.ChangeRulesRequest, { settings, env }: RuleFiles, caller: Caller): RuleEdit[] {
  const scope = scopeOf(request.scope);
  // A rule for every folder is not for who is limited to some.
  if (caller.folders !== undefined && (scope === "user" || scope === "daemon"))
    throw forbidden("admin", `a rule of ${scope} settings holds in every folder: ${limitedTo(caller)}`);
  const parts = { scope, cwd: checkFolder(request.cwd), settings, env };
  return (["remove", "add"] as const).flatMap((how) =>
    effects.flatMap((effect) => {
      const texts = request[how].filter((line) => effectOf(line.effect) === effect).map(({ text }) => text);
      return texts.length === 0 ? [] : [ruleEdit({ ...parts, how, effect, texts })];
    }),
  );
}

function scopeOf(scope: string): RuleScope {
  const found = ruleScopes.find((one) => one === scope);
  if (found === undefined) throw invalidOption("scope", ruleScopes.join(", "), scope || "nothing");
  return found;
}
