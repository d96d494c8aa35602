import type { SessionUsage } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { Link } from "../link.tsx";
import { cost } from "../text/cost.ts";
import { count } from "../text/count.ts";

const shown = 20;

export function SessionTable({ sessions }: { readonly sessions: readonly SessionUsage[] }) {
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col" class="number">
            Turns
          </th>
          <th scope="col" class="number">
            Output tokens
          </th>
          <th scope="col" class="number">
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.slice(0, shown).map(({ sessionId, title, cwd, sums }) => (
          <tr key={sessionId}>
            <th scope="row">
              <Link to={{ view: "session", id: sessionId }}>{title || "Untitled"}</Link>
              <span class="label"> {cwd}</span>
            </th>
            <td class="number">{count(sums?.turns ?? 0)}</td>
            <td class="number">{count(Number(sums?.usage?.outputTokens ?? 0n))}</td>
            <td class="number">{cost(sums?.costUsd ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
