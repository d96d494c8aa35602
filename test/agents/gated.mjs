// Counts in its turns, in three parts: a prompt "count NAME" waits for the files NAME.1 and NAME.2 in its folder between
// them. With --gated it makes the file `asked` at `initialize`, and answers when `ready` is there. To any other prompt it says "ok".
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { delta, init, listen, result, say } from "./wire.mjs";

async function file(name) {
  while (!existsSync(name)) await sleep(20);
}

async function part(from) {
  for (let n = from; n < from + 20; n++) {
    say(delta(`${n} `));
    await sleep(2);
  }
}

async function count(name) {
  await part(0);
  await file(`${name}.1`);
  await part(20);
  await file(`${name}.2`);
  await part(40);
}

let turn = Promise.resolve();
listen({
  prompt: ({ uuid, message }) => {
    const name = /^count (\w+)$/.exec(message.content)?.[1];
    turn = turn.then(async () => {
      say(init());
      if (name === undefined) say(delta("ok"));
      else await count(name);
      say(result({ user_message_uuids: [uuid] }));
    });
  },
  request: ({ request, request_id }) => {
    if (request.subtype !== "initialize" || !process.argv.includes("--gated")) return false;
    writeFileSync("asked", "");
    const response = { subtype: "success", request_id, response: {} };
    void file("ready").then(() => say({ type: "control_response", response }));
    return true;
  },
});
