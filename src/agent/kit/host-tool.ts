import type { Mcp } from "../mcp/mcp.ts";
import type { JsonSchema } from "../model/provider.ts";
import type { RunnableTool } from "./call-tool.ts";

/** A tool of an MCP server, the host's own ones included. */
export interface HostTool extends RunnableTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly isConcurrencySafe: boolean;
}

export function hostTools(mcp: Mcp): readonly HostTool[] {
  return mcp.tools().map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    isConcurrencySafe: tool.isReadOnly,
    permission: () => ({ behavior: "ask", description: tool.name }) as const,
    run: (input, { toolUseId, signal }) => mcp.call(tool.name, input, { toolUseId, signal }),
  }));
}
