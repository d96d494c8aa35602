import { BridleError } from "../../errors.ts";
import type { Handlers } from "../../wire/dispatch.ts";
import { type Fields, text, texts } from "../../wire/fields.ts";
import { capabilities } from "../dialect/claude/init-frame.ts";
import type { NoticeFields } from "../dialect/voice.ts";
import { modeNamed, permissionModes } from "../flags/agent-flags.ts";
import type { AgentHooks } from "../hook/agent-hooks.ts";
import { hostedServers, type Mcp } from "../mcp/mcp.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { applyFlagSettings } from "./apply-flag-settings.ts";
import { offeredCommands, offeredPrompts } from "./offered-commands.ts";

interface HostRequestDeps {
  readonly definition: AgentDefinition;
  readonly session: AgentSession;
  readonly hooks: () => AgentHooks;
  readonly mcp: () => Mcp;
  readonly spokenVersion: string;
  readonly isRunning: () => boolean;
  /** Stops the turn; the prompts that wait stay, or are dropped. Their uuids come back. */
  readonly interrupt: (dropQueued: boolean) => { stillQueued: readonly string[]; dropped: readonly string[] };
  /** False: no such prompt waits. */
  readonly cancelPrompt: (uuid: string) => boolean;
  readonly notice: (subtype: string, fields: NoticeFields) => void;
  readonly localOutput: (text: string) => void;
  readonly end: () => void;
}

/** What any agent answers its host. Everything that is not here is refused as unsupported. */
export function hostRequests(deps: HostRequestDeps): Handlers<"fromHost"> {
  return { ...sessionRequests(deps), ...mcpRequests(deps), ...listings(deps), ...deps.definition.controls };
}

function sessionRequests(deps: HostRequestDeps): Handlers<"fromHost"> {
  const { session, definition } = deps;
  return {
    initialize: (request) => initialize(deps, request),
    interrupt: ({ cancel_queued }) => {
      const { stillQueued, dropped } = deps.interrupt(cancel_queued === true);
      return { still_queued: [...stillQueued], ...(cancel_queued === true && { cancelled: dropped }) };
    },
    end_session: () => {
      // After its answer is written.
      setImmediate(deps.end);
      return {};
    },
    set_permission_mode: ({ mode }) => setPermissionMode(deps, mode),
    set_model: ({ model }) => {
      const name = model === undefined || model === null || model === "default" ? definition.model : model;
      session.model = definition.resolveModel?.(name ?? definition.name) ?? name ?? definition.name;
      deps.localOutput(`Set model to \`${session.model}\``);
      return { model: session.model };
    },
    set_max_thinking_tokens: ({ max_thinking_tokens: tokens }) => {
      session.maxThinkingTokens = tokens === undefined || tokens === null ? undefined : Number(tokens);
      return {};
    },
    cancel_async_message: ({ message_uuid }) => ({ cancelled: deps.cancelPrompt(message_uuid) }),
    rename_session: ({ title }) => rename(deps, title),
    generate_session_title: ({ description, persist }) => {
      const title = titleFrom(description ?? "");
      if (persist === true) rename(deps, title);
      return { title };
    },
    set_has_subscribers: () => ({}),
    set_prompt_suggestions_paused: () => ({}),
    apply_flag_settings: ({ settings }) => applySettings(deps, settings),
    // An agent that keeps files has an answer of its own.
    rewind_files: () => {
      throw refused("rewind_files", "No file checkpoint found for this message.");
    },
  };
}

type Initialize = Parameters<NonNullable<Handlers<"fromHost">["initialize"]>>[0];

function initialize(deps: HostRequestDeps, request: Initialize): Fields {
  const { session, definition } = deps;
  // A host that says nothing of hooks takes none away.
  if (request.hooks) deps.hooks().register(request.hooks);
  if (request.sdkMcpServers) deps.mcp().declare(hostedServers(texts(request.sdkMcpServers)));
  if (request.jsonSchema) session.jsonSchema = request.jsonSchema;
  if (request.agents) session.agents = { ...session.agents, ...request.agents };
  if (request.forwardSubagentText) session.forwardSubagentText = true;
  // One text, or several that belong together; empty means the agent's own.
  const system = [request.systemPrompt].flat().filter((part) => typeof part === "string" && part !== "");
  if (system.length > 0) session.systemPrompt = system.join("\n\n");
  const planning = text(request.planModeInstructions);
  if (planning) session.planModeInstructions = planning;
  if (request.appendSystemPrompt) session.appendSystemPrompt = request.appendSystemPrompt;
  if (request.title) rename(deps, request.title);
  definition.onInitialize?.(session);
  return initializeAnswer(deps);
}

function setPermissionMode({ session, notice }: HostRequestDeps, mode: string): { mode: string } {
  const named = modeNamed(mode);
  const known = permissionModes.find((word) => word === named);
  if (known === undefined)
    throw refused(
      "set_permission_mode",
      `Cannot set permission mode: must be one of ${permissionModes.join(", ")}`,
      "invalid_mode",
    );
  if (known === "bypassPermissions" && (!session.flags.allowBypass || session.permissions.forbidsBypass))
    throw refused(
      "set_permission_mode",
      "Cannot set permission mode to bypassPermissions because the session was not launched with --dangerously-skip-permissions",
      "bypass_not_launched",
    );
  if (session.permissions.mode !== known) {
    session.permissions.mode = known;
    // Behind the answer, as the CLI does it.
    setImmediate(() => notice("status", { status: null, permissionMode: known }));
  }
  return { mode: known };
}

