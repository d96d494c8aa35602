import { useEffect, useRef, useState } from "preact/hooks";
import {
  type Choice,
  type Completable,
  commandChoices,
  completableAt,
  pathChoice,
} from "../../model/composer/completion.ts";
import { useApp } from "../app-context.ts";

export interface Completion {
  readonly choices: readonly Choice[];
  readonly at: number;
  readonly what: Completable | undefined;
  /** Looks what stands at the caret. */
  readonly look: (text: string, caret: number) => void;
  readonly move: (by: number) => void;
  readonly close: () => void;
}

/** A moment, so that not every letter is asked for. */
const pauseMs = 60;

/** What could be meant by what is being typed. */
export function useCompletion(sessionId: string): Completion {
  const { client, agentInfos } = useApp();
  const [what, setWhat] = useState<Completable>();
  const [paths, setPaths] = useState<readonly Choice[]>([]);
  const [at, setAt] = useState(0);
  const latest = useRef(0);
  const pathQuery = what?.kind === "path" ? what.query : undefined;
  useEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    if (pathQuery === undefined) return setPaths([]);
    const timer = setTimeout(() => {
      client.conversation.completePath({ sessionId, query: pathQuery }).then(
        ({ paths: found }) => mine === latest.current && setPaths(found.map(({ path }) => pathChoice(path))),
        // A help alone: who types on needs no word of it.
        () => mine === latest.current && setPaths([]),
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [pathQuery]);
  const commands = agentInfos.of(sessionId).value?.commands ?? [];
  const choices = what?.kind === "command" ? commandChoices(commands, what.query) : what === undefined ? [] : paths;
  return {
    choices,
    at: Math.min(at, Math.max(0, choices.length - 1)),
    what,
    look: (text, caret) => {
      const found = completableAt(text, caret);
      if (found?.kind !== what?.kind || found?.query !== what?.query) setAt(0);
      setWhat(found);
    },
    move: (by) => setAt((now) => (now + by + choices.length) % choices.length),
    close: () => setWhat(undefined),
  };
}
