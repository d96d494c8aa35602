import {
  type Destination,
  destinationOf,
  firstChosen,
  type Offer,
  offersFor,
  type Scope,
  updateAt,
} from "../../model/permission-update.ts";
import { visible } from "../text/visible.ts";

/** For how long, and what exactly, a person lets it be without being asked. */
export interface Grant {
  readonly scope: Scope;
  readonly chosen: readonly Offer[];
  readonly destination: Destination;
}

export const once: Grant = { scope: "once", chosen: [], destination: "localSettings" };

/** What the agent is told to keep. */
export function updatesOf({ scope, chosen, destination }: Grant): string[] {
  return chosen.flatMap((offer) => {
    const where = destinationOf(offer, scope, destination);
    return where === undefined ? [] : [updateAt(offer, where)];
  });
}

export const scopes: readonly { readonly scope: Scope; readonly word: string }[] = [
  { scope: "once", word: "Once" },
  { scope: "session", word: "This session" },
  { scope: "always", word: "Always" },
];

/** Undefined: there is nothing to be had for this scope. */
export function grantFor(scope: Scope, offers: readonly Offer[], destination: Destination): Grant | undefined {
  if (scope === "once") return { ...once, destination };
  const possible = offersFor(scope, offers);
  return possible.length === 0 ? undefined : { scope, chosen: firstChosen(possible), destination };
}

const destinations: { readonly [D in Destination]: { readonly who: string; readonly file: string } } = {
  session: { who: "This session", file: "" },
  localSettings: { who: "You, in this project", file: ".claude/settings.local.json" },
  projectSettings: { who: "Everyone, in this project", file: ".claude/settings.json" },
  userSettings: { who: "You, in every project", file: "~/.claude/settings.json" },
};

interface ScopeChoiceProps {
  readonly offers: readonly Offer[];
  readonly grant: Grant;
  readonly cwd: string;
  readonly choose: (grant: Grant) => void;
}

/** Once, for the session or for good; with the very rules, and the file they are written to, before anything is sent. */
export function ScopeChoice({ offers, grant, cwd, choose }: ScopeChoiceProps) {
  if (offers.length === 0) return null;
  return (
    <fieldset class="scope">
      <legend class="unseen">How long to allow it</legend>
      <div class="segments">
        {scopes.map(({ scope, word }) => {
          const wanted = grantFor(scope, offers, grant.destination);
          return (
            <label key={scope} class="segment" data-chosen={grant.scope === scope} data-none={wanted === undefined}>
              <input
                type="radio"
                name="scope"
                checked={grant.scope === scope}
                disabled={wanted === undefined}
                onChange={() => wanted !== undefined && choose(wanted)}
              />
              {word}
            </label>
          );
        })}
      </div>
      {grant.scope !== "once" && <ExactRules offers={offers} grant={grant} cwd={cwd} choose={choose} />}
    </fieldset>
  );
}

function ExactRules({ offers, grant, cwd, choose }: ScopeChoiceProps) {
  const { scope, chosen, destination } = grant;
  const possible = offersFor(scope, offers);
  const toggle = (offer: Offer): void =>
    choose({
      ...grant,
      chosen: possible.filter((one) => (one === offer ? !chosen.includes(one) : chosen.includes(one))),
    });
  return (
    <div class="rules">
      {possible.map((offer) => (
        <label key={JSON.stringify(offer.update)} class="rule">
          <input type="checkbox" checked={chosen.includes(offer)} onChange={() => toggle(offer)} />
          <span>
            {offer.verb}{" "}
            {offer.changes.map((change) => (
              <code key={change}>{visible(change)}</code>
            ))}
          </span>
        </label>
      ))}
      <div class="rule-place">
        {scope === "always" && (
          <select
            aria-label="Who it applies to, and in which file"
            value={destination}
            onChange={({ currentTarget }) => choose({ ...grant, destination: currentTarget.value as Destination })}
          >
            {(["localSettings", "projectSettings", "userSettings"] as const).map((one) => (
              <option key={one} value={one}>
                {destinations[one].who}
              </option>
            ))}
          </select>
        )}
        <p class="label">{whereWritten(grant, cwd)}</p>
      </div>
    </div>
  );
}

/** Which file the agent writes it to. */
function whereWritten({ scope, chosen, destination }: Grant, cwd: string): string {
  if (chosen.length === 0) return "Nothing is selected: it would be allowed once.";
  if (scope === "session") return "No file is written. It lasts until this session's agent ends.";
  const targets = new Set(chosen.map((offer) => destinationOf(offer, scope, destination)));
  const files = [...targets].flatMap((one) =>
    one === undefined || one === "session"
      ? []
      : [one === "userSettings" ? destinations[one].file : `${cwd}/${destinations[one].file}`],
  );
  return `The agent writes this to ${visible(files.join(" and "))}`;
}
