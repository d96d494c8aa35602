import type { Dialect } from "../../adapters/adapters.ts";
import type { Notice } from "../../adapters/notice.ts";
import type { LostLine } from "../../codec/held-line.ts";
import type { PermissionUpdate, Verdict } from "../../conversation/ask.ts";
import type { Canonical, ControlRequest } from "../../wire/canonical.ts";
import type { Fields } from "../../wire/fields.ts";
import type { Account } from "./budget.ts";
import type { Configuration, Delivery, SessionOptions } from "./session-state.ts";

/** When something happens. */
export interface Clock {
  /** As people have it; it may jump. */
  readonly wallMs: number;
  /** Only ever goes on, at its own pace. */
  readonly steadyMs: number;
}

/** What holds when something happens, whatever it is. */
export interface Circumstances extends Clock {
  /** The budgets that its turns count for; of users, all that have to do with it. Left out: there are none. */
  readonly accounts?: readonly Account[];
}

/** Everything that can happen to a session. What is not known from the state comes with it: ids, rules, the clock. */
export type Input = Circumstances &
  (
    | ClientInput
    | AgentInput
    /**
     * Time has gone by: what is due is done. `isCaughtUp`: nothing that the agent said waits to be read. `newId`: for a
     * prompt of ours.
     */
    | { readonly type: "time"; readonly isCaughtUp: boolean; readonly newId?: string | undefined }
    /** A daemon found the session as an earlier one left it. `held`: the holder has its agent. */
    | { readonly type: "restored"; readonly held: { readonly inputReceived: number } | undefined }
    /** Somebody who may decide is connected now, or nobody is any more. */
    | { readonly type: "attendance"; readonly isAttended: boolean }
  );

/** `call`: who waits for the answer. Each gets exactly one. */
export type ClientInput =
  | {
      readonly type: "prompt";
      readonly call: string;
      readonly promptId: string;
      readonly content: { readonly json: string; readonly text: string; readonly title: string };
      readonly sender: string;
      readonly delivery: Delivery;
    }
  | { readonly type: "cancel_prompt"; readonly call: string; readonly promptId: string }
  | { readonly type: "interrupt"; readonly call: string; readonly cancelQueued: boolean }
  | {
      readonly type: "decide";
      readonly call: string;
      readonly askId: string;
      /** Of the input that the person saw; empty: not told. */
      readonly digest: string;
      readonly verdict: Verdict;
      readonly by: string;
      readonly denial?: Denial | undefined;
    }
  | {
      readonly type: "answer_question";
      readonly call: string;
      readonly askId: string;
      /** Undefined: it is declined. */
      readonly answers: { readonly [question: string]: string } | undefined;
      readonly by: string;
      readonly denial?: Denial | undefined;
    }
  /** An ask is given more time. */
  | {
      readonly type: "extend";
      readonly call: string;
      readonly askId: string;
      readonly byMs: number;
      readonly by: string;
    }
  | { readonly type: "configure"; readonly call: string; readonly change: Configuration }
  | {
      readonly type: "change";
      readonly call: string;
      readonly changes: { readonly title?: string; readonly archived?: boolean };
    }
  /** A control request that some other part of the daemon wants the agent's answer to. */
  | {
      readonly type: "request";
      readonly call: string;
      readonly subtype: string;
      readonly payload: Fields;
      readonly timeoutMs: number;
    }
  | { readonly type: "notice"; readonly word: string; readonly fields: object }
  | { readonly type: "close"; readonly call: string }
  /** What held it back is over, says a person. `promptId`: of the prompt by which it goes on. */
  | { readonly type: "retry"; readonly call: string; readonly promptId: string }
  /** An agent is wanted, also of a session that crashed too often. */
  | { readonly type: "wake" }
  /** Its agent is to end; the next prompt starts one again. */
  | { readonly type: "sleep" };

