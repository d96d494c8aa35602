import type { Caller } from "../access/caller.ts";
import type { Reach } from "../access/reach.ts";
import type { SessionView } from "../session/session-view.ts";

/** The sessions as one caller sees them: those outside of their folders are not there. */
export function viewWithin(view: SessionView, caller: Caller, reach: Reach): SessionView {
  if (caller.folders === undefined) return view;
  return {
    opened: (id) => (reach.session(caller, id) ? view.opened(id) : undefined),
    onSessionChanged: (listener) =>
      view.onSessionChanged((change) => {
        if (reach.folder(caller, change.session.cwd)) listener(change);
      }),
  };
}
