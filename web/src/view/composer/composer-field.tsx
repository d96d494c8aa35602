import type { RefObject } from "preact";
import { Delivery } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";
import type { Composer } from "../../live/composer.ts";
import { type Choice, complete } from "../../model/composer/completion.ts";
import { CompletionList, choiceId, completionId } from "./completion-list.tsx";
import { useCompletion } from "./use-completion.ts";

interface ComposerFieldProps {
  readonly sessionId: string;
  readonly composer: Composer;
  readonly field: RefObject<HTMLTextAreaElement>;
  /** A word of an input method is being put together. */
  readonly isComposing: { current: boolean };
  readonly placeholder: string;
  readonly isRunning: boolean;
  readonly onEscape: () => void;
}

/** A finger has a button to send, and needs Enter for a new line. */
const isTouch = matchMedia("(pointer: coarse)");

/** The field itself: what its keys do. */
export function ComposerField(props: ComposerFieldProps) {
  const { sessionId, composer, field, isComposing, placeholder, isRunning, onEscape } = props;
  const completion = useCompletion(sessionId);
  const isOpen = completion.choices.length > 0;

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
    if (!isOpen) return false;
    const { choices, at } = completion;
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
  return (
    <>
      <CompletionList completion={completion} choose={choose} />
      <textarea
        ref={field}
        class="composer-field"
        rows={1}
        placeholder={placeholder}
        aria-label="Write to the agent"
        aria-autocomplete="list"
        aria-controls={isOpen ? completionId : undefined}
        aria-activedescendant={isOpen ? choiceId(completion.at) : undefined}
        enterkeyhint={isTouch.matches ? "enter" : "send"}
        readOnly={composer.sending.value.at === "sending"}
        value={composer.text.value}
        onInput={({ currentTarget }) => {
          composer.write(currentTarget.value);
          completion.look(currentTarget.value, currentTarget.selectionStart);
        }}
        onClick={({ currentTarget }) => completion.look(currentTarget.value, currentTarget.selectionStart)}
        onBlur={completion.close}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={() => {
          isComposing.current = false;
        }}
        onKeyDown={onKeyDown}
      />
      <p class="unseen" role="status">
        {isOpen && `${completion.choices.length} suggestions`}
      </p>
    </>
  );
}
