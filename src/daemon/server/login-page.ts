import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { localCaller } from "../access/caller.ts";
import type { Gate } from "./gate.ts";
import type { LoginCodes } from "./login-codes.ts";
import type { NodeRequest, NodeResponse } from "./node-http.ts";
import { pageHeaders } from "./page-headers.ts";
import { plainPage } from "./plain-page.ts";
import { readForm } from "./read-form.ts";
import { refuse } from "./refusal.ts";
import type { TokenStore } from "./token-store.ts";

const lifeMs = 30 * 86_400_000;

export interface LoginDeps {
  readonly codes: LoginCodes;
  readonly tokens: TokenStore;
  readonly gate: Gate;
  /** The page is reached by https, here or at a proxy. */
  readonly isSecure: boolean;
}

/**
 * `/login?code=…`, and `&to=/s/…` for a path of the page to begin with. GET only shows a button, since programs look at links, too
 * (mail scanners, previews). Its POST uses the code up and sets the cookie: the
 * secret of a token of its own, which can be revoked like any other.
 */
export async function serveLogin(req: NodeRequest, to: NodeResponse, deps: LoginDeps): Promise<void> {
  const res = to as ServerResponse;
  if (req.method === "GET" || req.method === "HEAD") {
    const { searchParams } = new URL(req.url ?? "/", "http://localhost");
    plainPage(res, 200, "Log in", form(searchParams.get("code") ?? "", searchParams.get("to") ?? ""));
    return;
  }
  if (req.method !== "POST") {
    res.writeHead(405, { allow: "GET, POST" }).end();
    return;
  }
  const sent = await readForm(req);
  const code = sent.get("code") ?? "";
  const used = deps.codes.use(code);
  if (used === undefined) {
    if (deps.gate.mayFail(req)) plainPage(res, 403, "Log in", spent);
    else refuse(req, res, { refused: "resource_exhausted", message: "too many logins that failed from this address" });
    return;
  }
  const { name: maker, roles, folders } = used.madeBy;
  const madeBy = maker === localCaller.name ? undefined : maker;
  const secret = deps.tokens.add(`page-${randomBytes(4).toString("hex")}`, { lifeMs, madeBy, roles, folders });
  const secure = deps.isSecure ? "; Secure" : "";
  const cookie = `${deps.gate.cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${lifeMs / 1000}${secure}`;
  const location = pagePath(sent.get("to") ?? "");
  res.writeHead(303, { ...pageHeaders, location, "set-cookie": cookie, "cache-control": "no-store" }).end();
}

const spent = `<h1>This link no longer works</h1>
<p class="quiet">A link logs in one browser, once, within ten minutes. Get another one in a terminal:</p>
<pre class="command">bridle login</pre>`;

/** A path of the page, `/s/…` say, and nothing that leads elsewhere; else the first view. */
function pagePath(to: string): string {
  return /^(\/[\w-]{1,64}){1,4}$/.test(to) ? to : "/";
}

function form(code: string, to: string): string {
  // Our codes are base64url; anything else is not put into the page.
  const value = /^[\w-]{1,64}$/.test(code) ? code : "";
  if (value === "") return spent;
  return `<h1>Bridle</h1>
<form method="post" action="/login">
<input type="hidden" name="code" value="${value}">
<input type="hidden" name="to" value="${pagePath(to)}">
<p>Use Bridle from this browser? It can then follow your agents and decide what they may do.</p>
<button>Log in</button>
</form>
<p class="label">If you did not ask for this link, close this page.</p>`;
}
