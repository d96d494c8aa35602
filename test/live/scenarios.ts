import type { Scenario } from "./scenario.ts";
import { controls } from "./scenarios/controls.ts";
import { conversations } from "./scenarios/conversations.ts";
import { customPrompts } from "./scenarios/custom-prompts.ts";
import { deferredCalls } from "./scenarios/deferred-calls.ts";
import { endings } from "./scenarios/endings.ts";
import { failures } from "./scenarios/failures.ts";
import { hooks } from "./scenarios/hooks.ts";
import { interrupts } from "./scenarios/interrupts.ts";
import { mcpTools } from "./scenarios/mcp-tools.ts";
import { messages } from "./scenarios/messages.ts";
import { permissions } from "./scenarios/permissions.ts";
import { prompts } from "./scenarios/prompts.ts";
import { questions } from "./scenarios/questions.ts";
import { settingsHookEvents } from "./scenarios/settings-hook-events.ts";
import { settingsHooks } from "./scenarios/settings-hooks.ts";
import { subAgents } from "./scenarios/sub-agents.ts";

export const scenarios: readonly Scenario[] = [
  ...messages,
  ...permissions,
  ...questions,
  ...mcpTools,
  ...hooks,
  ...deferredCalls,
  ...customPrompts,
  ...settingsHooks,
  ...settingsHookEvents,
  ...subAgents,
  ...interrupts,
  ...prompts,
  ...conversations,
  ...failures,
  ...controls,
  ...endings,
];
