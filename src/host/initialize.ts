import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import { inInitialize } from "../launch/arguments.ts";
import { toDraft07 } from "../launch/draft-07.ts";
import type { Request } from "../wire/controls.ts";
import type { OpenOptions } from "./options.ts";
import type { SessionParts } from "./session-parts.ts";

/** The first words to an agent: what it takes here instead of in its arguments. */
export function initializePayload(
  options: OpenOptions,
  { hooks, servers }: Pick<SessionParts, "hooks" | "servers">,
  adapter: ProtocolAdapter,
): Request<"fromHost", "initialize"> {
  const takes = (field: string): boolean => inInitialize(adapter, field);
  return {
    ...(hooks.registration !== undefined && { hooks: hooks.registration }),
    ...(servers.names.length > 0 && takes("sdkMcpServers") && { sdkMcpServers: [...servers.names] }),
    ...(options.agents !== undefined && takes("agents") && { agents: options.agents }),
    ...(options.jsonSchema !== undefined && takes("jsonSchema") && { jsonSchema: toDraft07(options.jsonSchema) }),
  };
}
