import type { SentWord } from "../../adapters/change.ts";

/** What an agent must have for its changes to be taken back: they are always shown first. */
export const rewindWord: SentWord = "controls rewind_files.dry_run";
