import { useState } from "preact/hooks";
import type { SuggestedRule, UseText } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { Empty } from "../frame/empty.tsx";
import { visible } from "../text/visible.ts";
import { useAnswer } from "../use-answer.ts";
import { AddRule } from "./add-rule.tsx";
import { Period, sinceMs } from "./period.tsx";
import { UseLine } from "./use-line.tsx";

/** What people were asked, and always allowed, as rules; each with what it would answer, and what not. */
export function Suggest() {
  const { client } = useApp();
  const [days, setDays] = useState(30);
  const answer = useAnswer(() => client.daemon.suggestRules({ sinceMs: sinceMs(days) }), [days]);
  return (
    <>
      <div class="run-bar">
        <span class="quiet">Never wider than what was allowed. Nothing is written unless you say so.</span>
        <Period days={days} choose={setDays} />
      </div>
      {answer.at === "failed" && <p class="outcome">{answer.why}</p>}
      {answer.at === "there" && answer.value.suggestions.length === 0 && (
        <Empty icon="shield" title="Nothing to suggest">
          <p class="quiet">When people allow the same kind of call again and again, a rule for it appears here.</p>
        </Empty>
      )}
      {answer.at === "there" && (
        <ul class="suggestions">
          {answer.value.suggestions.map((suggestion) => (
            <li key={`${suggestion.cwd} ${suggestion.rule}`}>
              <Suggestion suggestion={suggestion} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Suggestion({ suggestion }: { readonly suggestion: SuggestedRule }) {
  const { rule, cwd, covered, coveredUses, left, leftUses } = suggestion;
  const mayAdd = useApp().may("admin");
  return (
    <article class="suggestion">
      <h2>
        <code>{visible(rule)}</code>
      </h2>
      <p class="label">{visible(cwd)}</p>
      <Uses
        words={`would have answered ${covered} ${covered === 1 ? "ask" : "asks"}`}
        uses={coveredUses}
        count={covered}
      />
      {left > 0 && <Uses words={`${left} more of this tool would still be asked`} uses={leftUses} count={left} />}
      {mayAdd && <AddRule rule={rule} cwd={cwd} />}
    </article>
  );
}

interface UsesProps {
  readonly words: string;
  readonly uses: readonly UseText[];
  readonly count: number;
}

function Uses({ words, uses, count }: UsesProps) {
  return (
    <div class="uses">
      <p>{words}</p>
      <ul>
        {uses.map((use, at) => (
          <li key={at}>
            <UseLine use={use} />
          </li>
        ))}
        {count > uses.length && <li class="label">and {count - uses.length} more</li>}
      </ul>
    </div>
  );
}
