import { ChangesScope } from "../../../../src/api/gen/bridle/v1/workspace_service_pb.js";
import { Icon } from "../icon.tsx";
import { Link } from "../link.tsx";
import { useChanges } from "./use-changes.ts";
import "../../style/changes-link.css";

/** From a session to what it changed, with how many files that are. */
export function ChangesLink({ id }: { readonly id: string }) {
  const { answer } = useChanges(id, ChangesScope.UNSPECIFIED);
  const count = answer.at === "there" ? answer.value.totalFiles : undefined;
  const label = count === undefined ? "Changes" : `Changes: ${count} ${count === 1 ? "file" : "files"}`;
  return (
    <Link to={{ view: "changes", id }} class="button quiet-button changes-link" label={label}>
      <Icon name="diff" />
      <span class="changes-word">Changes</span> {count !== undefined && count > 0 && <span class="count">{count}</span>}
    </Link>
  );
}
