import * as z from "zod/mini";
import { row } from "./row.ts";
import { json, loose, maybe, nothing } from "./schemas.ts";

const server = () => z.looseObject({ serverName: z.string() });
const task = () => z.looseObject({ task_id: z.string() });

/** How a host steers the conversation and the process. */
const session = {
  initialize: row(
    "first words: hooks, in-process MCP servers, prompts; optional, and once: most versions refuse a second",
    () =>
      loose({
        hooks: "json",
        sdkMcpServers: "texts",
        sdkMcpServerConfigs: "json",
        sdkMcpServerManifests: "json",
        jsonSchema: "json",
        systemPrompt: "any",
        appendSystemPrompt: "text",
        agents: "json",
        title: "text",
        skills: "any",
        toolAliases: "json",
        promptSuggestions: "flag",
        agentProgressSummaries: "flag",
        forwardSubagentText: "flag",
        supportedDialogKinds: "texts",
        perTaskStopAffordance: "flag",
        plugins: "any",
        planModeInstructions: "text",
        excludeDynamicSections: "any",
        systemPromptSnapshot: "any",
      }),
    () =>
      loose({
        commands: "list",
        output_style: "text",
        available_output_styles: "list",
        models: "list",
        account: "json",
        agents: "list",
        pid: "number",
        claude_code_version: "text",
        current_permission_mode: "text",
        session_state: "text",
        capabilities: "texts",
        analytics_disabled: "flag",
        fast_mode_state: "text",
        fast_mode_disabled_reason: "text",
        feedback_mode: "any",
        hook_on_failure_supported: "flag",
        hooks_applied: "any",
        ide_rc_auto_enable_gate: "any",
        other_hook_ask_outranks_host: "any",
        remote_control_auto_connect_default: "any",
        remote_control_auto_enable: "any",
        remote_control_auto_on_by_default: "any",
        remote_control_available: "any",
        user_output_styles_dir: "text",
      }),
  ),
  interrupt: row(
    "stop the running turn; idle, it has no effect",
    () => loose({ cancel_queued: "flag" }),
    () => loose({ still_queued: "texts", cancelled: "any" }),
  ),
  end_session: row("end the process with exit 0", () => loose({ reason: "text" }), nothing),
  set_permission_mode: row(
    "acceptEdits, auto, bypassPermissions, default, dontAsk or plan",
    () => z.looseObject({ mode: z.string() }),
    () => loose({ mode: "text" }),
  ),
  set_model: row(
    "another model; not validated",
    () => loose({ model: "text" }),
    () => loose({ model: "text" }),
  ),
  set_max_thinking_tokens: row(
    "a budget for thinking; null is the default",
    () => loose({ max_thinking_tokens: "number", thinking_display: "text" }),
    nothing,
  ),
  cancel_async_message: row(
    "drop a queued prompt",
    () => z.looseObject({ message_uuid: z.string() }),
    () => loose({ cancelled: "flag" }),
  ),
  rename_session: row("a title", () => z.looseObject({ title: z.string() }), nothing),
  generate_session_title: row(
    "ask the model for a title",
    () => loose({ description: "text", persist: "flag" }),
    () => loose({ title: "text" }),
  ),
  side_question: row(
    "ask beside the conversation",
    () => z.looseObject({ question: z.string() }),
    () => loose({ response: "any", synthetic: "any" }),
  ),
  set_cwd: row("another folder", () => z.looseObject({ cwd: z.string() }), nothing),
  set_has_subscribers: row("is anyone watching", () => loose({ has_subscribers: "flag" }), nothing),
  set_prompt_suggestions_paused: row("pause prompt suggestions", () => loose({ paused: "flag" }), nothing),
  set_color: row("declared by the SDK, unsupported by the CLI", () => loose({ color: "text" }), nothing),
  claim_session: row("take the session over", nothing, nothing),
  channel_enable: row("enable a channel", server, nothing),
  message_rated: row("rate an answer", () => loose({ message_uuid: "text", rating: "any" }), nothing),
  export_conversation: row("the conversation as text", nothing, () =>
    loose({ text: "text", default_filename: "text" }),
  ),
} as const;

/** MCP servers. */
const mcp = {
  mcp_status: row("the state of every server", nothing, () => loose({ mcpServers: "list" })),
  mcp_set_servers: row(
    "replace the servers",
    () => z.looseObject({ servers: json() }),
    () => loose({ added: "list", removed: "list", errors: "any" }),
  ),
  mcp_reconnect: row("connect again", server, nothing),
  mcp_toggle: row(
    "switch a server on or off",
    () => z.looseObject({ serverName: z.string(), enabled: z.boolean() }),
    nothing,
  ),
  mcp_call: row("call a tool", () => loose({ serverName: "text", tool: "text", arguments: "json" }), nothing),
  mcp_read_resource: row("read a resource", () => z.looseObject({ serverName: z.string(), uri: z.string() }), nothing),
  mcp_message: row(
    "a notification of an in-process server",
    () => z.looseObject({ server_name: z.string(), message: json() }),
    nothing,
  ),
  set_mcp_permission_mode_override: row(
    "a permission mode for one server",
    () => z.looseObject({ serverName: z.string(), mode: maybe.text() }),
    () => loose({ warning: "text" }),
  ),
} as const;

