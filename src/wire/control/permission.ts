import * as z from "zod/mini";
import { json, maybe, unchecked } from "./schemas.ts";

/** A change of the agent's permission rules: what it suggests, and what a host may send back. */
const permissionUpdate = () =>
  z.looseObject({
    type: z.string(),
    rules: z.optional(z.array(z.looseObject({ toolName: z.string(), ruleContent: maybe.text() }))),
    behavior: maybe.text(),
    mode: maybe.text(),
    directories: maybe.texts(),
    destination: maybe.text(),
  });

/** `can_use_tool`: a tool use that wants permission. A version that changes any of the other fields must not block every tool. */
export const toolUse = () =>
  z.looseObject({
    tool_name: z.string(),
    input: json(),
    tool_use_id: unchecked(maybe.text),
    display_name: unchecked(maybe.text),
    title: unchecked(maybe.text),
    description: unchecked(maybe.text),
    permission_suggestions: unchecked(() => z.nullable(z.array(permissionUpdate()))),
    blocked_path: unchecked(maybe.text),
    decision_reason: unchecked(maybe.text),
    decision_reason_type: unchecked(maybe.text),
    decision_reason_hook_event: unchecked(maybe.text),
    decision_reason_hook_source: unchecked(maybe.text),
    requires_user_interaction: unchecked(maybe.flag),
    mcp_server: unchecked(maybe.json),
    agent_id: unchecked(maybe.text),
    server_policy_ask_only: maybe.any(),
    classifier_approvable: maybe.any(),
    suppress_always_allow_rule: maybe.any(),
    default_to_no: maybe.any(),
    matched_ask_rule: maybe.any(),
  });

/** Allow replaces the input whole; agents up to 2.1.197 refuse an allow without `updatedInput`. */
export const permissionAnswer = () =>
  z.discriminatedUnion("behavior", [
    z.looseObject({
      behavior: z.literal("allow"),
      updatedInput: z.optional(json()),
      updatedPermissions: z.optional(z.nullable(z.array(permissionUpdate()))),
      toolUseID: maybe.text(),
      decisionClassification: maybe.text(),
    }),
    z.looseObject({
      behavior: z.literal("deny"),
      message: z.string(),
      interrupt: maybe.flag(),
      toolUseID: maybe.text(),
      decisionClassification: maybe.text(),
    }),
  ]);
