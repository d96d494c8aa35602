import type { RefObject } from "preact";
import { Delivery } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import type { Composer } from "../../live/composer.ts";
import { type Choice, complete } from "../../model/composer/completion.ts";
import type { Completion } from "./use-completion.ts";

export interface ComposerKeys {
  readonly composer: Composer;
  readonly field: RefObject<HTMLTextAreaElement>;
  /** A word of an input method is being put together. */
  readonly isComposing: { current: boolean };
  readonly isRunning: boolean;
  readonly onEscape: () => void;
}

/** A finger has a button to send, and needs Enter for a new line. */
export const isTouch = matchMedia("(pointer: coarse)");

/** What the keys of the composer do: complete, look through what was sent, send. */
export function useComposerKeys(
  { composer, field, isComposing, isRunning, onEscape }: ComposerKeys,
  completion: Completion,
) {
  const put = (text: string, caret = text.length): void => {
    composer.write(text);
    const element = field.current;
    if (element === null) return;
    // At once: the next key may come before the page is drawn again.
    element.value = text;
    element.setSelectionRange(caret, caret);
    completion.look(text, caret);
  };
  const choose = (choice: Choice | undefined): void => {
    if (choice === undefined || completion.what === undefined) return;
    const done = complete(composer.text.value, completion.what, choice);
    put(done.text, done.caret);
    field.current?.focus();
  };

  const completionKey = (event: KeyboardEvent): boolean => {
    const { choices, at } = completion;
    if (choices.length === 0) return false;
    if (event.key === "ArrowDown") completion.move(1);
    else if (event.key === "ArrowUp") completion.move(-1);
    else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") choose(choices[at]);
    else if (event.key === "Escape") completion.close();
    else return false;
    return true;
  };
  /** In an empty field, or in what came from there. */
  const historyKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const { history, text } = composer;
    const isInHistory = history.isShowing(text.value);
    if (shiftKey || !(text.value === "" || isInHistory)) return false;
    if (key === "ArrowUp") {
      const found = history.earlier();
      if (found !== undefined) put(found);
      return found !== undefined;
    }
    if (key !== "ArrowDown" || !isInHistory) return false;
    put(history.later());
    return true;
  };
  const sendKey = (event: KeyboardEvent): boolean => {
    if (event.key !== "Enter" || event.shiftKey || event.altKey) return false;
    const isMeant = event.ctrlKey || event.metaKey;
    if (isTouch.matches && !isMeant) return false;
    void composer.send(isMeant && isRunning ? Delivery.INJECT : Delivery.UNSPECIFIED);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter that takes a word of an input method is not Enter; some browsers tell that only by this code.
    if (event.isComposing || isComposing.current || event.keyCode === 229) return;
    if (completionKey(event) || historyKey(event) || sendKey(event)) event.preventDefault();
    else if (event.key === "Escape" && !event.repeat) onEscape();
  };
  return { choose, onKeyDown };
}
