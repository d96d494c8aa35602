/** What the model knows a server's tool by. */
export function toolName(server: string, tool: string): string {
  return `mcp__${normal(server)}__${normal(tool)}`;
}

/** Model APIs take no other characters. */
function normal(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_");
}
