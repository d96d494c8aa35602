import { create, type DescService } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { ConversationService } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import {
  type CreateLoginRequest,
  CreateLoginResponseSchema,
  DaemonService,
} from "../../api/gen/bridle/v1/daemon_service_pb.js";
import { SessionService } from "../../api/gen/bridle/v1/session_service_pb.js";
import { Health } from "../../api/gen/grpc/health/v1/health_pb.js";
import { ServerReflection } from "../../api/gen/grpc/reflection/v1/reflection_pb.js";
import { type Caller, localCaller } from "../access/caller.ts";
import type { Reach } from "../access/reach.ts";
import type { Log } from "../log/log.ts";
import type { SessionView } from "../session/session-view.ts";
import type { AnswerDeps } from "./answer-page.ts";
import type { DaemonCalls } from "./daemon-calls.ts";
import { Gate, type Via } from "./gate.ts";
import { healthRoutes } from "./health-routes.ts";
import type { HostRules } from "./host-check.ts";
import { HttpListener } from "./http-listener.ts";
import { type HttpDeps, httpRoutes } from "./http-routes.ts";
import { defaultLimits, type ServerLimits } from "./limits.ts";
import { listenTcp, listenUnix } from "./listen.ts";
import { LoginCodes } from "./login-codes.ts";
import { OpenStreams } from "./open-streams.ts";
import type { Readiness } from "./readiness.ts";
import { reflectionRoutes, ServerReflectionAlpha } from "./reflection-routes.ts";
import { rpcHandler } from "./rpc-handler.ts";
import type { ServerTrace } from "./server-trace.ts";
import type { SessionCalls } from "./session-calls.ts";
import { StaticFiles } from "./static-files.ts";
import { streamRoutes } from "./stream-routes.ts";
import type { TlsFiles } from "./tls-files.ts";
import type { TokenStore } from "./token-store.ts";
import { unaryRoutes } from "./unary-routes.ts";

export interface ApiServerOptions {
  readonly calls: SessionCalls;
  readonly daemon: DaemonCalls;
  /** Further services, of unary calls alone. */
  readonly services?: readonly FurtherService[];
  readonly log: Log;
  readonly view: SessionView;
  /** What lies within the folders of a token. */
  readonly reach: Reach;
  readonly readiness: Readiness;
  readonly tokens: TokenStore;
  /** What a link of a notification is good for. */
  readonly answerLink?: AnswerDeps["linkOf"];
  readonly allowAt?: AnswerDeps["allowAt"];
  /** Prometheus' text. */
  readonly metrics: () => string | Promise<string>;
  readonly hosts: HostRules;
  /** What links to the page begin with, once it listens; without it, the public or its own address. */
  readonly pageUrl?: () => string;
  /** Undefined: not that way. */
  readonly socketPath: string | undefined;
  readonly tcp: { readonly host: string; readonly port: number; readonly tls?: TlsFiles | undefined } | undefined;
  /** The files of the page. */
  readonly webFolder: string | undefined;
  readonly limits?: Partial<ServerLimits>;
  readonly trace: ServerTrace;
}

interface FurtherService {
  readonly service: DescService;
  readonly calls: object;
}

/** How often streams whose token was revoked meanwhile are looked for. */
const revocationMs = 2000;

