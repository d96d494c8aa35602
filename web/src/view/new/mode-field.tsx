import { everythingAllowed, modeWords } from "../text/mode-words.ts";

/** What agents of every kind have. Empty: what the agent's own settings say. */
const modes = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];

/** What the agent may do without asking. */
export function ModeField({ value, change }: { readonly value: string; readonly change: (mode: string) => void }) {
  return (
    <label class="field">
      Permissions
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="">From the agent's settings</option>
        {modes.map((mode) => (
          <option key={mode} value={mode}>
            {modeWords(mode).name}
          </option>
        ))}
      </select>
      {value === "bypassPermissions" ? (
        <span class="mode-warning" role="alert">
          {everythingAllowed}
        </span>
      ) : (
        <span class="label">{value !== "" && modeWords(value).about}</span>
      )}
    </label>
  );
}
