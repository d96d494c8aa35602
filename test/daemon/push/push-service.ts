import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { PushSwitches } from "../../../src/exports/client.ts";
import { eventually } from "../support/eventually.ts";
import type { TestDaemon } from "../support/start-daemon.ts";
import { DeviceKeys } from "./decrypt-push.ts";

/** One message as it came in, and what the device reads of it. */
interface Pushed {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly text: string;
  readonly message: { readonly [field: string]: string };
}

/** A push service on loopback, with the devices it serves. */
export interface PushService extends AsyncDisposable {
  readonly origin: string;
  device(): PushDevice;
}

export interface PushDevice {
  readonly endpoint: string;
  readonly keys: DeviceKeys;
  readonly pushed: readonly Pushed[];
  /** What the next messages are answered with; behind the last one 201. */
  readonly answers: { readonly status: number; readonly headers?: { readonly [name: string]: string } }[];
  /** How many came, taken or not. */
  readonly tries: number;
  /** The first message of a kind, when it is there. */
  next(kind: string): Promise<Pushed>;
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, PushDevice & { pushed: Pushed[]; tries: number }>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const device = devices.get(request.url ?? "");
    if (device === undefined) return void response.writeHead(404).end();
    device.tries += 1;
    const { status, headers } = device.answers.shift() ?? { status: 201 };
    if (status === 201) {
      const body = Buffer.concat(parts);
      const text = device.keys.decrypt(body);
      device.pushed.push({ headers: request.headers, bytes: body.length, text, message: JSON.parse(text) });
    }
    response.writeHead(status, headers).end("what a push service says");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    device: () => {
      const path = `/send/${randomUUID()}`;
      const device = {
        endpoint: origin + path,
        keys: new DeviceKeys(),
        ...{ pushed: [] as Pushed[], answers: [], tries: 0 },
        next: (kind: string) =>
          eventually(`a message: ${kind}`, () => device.pushed.find(({ message }) => message.kind === kind)),
      };
      devices.set(path, device);
      return device;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Tells the daemon of a device, as its page would. Gives the id. */
export async function subscribe(
  daemon: Pick<TestDaemon, "client">,
  device: PushDevice,
  switches?: Partial<Omit<PushSwitches, "$typeName">>,
): Promise<string> {
  const { subscription } = await daemon.client.push.savePushSubscription({
    endpoint: device.endpoint,
    p256dh: device.keys.p256dh,
    auth: device.keys.auth,
    name: "Phone",
    ...(switches !== undefined && { switches }),
  });
  return subscription?.id ?? "";
}
