import { signal } from "@preact/signals";
import { everything, type Filter } from "../../model/session-list.ts";

/** What the list shows, as long as the tab lives. */
export const filter = signal<Filter>(everything);

export type Where = "list" | "head";

/** The title that is being written, and where. */
export const renaming = signal<{ readonly id: string; readonly where: Where } | undefined>(undefined);

type Asking =
  | { readonly what: "delete"; readonly id: string }
  /** `at`: the fork point of the last message that the fork keeps; without, all of them. */
  | { readonly what: "fork"; readonly id: string; readonly at?: string };

/** What a dialog asks. */
export const asking = signal<Asking | undefined>(undefined);
