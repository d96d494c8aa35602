/** What happened, for logs and metrics. Never content. */
export type SessionTrace =
  | {
      readonly what: "agent_started" | "agent_ready";
      readonly session: string;
      readonly agent: string;
      readonly ms: number;
    }
  | {
      readonly what: "agent_exited";
      readonly session: string;
      readonly agent: string;
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly expected: boolean;
    }
  | { readonly what: "agent_failed"; readonly session: string; readonly code: string; readonly message: string }
  | { readonly what: "restart"; readonly session: string; readonly delayMs: number }
  | { readonly what: "state"; readonly session: string; readonly from: string; readonly to: string }
  | { readonly what: "prompt"; readonly session: string; readonly how: "queued" | "sent" | "injected" }
  | { readonly what: "held_back"; readonly session: string; readonly by: string }
  | { readonly what: "went_on"; readonly session: string; readonly after: "limit" | "login" }
  | { readonly what: "budget_used_up"; readonly session: string; readonly of: string; readonly effect: string }
  | { readonly what: "turn"; readonly session: string; readonly outcome: string }
  | { readonly what: "ask"; readonly session: string; readonly tool: string }
  | {
      readonly what: "decided";
      readonly session: string;
      readonly by: "rule" | "client" | "agent" | "deadline";
      readonly ms: number;
    }
  | {
      readonly what: "notice";
      readonly session: string;
      readonly code: string;
      readonly level: string;
      readonly message: string;
    };
