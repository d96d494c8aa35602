import type { CommandRow } from "./command.ts";

/** Every command, in the order of the help. A command's module is read when it is used: none pays for another. */
export const commands: readonly CommandRow[] = [
  {
    name: "run",
    description: "give an agent a prompt and stream its answer; starts a daemon when none runs",
    load: async () => (await import("./commands/run.ts")).run,
  },
  {
    name: "attach",
    description: "show a session from its beginning and stay with it",
    load: async () => (await import("./commands/attach.ts")).attach,
  },
  {
    name: "sessions",
    aliases: ["session"],
    description: "list, search, show, rename, archive, delete, close or fork sessions",
    load: async () => (await import("./commands/sessions.ts")).sessions,
  },
  {
    name: "send",
    description: "send a prompt to a session",
    load: async () => (await import("./commands/send.ts")).send,
  },
  {
    name: "queue",
    description: "list the prompts that wait in a session; take one back",
    load: async () => (await import("./commands/queue.ts")).queue,
  },
  {
    name: "set",
    description: "change the model or the permission mode of a session",
    load: async () => (await import("./commands/set.ts")).set,
  },
  {
    name: "info",
    description: "what the agent of a session can do: commands, models, modes",
    load: async () => (await import("./commands/info.ts")).info,
  },
  {
    name: "mcp",
    description: "list the MCP servers of a session's agent; log in to one, reconnect or disable it",
    load: async () => (await import("./commands/mcp.ts")).mcp,
  },
  {
    name: "interrupt",
    description: "interrupt the turn that a session runs",
    load: async () => (await import("./commands/interrupt.ts")).interrupt,
  },
  {
    name: "approve",
    description: "list what waits for permission; allow or deny it",
    load: async () => (await import("./commands/approve.ts")).approve,
  },
  {
    name: "answer",
    description: "list the questions of agents; answer one",
    load: async () => (await import("./commands/answer.ts")).answer,
  },
  {
    name: "usage",
    description: "tokens and cost by day, folder, model or session",
    load: async () => (await import("./commands/usage.ts")).usage,
  },
  {
    name: "rewind",
    description: "take files back to what they were before a prompt",
    load: async () => (await import("./commands/rewind.ts")).rewind,
  },
  {
    name: "worktrees",
    aliases: ["worktree"],
    description: "list the git worktrees of sessions; remove one that has no work in it",
    load: async () => (await import("./commands/worktrees.ts")).worktrees,
  },
  {
    name: "daemon",
    description: "start, stop and look after the daemon",
    load: async () => (await import("./commands/daemon.ts")).daemon,
  },
  {
    name: "login",
    description: "make a link that logs a browser in, once",
    load: async () => (await import("./commands/login.ts")).login,
  },
  {
    name: "push",
    description: "list, try, change and remove the devices that get notifications",
    load: async () => (await import("./commands/push.ts")).push,
  },
  {
    name: "passkeys",
    aliases: ["passkey"],
    description: "list the passkeys that confirm approvals; register the first one",
    load: async () => (await import("./commands/passkeys.ts")).passkeys,
  },
  {
    name: "notifications",
    description: "what is not sent yet and what was given up: list, retry, drop; test a target",
    load: async () => (await import("./commands/notifications.ts")).notifications,
  },
  {
    name: "config",
    description: "show and change settings",
    load: async () => (await import("./commands/config.ts")).config,
  },
  {
    name: "trust",
    description: "let the settings in a folder allow something, not only restrict",
    load: async () => (await import("./commands/trust.ts")).trust,
  },
  {
    name: "permissions",
    aliases: ["rules"],
    description: "which rules hold in a folder, which one decides about a tool use; add, remove, test and try rules",
    load: async () => (await import("./commands/permissions.ts")).permissions,
  },
  {
    name: "audit",
    description: "who or which rule decided about tool uses; verify that nobody changed it",
    load: async () => (await import("./commands/audit.ts")).audit,
  },
  {
    name: "tokens",
    aliases: ["token"],
    description: "list, add and revoke the tokens of other programs and machines",
    load: async () => (await import("./commands/tokens.ts")).tokens,
  },
  {
    name: "context",
    aliases: ["contexts"],
    description: "name daemons elsewhere; --context and --all of other commands mean them",
    load: async () => (await import("./commands/context.ts")).context,
  },
  {
    name: "db",
    description: "check the database, back it up, or put a backup in its place",
    load: async () => (await import("./commands/db.ts")).db,
  },
  {
    name: "doctor",
    description: "look for what could be wrong, and say what to do",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  {
    name: "agent",
    description: "run Bridle's own coding agent, as a host would run Claude Code",
    load: async () => (await import("./commands/agent.ts")).agent,
  },
  {
    name: "compat",
    description: "which agent versions work with this Bridle, and how that was verified",
    load: async () => (await import("./commands/compat.ts")).compat,
  },
  {
    name: "completion",
    description: "print a completion script for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).completion,
  },
];

/** By its name or another name for it. */
export function findCommand(name: string | undefined): CommandRow | undefined {
  return commands.find((row) => row.name === name || row.aliases?.includes(name ?? ""));
}