type AgentInput =
  /** All that an agent needs is there. `launch`: the one that was asked for. */
  | {
      readonly type: "launch_ready";
      readonly launch: number;
      readonly agentId: string;
      readonly version: string | undefined;
      readonly dialect: Dialect | undefined;
    }
  /** `mayRun`: nobody knows whether it was started all the same. */
  | {
      readonly type: "launch_failed";
      readonly launch: number;
      /** Undefined: it was not known yet. */
      readonly agentId: string | undefined;
      readonly code: string;
      readonly message: string;
      readonly mayRun: boolean;
    }
  | { readonly type: "started"; readonly agentId: string }
  /** Output up to `offset` was read. `isOneLine`: it is one line alone, whose message may be told in parts. */
  | {
      readonly type: "said";
      readonly agentId: string;
      readonly items: readonly SaidItem[];
      readonly offset: number;
      readonly isOneLine: boolean;
      /** Why the agent does not fit, as far as its lines tell. */
      readonly degradedBecause: string | undefined;
    }
  /** A long line at this offset is about to be read; undefined: no longer. */
  | { readonly type: "attempt"; readonly agentId: string; readonly from: number | undefined }
  /** Output before this offset is of no use: it is part of a line over the cap. */
  | { readonly type: "skipped"; readonly agentId: string; readonly offset: number; readonly line: LostLine }
  | { readonly type: "input_confirmed"; readonly agentId: string; readonly to: number }
  /** What it said could not be dealt with. `message`: without anything it said. */
  | { readonly type: "unreadable"; readonly agentId: string; readonly where: string }
  /** The process is gone; what it said last is still being read. */
  | { readonly type: "ended"; readonly agentId: string }
  /** It is gone, and all that it said was read. */
  | { readonly type: "exited"; readonly agentId: string; readonly exit: ExitFacts }
  /** Nothing of this agent of before is left. */
  | { readonly type: "leftover_ended"; readonly agentId: string };

export interface ExitFacts {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** For a person, without secrets. */
  readonly message: string;
  readonly stderr: string;
  /** By its last words, it does not know the conversation. */
  readonly saysUnknownConversation: boolean;
  /** False: the holder died or does not answer, and nobody knows whether the agent is gone. */
  readonly isConfirmed: boolean;
}

/** What an agent said, in order. There are many: most are the messages as they were read. */
export type SaidItem =
  | Exclude<Canonical, ControlRequest>
  | JudgedRequest
  /** What a person should know of a line, right behind it. */
  | { readonly kind: "line_notice"; readonly notice: Notice };

/** A request of the agent with what the core cannot know: what the rules say, and an id for the ask that may become of it. */
export interface JudgedRequest {
  readonly kind: "request";
  readonly request: ControlRequest;
  readonly decision: RuleVerdict | undefined;
  readonly askId: string;
  /** Of the tool and its input. */
  readonly digest: string;
  /** Somebody who may decide is connected. */
  readonly isAttended: boolean;
  /** Of a hook: a person will be asked, by a rule of ours or by the agent itself. */
  readonly willBeAsked: boolean;
  /** What to offer to whoever decides, where the agent does not. */
  readonly suggestions: readonly PermissionUpdate[];
  /** What it is to run as, by a setting. */
  readonly rewritten?: RewrittenCall | undefined;
}

/** What a call becomes before it runs; `by` names the setting for a person. */
export interface RewrittenCall {
  readonly input: Fields;
  readonly by: string;
}

/** What a rule says about a tool use. `by` names it for a person; `rule`, for the audit: nothing of the input is in it. */
export interface RuleVerdict {
  readonly effect: "allow" | "ask" | "deny";
  readonly by: string;
  readonly rule: string;
  /** It is one of the agent's own settings. */
  readonly isAgents?: true;
}

/** A rule forbids, by now, what a person allows: what the agent asked about, or what the person made of it. */
export interface Denial {
  readonly of: "asked" | "changed";
  readonly rule: RuleVerdict;
}

/** What an agent that is about to be started goes on with. */
export interface LaunchOptions {
  readonly options: SessionOptions;
  readonly resume: string | undefined;
}