function mcpRequests({ mcp }: HostRequestDeps): Handlers<"fromHost"> {
  return {
    mcp_status: () => ({
      mcpServers: mcp()
        .status()
        .map((server) => ({ ...server, scope: "dynamic" })),
    }),
    mcp_set_servers: async ({ servers }) => {
      const { added, removed, errors } = await mcp().replace(servers);
      return { added: [...added], removed: [...removed], errors };
    },
    mcp_reconnect: async ({ serverName }) => {
      await mcp().reconnect(serverName);
      return {};
    },
    mcp_toggle: async ({ serverName, enabled }) => {
      await mcp().toggle(serverName, enabled);
      return {};
    },
    mcp_message: ({ server_name, message }) => {
      mcp().receive(server_name, message);
      return {};
    },
  };
}

function listings(deps: HostRequestDeps): Handlers<"fromHost"> {
  const { session, definition, spokenVersion } = deps;
  return {
    list_models: () => ({ models: [...modelsOf(definition)] }),
    get_binary_version: () => ({ version: spokenVersion }),
    get_settings: () => ({
      effective: {},
      sources: [],
      applied: { model: session.model, effort: session.effort ?? null },
    }),
    get_session_cost: () => ({ text: `Total cost: $${session.totals.costUsd.toFixed(4)}` }),
    get_usage: () => ({
      session: { total_api_duration_ms: session.totals.durationApiMs, model_usage: session.totals.modelUsage },
      rate_limits_available: false,
    }),
    get_context_usage: () => contextUsage(deps),
    list_permission_rules: () => ({
      state: {
        rules: rulesOf(session),
        workspaceDirectories: session.permissions.directories,
        originalCwd: session.cwd,
      },
    }),
    get_plan: () => ({ exists: false }),
    reload_plugins: () => ({
      plugins: [],
      commands: commandsOf(definition, session),
      agents: definition.agents?.(session) ?? [],
      mcpServers: [],
    }),
    reload_skills: () => ({ skills: skillsOf(definition, session) }),
    reload_output_styles: () => ({ available_output_styles: ["default"] }),
    get_skills_dialog: () => ({ skills: [] }),
  };
}

function initializeAnswer({ definition, session, spokenVersion, isRunning }: HostRequestDeps): Fields {
  return {
    commands: commandsOf(definition, session),
    agents: [...(definition.agents?.(session) ?? [])],
    output_style: "default",
    available_output_styles: ["default"],
    models: modelsOf(definition),
    account: { tokenSource: "none", apiKeySource: definition.apiKeySource ?? "none" },
    pid: process.pid,
    claude_code_version: spokenVersion,
    current_permission_mode: session.permissions.mode,
    session_state: isRunning() ? "running" : "idle",
    capabilities: [...capabilities],
    analytics_disabled: true,
    fast_mode_state: "off",
  };
}

function modelsOf(definition: AgentDefinition): readonly object[] {
  const name = definition.model ?? definition.name;
  const own = { value: "default", resolvedModel: name, displayName: name, description: `Use ${name}` };
  return definition.models ?? [own];
}

function commandsOf(definition: AgentDefinition, session: AgentSession): Fields[] {
  const commands = offeredCommands(definition, session).filter(({ isHidden }) => !isHidden);
  return [...offeredPrompts(definition, session), ...commands].map(({ name, description, argumentHint = "" }) => ({
    name,
    description,
    argumentHint,
  }));
}

function skillsOf(definition: AgentDefinition, session: AgentSession): Fields[] {
  const skills = offeredPrompts(definition, session).filter(({ isSkill }) => isSkill);
  return skills.map(({ name, description, argumentHint }) => ({ name, description, argumentHint }));
}

function contextUsage({ session, definition }: HostRequestDeps): Fields {
  const maxTokens = definition.modelFacts?.(session.model).contextWindow ?? 0;
  const totalTokens = session.contextTokens;
  return {
    categories: [
      { name: "Messages", tokens: totalTokens },
      { name: "Free space", tokens: Math.max(0, maxTokens - totalTokens) },
    ],
    totalTokens,
    maxTokens,
    rawMaxTokens: maxTokens,
    percentage: maxTokens === 0 ? 0 : Math.round((totalTokens / maxTokens) * 100),
    model: session.model,
  };
}

function applySettings(deps: HostRequestDeps, settings: unknown): Fields {
  const { model } = applyFlagSettings(deps.session, settings);
  if (model !== undefined) {
    deps.session.model = deps.definition.resolveModel?.(model) ?? model;
    deps.localOutput(`Set model to \`${deps.session.model}\``);
  }
  return {};
}

function rename(deps: HostRequestDeps, title: string): Fields {
  deps.session.title = title;
  deps.notice("session_title_changed", { title });
  return {};
}

/** Its first words: no model is asked for a title. */
function titleFrom(description: string): string {
  const words = description.trim().split(/\s+/).slice(0, 8).join(" ");
  return words === "" ? "Untitled session" : words.slice(0, 80);
}

function rulesOf({ permissions }: AgentSession): Fields[] {
  return permissions.rules.map(({ text: rule, effect: behavior, scope, file }) => ({ rule, behavior, scope, file }));
}

function refused(subtype: string, reason: string, errorCode?: string): BridleError<"refused"> {
  return new BridleError("refused", reason, { subtype, reason, errorCode });
}
