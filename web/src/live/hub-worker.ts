import { connectPage } from "./connect-page.ts";
import { Hub } from "./hub.ts";
import type { Port } from "./hub-messages.ts";

const hub = new Hub(connectPage());
void hub.run(new AbortController().signal);

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port !== undefined) hub.attach(port as Port);
});
