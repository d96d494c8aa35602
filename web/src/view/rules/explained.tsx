import {
  type ExplainedPart,
  type ExplainToolUseResponse,
  type Explanation,
  RuleEffect,
} from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { visible } from "../text/visible.ts";
import { EffectWord, effectWord } from "./effect-word.tsx";

const meaning = {
  allow: "It runs without asking.",
  ask: "A person is asked.",
  deny: "It does not run, and nobody is asked.",
};

/** What would happen, by which rule of which file, and because of which part. */
export function ToolUseExplained({
  answer: { effect, daemon, settings },
}: {
  readonly answer: ExplainToolUseResponse;
}) {
  const word = effectWord(effect);
  // A deny of the settings files holds whatever the daemon says; else the daemon's rules come first.
  const bySettings = settings?.effect === RuleEffect.DENY || daemon === undefined;
  const [first, second] = bySettings ? [settings, daemon] : [daemon, settings];
  const [firstName, secondName] = bySettings ? [files, own] : [own, files];
  return (
    <section class="verdict" data-effect={word} aria-label="What would happen">
      <p class="verdict-word">
        <EffectWord effect={word} /> <span>{meaning[word]}</span>
      </p>
      {first !== undefined && <Explained whose={firstName} explanation={first} />}
      {second === undefined ? (
        <p class="label">{secondName}: no rule applies.</p>
      ) : (
        <p class="label">
          {secondName}: {visible(second.text)}
        </p>
      )}
    </section>
  );
}

const own = "The daemon's rules";
const files = "Settings files";

function Explained({ whose, explanation }: { readonly whose: string; readonly explanation: Explanation }) {
  const { text, rule, file, scope, parts, effect } = explanation;
  return (
    <>
      {rule === "" ? (
        <p>
          {whose}: {visible(text)}
        </p>
      ) : (
        <dl class="rule-facts">
          <dt>Rule</dt>
          <dd>
            <code>{visible(rule)}</code>
          </dd>
          <dt>From</dt>
          <dd>
            {whose} ({scope})
          </dd>
          <dt>File</dt>
          <dd>{visible(file) || "none"}</dd>
        </dl>
      )}
      {parts.length > 1 && <Parts parts={parts} effect={effect} />}
    </>
  );
}

/** What decides is the strictest part; of an allowed line, all of them. */
function Parts({ parts, effect }: { readonly parts: readonly ExplainedPart[]; readonly effect: RuleEffect }) {
  const isReason = (part: ExplainedPart): boolean => effect !== RuleEffect.ALLOW && part.effect === effect;
  return (
    <ol class="command-parts" aria-label="Parts of the command">
      {parts.map((part, at) => (
        <li key={at} class="command-part" data-reason={isReason(part)}>
          <EffectWord effect={effectWord(part.effect)} />
          <code>{visible(part.text)}</code>
          <span class="label">{visible(part.reason)}</span>
          {isReason(part) && <span class="mark">the reason</span>}
        </li>
      ))}
    </ol>
  );
}
