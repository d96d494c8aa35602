import { useEffect, useState } from "preact/hooks";
import type { ExplainToolUseResponse } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import { ToolUseExplained } from "./explained.tsx";
import { draftOf, inputJsonOf, type UseDraft } from "./tools-to-try.ts";
import { UseFields } from "./use-fields.tsx";
import { type Origin, useOrigin } from "./use-origin.ts";
import { WhyOrigin } from "./why-origin.tsx";

interface WhyProps {
  readonly cwd: string;
  /** An ask or a decision that somebody came from. */
  readonly of: string | undefined;
}

/** What rules would say of a tool use, and which one. */
export function Why({ cwd, of }: WhyProps) {
  const origin = useOrigin(of);
  if (origin.at === "loading") return <p class="unseen">Loading …</p>;
  return (
    <>
      {origin.at === "failed" && <p class="outcome">{origin.why}</p>}
      {origin.at === "there" && origin.value !== undefined && <WhyOrigin origin={origin.value} />}
      <WhyForm cwd={cwd} origin={origin.at === "there" ? origin.value : undefined} />
    </>
  );
}

type Outcome =
  | { readonly at: "nothing" }
  | { readonly at: "explained"; readonly answer: ExplainToolUseResponse }
  | { readonly at: "refused"; readonly why: string };

function WhyForm({ cwd, origin }: { readonly cwd: string; readonly origin: Origin | undefined }) {
  const { client } = useApp();
  const [draft, setDraft] = useState<UseDraft>(
    origin === undefined ? { toolName: "Bash", text: "", rest: {} } : draftOf(origin.toolName, origin.inputJson),
  );
  const [outcome, setOutcome] = useState<Outcome>({ at: "nothing" });
  const explain = async (): Promise<void> => {
    const { cwd: folder = cwd, permissionMode = "" } = origin ?? {};
    const request = { cwd: folder, toolName: draft.toolName, inputJson: inputJsonOf(draft), permissionMode };
    try {
      setOutcome({ at: "explained", answer: await client.daemon.explainToolUse(request) });
    } catch (error) {
      setOutcome({ at: "refused", why: messageOf(error) });
    }
  };
  // Who came from somewhere has asked already.
  useEffect(() => {
    if (origin !== undefined) void explain();
  }, []);
  return (
    <form
      class="why"
      onSubmit={(event) => {
        event.preventDefault();
        void explain();
      }}
    >
      <UseFields
        draft={draft}
        change={(changed) => {
          setDraft(changed);
          setOutcome({ at: "nothing" });
        }}
      />
      <button type="submit" class="allow" disabled={draft.text.trim() === "" || draft.toolName === ""}>
        Explain
      </button>
      <div class="why-answer" role="status">
        {outcome.at === "refused" && <p class="outcome">{outcome.why}</p>}
        {outcome.at === "explained" && <ToolUseExplained answer={outcome.answer} />}
      </div>
    </form>
  );
}
