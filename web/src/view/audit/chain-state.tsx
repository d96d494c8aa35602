import { useApp } from "../app-context.ts";
import { Icon } from "../icon.tsx";
import { visible } from "../text/visible.ts";
import { useAnswer } from "../use-answer.ts";

/** Whether the audit is as it was written: every row is bound to the one before it. */
export function ChainState({ looks }: { readonly looks: number }) {
  const { client } = useApp();
  const answer = useAnswer(() => client.daemon.verifyAudit({}), [looks]);
  if (answer.at === "failed") return <p class="chain outcome">It could not be verified: {answer.why}</p>;
  if (answer.at === "loading") return <p class="chain label">Verifying …</p>;
  const { rows, problems } = answer.value;
  if (problems.length === 0)
    return (
      <p class="chain" data-good="true" role="status">
        <Icon name="check" />
        {rows === 0n
          ? "Nothing to verify yet."
          : `Verified: ${rows} ${rows === 1n ? "decision" : "decisions"}, as they were written, none is missing.`}
      </p>
    );
  return (
    <section class="chain" data-good="false" role="alert" aria-label="The audit was changed">
      <p>
        <strong>The audit is not as it was written.</strong> Somebody changed the daemon's database, or its key.
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{visible(problem)}</li>
        ))}
      </ul>
    </section>
  );
}
