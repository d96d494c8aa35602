import type { BridleClient } from "../api/client.ts";
import { type Ask, AskKind } from "../api/gen/bridle/v1/ask_pb.js";
import { type Opened, Verdict } from "../api/gen/bridle/v1/conversation_service_pb.js";
import type { Event, PermissionResolved } from "../api/gen/bridle/v1/event_pb.js";
import { askPreview } from "./ask-preview.ts";
import { askStateName, byWhom, shortId } from "./event-note.ts";
import { LateAnswers } from "./late-answers.ts";
import { oneLine, styled } from "./output.ts";

/** How the asks of a session are answered from here. */
export type AskMode = "elsewhere" | "terminal" | "allow";

/** The open asks of one session, and a person (or a flag) that answers them. */
export class TerminalAsks {
  readonly #client: BridleClient;
  readonly #note: (line: string) => void;
  readonly #mode: AskMode;
  /** The oldest first; a person answers them in this order. */
  readonly #open = new Map<string, Ask>();
  #openThen: readonly Ask[] = [];
  #lastOld = 0;
  #seen: number;
  /** Of the first ask's questions, those that are answered. */
  #answers: { [question: string]: string } = {};
  readonly #late = new LateAnswers();

  constructor(client: BridleClient, note: (line: string) => void, mode: AskMode, afterSeq: number) {
    this.#seen = afterSeq;
    this.#client = client;
    this.#note = note;
    this.#mode = mode;
  }

