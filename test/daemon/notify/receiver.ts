import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "../support/eventually.ts";

/** A request as it came in, taken or not. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever a form makes of a message.
  readonly json: any;
  readonly status: number;
}

/** What a request is answered with. `stall`: nothing. */
type Answer = { readonly status: number; readonly headers?: { readonly [name: string]: string } } | "stall";

/** A program on loopback that is notified, as well as it is told to. */
export interface Receiver extends AsyncDisposable {
  readonly origin: string;
  readonly received: readonly Received[];
  /** For the next requests; behind the last one 200. */
  readonly answers: Answer[];
  /** The first that it took and that fits. */
  next(what: string, fits: (one: Received) => boolean): Promise<Received>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString("utf8");
    const answer = answers.shift() ?? { status: 200 };
    const status = answer === "stall" ? 0 : answer.status;
    received.push({ path: request.url ?? "", headers: request.headers, body, json: JSON.parse(body), status });
    if (answer !== "stall") respond(response, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    ...{ received, answers },
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (what, fits) => eventually(what, () => received.find((one) => one.status === 200 && fits(one)), 30_000),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function respond(response: ServerResponse, answer: Exclude<Answer, "stall">): void {
  response.writeHead(answer.status, answer.headers).end("what a receiver says");
}
