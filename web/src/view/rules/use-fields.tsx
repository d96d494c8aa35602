import { toolsToTry, type UseDraft } from "./tools-to-try.ts";

interface UseFieldsProps {
  readonly draft: UseDraft;
  readonly change: (draft: UseDraft) => void;
}

const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: false } as const;

/** A tool, and what it is given: one field for those that most rules are about, JSON for others. */
export function UseFields({ draft, change }: UseFieldsProps) {
  const { toolName, text } = draft;
  const tool = toolsToTry.find(({ name }) => name === toolName);
  const type = (typed: string): void => change({ ...draft, text: typed });
  return (
    <>
      <select
        aria-label="Tool"
        value={tool === undefined ? "" : toolName}
        onChange={({ currentTarget }) => change({ toolName: currentTarget.value, text: "", rest: {} })}
      >
        {toolsToTry.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
        <option value="">Another tool</option>
      </select>
      {tool === undefined ? (
        <>
          <input
            class="search"
            aria-label="Name of the tool"
            placeholder="mcp__github__create_issue"
            value={toolName}
            {...plain}
            onInput={({ currentTarget }) => change({ ...draft, toolName: currentTarget.value.trim() })}
          />
          <textarea
            class="why-json"
            aria-label="Input, as JSON"
            placeholder={'{"title": "…"}'}
            rows={3}
            value={text}
            {...plain}
            onInput={({ currentTarget }) => type(currentTarget.value)}
          />
        </>
      ) : (
        <textarea
          class="why-text"
          aria-label={tool.asks}
          placeholder={tool.example}
          rows={1}
          value={text}
          {...plain}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      )}
    </>
  );
}
