// The thread that searches. What it has found is told in pieces; the host ends it when it wants no more.
import { parentPort, workerData } from "node:worker_threads";
import { ownSearch } from "./own-search.ts";
import type { Found, Search } from "./search.ts";

/** What the thread tells. */
export type SearchNews =
  | { readonly found: readonly Found[] }
  | { readonly done: { readonly unreadable: readonly string[] } }
  | { readonly problem: string };

const maxPiece = 500;
const maxSilenceMs = 50;

function search(tell: (news: SearchNews) => void): void {
  const unreadable: string[] = [];
  let piece: Found[] = [];
  let toldAt = performance.now();
  for (const found of ownSearch(workerData as Search, unreadable)) {
    piece.push(found);
    if (piece.length < maxPiece && performance.now() - toldAt < maxSilenceMs) continue;
    tell({ found: piece });
    piece = [];
    toldAt = performance.now();
  }
  if (piece.length > 0) tell({ found: piece });
  tell({ done: { unreadable } });
}

const tell = (news: SearchNews): void => parentPort?.postMessage(news);
try {
  search(tell);
} catch (error) {
  tell({ problem: error instanceof Error ? error.message : String(error) });
}
