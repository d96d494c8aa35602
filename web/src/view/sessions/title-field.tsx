import { useLayoutEffect, useRef } from "preact/hooks";
import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { useApp } from "../app-context.ts";
import { renaming } from "./list-state.ts";
import { SessionActions } from "./session-actions.ts";

/** A title where it stands, to be written anew: Enter keeps it, Escape does not. */
export function TitleField({ session }: { readonly session: Session }) {
  const app = useApp();
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (keep: boolean): void => {
    if (isDone.current) return;
    isDone.current = true;
    const title = field.current?.value ?? "";
    renaming.value = undefined;
    if (keep) void new SessionActions(app).rename(session, title);
  };
  return (
    <input
      ref={field}
      class="title-field"
      aria-label="Title"
      maxLength={500}
      defaultValue={session.title}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.isComposing) return;
        if (event.key === "Enter" || event.key === "Escape") {
          event.preventDefault();
          end(event.key === "Enter");
        }
      }}
    />
  );
}
