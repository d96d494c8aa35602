import type { BridleClient } from "../api/client.ts";
import { BridleError } from "../errors.ts";
import { bridleVersion } from "./bridle-version.ts";
import { isRpcError } from "./rpc-error.ts";

/** gRPC's number. */
const unimplemented = 12;

/** The error in words of versions, where the daemon does not know the call. Any other stays as it is. */
export async function versionGap(client: BridleClient, error: unknown): Promise<unknown> {
  if (!isRpcError(error) || error.code !== unimplemented) return error;
  const version = await client.daemon.getVersion({}, { timeoutMs: 5000 }).then(
    (answer) => answer.version,
    () => "another version",
  );
  const message = `the daemon is ${version} and does not know this call of bridle ${bridleVersion}: update the daemon, or use the bridle of its version`;
  return new BridleError("unsupported", message, { word: "call", adapter: version, since: undefined });
}
