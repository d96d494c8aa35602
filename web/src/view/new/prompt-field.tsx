interface PromptFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly change: (prompt: string) => void;
  readonly send: () => void;
}

/** The first prompt of a session; Ctrl and Enter start it. */
export function PromptField({ label, placeholder, value, change, send }: PromptFieldProps) {
  return (
    <label class="field">
      {label}
      <textarea
        class="new-prompt"
        rows={3}
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
    </label>
  );
}
