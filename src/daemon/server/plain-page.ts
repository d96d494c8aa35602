import type { ServerResponse } from "node:http";
import { pageHeaders } from "./page-headers.ts";

/** A page that the daemon writes by itself. Its style and its theme are files of the page; without them it is plain, and works. */
export function plainPage(res: ServerResponse, status: number, title: string, body: string): void {
  const headers = { ...pageHeaders, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  res.writeHead(status, headers);
  res.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Bridle</title>
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="stylesheet" href="/login.css">
<script src="/theme.js"></script>
</head>
<body>
<main>
<img src="/icon.svg" alt="" width="64" height="64">
${body}
</main>
</body>
</html>
`);
}

/** As text of a page. Characters that would hide or turn round what stands there are shown by their number. */
export function escapeHtml(text: string): string {
  return text
    .replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** But for tab and line feed. */
const invisible = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu;
