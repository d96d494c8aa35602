import { type Ask, AskKind } from "../../api/gen/bridle/v1/ask_pb.js";
import type { DueNotice } from "./notice-fate.ts";

/** How much a message says of the work. */
type NoticeContent = "none" | "title" | "full";

/**
 * What a target is sent. Receivers are other people's programs: words are only added. Without `content` it holds ids of
 * ours, the name of a tool and words of ours, and nothing that a person, a model or a file said.
 */
export interface NoticeMessage {
  /** The same however often it is sent. */
  readonly id: string;
  readonly kind: string;
  readonly created_ms: number;
  readonly session?: string;
  readonly title?: string;
  readonly ask?: string;
  readonly tool?: string;
  readonly detail?: string;
  readonly outcome?: string;
  /** When a session that waits goes on by itself. */
  readonly until_ms?: number;
  /** The ask or the session in the page, for who is logged in. */
  readonly url?: string;
  /** The page that decides this ask, for whoever has the link, once. */
  readonly answer_url?: string;
  /** The page that decides only denies: to allow needs a login and a passkey, at `url`. */
  readonly needs_passkey?: true;
  /** Of an ask: what was shown, for an answer that is meant for nothing else. */
  readonly digest?: string;
}

interface MessageOptions {
  readonly content: NoticeContent;
  /** Where the page is. */
  readonly base: string;
  readonly answerUrl: string | undefined;
  /** To allow an ask needs a passkey. */
  readonly needsPasskey: boolean;
}

const maxLength = 200;

export function noticeMessage({ notice, session, ask }: DueNotice, options: MessageOptions): NoticeMessage {
  const { content, base, answerUrl, needsPasskey } = options;
  const detail = ask && askDetail(ask);
  return {
    id: notice.id,
    kind: notice.kind,
    created_ms: notice.createdMs,
    session: session.id,
    ...(content !== "none" && { title: shortened(session.title) }),
    ...(ask !== undefined && { ask: ask.id, tool: ask.toolName, digest: ask.digest }),
    ...(content === "full" && detail !== undefined && { detail: shortened(detail) }),
    ...(notice.outcome !== "" && { outcome: notice.outcome }),
    ...(notice.kind === "limit" && { until_ms: Number(session.waits?.untilMs ?? 0) }),
    ...(base !== "" && { url: new URL(ask === undefined ? `s/${session.id}` : `asks/${ask.id}`, base).href }),
    ...(answerUrl !== undefined && { answer_url: answerUrl }),
    ...(ask !== undefined && needsPasskey && { needs_passkey: true }),
  };
}

/** What an ask is about, in a line: the question, the command, the file. Undefined: it does not say. */
export function askDetail(ask: Ask): string | undefined {
  if (ask.kind === AskKind.QUESTION) return ask.questions[0]?.question;
  return ask.description || firstText(ask.inputJson) || undefined;
}

/** What happened, for a person, and what about. */
export function noticeText({ kind, title, tool, detail, outcome }: NoticeMessage): { headline: string; body: string } {
  const words: { readonly [kind: string]: string } = {
    ask: `An agent asks for permission: ${tool}`,
    question: "An agent has a question",
    end: "A turn is over",
    failure: `A turn failed: ${outcome?.replaceAll("_", " ")}`,
    crash: "A session crashed",
    limit: "A session waits: a limit of the model's provider is reached",
    login: "A session waits: its agent is not logged in",
    resumed: "A session goes on",
    test: "A test message of Bridle",
  };
  const body = [title, detail].filter((part) => part !== undefined && part !== "").join("\n");
  return { headline: words[kind] ?? kind, body };
}

/** One line of at most so many characters. */
export function shortened(text: string, most = maxLength): string {
  const clean = text.replace(/\s+/g, " ").trim();
  return clean.length <= most ? clean : `${clean.slice(0, Math.max(0, most - 1)).toWellFormed()}…`;
}

/** The first text of an input: the command, the file, the address. */
function firstText(inputJson: string): string {
  try {
    const input: unknown = JSON.parse(inputJson);
    const texts = Object.values(input ?? {}).filter((value) => typeof value === "string");
    return texts[0] ?? "";
  } catch {
    return "";
  }
}
