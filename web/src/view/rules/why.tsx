import { useState } from "preact/hooks";
import type { ExplainToolUseResponse, Explanation } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { effectWord } from "./effect-word.ts";
import { inputOf, toolsToTry } from "./tools-to-try.ts";

type Outcome =
  | { readonly at: "nothing" }
  | { readonly at: "explained"; readonly answer: ExplainToolUseResponse }
  | { readonly at: "refused"; readonly why: string };

/** A tool use that nobody makes: what rules would say, and which one. */
export function Why({ cwd }: { readonly cwd: string }) {
  const { client } = useApp();
  const [toolName, setTool] = useState("Bash");
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<Outcome>({ at: "nothing" });
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const request = { cwd, toolName, inputJson: JSON.stringify(inputOf(toolName, text)) };
      setOutcome({ at: "explained", answer: await client.daemon.explainToolUse(request) });
    } catch (error) {
      setOutcome({ at: "refused", why: messageOf(error) });
    }
  };
  const tool = toolsToTry.find(({ name }) => name === toolName) ?? toolsToTry[0];
  return (
    <form class="why" onSubmit={(event) => void ask(event)}>
      <select aria-label="Tool" value={toolName} onChange={({ currentTarget }) => setTool(currentTarget.value)}>
        {toolsToTry.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <input
        class="search"
        aria-label={tool.asks}
        placeholder={tool.example}
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setOutcome({ at: "nothing" });
        }}
      />
      <button type="submit" disabled={text.trim() === ""}>
        Explain
      </button>
      <div class="why-answer" role="status">
        {outcome.at === "refused" && <p class="outcome">{outcome.why}</p>}
        {outcome.at === "explained" && <ToolUseExplained answer={outcome.answer} />}
      </div>
    </form>
  );
}

function ToolUseExplained({ answer: { effect, daemon, settings } }: { readonly answer: ExplainToolUseResponse }) {
  const word = effectWord(effect);
  return (
    <>
      <p>
        <span class="effect" data-effect={word}>
          {word}
        </span>
      </p>
      <Explained whose="The daemon's rules" explanation={daemon} />
      <Explained whose="Settings files" explanation={settings} />
    </>
  );
}

function Explained({ whose, explanation }: { readonly whose: string; readonly explanation: Explanation | undefined }) {
  if (explanation === undefined) return <p class="quiet">{whose}: no rule applies.</p>;
  const { text, parts } = explanation;
  return (
    <>
      <p>
        {whose}: {text}
      </p>
      {parts.length > 1 && (
        <ul>
          {parts.map((part, at) => (
            <li key={at}>
              <span class="effect" data-effect={effectWord(part.effect)}>
                {effectWord(part.effect)}
              </span>{" "}
              <code>{part.text}</code> <span class="label">{part.reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
