import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { readAgentFlags } from "../../agent/flags/agent-flags.ts";
import { SessionPermissions } from "../../agent/permission/session-permissions.ts";
import {
  type ExplainedPartSchema,
  type ExplainToolUseRequest,
  type ExplainToolUseResponse,
  ExplainToolUseResponseSchema,
  type ExplanationSchema,
  type ListRulesResponse,
  ListRulesResponseSchema,
  type RuleInForceSchema,
} from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { invalidOption } from "../../errors.ts";
import type { Decision } from "../../permission/decision.ts";
import type { Rule } from "../../permission/rule.ts";
import { reasonText, why } from "../../permission/why.ts";
import { type Fields, isFields } from "../../wire/fields.ts";
import { effectNumbers } from "./effect-numbers.ts";
import type { OwnRules } from "./own-rules.ts";

/** Where rules come from. */
export interface RuleSources {
  /** The daemon's own. */
  readonly own: OwnRules;
  /** In which settings files are found. */
  readonly env: NodeJS.ProcessEnv;
}

/** The rules that hold in a folder. */
export function listRules(cwd: string, { own, env }: RuleSources): ListRulesResponse {
  const { policy, rewrites, file } = own.for(cwd);
  const ofFiles = new SessionPermissions(readAgentFlags([]), cwd, env);
  const useless = new Map([...policy.warnings, ...ofFiles.warnings].map(({ rule, message }) => [rule.text, message]));
  const row = (rule: Rule, scope: string): MessageInitShape<typeof RuleInForceSchema> => ({
    text: rule.text,
    effect: effectNumbers[rule.effect],
    scope,
    file: rule.file ?? "",
    problem: useless.get(rule.text) ?? "",
  });
  return create(ListRulesResponseSchema, {
    rules: [
      ...policy.parts.rules.map((rule) => row(rule, "daemon")),
      ...ofFiles.rules.map((rule) => row(rule, rule.scope)),
    ],
    problems: [...(own.problem === undefined ? [] : [own.problem]), ...ofFiles.problems],
    defaultMode: ofFiles.mode,
    rewrites: rewrites.map((one) => ({
      ...{ rule: one.rule, change: "wrap" in one ? one.wrap : "absolute paths", file },
    })),
  });
}

/** What they say about a tool use; throws `invalid_option` for an input that is none. */
export function explainToolUse(
  { cwd, toolName, inputJson, permissionMode }: ExplainToolUseRequest,
  { own, env }: RuleSources,
): ExplainToolUseResponse {
  if (toolName === "") throw invalidOption("tool_name", "the name of a tool, such as Bash", "nothing");
  const input = readInput(inputJson);
  const flags = readAgentFlags(permissionMode === "" ? [] : ["--permission-mode", permissionMode]);
  const settings = new SessionPermissions(flags, cwd, env).decide({ name: toolName, input, cwd });
  const { decision: daemon, rewritten } = own.for(cwd).judge(toolName, input, cwd);
  return create(ExplainToolUseResponseSchema, {
    effect: effectNumbers[settings.effect === "deny" ? "deny" : (daemon?.effect ?? settings.effect)],
    ...(daemon?.decision !== undefined && { daemon: explained(daemon.decision, "daemon") }),
    settings: explained(settings),
    ...(rewritten !== undefined && {
      rewritten: { inputJson: JSON.stringify(rewritten.input), by: rewritten.by },
    }),
  });
}

function readInput(inputJson: string): Fields {
  try {
    const input: unknown = JSON.parse(inputJson);
    if (isFields(input)) return input;
  } catch {
    // Told below.
  }
  throw invalidOption("input_json", 'a JSON object, such as {"command":"ls"}', "something else");
}

function explained(decision: Decision, ofRule?: "daemon"): MessageInitShape<typeof ExplanationSchema> {
  const { effect, because, parts = [] } = decision;
  const rule = "rule" in because ? because : undefined;
  const scope = rule === undefined ? "" : (ofRule ?? rule.scope);
  return {
    effect: effectNumbers[effect],
    text: why(decision),
    rule: rule?.rule ?? "",
    file: rule?.file ?? "",
    scope,
    parts: parts.map(
      (part): MessageInitShape<typeof ExplainedPartSchema> => ({
        text: part.text,
        effect: effectNumbers[part.effect],
        reason: reasonText(part.because),
      }),
    ),
  };
}
