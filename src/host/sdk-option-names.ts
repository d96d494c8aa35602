/** What to use here for the options of the official Agent SDK that have another name, or none. */
export const sdkOptionNames: { readonly [name: string]: string } = {
  abortController: "use signal: abortController.signal",
  agent: flag("agent"),
  agentProgressSummaries: none(),
  allowDangerouslySkipPermissions: flag("allow-dangerously-skip-permissions", "true"),
  betas: flag("betas"),
  canUseTool: "use onAsk, and onQuestion for the agent's questions",
  debug: flag("debug", "true"),
  debugFile: flag("debug-file"),
  effort: flag("effort"),
  enableFileCheckpointing: "set CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=true in env",
  fallbackModel: flag("fallback-model"),
  forkSession: "use fork",
  forwardSubagentText: flag("forward-subagent-text", "true"),
  includeHookEvents: flag("include-hook-events", "true"),
  includePartialMessages: "use partialMessages",
  loadTimeoutMs: "use initializeTimeoutMs",
  managedSettings: flag("managed-settings"),
  maxThinkingTokens: "call session.setMaxThinkingTokens() after open()",
  onElicitation: none(),
  onUserDialog: none(),
  outputFormat: "use jsonSchema, with the schema itself",
  pathToClaudeCodeExecutable: "use executable",
  perTaskStopAffordance: none(),
  permissionPromptToolName: flag("permission-prompt-tool"),
  permissionPrompts: "give onAsk to be asked; without it nobody is",
  persistSession: flag("no-session-persistence", "true"),
  planModeInstructions: none(),
  pluginDelivery: none(),
  plugins: flag("plugin-dir"),
  projectConfigRoot: none(),
  promptSuggestions: none(),
  resumeDropsTurn: none(),
  resumeSessionAt: flag("resume-session-at"),
  sandbox: "use settings: { sandbox: … }",
  sessionStore: none(),
  sessionStoreFlush: none(),
  skills: none(),
  spawnClaudeCodeProcess: "use transport",
  supportedDialogKinds: none(),
  taskBudget: none(),
  thinking: "call session.setMaxThinkingTokens() after open()",
  title: 'call session.control("rename_session", …) after open()',
  toolAliases: none(),
  toolConfig: none(),
  tools: flag("tools"),
  verbatimPrompts: none(),
};

function flag(name: string, value = "…"): string {
  return `use extraArgs: { "${name}": ${value} }`;
}

function none(): string {
  return "the official SDK has it, Bridle has nothing like it";
}
