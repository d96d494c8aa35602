import { CompletionList, choiceId, completionId } from "./completion-list.tsx";
import { useCompletion } from "./use-completion.ts";
import { type ComposerKeys, isTouch, useComposerKeys } from "./use-composer-keys.ts";

interface ComposerFieldProps extends ComposerKeys {
  readonly sessionId: string;
  readonly placeholder: string;
}

/** The field itself, with suggestions of what a word may become. */
export function ComposerField(props: ComposerFieldProps) {
  const { sessionId, composer, field, isComposing, placeholder } = props;
  const completion = useCompletion(sessionId);
  const isOpen = completion.choices.length > 0;
  const { choose, onKeyDown } = useComposerKeys(props, completion);
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