  /** The asks as they are now: at the beginning, and after the connection was lost. They are told once all before them was shown. */
  opened({ session, openAsks }: Opened): void {
    this.#lastOld = Number(session?.lastSeq ?? 0);
    this.#openThen = openAsks;
    if (this.#seen >= this.#lastOld) this.#renew();
  }

  see({ seq, kind }: Event): void {
    this.#seen = Number(seq);
    if (this.#seen === this.#lastOld) this.#renew();
    // What was asked before is decided, or open as the beginning said.
    if (this.#seen <= this.#lastOld) return;
    if (kind.case === "permissionResolved") this.#remove(kind.value.askId, decided(kind.value));
    else if ((kind.case === "permissionRequest" || kind.case === "question") && kind.value.ask)
      this.#add(kind.value.ask);
  }

  #renew(): void {
    const asks = this.#openThen;
    for (const id of [...this.#open.keys()]) if (!asks.some((ask) => ask.id === id)) this.#remove(id, "decided");
    for (const ask of asks) this.#add(ask);
  }

  /** What a person typed. False: it is no answer to anything. */
  line(text: string): boolean {
    if (this.#mode !== "terminal") return false;
    const [ask] = this.#open.values();
    const late = this.#late.judge(text, ask !== undefined);
    if (late !== undefined) {
      this.#note(styled("yellow", `  ${late}`));
      if (ask !== undefined) this.#show(ask);
      return true;
    }
    if (ask === undefined) return false;
    if (ask.kind === AskKind.QUESTION) return this.#answerQuestion(ask, text.trim());
    switch (text.trim().toLowerCase()) {
      case "y":
      case "yes":
        return this.#decide(ask, Verdict.ALLOW);
      case "n":
      case "no":
        return this.#decide(ask, Verdict.DENY);
      case "a":
      case "always":
        return this.#decide(
          ask,
          Verdict.ALLOW,
          ask.suggestions.slice(0, 1).map(({ updateJson }) => updateJson),
        );
      case "e":
        for (const line of askPreview(ask, columns(), Number.POSITIVE_INFINITY)) this.#note(line);
        this.#showKeys(ask);
        return true;
      default:
        this.#show(ask);
        return true;
    }
  }

  #add(ask: Ask): void {
    if (this.#open.has(ask.id)) return;
    this.#open.set(ask.id, ask);
    if (this.#mode === "allow" && ask.kind === AskKind.PERMISSION) this.#decide(ask, Verdict.ALLOW);
    else if (this.#mode !== "terminal") this.#note(`  ${howToAnswer(ask)}`);
    else if (this.#open.size === 1) this.#show(ask);
  }

  #remove(id: string, how: string): void {
    const [first] = this.#open.values();
    if (!this.#open.delete(id) || first?.id !== id) return;
    this.#late.gone(first, how);
    this.#answers = {};
    const [next] = this.#open.values();
    if (next !== undefined && this.#mode === "terminal") this.#show(next);
  }

  #show(ask: Ask): void {
    if (ask.kind === AskKind.QUESTION) return this.#showQuestion(ask);
    for (const line of askPreview(ask, columns(), previewRows)) this.#note(line);
    this.#showKeys(ask);
  }

  /** A key each line, and nothing of it cut: how long and where "always" holds stands at its end. */
  #showKeys({ suggestions: [suggestion] }: Ask): void {
    const keys = [
      "y: allow, this once",
      "n: deny",
      ...(suggestion === undefined ? [] : [`a: always: ${oneLine(suggestion.label, Number.POSITIVE_INFINITY)}`]),
      "e: show all of it",
    ];
    for (const key of keys) this.#note(styled("yellow", `  ${key}`));
    this.#note(styled("yellow", "  type one of these, then Enter"));
  }

  #showQuestion(ask: Ask): void {
    const item = ask.questions.find(({ question }) => !Object.hasOwn(this.#answers, question));
    if (item === undefined) return;
    this.#note(styled("yellow", `  ${oneLine(item.question, 300)}`));
    for (const [index, { label, description }] of item.options.entries())
      this.#note(
        `  ${index + 1}: ${oneLine(label, 100)}${description === "" || description === label ? "" : ` (${oneLine(description, 200)})`}`,
      );
    this.#note(
      styled(
        "yellow",
        `  a number${item.multiSelect ? ", or several" : ""}, or your own words; - declines. Then Enter`,
      ),
    );
  }

  #answerQuestion(ask: Ask, text: string): boolean {
    const item = ask.questions.find(({ question }) => !Object.hasOwn(this.#answers, question));
    if (text === "-" || item === undefined) this.#send(ask, { answers: {}, decline: true });
    else if (text === "") this.#showQuestion(ask);
    else {
      const labels = item.options.map(({ label }) => label);
      const answer = chosen(text, labels);
      if (answer === undefined) this.#note(styled("red", `  there are ${labels.length} options`));
      else this.#answers[item.question] = answer;
      if (Object.keys(this.#answers).length < ask.questions.length) this.#showQuestion(ask);
      else this.#send(ask, { answers: this.#answers, decline: false });
    }
    return true;
  }

  #send(ask: Ask, answer: { readonly answers: { [question: string]: string }; readonly decline: boolean }): void {
    this.#late.answered(ask.id);
    void this.#client.conversation.answerQuestion({ askId: ask.id, ...answer }).then(
      (said) => this.#said(said),
      (error: unknown) => this.#failed(error),
    );
  }

  #decide(ask: Ask, verdict: Verdict, updatesJson: string[] = []): true {
    this.#late.answered(ask.id);
    void this.#client.conversation.answerAsk({ askId: ask.id, verdict, updatesJson, digest: ask.digest }).then(
      (said) => this.#said(said),
      (error: unknown) => this.#failed(error),
    );
    return true;
  }

  #said({ won, ask }: { readonly won: boolean; readonly ask?: Ask | undefined }): void {
    if (!won && ask) this.#note(`  ${askStateName(ask.state, ask.toolName)} already ${byWhom(ask.decidedBy)}`);
  }

  #failed(error: unknown): void {
    this.#note(styled("red", `! ${error instanceof Error ? error.message : "not answered"}`));
  }
}

/** What is longer is shown by a key. */
const previewRows = 16;

function columns(): number {
  return process.stderr.columns ?? 80;
}

/** Numbers of options by their labels; anything else as it stands. Undefined: a number that no option has. */
export function chosen(text: string, labels: readonly string[]): string | undefined {
  const words = text.trim().split(/[\s,]+/);
  if (labels.length === 0 || !words.every((word) => /^\d+$/.test(word))) return text;
  const all = words.map((word) => labels[Number(word) - 1]);
  if (all.every((label) => label !== undefined)) return all.join(", ");
  return labels.includes(text) ? text : undefined;
}

function decided({ state, decidedBy, toolName }: PermissionResolved): string {
  return `${askStateName(state, toolName)} ${byWhom(decidedBy)}`;
}

function howToAnswer(ask: Ask): string {
  const id = shortId(ask.id);
  return ask.kind === AskKind.QUESTION
    ? `answer it: bridle answer ${id} "…"`
    : `answer it: bridle approve ${id}, or bridle approve ${id} --deny`;
}
