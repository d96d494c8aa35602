import { plainAgent } from "./plain-agent.ts";

/**
 * Asks to use a tool, finds the daemon's socket by itself (its folder is beside that of the session), and answers its own ask.
 * What it was told is in `self.json`; its turn ends with the answer to its ask, or with the refusal.
 */
export const selfApprovingAgent = plainAgent((line, say, result) => {
  const state = globalThis as unknown as { prompt: typeof line; isAnswered?: true; isTold?: true };
  const { request } = process.getBuiltinModule("node:http");
  const { writeFileSync } = process.getBuiltinModule("node:fs");
  const call = (method: string, body: object): Promise<{ [field: string]: unknown }> =>
    new Promise((resolve, reject) => {
      const path = `/bridle.v1.ConversationService/${method}`;
      const headers = { "content-type": "application/json" };
      const req = request({ socketPath: "../run/daemon.sock", path, method: "POST", headers }, (res) => {
        let text = "";
        res.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        res.on("end", () => resolve(JSON.parse(text)));
      });
      req.on("error", reject).end(JSON.stringify(body));
    });
  const approve = async (): Promise<void> => {
    let asks: { id: string }[] = [];
    while (asks.length === 0) asks = ((await call("ListAsks", {})).asks as typeof asks | undefined) ?? [];
    const askId = asks[0]?.id;
    const answer = await call("AnswerAsk", { askId, verdict: "VERDICT_ALLOW" });
    writeFileSync("self.json", JSON.stringify({ askId, answer }));
    state.isTold = true;
    if (answer.won !== true || state.isAnswered) say(result(state.prompt));
  };
  if (line.type === "control_response") {
    state.isAnswered = true;
    if (state.isTold) say(result(state.prompt));
  }
  if (line.type !== "user") return;
  state.prompt = line;
  say({
    type: "control_request",
    request_id: "self",
    request: {
      subtype: "can_use_tool",
      tool_name: "Bash",
      input: { command: "touch self" },
      tool_use_id: "toolu_self",
    },
  });
  void approve();
});
