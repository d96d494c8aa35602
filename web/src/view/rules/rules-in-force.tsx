import {
  type ListRulesResponse,
  RuleEffect,
  type RuleInForce,
} from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { modeWords } from "../text/mode-words.ts";
import { visible } from "../text/visible.ts";
import { useAnswer } from "../use-answer.ts";
import { EffectWord, effectWord } from "./effect-word.tsx";

/** The rules that hold in a folder, and what is wrong with them. */
export function RulesInForce({ cwd }: { readonly cwd: string }) {
  const { client } = useApp();
  const answer = useAnswer(() => client.daemon.listRules({ cwd }), [cwd]);
  if (answer.at === "failed") return <p class="outcome">{answer.why}</p>;
  return answer.at === "there" ? <Rules found={answer.value} /> : null;
}

const effectOrder = [RuleEffect.DENY, RuleEffect.ASK, RuleEffect.ALLOW];

function Rules({ found: { rules, problems, defaultMode } }: { readonly found: ListRulesResponse }) {
  const ordered = effectOrder.flatMap((effect) => rules.filter((rule) => rule.effect === effect));
  const slips = rules.filter(({ problem }) => problem !== "").length + problems.length;
  return (
    <>
      {slips > 0 && (
        <section class="slips" aria-label="To be mended">
          <h2>{slips === 1 ? "One thing to mend" : `${slips} things to mend`}</h2>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{visible(problem)}</li>
            ))}
            {ordered.map(
              ({ text, problem }) =>
                problem !== "" && (
                  <li key={text}>
                    <code>{visible(text)}</code>: {visible(problem)}
                  </li>
                ),
            )}
          </ul>
        </section>
      )}
      {ordered.length === 0 ? (
        <p class="quiet no-rules">
          None: anything that is not harmless is asked about. Sessions start in the mode “{modeWords(defaultMode).name}
          ”.
        </p>
      ) : (
        <RuleTable rules={ordered} />
      )}
    </>
  );
}

function RuleTable({ rules }: { readonly rules: readonly RuleInForce[] }) {
  return (
    <table class="figures rule-table">
      <thead>
        <tr>
          <th scope="col">Effect</th>
          <th scope="col">Rule</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={`${rule.scope} ${rule.effect} ${rule.text}`} data-broken={rule.problem !== ""}>
            <td class="short">
              <EffectWord effect={effectWord(rule.effect)} />
            </td>
            <td>
              <code>{visible(rule.text)}</code>
              {rule.problem !== "" && <span class="mark">never matches as written</span>}
            </td>
            <td>
              {rule.scope} <span class="label rule-file">{visible(rule.file)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
