import type { ComponentChildren } from "preact";
import type { Ask } from "../../../../src/api/gen/bridle/v1/ask_pb.js";
import { visible } from "../text/visible.ts";
import { ScrollBox } from "./scroll-box.tsx";

interface PermissionDetailsProps {
  readonly ask: Ask;
  readonly label: string;
  /** The input, to be read or to be edited. */
  readonly children: ComponentChildren;
}

/** All that a tool use would do, and why it is asked for. */
export function PermissionDetails({ ask, label, children }: PermissionDetailsProps) {
  return (
    <ScrollBox label={label}>
      {isNew(ask.description, ask) && <p>{visible(ask.description)}</p>}
      {children}
      {ask.rewrittenBy !== "" && (
        <p>
          Runs as <code>{visible(ask.rewrittenInputJson)}</code> by {visible(ask.rewrittenBy)}
        </p>
      )}
      {ask.reason !== "" && <p class="quiet">{visible(ask.reason)}</p>}
      {ask.blockedPath.startsWith("/") && isNew(ask.blockedPath, ask) && (
        <p class="quiet">
          Path: <code>{visible(ask.blockedPath)}</code>
        </p>
      )}
    </ScrollBox>
  );
}

/** What stands in the input is shown there. */
function isNew(text: string, { inputJson }: Ask): boolean {
  return text !== "" && !inputJson.includes(JSON.stringify(text).slice(1, -1));
}
