import { ControlChannel, type ControlTraffic } from "../../channel/control-channel.ts";
import { BridleError } from "../../errors.ts";
import type { RequestCommand } from "../../wire/command.ts";
import type { Answer } from "../../wire/controls.ts";
import type { Handlers } from "../../wire/dispatch.ts";
import { encodeLine } from "../../wire/encode-line.ts";
import type { Fields } from "../../wire/fields.ts";
import type { UnreadableFrame } from "../../wire/frame.ts";

/** A person may think as long as they like. */
const noTimeLimit = 2 ** 31 - 1;

/** The control traffic with the host: what it asks us is answered by the handlers, and what only it knows is asked here. */
export class HostLink {
  readonly #channel: ControlChannel<"fromHost">;
  /** Asks that wait, as they were sent: a host that connects anew is told of them. */
  readonly #open = new Map<Fields, object>();
  readonly #onAsking: (open: number) => void;

  /** `onAsking`: how many asks wait now; told before an ask is sent. */
  constructor(handlers: Handlers<"fromHost">, write: (line: string) => void, onAsking: (open: number) => void) {
    this.#onAsking = onAsking;
    this.#channel = new ControlChannel({
      answers: "fromHost",
      handlers,
      format: (request) => encodeLine(this.#frame(request)),
      write,
      withdraws: true,
      extraFields: (subtype): Fields =>
        subtype === "initialize"
          ? { pending_permission_requests: [...this.#open.values()], pending_user_dialog_requests: [] }
          : {},
    });
  }

  receive(message: ControlTraffic): void {
    this.#channel.receive(message);
  }

  refuse(frame: UnreadableFrame): void {
    this.#channel.refuse(frame);
  }

  async canUseTool(request: Fields, signal: AbortSignal): Promise<Answer<"fromAgent", "can_use_tool"> | undefined> {
    try {
      const answer = await this.#channel.request("can_use_tool", request, { timeoutMs: noTimeLimit, signal });
      return answer as Answer<"fromAgent", "can_use_tool"> | undefined;
    } finally {
      this.#open.delete(request);
      this.#onAsking(this.#open.size);
    }
  }

  async callHook(request: Fields, timeoutMs: number, signal: AbortSignal): Promise<Fields> {
    return this.#channel.request("hook_callback", request, { timeoutMs, signal });
  }

  /** The JSON-RPC message that answers this one; undefined for a notification. */
  async mcpMessage(serverName: string, message: object, timeoutMs = noTimeLimit): Promise<unknown> {
    const request = { server_name: serverName, message };
    return (await this.#channel.request("mcp_message", request, { timeoutMs })).mcp_response;
  }

  /** The host can no longer answer. */
  close(): void {
    const reason = "Tool permission stream closed before response received";
    this.#channel.close(new BridleError("closed", reason, { exitCode: null, signal: null, stderr: "" }));
  }

  #frame({ requestId, subtype, payload }: RequestCommand): object {
    const frame = { type: "control_request", request_id: requestId, request: { subtype, ...payload } };
    if (subtype === "can_use_tool") {
      this.#open.set(payload, frame);
      this.#onAsking(this.#open.size);
    }
    return frame;
  }
}
