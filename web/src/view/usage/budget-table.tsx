import { useState } from "preact/hooks";
import type { BudgetAccount } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { Link } from "../link.tsx";
import { moment } from "../text/clock.ts";
import { cost } from "../text/cost.ts";
import { count } from "../text/count.ts";
import { useAnswer } from "../use-answer.ts";

const shownFirst = 5;

/** The budgets of the settings, and what is left of each, those with least first; nothing where there are none. */
export function BudgetTable() {
  const app = useApp();
  const [isWhole, showAll] = useState(false);
  const answer = useAnswer(() => app.client.daemon.listBudgets({}), []);
  if (answer.at === "failed") return <p class="outcome">Budgets could not be read: {answer.why}</p>;
  if (answer.at === "loading" || answer.value.accounts.length === 0) return null;
  const accounts = answer.value.accounts.toSorted((one, other) => spentShare(other) - spentShare(one));
  const shown = isWhole ? accounts : accounts.slice(0, shownFirst);
  return (
    <section class="budgets" aria-label="Budgets">
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
          {shown.map((account, index) => (
            <tr key={index}>
              <th scope="row">
                <Whose account={account} />
                <meter
                  min={0}
                  max={1}
                  high={0.8}
                  optimum={0}
                  value={Math.min(1, spentShare(account))}
                  aria-label="Spent"
                />
              </th>
              <td class="number">{amounts(account, "spent")}</td>
              <td class="number">{amounts(account, "left")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < accounts.length && (
        <button type="button" class="quiet-button" onClick={() => showAll(true)}>
          Show all {accounts.length}
        </button>
      )}
    </section>
  );
}

function Whose({ account }: { readonly account: BudgetAccount }) {
  const { sessions } = useApp();
  const { of, name, per, effect, usedUp, untilMs } = account;
  const title = sessions.get(name)?.title;
  const until = untilMs === 0n ? "" : ` until ${moment(Number(untilMs))}`;
  return (
    <>
      {of === "session" ? (
        <Link to={{ view: "session", id: name }}>{title || `session ${name.slice(0, 8)}`}</Link>
      ) : of === "all" ? (
        "All sessions"
      ) : (
        name
      )}
      {usedUp && <span class="budget-state">{effect === "warn" ? "reached" : `used up${until}`}</span>}
      <span class="label budget-kind">
        {per === "day" ? "per day" : "in all"}, {effects[effect] ?? effect}
      </span>
    </>
  );
}

const effects: { readonly [effect: string]: string } = {
  warn: "then a warning",
  stop: "then no new turn",
  interrupt: "then a running turn is interrupted",
};

/** From 0 to 1 and more: of what is nearer to its end. */
function spentShare({ usd, tokens, spentUsd, spentTokens }: BudgetAccount): number {
  const shares = [usd && spentUsd / usd, tokens && Number(spentTokens) / Number(tokens)];
  return Math.max(0, ...shares.map((share) => share || 0));
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