/** The API on a unix socket and a port: gRPC, gRPC-Web, Connect, probes, metrics and the page. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #limits: ServerLimits;
  readonly #shutdown = new AbortController();
  readonly #streams = new OpenStreams();
  readonly #codes = new LoginCodes();
  readonly #gate: Gate;
  readonly #listeners: HttpListener[] = [];
  #revocation: NodeJS.Timeout | undefined;
  #url: string | undefined;

  /** Listens when this resolves. Throws `invalid_option` for an address or folder that is not safe. */
  static async start(options: ApiServerOptions): Promise<ApiServer> {
    const server = new ApiServer(options);
    try {
      await server.#listen();
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }

  private constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#gate = new Gate({ tokens: options.tokens, hosts: options.hosts, ...this.#limits });
  }

  /** Where programs reach it: `http://127.0.0.1:4711`. Undefined without a port. */
  get url(): string | undefined {
    return this.#url;
  }

  /** Streams of clients that are open now. */
  get streams(): number {
    return this.#streams.size;
  }

  /** Whose they are. */
  get followers(): Iterable<Caller> {
    return this.#streams.callers;
  }

  get connections(): number {
    return this.#listeners.reduce((sum, { connections }) => sum + connections, 0);
  }

  /** A link that logs one browser in, within ten minutes, for as long as the token is good that made it. */
  loginUrl(madeBy: Caller = localCaller): string {
    const base = this.#url && (this.#options.pageUrl?.() ?? this.#options.hosts.publicUrl ?? this.#url);
    if (base === undefined) throw new ConnectError("the daemon has no port: set daemon.port", Code.FailedPrecondition);
    return new URL(`login?code=${this.#codes.make(madeBy)}`, base.endsWith("/") ? base : `${base}/`).href;
  }

  /** Streams end with `unavailable`, so that clients come back; then connections are closed. */
  async close(): Promise<void> {
    clearInterval(this.#revocation);
    this.#shutdown.abort(new ConnectError("the daemon is stopping", Code.Unavailable));
    await Promise.all(this.#listeners.map((listener) => listener.close()));
  }

  async #listen(): Promise<void> {
    const { socketPath, tcp } = this.#options;
    const deps = this.#deps();
    if (tcp !== undefined) {
      const listener = this.#listener(deps, "tcp", tcp.tls);
      const port = await listenTcp(listener.net, tcp.host, tcp.port, tcp.tls !== undefined);
      this.#gate.cookieName = `bridle-${port}`;
      this.#url = `${tcp.tls === undefined ? "http" : "https"}://${tcp.host.includes(":") ? `[${tcp.host}]` : tcp.host}:${port}`;
    }
    if (socketPath !== undefined) await listenUnix(this.#listener(deps, "unix").net, socketPath);
    this.#revocation = setInterval(() => this.#closeRevoked(), revocationMs).unref();
  }

  #closeRevoked(): void {
    try {
      this.#streams.closeUnauthorized((caller) => this.#gate.isAuthorized(caller));
    } catch (error) {
      this.#options.trace.failed(error, "tokens");
      this.#streams.closeUnauthorized(({ name }) => name === localCaller.name);
    }
  }

  #listener(deps: HttpDeps, via: Via, tls?: TlsFiles): HttpListener {
    const listener = new HttpListener(httpRoutes(deps, via), this.#limits, tls);
    this.#listeners.push(listener);
    return listener;
  }

  #deps(): HttpDeps {
    const { tokens, hosts, tcp, reach, readiness, metrics, webFolder, trace } = this.#options;
    const isSecure = tcp?.tls !== undefined || (hosts.publicUrl?.startsWith("https:") ?? false);
    const shutdown = this.#shutdown.signal;
    return {
      gate: this.#gate,
      rpc: rpcHandler((router) => this.#route(router), { ...this.#limits, shutdown, reach, trace }),
      answer: {
        linkOf: this.#options.answerLink ?? (() => undefined),
        allowAt: this.#options.allowAt ?? (() => undefined),
        ...{ calls: this.#options.calls, gate: this.#gate },
      },
      login: { codes: this.#codes, tokens, gate: this.#gate, isSecure },
      readiness,
      metrics,
      files: webFolder === undefined ? undefined : new StaticFiles(webFolder),
      requestTimeoutMs: this.#limits.requestTimeoutMs,
      trace,
    };
  }

  #route(router: ConnectRouter): void {
    const { calls, daemon, services: further = [], log, view, reach, readiness, trace } = this.#options;
    const sources = { log, view, trace };
    const own = [SessionService, ConversationService, DaemonService, Health, ServerReflection];
    const services = [...own, ...further.map(({ service }) => service)];
    for (const { service, calls: its } of further) router.service(service, unaryRoutes(service, its, trace));
    const createLogin = async (_: CreateLoginRequest, caller: Caller) =>
      create(CreateLoginResponseSchema, { url: this.loginUrl(caller) });
    router
      .service(SessionService, unaryRoutes(SessionService, calls, trace))
      .service(ConversationService, {
        ...unaryRoutes(ConversationService, calls, trace),
        ...streamRoutes({ sources, reach, calls, streams: this.#streams, trace }),
      })
      .service(DaemonService, unaryRoutes(DaemonService, { ...daemon, createLogin }, trace))
      .service(
        Health,
        healthRoutes(
          readiness,
          services.map(({ typeName }) => typeName),
        ),
      )
      .service(ServerReflection, reflectionRoutes(services))
      .service(ServerReflectionAlpha, reflectionRoutes(services));
  }
}
