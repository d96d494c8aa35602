import { plainAgent } from "../../daemon/support/plain-agent.ts";

/** Events that one thing is. */
export const eventsOfThing = 5;

/**
 * Says so many things, all at once or so many a second: text in pieces, then its message, a tool and its result. At each of
 * `stops` it waits for a file `go-on-from-N` in its folder.
 */
export const talkative = plainAgent((line, say, result) => {
  const { content } = line.message as { content: string | { text: string }[] };
  const {
    things,
    perSecond,
    stops = [],
  } = JSON.parse(typeof content === "string" ? content : (content[0]?.text ?? "{}"));
  let said = 0;
  const one = (): void => {
    const id = `${line.uuid}-${said}`;
    const text = `Thing **${said}** with \`code\`, a [link](https://x.example/) and\n\n- a list\n- of two`;
    const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } };
    const ids = { session_id: "s", parent_tool_use_id: null };
    say({ type: "stream_event", event: delta, ...ids });
    say({ type: "assistant", message: { id, role: "assistant", content: [{ type: "text", text }] }, ...ids });
    const tool = { type: "tool_use", id: `t${id}`, name: "Bash", input: { command: `ls ${said}` } };
    say({ type: "assistant", message: { id: `${id}t`, role: "assistant", content: [tool] }, ...ids });
    const done = { type: "tool_result", tool_use_id: `t${id}`, content: "a\nb\nc" };
    say({ type: "user", message: { role: "user", content: [done] }, ...ids });
    said++;
  };
  if (perSecond === undefined) {
    while (said < things) one();
    say(result(line));
    return;
  }
  const { existsSync } = process.getBuiltinModule("node:fs");
  const timer = setInterval(() => {
    if (stops.includes(said) && !existsSync(`go-on-from-${said}`)) return;
    one();
    if (said < things) return;
    clearInterval(timer);
    say(result(line));
  }, 1000 / perSecond);
});
