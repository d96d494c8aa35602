import { create, type MessageInitShape } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { invalidOption } from "../../errors.ts";
import type { Effect } from "../../permission/rule.ts";
import { type Fields, isFields } from "../../wire/fields.ts";
import { type PermissionRules, permissionsSetting } from "../config/permission-settings.ts";
import { effectOf } from "../rules/effect-numbers.ts";
import type { RuleSources } from "../rules/rules-in-force.ts";
import { simulateRules } from "../rules/simulate-rules.ts";
import { suggestRules } from "../rules/suggest-rules.ts";
import type { RecordedUse } from "../store/recorded-uses.ts";
import type { StoreReader } from "../store/store-reader.ts";
import { auditRecord } from "./audit-calls.ts";

/** The newest decisions that rules are tried on. */
const maxUses = 5000;
const maxChanges = 1000;
const maxSuggestions = 50;
/** Of those that a suggestion covers, and leaves. */
const shownUses = 5;
const maxText = 500;

/** What recorded tool uses would have got under other rules. */
export async function simulateCall(
  reader: StoreReader,
  { own }: RuleSources,
  request: pb.SimulateRulesRequest,
): Promise<pb.SimulateRulesResponse> {
  const change = changeOf(request);
  const { uses, lost } = await reader.recordedUses({ sinceMs: Number(request.sinceMs), limit: maxUses });
  const all = await simulateRules(uses, (cwd) => own.for(cwd).changed(change));
  const changed = all.filter(({ use, verdict }) => verdict !== use.verdict);
  const changes = changed.slice(0, maxChanges).map(({ use, verdict, why: reason }) => ({
    ...{ record: auditRecord(use), verdict, reason, use: useText(use) },
  }));
  const counts = { judged: uses.length, notJudged: lost, changed: changed.length };
  return create(pb.SimulateRulesResponseSchema, { ...counts, changes });
}

/** Throws `invalid_option` for rules that a daemon would refuse. */
function changeOf({
  permissionsJson,
  allow,
  deny,
  ask,
  without,
}: pb.SimulateRulesRequest): (own: PermissionRules) => PermissionRules {
  const given = permissionsJson === "" ? undefined : readLists(permissionsJson);
  check("rules", { allow, deny, ask });
  return (own) => {
    const lists = given ?? own;
    const more = (name: Effect, added: readonly string[]): string[] => {
      const gone = without.filter(({ effect }) => effectOf(effect) === name).map(({ text }) => text);
      return [...(lists[name] ?? []).filter((text) => !gone.includes(text)), ...added];
    };
    return { ...lists, allow: more("allow", allow), deny: more("deny", deny), ask: more("ask", ask) };
  };
}

function readLists(json: string): PermissionRules {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Told below.
  }
  if (!isFields(value)) throw invalidOption("permissions_json", "a JSON object of lists of rules", "something else");
  check("permissions_json", value);
  return value;
}

function check(option: string, lists: Fields): void {
  const [problem] = permissionsSetting("").problems(lists);
  if (problem !== undefined) throw invalidOption(`${option}.${problem.below}`, problem.allowed, problem.found);
}

/** Rules that would have answered what people always allowed. */
export async function suggestCall(
  reader: StoreReader,
  { own }: RuleSources,
  { sinceMs, minUses }: pb.SuggestRulesRequest,
): Promise<pb.SuggestRulesResponse> {
  const { uses } = await reader.recordedUses({ sinceMs: Number(sinceMs), limit: maxUses });
  const found = await suggestRules(uses, (cwd) => own.for(cwd), minUses === 0 ? 2 : minUses);
  const suggestions = found.slice(0, maxSuggestions).map(({ rule, cwd, covered, left }) => ({
    ...{ rule, cwd, covered: covered.length, left: left.length },
    coveredUses: covered.slice(0, shownUses).map(useText),
    leftUses: left.slice(0, shownUses).map(useText),
  }));
  return create(pb.SuggestRulesResponseSchema, { suggestions });
}

function useText({ tool: toolName, inputJson, cwd }: RecordedUse): MessageInitShape<typeof pb.UseTextSchema> {
  return { toolName, inputText: inputJson.slice(0, maxText), cwd };
}
