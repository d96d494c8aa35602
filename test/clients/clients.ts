import { acpClient } from "./acp-client.ts";
import type { Client } from "./client.ts";
import { libraryClient } from "./library-client.ts";

/** Packages from npm that start `claude`, old and new, over the official SDK and without it. */
export const clients: readonly Client[] = [
  acpClient({ package: "@agentclientprotocol/claude-agent-acp", version: "0.99.1", entry: "dist/index.js" }),
  acpClient({
    package: "@zed-industries/claude-code-acp",
    version: "0.16.2",
    entry: "dist/index.js",
    offersEditorTools: true,
    interruptsOnDeny: true,
  }),
  libraryClient({
    package: "ai-sdk-provider-claude-code",
    version: "4.1.0",
    entry: "dist/index.js",
    way: "doGenerate",
    asks: "by control request",
    driver: "ai-sdk-provider.ts",
  }),
  libraryClient({
    package: "ai-sdk-provider-claude-code",
    version: "4.1.0",
    entry: "dist/index.js",
    way: "doStream",
    asks: "by control request",
    driver: "ai-sdk-provider.ts",
  }),
  libraryClient({
    package: "@anthropic-ai/claude-agent-sdk",
    version: "0.1.77",
    entry: "sdk.mjs",
    asks: "by control request",
    driver: "official-sdk.ts",
  }),
  libraryClient({
    package: "@anthropic-ai/claude-agent-sdk",
    version: "0.1.77",
    entry: "sdk.mjs",
    way: "an MCP tool",
    asks: "by MCP tool",
    driver: "official-sdk.ts",
  }),
  libraryClient({
    package: "@anthropic-ai/claude-code",
    version: "1.0.128",
    entry: "sdk.mjs",
    asks: "by control request",
    driver: "official-sdk.ts",
  }),
  libraryClient({
    package: "@instantlyeasy/claude-code-sdk-ts",
    version: "0.3.3",
    entry: "dist/index.js",
    asks: "never",
    driver: "instantlyeasy-sdk.ts",
  }),
];
