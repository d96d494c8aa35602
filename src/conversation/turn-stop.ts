import { heedsDenyInterrupt } from "../adapters/heeds-deny-interrupt.ts";
import type { Notice } from "../adapters/notice.ts";
import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";

/** What it takes to end the turn of an agent that is answered with a deny and `interrupt`. */
type TurnStop =
  | { readonly by: "answer" }
  /** Before the answer is written, so that the model is not asked again. */
  | { readonly by: "interrupt" }
  /** It cannot be interrupted: every further tool use of the turn that asks is denied, and a person is warned. */
  | { readonly by: "denials"; readonly warning: Notice };

/** Versions before 1.0.115, and all of them in the answer to a hook, pass over `interrupt`; 1.0.64 to 1.0.76 have no other. */
export function turnStop(adapter: ProtocolAdapter, answered: "request" | "hook"): TurnStop {
  if (answered === "request" && heedsDenyInterrupt(adapter)) return { by: "answer" };
  if (adapter.has("controls interrupt")) return { by: "interrupt" };
  const message = `${adapter.name} cannot be interrupted: the turn goes on, and all it asks for is denied until it ends; close the session to stop it.`;
  return { by: "denials", warning: { code: "interrupt_unsupported", level: "warn", message } };
}

export const stoppedMessage = "The user stopped this turn.";
