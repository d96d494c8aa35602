import type { LocalCommand } from "../kit/local-command.ts";

/** Commands of Claude Code that people know and this agent has not, and what to do instead. */
const absent: { readonly [name: string]: string } = {
  agents: "no editor for agents: define them in .claude/agents, with --agents or in `initialize`",
  bug: "no way to send reports",
  config: "no settings dialog: settings come from flags and settings files",
  doctor: "no self-test",
  export: "no export: conversations are in the database of --db",
  feedback: "no way to send feedback",
  help: "no help pages",
  hooks: "no editor for hooks: a host registers them in `initialize`",
  ide: "no connection to editors",
  init: "no command that writes a CLAUDE.md: ask for one in your own words",
  login: "no accounts: set ANTHROPIC_API_KEY, or OPENAI_API_KEY",
  logout: "no accounts: it uses the key in its environment",
  mcp: "no dialog for MCP servers: name them with --mcp-config",
  memory: "no editor for instructions: write them into CLAUDE.md",
  model: "no model picker: use --model, or the host's own",
  "output-style": "no output styles: use --append-system-prompt",
  permissions: "no editor for rules: use --allowedTools and settings files",
  plugin: "no plugins",
  plugins: "no plugins",
  resume: "no list of conversations: use --resume or --continue",
  skills: "no list of skills: those there are can be called by name",
  status: "no status page",
  theme: "no themes",
  upgrade: "no subscriptions",
  vim: "no editor modes",
};

/** Each says that it is not there, and what is. Any other unknown `/word` is for the model. */
export function absentCommands(present: readonly LocalCommand[]): readonly LocalCommand[] {
  const known = present.map(({ name }) => `/${name}`).join(" ");
  return Object.entries(absent)
    .filter(([name]) => present.every((command) => command.name !== name))
    .map(([name, what]) => ({
      name,
      description: what,
      isHidden: true,
      run: () => `Bridle's agent has ${what}. Its commands: ${known}`,
    }));
}