/** Files, settings, tasks and listings. */
const workspace = {
  rewind_files: row(
    "files as they were before a prompt; needs file checkpointing",
    () => z.looseObject({ user_message_id: z.string(), dry_run: maybe.flag() }),
    () =>
      loose({ canRewind: "flag", filesChanged: "any", insertions: "number", deletions: "number", skippedLinks: "any" }),
  ),
  seed_read_state: row(
    "a file the host has read",
    () => z.looseObject({ path: z.string(), mtime: maybe.number() }),
    nothing,
  ),
  read_file: row("a file", () => z.looseObject({ path: z.string() }), nothing),
  file_suggestions: row(
    "files that match",
    () => loose({ query: "text" }),
    () => loose({ cwd: "text", suggestions: "list" }),
  ),
  register_repo_root: row("a repository", () => z.looseObject({ directory: z.string() }), nothing),
  get_settings: row("settings and where they come from", nothing, () =>
    loose({ effective: "any", sources: "any", applied: "any" }),
  ),
  apply_flag_settings: row("settings as if by flag", () => z.looseObject({ settings: json() }), nothing),
  update_settings: row("write settings", () => z.looseObject({ settings: json(), source: maybe.text() }), nothing),
  get_context_usage: row(
    "what fills the context",
    () => loose({ detail: "any" }),
    () =>
      loose({
        categories: "list",
        totalTokens: "number",
        maxTokens: "number",
        rawMaxTokens: "number",
        percentage: "number",
        model: "text",
        gridRows: "any",
        memoryFiles: "any",
        mcpTools: "any",
        mcpInstructions: "any",
        agents: "any",
        skills: "any",
        slashCommands: "any",
        messageBreakdown: "any",
        apiUsage: "any",
        autoCompactThreshold: "any",
        autocompactSource: "any",
        isAutoCompactEnabled: "flag",
      }),
  ),
  get_session_cost: row("cost as text", nothing, () => loose({ text: "text" })),
  get_usage: row(
    "usage and limits",
    () => loose({ skip_behaviors: "flag" }),
    () =>
      loose({
        session: "any",
        behaviors: "any",
        rate_limits: "any",
        rate_limits_available: "flag",
        subscription_type: "any",
      }),
  ),
  get_binary_version: row("version and build time", nothing, () => loose({ version: "text", buildTime: "any" })),
  list_models: row("models to choose from", nothing, () => loose({ models: "list" })),
  list_permission_rules: row("the rules in force", nothing, () => loose({ state: "any" })),
  get_hooks_listing: row("hooks", nothing, () =>
    loose({ hooks: "any", events: "any", eventCatalog: "any", policy: "any" }),
  ),
  get_status: row("status as sections", nothing, () => loose({ sections: "list" })),
  get_plan: row("the plan", nothing, () => loose({ exists: "flag", content: "text" })),
  get_skills_dialog: row("skills", nothing, () => loose({ skills: "list" })),
  get_memory_dialog: row("memories", nothing, () =>
    loose({ files: "any", folders: "any", memories: "any", auto_memory: "any", auto_dream: "any" }),
  ),
  get_sandbox_dialog: row("the sandbox", nothing, () =>
    loose({
      supported: "any",
      enabled: "any",
      enabled_in_settings: "any",
      mode: "any",
      locked: "any",
      overrides_locked: "any",
      policy_origins: "any",
      restrictions: "any",
      dependencies: "any",
      excluded_commands: "any",
      auto_allow_available: "any",
      no_sandbox_allowed: "any",
      unsandboxed_fallback: "any",
    }),
  ),
  reload_plugins: row("read plugins again", nothing, () =>
    loose({ plugins: "any", commands: "any", agents: "any", mcpServers: "any", error_count: "number" }),
  ),
  reload_skills: row("read skills again", nothing, () => loose({ skills: "any" })),
  reload_output_styles: row("read output styles again", nothing, () => loose({ available_output_styles: "any" })),
  stop_task: row("end a background task", task, nothing),
  background_tasks: row("move running tasks to the background", nothing, nothing),
  get_task_output: row("what a task printed", task, nothing),
} as const;

/** Known words that reach accounts or the network. Bridle never sends them by itself. */
const external = {
  claude_authenticate: row("log in", nothing, nothing, "account"),
  claude_oauth_callback: row("finish a login", nothing, nothing, "account"),
  claude_oauth_wait_for_completion: row("wait for a login", nothing, nothing, "account"),
  mcp_authenticate: row(
    "begin a login to a server; the answer has the address for a browser, and the agent waits for the callback on its loopback",
    () => z.looseObject({ serverName: z.string(), redirectUri: maybe.text(), redirectUriOnly: maybe.flag() }),
    () =>
      loose({
        authUrl: "text",
        requiresUserAction: "flag",
        callbackExpected: "flag",
        redirectScheme: "text",
        callbackPort: "number",
        state: "text",
      }),
    "account",
  ),
  mcp_oauth_callback_url: row(
    "finish a login with the address that the browser ended on; the host then connects again",
    () => z.looseObject({ serverName: z.string(), callbackUrl: z.string() }),
    nothing,
    "account",
  ),
  mcp_clear_auth: row("forget a login to a server, and connect again without", server, nothing, "account"),
  remote_control: row("control from elsewhere", nothing, nothing, "network"),
  submit_feedback: row("send feedback", nothing, nothing, "network"),
  submit_survey_feedback: row("answer a survey", nothing, nothing, "network"),
  ultrareview_launch: row("start a remote review", nothing, nothing, "network"),
  get_chrome_browsers: row("browsers", nothing, nothing, "network"),
  get_chrome_dialog: row("the browser dialog", nothing, nothing, "network"),
  select_chrome_browser: row("choose a browser", nothing, nothing, "network"),
  set_chrome_browser_hints: row("hints for the browser", nothing, nothing, "network"),
} as const;

/** What a host asks its agent. */
export const fromHost = { ...session, ...mcp, ...workspace, ...external } as const;
