import { type Ask, AskKind } from "../api/gen/bridle/v1/ask_pb.js";

/** How long after an ask is gone an answer may still be meant for it. */
const lateMs = 10_000;
/** Anything at all is typed for what was on the screen just now. */
const atOnceMs = 2000;

interface Gone {
  readonly ask: Ask;
  readonly how: string;
  readonly atMs: number;
  /** Answered from here: nothing more is typed for it but by mistake. */
  readonly isOurs: boolean;
}

/** Answers that are typed when their ask is decided already: they are no prompts, and no answers to another ask. */
export class LateAnswers {
  readonly #now: () => number;
  #answered: string | undefined;
  #gone: Gone | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  answered(askId: string): void {
    this.#answered = askId;
  }

  /** The ask that was on the screen is decided. */
  gone(ask: Ask, how: string): void {
    this.#gone = { ask, how, atMs: this.#now(), isOurs: this.#answered === ask.id };
  }

  /** What to tell of a line that came too late; undefined: it is no such line. It is told once. */
  judge(line: string, isAnotherOpen: boolean): string | undefined {
    const gone = this.#gone;
    this.#gone = undefined;
    if (gone === undefined || line.trim() === "") return undefined;
    const afterMs = this.#now() - gone.atMs;
    if (isAnotherOpen) {
      if (gone.isOurs || afterMs > atOnceMs) return undefined;
      return `not taken: the ask before was ${gone.how}; this is another one`;
    }
    const isMeant = looksLikeAnswer(gone.ask, line.trim());
    const isLate = gone.isOurs
      ? isMeant && afterMs < atOnceMs
      : (isMeant && afterMs < lateMs) || (gone.ask.kind === AskKind.QUESTION && afterMs < atOnceMs);
    return isLate ? `not sent: it was ${gone.how}; type it again to send it as a prompt` : undefined;
  }
}

function looksLikeAnswer({ kind, questions }: Ask, text: string): boolean {
  if (kind !== AskKind.QUESTION) return /^(y|yes|n|no|a|always|e)$/i.test(text);
  if (text === "-" || /^\d+([\s,]+\d+)*$/.test(text)) return true;
  return questions.some(({ options }) => options.some(({ label }) => label === text));
}
