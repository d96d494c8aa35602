// Tells in its answer to `initialize` that it is another version than it was started as, and refuses everything else.
import { listen, say } from "./wire.mjs";

listen({
  request: ({ request_id, request: { subtype } }) => {
    const success = { subtype: "success", request_id, response: { claude_code_version: "2.1.110", capabilities: [] } };
    const error = {
      subtype: "error",
      request_id,
      error: `Unsupported control request subtype: ${subtype}`,
      error_code: "unsupported_request",
    };
    say({ type: "control_response", response: subtype === "initialize" ? success : error });
    return true;
  },
});
