import type { BudgetAccount } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { moment } from "../text/clock.ts";
import { cost } from "../text/cost.ts";
import { count } from "../text/count.ts";
import { useAnswer } from "../use-answer.ts";

/** The budgets of the settings, and what is left of each; nothing where there are none. */
export function BudgetTable() {
  const app = useApp();
  const answer = useAnswer(() => app.client.daemon.listBudgets({}), []);
  if (answer.at === "failed") return <p class="outcome">Budgets could not be read: {answer.why}</p>;
  if (answer.at === "loading" || answer.value.accounts.length === 0) return null;
  return (
    <>
      <h2>Budgets</h2>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">Budget</th>
            <th scope="col" class="number">
              Spent
            </th>
            <th scope="col" class="number">
              Left
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.value.accounts.map((account, index) => (
            <tr key={index}>
              <th scope="row">{whose(account, (id) => app.sessions.get(id)?.title)}</th>
              <td class="number">{amounts(account, "spent")}</td>
              <td class="number">{amounts(account, "left")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function whose(
  { of, name, per, effect, usedUp, untilMs }: BudgetAccount,
  title: (id: string) => string | undefined,
): string {
  const named = of === "session" ? title(name) || `session ${name.slice(0, 8)}` : of === "all" ? "All sessions" : name;
  const until = untilMs === 0n ? "" : `, until ${moment(Number(untilMs))}`;
  const state = usedUp ? ` (${effect === "warn" ? "reached" : `used up${until}`})` : "";
  return `${named}, ${per === "day" ? "today" : "ever"}${state}`;
}

function amounts({ usd, tokens, spentUsd, spentTokens }: BudgetAccount, which: "spent" | "left"): string {
  const [usedUsd, usedTokens] = [spentUsd, Number(spentTokens)];
  const shown = (limit: number, used: number): number => (which === "spent" ? used : Math.max(0, limit - used));
  const parts = [
    ...(usd === undefined ? [] : [cost(shown(usd, usedUsd))]),
    ...(tokens === undefined ? [] : [`${count(shown(Number(tokens), usedTokens))} tokens`]),
  ];
  return parts.join(", ");
}
