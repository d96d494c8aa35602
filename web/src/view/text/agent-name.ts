/** What people call it. */
export function agentName(name: string): string {
  return { claude: "Claude Code", bridle: "Bridle's own agent" }[name] ?? name;
}
