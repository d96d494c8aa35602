import { useState } from "preact/hooks";
import { type ListRulesResponse, RuleEffect } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { View } from "../frame/view.tsx";
import { modeWords } from "../text/mode-words.ts";
import { useAnswer } from "../use-answer.ts";
import { effectWord } from "./effect-word.ts";
import { Why } from "./why.tsx";
import "../../style/figures.css";

/** Which rules hold in a folder, and which one would decide. */
export function RulesView() {
  const { client, sessions } = useApp();
  const folders = [...new Set(sessions.all.value.map(({ cwd }) => cwd))];
  const [chosen, choose] = useState<string>();
  const cwd = chosen ?? folders[0] ?? "";
  const answer = useAnswer(async () => (cwd === "" ? undefined : await client.daemon.listRules({ cwd })), [cwd]);
  return (
    <View title="Rules" about="What is allowed, asked about and denied, and where that comes from">
      {folders.length === 0 && (
        <Empty icon="shield" title="No folder yet">
          <p class="quiet">Rules apply to the folder of a session. Start one to see its rules.</p>
        </Empty>
      )}
      {folders.length > 0 && (
        <>
          <label class="field">
            <span class="label">Folder</span>
            <select value={cwd} onChange={({ currentTarget }) => choose(currentTarget.value)}>
              {folders.map((folder) => (
                <option key={folder}>{folder}</option>
              ))}
            </select>
          </label>
          <h2>What would happen?</h2>
          <Why cwd={cwd} />
          <h2>Rules in force</h2>
          {answer.at === "failed" && <p class="outcome">{answer.why}</p>}
          {answer.at === "there" && answer.value !== undefined && <Rules found={answer.value} />}
        </>
      )}
    </View>
  );
}

const effectOrder = [RuleEffect.DENY, RuleEffect.ASK, RuleEffect.ALLOW];

function Rules({ found: { rules, problems, defaultMode } }: { readonly found: ListRulesResponse }) {
  const ordered = effectOrder.flatMap((effect) => rules.filter((rule) => rule.effect === effect));
  return (
    <>
      {problems.map((problem) => (
        <p key={problem} class="finding" data-good="false">
          <span class="finding-mark">check</span>
          <span>{problem}</span>
        </p>
      ))}
      {ordered.length === 0 ? (
        <p class="quiet">
          None: anything that is not harmless is asked about. Sessions start in the mode “{modeWords(defaultMode).name}
          ”.
        </p>
      ) : (
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Effect</th>
              <th scope="col">Rule</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map(({ text, effect, scope, file, problem }) => (
              <tr key={`${scope} ${effect} ${text}`}>
                <td class="short">
                  <span class="effect" data-effect={effectWord(effect)}>
                    {effectWord(effect)}
                  </span>
                </td>
                <td>
                  <code>{text}</code>
                  {problem !== "" && <p class="outcome">{problem}</p>}
                </td>
                <td>
                  {scope}
                  <span class="label"> {file}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
