/** What a tool does to files, and which field of its input names them. */
export interface FileTool {
  readonly does: "read" | "edit";
  readonly pathField: string;
  /** It searches a folder; without a path, the one it runs in. */
  readonly searches?: true;
}

const fileTools: { readonly [tool: string]: FileTool } = {
  Read: { does: "read", pathField: "file_path" },
  NotebookRead: { does: "read", pathField: "notebook_path" },
  Glob: { does: "read", pathField: "path", searches: true },
  Grep: { does: "read", pathField: "path", searches: true },
  LS: { does: "read", pathField: "path", searches: true },
  Edit: { does: "edit", pathField: "file_path" },
  MultiEdit: { does: "edit", pathField: "file_path" },
  Write: { does: "edit", pathField: "file_path" },
  NotebookEdit: { does: "edit", pathField: "notebook_path" },
};

/** Their rules restrict whatever reads a file. */
export const readingTools: readonly string[] = ["Read", "NotebookRead"];

/** Their rules restrict whatever edits a file. */
export const editingTools: readonly string[] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

/** What restricts the edits of commands; the path rules of Bash are made of those for the whole of Write or NotebookEdit. */
export const commandEdits: readonly string[] = [...editingTools, "Bash"];

/** They run a shell command; Monitor does so in the background, under the rules for Bash. */
export const commandTools: ReadonlySet<string> = new Set(["Bash", "Monitor"]);

/** Rules for them may name an agent, a skill or a command. */
export const namedTools: ReadonlySet<string> = new Set(["Agent", "Skill", "SlashCommand"]);

/** They change nothing outside the conversation, or their own calls are judged one by one. */
export const quietTools: ReadonlySet<string> = new Set([
  "Agent",
  "Task",
  "TodoWrite",
  "TodoRead",
  "TaskCreate",
  "TaskGet",
  "TaskList",
  "TaskUpdate",
  "TaskOutput",
  "TaskStop",
  "BashOutput",
  "KillShell",
  "KillBash",
  "EnterPlanMode",
  "StructuredOutput",
  "ToolSearch",
  "ListMcpResourcesTool",
]);

/** They read what is elsewhere, and change nothing. */
export const fetchTools: ReadonlySet<string> = new Set(["WebFetch", "WebSearch", "ReadMcpResourceTool"]);

/** They take names of files in whichever field. */
export const namesUnseen: ReadonlySet<string> = new Set(["ReadMcpResourceTool"]);

/** Their whole point is a person's answer: no rule and no mode stands in for it. */
export const personTools: ReadonlySet<string> = new Set(["AskUserQuestion", "ExitPlanMode"]);

/** Two names of one tool, of different versions. */
const aliases: { readonly [tool: string]: string } = {
  Task: "Agent",
  KillShell: "TaskStop",
  KillBash: "TaskStop",
};

export function canonicalTool(tool: string): string {
  return Object.hasOwn(aliases, tool) ? (aliases[tool] as string) : tool;
}

export function fileToolOf(tool: string): FileTool | undefined {
  return Object.hasOwn(fileTools, tool) ? fileTools[tool] : undefined;
}

/** The field a rule's specifier is about; a rule cannot name it as a parameter. */
const contentFields: { readonly [tool: string]: string } = { Bash: "command", WebFetch: "url", Agent: "subagent_type" };

export function contentField(tool: string): string | undefined {
  return fileToolOf(tool)?.pathField ?? (Object.hasOwn(contentFields, tool) ? contentFields[tool] : undefined);
}

/** The tools this project knows by name, for telling a slip of the pen. */
export const knownTools: ReadonlySet<string> = new Set([
  ...Object.keys(fileTools),
  ...quietTools,
  ...personTools,
  ...fetchTools,
  ...commandTools,
  "Skill",
  "SlashCommand",
  "MemorySearch",
  "MemoryWrite",
]);

/** Those of Claude Code that nobody here has: a rule for one is no slip. */
export const claudeTools: ReadonlySet<string> = new Set(
  (
    "Config CronCreate CronDelete CronList DesignSync EnterWorktree ExitWorktree LSP ListAgents PowerShell PushNotification " +
    "REPL RemoteTrigger ReportFindings ScheduleWakeup SendMessage SendUserMessage Sleep TeamCreate TeamDelete TodoRead Workflow"
  ).split(" "),
);
