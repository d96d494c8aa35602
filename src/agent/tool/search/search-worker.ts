// The thread that searches. What it has found is told in pieces; the host ends it when it wants no more.
import { parentPort, workerData } from "node:worker_threads";
import { ownSearch } from "./own-search.ts";
import type { Found, Search } from "./search.ts";

/** What the thread tells. */
export type SearchMessage =
  | { readonly found: readonly Found[] }
  | { readonly done: { readonly unreadable: readonly string[] } }
  | { readonly problem: string };

const maxPiece = 500;
const maxSilenceMs = 50;

function search(post: (message: SearchMessage) => void): void {
  const unreadable: string[] = [];
  let piece: Found[] = [];
  let postedAt = performance.now();
  for (const found of ownSearch(workerData as Search, unreadable)) {
    piece.push(found);
    if (piece.length < maxPiece && performance.now() - postedAt < maxSilenceMs) continue;
    post({ found: piece });
    piece = [];
    postedAt = performance.now();
  }
  if (piece.length > 0) post({ found: piece });
  post({ done: { unreadable } });
}

const post = (message: SearchMessage): void => parentPort?.postMessage(message);
try {
  search(post);
} catch (error) {
  post({ problem: error instanceof Error ? error.message : String(error) });
}
