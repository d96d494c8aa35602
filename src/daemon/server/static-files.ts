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

/** Compressed copies that the build left next to a file, the smallest first. */
const encodings = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
];

/** A file whose name changes with its content is never asked for again; any other one each time, by its tag. */
const hashed = /^\/assets\/.+-[\w-]{8}\.\w+$/;

/** The files of one folder and nothing else. A path without an extension is one of the page: index.html. */
export class StaticFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async serve(req: NodeRequest, to: NodeResponse): Promise<void> {
    const res = to as ServerResponse;
    const path = pathOf(req);
    const file = await this.#find(path, headerOf(req, "accept-encoding") ?? "");
    if (file === undefined) {
      res.writeHead(404, { ...pageHeaders, "content-type": "text/plain; charset=utf-8" }).end("not found\n");
      return;
    }
    const headers = {
      ...pageHeaders,
      etag: file.etag,
      "cache-control": hashed.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
      "content-type": file.type,
      vary: "accept-encoding",
      ...(file.encoding !== undefined && { "content-encoding": file.encoding }),
    };
    if (headerOf(req, "if-none-match") === file.etag) {
      res.writeHead(304, headers).end();
      return;
    }
    res.writeHead(200, { ...headers, "content-length": file.bytes });
    if (req.method === "HEAD") res.end();
    else await pipeline(createReadStream(file.path), res);
  }

  async #find(path: string, accepted: string): Promise<FoundFile | undefined> {
    const name = safeName(path);
    if (name === undefined) return undefined;
    const wanted = extname(name) === "" ? "index.html" : name;
    const type = types[extname(wanted)];
    if (type === undefined) return undefined;
    for (const { name: encoding, extension } of encodings) {
      if (!accepts(accepted, encoding)) continue;
      const file = await this.#file(wanted + extension);
      if (file !== undefined) return { ...file, type, encoding };
    }
    const file = await this.#file(wanted);
    return file && { ...file, type, encoding: undefined };
  }

  async #file(name: string): Promise<Omit<FoundFile, "type" | "encoding"> | undefined> {
    try {
      const [root, path] = await Promise.all([realpath(this.#folder), realpath(join(this.#folder, name))]);
      // A link inside the folder must not lead out of it either.
      if (!path.startsWith(root + sep)) return undefined;
      const { size: bytes, mtimeMs, isFile } = await fileFacts(path);
      if (!isFile) return undefined;
      return { path, bytes, etag: `"${bytes.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"` };
    } catch {
      return undefined;
    }
  }
}

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly type: string;
  readonly encoding: string | undefined;
  readonly etag: string;
}

/** Named, and not with a quality of zero. */
function accepts(header: string, encoding: string): boolean {
  return header.split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((word) => /^q=0(?:\.0*)?$/.test(word));
  });
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
