import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { headerOf, type NodeRequest, type NodeResponse, pathOf } from "./node-http.ts";
import { pageHeaders } from "./page-headers.ts";

const types: { readonly [extension: string]: string } = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** The files of one folder and nothing else. A path without an extension is a place in the page: index.html. */
export class StaticFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async serve(req: NodeRequest, to: NodeResponse): Promise<void> {
    const res = to as ServerResponse;
    const file = await this.#find(pathOf(req));
    if (file === undefined) {
      res.writeHead(404, { ...pageHeaders, "content-type": "text/plain; charset=utf-8" }).end("not found\n");
      return;
    }
    const headers = { ...pageHeaders, etag: file.etag, "cache-control": "no-cache", "content-type": file.type };
    if (headerOf(req, "if-none-match") === file.etag) {
      res.writeHead(304, headers).end();
      return;
    }
    res.writeHead(200, { ...headers, "content-length": file.bytes });
    if (req.method === "HEAD") res.end();
    else await pipeline(createReadStream(file.path), res);
  }

  async #find(path: string): Promise<FoundFile | undefined> {
    const name = safeName(path);
    if (name === undefined) return undefined;
    const wanted = extname(name) === "" ? "index.html" : name;
    try {
      const [root, found] = await Promise.all([realpath(this.#folder), realpath(join(this.#folder, wanted))]);
      // A link inside the folder must not lead out of it either.
      if (!found.startsWith(root + sep)) return undefined;
      const type = types[extname(found)];
      const { size, mtimeMs, isFile } = await fileFacts(found);
      if (!isFile || type === undefined) return undefined;
      return { path: found, bytes: size, type, etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"` };
    } catch {
      return undefined;
    }
  }
}

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly type: string;
  readonly etag: string;
}

async function fileFacts(path: string) {
  const facts = await stat(path);
  return { size: facts.size, mtimeMs: facts.mtimeMs, isFile: facts.isFile() };
}

/** Undefined for what could name something outside, or a hidden file. */
function safeName(path: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (!name.startsWith("/") || /[\0\\]/.test(name)) return undefined;
  return name.split("/").some((part) => part.startsWith(".")) ? undefined : name;
}
