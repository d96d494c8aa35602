import { RunningDaemon } from "./running-daemon.ts";
await using daemon = await RunningDaemon.start();
const [id] = await daemon.sessions(1);
for (let i = 0; i < 3; i++) {
  await daemon.prompt(id!, { lines: 2400, rate: 6000, kinds: ["text", "thinking"] });
  const last = await daemon.turns(id!, i + 2);
  const kinds: any = {};
  const stop = new AbortController();
  let n = 0, words = 0;
  for await (const e of daemon.client.follow(id!, 0, { signal: stop.signal })) {
    kinds[e.kind.case!] = (kinds[e.kind.case!] ?? 0) + 1;
    if (e.kind.case === "textDelta" || e.kind.case === "thinkingDelta") words += e.kind.value.text.split("word").length - 1;
    if (Number(e.seq) >= last) stop.abort();
  }
  console.log(last, words, kinds);
}
