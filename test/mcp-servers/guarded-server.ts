import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isFields } from "../../src/wire/fields.ts";
import { readBody } from "../lab/read-body.ts";
import { answerMessage } from "./one-tool.ts";

interface GuardedOptions {
  /** Without: no client can register itself, so nobody can log in. */
  readonly registers?: boolean;
  /** Without: everyone may use it. */
  readonly wantsLogin?: boolean;
}

/** An MCP server over streamable HTTP that wants a login by OAuth, and is its own authorization server; on the loopback. */
export interface GuardedServer extends AsyncDisposable {
  /** Of the MCP server. */
  readonly url: string;
  readonly origin: string;
  /** Secrets it gave out, which nobody may find anywhere. */
  readonly secrets: readonly string[];
  /** Nobody is logged in any longer. */
  forget(): void;
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

export async function guardedServer({
  registers = true,
  wantsLogin = true,
}: GuardedOptions = {}): Promise<GuardedServer> {
  const grants = new Map<string, Grant>();
  const tokens = new Set<string>();
  const secrets: string[] = [];
  const secret = (kind: string): string => {
    const made = `${kind}-${randomUUID()}`;
    secrets.push(made);
    return made;
  };
  const http = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = originOf();
    const url = new URL(request.url ?? "/", origin);
    const body = String(await readBody(request, 1_000_000));
    switch (url.pathname) {
      case "/.well-known/oauth-protected-resource":
      case "/.well-known/oauth-protected-resource/mcp":
        return json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
      case "/.well-known/oauth-authorization-server":
        return json(response, 200, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          ...(registers && { registration_endpoint: `${origin}/register` }),
          response_types_supported: ["code"],
          grant_types_supported: ["authorization_code", "refresh_token"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        });
      case "/register":
        return json(response, 201, { ...(JSON.parse(body) as object), client_id: randomUUID() });
      case "/authorize":
        return authorize(url, response);
      case "/token":
        return token(new URLSearchParams(body), response);
      case "/mcp":
        return serve(request, response, body);
      default:
        return json(response, 404, {});
    }
  }

  /** The page on which a person would press "yes", without the person. `?deny` is added by who says no. */
  function authorize(url: URL, response: ServerResponse): void {
    const redirectUri = url.searchParams.get("redirect_uri") ?? "";
    const back = new URL(redirectUri);
    if (url.searchParams.has("deny")) back.searchParams.set("error", "access_denied");
    else {
      const code = secret("code");
      grants.set(code, { challenge: url.searchParams.get("code_challenge") ?? "", redirectUri });
      back.searchParams.set("code", code);
    }
    back.searchParams.set("state", url.searchParams.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  function token(form: URLSearchParams, response: ServerResponse): void {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (grant === undefined || grant.challenge !== challenge || grant.redirectUri !== form.get("redirect_uri"))
      return json(response, 400, { error: "invalid_grant", error_description: "this code is not good" });
    const access = secret("access");
    tokens.add(access);
    return json(response, 200, { access_token: access, token_type: "Bearer", expires_in: 3600 });
  }

  function serve(request: IncomingMessage, response: ServerResponse, body: string): void {
    const [scheme, access] = (request.headers.authorization ?? "").split(" ");
    if (wantsLogin && (scheme !== "Bearer" || !tokens.has(access ?? ""))) {
      const where = `${originOf()}/.well-known/oauth-protected-resource/mcp`;
      response.setHeader("www-authenticate", `Bearer resource_metadata="${where}"`);
      return json(response, 401, { error: "invalid_token" });
    }
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message: unknown = JSON.parse(body);
    const said = isFields(message) ? answerMessage(message) : undefined;
    if (said === undefined) return void response.writeHead(202).end();
    return json(response, 200, said);
  }

  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const originOf = (): string => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const origin = originOf();
  return {
    url: `${origin}/mcp`,
    origin,
    secrets,
    forget: () => tokens.clear(),
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
