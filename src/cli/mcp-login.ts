import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { BridleClient } from "../api/client.ts";
import type { McpLogin } from "../api/gen/bridle/v1/conversation_service_pb.js";
import { callbackStart, loginAddress } from "../api/login-address.ts";
import { BridleError, isBridleError } from "../errors.ts";
import type { ClientOptions } from "./daemon-options.ts";
import { oneLine, printJson } from "./output.ts";

/** A server of a session's agent. */
export interface NamedServer {
  readonly sessionId: string;
  readonly server: string;
}

const everyMs = 1000;

/** Says where to log in, and waits until somebody did: in a browser that reaches the agent, or by the address it ended on. */
export async function logIn({ conversation }: BridleClient, named: NamedServer, options: ClientOptions): Promise<void> {
  const { login } = await conversation.logInMcpServer(named);
  if (login === undefined) return;
  printLogin(login, options);
  const lines = createInterface({ input: process.stdin });
  try {
    const typed = lines[Symbol.asyncIterator]();
    for (let next = typed.next(); ; ) {
      const line = await Promise.race([next, sleep(everyMs, "look" as const)]);
      if (line !== "look" && !line.done) {
        if (await isFinishedBy(conversation, named, line.value.trim())) return;
        next = typed.next();
      } else {
        if (await isLoggedIn(conversation, named, login)) return;
        // Nothing more is typed; the browser may still get there.
        if (line !== "look") next = new Promise(() => {});
      }
    }
  } finally {
    lines.close();
    process.stdin.destroy();
  }
}

function printLogin(login: McpLogin, { json }: ClientOptions): void {
  const address = loginAddress(login.address);
  const host = address?.host ?? "";
  if (json) return printJson({ address: login.address, host });
  const known =
    address === undefined ? "This is neither https nor of this machine. Look at it well:" : `Open it at ${host}:`;
  const start = callbackStart(login.address);
  const elsewhere = login.takesCallback
    ? `On another machine than the agent's the browser ends on a page that cannot be opened. Paste its address${start === undefined ? "" : `, ${start}…,`} here.`
    : "Use a browser on the machine of the agent: it is sent back there.";
  process.stderr.write(`${known}\n${oneLine(login.address, 10_000)}\n${elsewhere}\n`);
}

type Conversation = BridleClient["conversation"];

async function isLoggedIn(
  conversation: Conversation,
  { sessionId, server }: NamedServer,
  { expiresMs }: McpLogin,
): Promise<boolean> {
  const { servers } = await conversation.listMcpServers({ sessionId });
  const found = servers.find(({ name }) => name === server);
  if (found?.status === "connected") return true;
  if (found?.login !== undefined) return false;
  if (Date.now() < Number(expiresMs))
    throw new BridleError("conflict", "the login was ended elsewhere", { what: "login" });
  throw new BridleError("timeout", "nobody finished the login in time", { waitingFor: "the login", afterMs: 0 });
}

/** An address that cannot be the right one is told, and the next one is waited for. */
async function isFinishedBy(conversation: Conversation, named: NamedServer, callbackUrl: string): Promise<boolean> {
  if (callbackUrl === "") return false;
  try {
    await conversation.finishMcpLogin({ ...named, callbackUrl });
    return true;
  } catch (error) {
    if (!isBridleError(error, "invalid_option")) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}
