import type { Word } from "./change.ts";

/** What an agent's claim to have a capability says about its words. Capabilities without words of ours are left out. */
export const capabilityWords: { readonly [capability: string]: readonly Word[] } = {
  interrupt_receipt_v1: ["answers interrupt.still_queued"],
  interrupt_cancel_queued_v1: ["controls interrupt.cancel_queued"],
  msg_lifecycle_v1: ["messages command_lifecycle"],
  sdk_mcp_tools_list_changed: ["controls mcp_message"],
  sdk_mcp_manifests: ["controls initialize.sdkMcpServerManifests"],
  mcp_read_resource_v1: ["controls mcp_read_resource"],
};
