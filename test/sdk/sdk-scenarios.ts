import type { SdkScenario } from "./agent-scenario.ts";
import { controls } from "./scenarios/controls.ts";
import { conversations } from "./scenarios/conversations.ts";
import { endings } from "./scenarios/endings.ts";
import { failures } from "./scenarios/failures.ts";
import { hooks } from "./scenarios/hooks.ts";
import { interrupts } from "./scenarios/interrupts.ts";
import { limits } from "./scenarios/limits.ts";
import { managedSettings } from "./scenarios/managed-settings.ts";
import { mcpTools } from "./scenarios/mcp-tools.ts";
import { messages } from "./scenarios/messages.ts";
import { modes } from "./scenarios/modes.ts";
import { options } from "./scenarios/options.ts";
import { partialMessages } from "./scenarios/partial-messages.ts";
import { permissions } from "./scenarios/permissions.ts";
import { projectContext } from "./scenarios/project-context.ts";
import { prompts } from "./scenarios/prompts.ts";
import { questions } from "./scenarios/questions.ts";
import { subAgents } from "./scenarios/sub-agents.ts";
import { tools } from "./scenarios/tools.ts";

export const sdkScenarios: readonly SdkScenario[] = [
  ...prompts,
  ...messages,
  ...partialMessages,
  ...tools,
  ...permissions,
  ...modes,
  ...questions,
  ...mcpTools,
  ...hooks,
  ...subAgents,
  ...projectContext,
  ...interrupts,
  ...controls,
  ...limits,
  ...conversations,
  ...failures,
  ...options,
  ...managedSettings,
  ...endings,
];
