import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { exitCodes } from "../../../src/cli/exit-codes.ts";
import { connect } from "../../../src/exports/client.ts";
import { launcher } from "../../cli/run-bridle.ts";
import { type PushService, startPushService, subscribe } from "../push/push-service.ts";
import { CliHome } from "./cli-home.ts";

let service: PushService;
const home = new CliHome();

before(async () => {
  service = await startPushService();
  await home.good(["config", "set", "push.private_hosts", "127.0.0.1"]);
  await home.good(["daemon", "start"]);
});
after(async () => {
  await home.close();
  await service?.[Symbol.asyncDispose]();
});

test("U2 push lists, tries, changes and removes the devices that are told", async () => {
  assert.match(await home.good(["push"]), /no device is told/);
  const phone = service.device();
  const client = connect({ socket: `${home.home}/run/daemon.sock` });
  const id = await subscribe({ client }, phone);
  await client.close();
  const short = id.slice(0, 8);
  assert.match(await home.good(["push"]), new RegExp(`^${short} +Phone +asks, ends, failures +never told yet$`, "m"));
  assert.equal(await home.good(["push", "test", short]), "sent to Phone\n");
  assert.equal((await phone.next("test")).message.kind, "test");
  const set = ["push", "set", short, "--ends", "off", "--content", "on", "--name", "My phone"];
  assert.equal(await home.good(set), "My phone: asks, failures, content\n");
  const [listed] = await home.json<{ name: string; switches: object; loggedIn: boolean }>(["push", "list"]);
  assert.deepEqual([listed?.name, listed?.loggedIn], ["My phone", true]);
  assert.deepEqual(listed?.switches, { asks: true, ends: false, failures: true, content: true });
  assert.ok(!JSON.stringify(listed).includes(phone.endpoint), "the address is a secret");
  assert.equal((await home.run(["push", "set", short, "--ends", "maybe"])).status, exitCodes.usage);
  assert.equal((await home.run(["push", "test", "zzzz"])).status, exitCodes.usage);
  phone.answers.push({ status: 403 });
  const refused = await home.run(["push", "test", short]);
  assert.equal(refused.status, exitCodes.refused);
  assert.match(refused.stderr, /answered 403/);
  assert.equal(await home.good(["push", "remove", short]), "removed My phone\n");
  assert.match(await home.good(["push"]), /no device is told/);
});

test("U1 U2 login --qr draws the link on a terminal, and prints the link alone into a pipe", async () => {
  const link = /^http:\/\/127\.0\.0\.1:\d+\/login\?code=[\w-]+\n$/;
  assert.match(await home.good(["login"]), link);
  const piped = await home.run(["login", "--qr"]);
  assert.match(piped.stdout, link);
  assert.equal(piped.stderr, "");
  const terminal = home.terminal(`${process.execPath} ${launcher} login --qr`);
  await terminal.printed(/login\?code=/);
  assert.match(terminal.stdout, /[ ▀▄█]{30,}/);
  assert.match(terminal.stdout, /works on this machine only/);
  await terminal.ended;
});

test("U1 links begin with daemon.public_url", async () => {
  await home.good(["config", "set", "daemon.public_url", "https://bridle.example.com"]);
  await home.good(["daemon", "restart"]);
  assert.match(await home.good(["login"]), /^https:\/\/bridle\.example\.com\/login\?code=[\w-]+\n$/);
});
