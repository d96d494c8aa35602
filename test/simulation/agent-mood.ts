import type { Random } from "../fuzz/random.ts";

/** How an agent behaves while it lives. */
export interface AgentMood {
  readonly handshake: "answers" | "refuses" | "mute";
  /** It does not know the conversation that it is to go on with. */
  readonly refusesToResume: boolean;
  /** It says something before it is asked anything. */
  readonly speaksFirst: boolean;
  readonly heedsInterrupt: boolean;
  /** It takes back what it asked when a turn is interrupted. */
  readonly withdraws: boolean;
  readonly refusesSettings: boolean;
  /** It ends at the end of its input, and at SIGTERM. */
  readonly isPolite: boolean;
  /** Prompts that come in mid-turn become part of it. */
  readonly folds: boolean;
  /** Of several calls in a message it asks about all at once. */
  readonly asksTogether: boolean;
  /** A resumed one goes on before it is told of hooks. */
  readonly resumesEarly: boolean;
  /** It ends by itself after so many lines. */
  readonly crashesAfter: number;
  /** The share of its turns that end on a limit of the provider. */
  readonly limited: number;
}

export function moodOf(random: Random): AgentMood {
  const rarely = (share: number): boolean => random.next() < share;
  return {
    handshake: rarely(0.05) ? "mute" : rarely(0.04) ? "refuses" : "answers",
    refusesToResume: rarely(0.15),
    speaksFirst: rarely(0.1),
    heedsInterrupt: !rarely(0.15),
    withdraws: rarely(0.5),
    refusesSettings: rarely(0.2),
    isPolite: !rarely(0.1),
    folds: rarely(0.5),
    asksTogether: rarely(0.5),
    resumesEarly: rarely(0.2),
    crashesAfter: rarely(0.15) ? random.below(20) : Number.POSITIVE_INFINITY,
    limited: rarely(0.2) ? 0.5 : 0,
  };
}

export const goodMood: AgentMood = {
  handshake: "answers",
  refusesToResume: false,
  speaksFirst: false,
  heedsInterrupt: true,
  withdraws: true,
  refusesSettings: false,
  isPolite: true,
  folds: false,
  asksTogether: true,
  resumesEarly: false,
  crashesAfter: Number.POSITIVE_INFINITY,
  limited: 0,
};
