/** An error that the server made before any code of ours saw the call. */
interface RpcError extends Error {
  readonly name: "ConnectError";
  readonly code: number;
  readonly rawMessage: string;
}

/** By its name: the client is not loaded for a message. */
export function isRpcError(error: unknown): error is RpcError {
  return error instanceof Error && error.name === "ConnectError";
}

/** gRPC's number. */
export const deadlineExceeded = 4;
