import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { McpLogin } from "../mcp-login/mcp-logins.ts";

export function loginMessage({ expiresMs, ...login }: McpLogin): pb.McpLogin {
  return create(pb.McpLoginSchema, { ...login, expiresMs: BigInt(expiresMs) });
}
