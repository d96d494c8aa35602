// Asks once and waits for ever; withdraws the question when it is interrupted and told so.
import { ask, init, listen, result, say } from "./wire.mjs";

listen({
  prompt: () => say(init(), ask("only", { command: "ls" })),
  request: ({ request }) => {
    if (request.subtype !== "interrupt") return;
    say({ type: "control_cancel_request", request_id: "only" });
    say(result({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_tools" }));
  },
});
