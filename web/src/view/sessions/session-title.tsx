import type { Session } from "../../../../src/api/gen/bridle/v1/session_pb.js";
import { renaming } from "./list-state.ts";
import { TitleField } from "./title-field.tsx";

/** The title at the head of a session, where it is renamed, too. */
export function SessionTitle({ session }: { readonly session: Session }) {
  const now = renaming.value;
  if (now?.where === "head" && now.id === session.id) return <TitleField session={session} />;
  return <h1>{session.title || "Untitled"}</h1>;
}
