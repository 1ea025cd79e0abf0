import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Context } from '@tribus/kit/core/context.ts';
import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { acquireFor } from '@tribus/kit/http/acquire.ts';
import { answerEarly } from '@tribus/kit/http/listen.ts';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { deviceCookieOf } from './known-device.ts';
import { oauthHeadersOf } from './oauth-cookie.ts';
import { answerHeadersOf, requestHeadersFor } from './proxy-headers.ts';
import { contextOf, type GatewayRequest } from './request-context.ts';
import { isEventStream, type ServiceName } from './routes.ts';
import type { Upstream } from './upstream.ts';

class UpstreamTimeout extends Error {
  constructor(service: string, silentMs: number) {
    super(`no sign of life from ${service} for ${silentMs} ms`);
    this.name = 'UpstreamTimeout';
  }
}

/** Sends an error as the answer. */
type Answer = (error: AppError, req: Request, res: Response) => void;

export interface ProxyDeps {
  /** How long a service may show no sign of life before its answer begins, in milliseconds. */
  silentMs: number;
  /** The longest pause in an answer with these headers, in milliseconds. */
  answerIdleMs(headers: IncomingHttpHeaders): number;
  answer: Answer;
  /** Whether browsers reach the site by TLS; cookies are then `Secure`. */
  byTls: boolean;
}

/**
 * Proxies a request to the service of its route, with the internal token in place of the caller's. Bodies stream both
 * ways, a client that disconnects ends the request to the service, and no write is sent twice. A connection that cannot
 * be made is tried once more (connecting-agent.ts).
 */
export function forward(ctx: Context, upstreams: ReadonlyMap<ServiceName, Upstream>, deps: ProxyDeps): RequestHandler {
  const common = { ...deps, log: ctx.log, streams: openStreams(ctx) };
  const proxies = new Map([...upstreams].map(([name, upstream]) => [name, proxyTo(upstream, common)]));
  return (req, res, next) => {
    const context = contextOf(res);
    const upstream = context.route && upstreams.get(context.route.service);
    const proxy = upstream && proxies.get(upstream.name);
    if (!proxy) return next();
    const isStream = isEventStream(req.method, context.path);
    const release = isStream ? upstream.acquireStream(res) : upstream.acquire(req, res);
    // The client left while its session was looked up.
    if (!release) return;
    if (!isStream) context.release = release;
    res.setHeader('cache-control', 'no-store');
    context.upstreamSpan = context.span?.child(spanWorkOf(req, context, upstream));
    req.headers = requestHeadersFor(req, context, ctx.tokens.sign(context.actor, upstream.name));
    req.url = context.path + context.search;
    void proxy(req, res, next);
  };
}

const spanWorkOf = ({ method }: Request, { route }: GatewayRequest, { name }: Upstream) =>
  ({ kind: 'http-client', method, route: route?.pattern ?? '', peer: name }) as const;

type Proxy = ReturnType<typeof createProxyMiddleware<Request, Response>>;

/** What the proxies of all services have in common. */
interface Common extends ProxyDeps {
  log: Context['log'];
  /** The open streams of events. */
  streams: Set<Response>;
}

function proxyTo(upstream: Upstream, common: Common): Proxy {
  const retry = proxyOver(upstream, upstream.freshAgent, common, (error, req, res) => {
    answerFailure(error, req, res, common.answer);
  });
  return proxyOver(upstream, upstream.agent, common, (error, req, res) => {
    if (mayRetry(error, req, res)) void retry(req, res);
    else answerFailure(error, req, res, common.answer);
  });
}

type Failed = (error: NodeJS.ErrnoException, req: Request, res: Response) => void;

function proxyOver(upstream: Upstream, agent: Agent, common: Common, failed: Failed): Proxy {
  const listen: Plugin<Request, Response> = (server) => {
    server.on('proxyReq', (proxied, _req, res) => {
      contextOf(res).upstreamRequest = proxied;
      sendHead(proxied);
      watchSilence(proxied, res, upstream.name, common);
    });
    server.on('proxyRes', (received, req, res) => {
      contextOf(res).upstreamStatus = received.statusCode;
      contextOf(res).admission?.succeeded();
      // The service has done its work, however slowly the caller reads.
      received.once('end', () => contextOf(res).release?.());
      copyHeaders(received, res, common);
      answerEarly(req, res);
    });
    server.on('error', (error, req, res) => {
      if (!req || !res || !('req' in res) || res.destroyed) return;
      failed(error, req, res);
    });
  };
  return createProxyMiddleware<Request, Response>({
    target: upstream.target,
    agent,
    ejectPlugins: true,
    plugins: [listen],
  });
}

/**
 * Sends the head of a request before its body is there. A service measures from then on how long it has known who is calling,
 * and does at once what needs no body (docs/decisions/0026). A body that came with its head goes with it in one piece.
 */
function sendHead(proxied: ClientRequest): void {
  setImmediate(() => {
    if (!proxied.headersSent && !proxied.destroyed) proxied.flushHeaders();
  });
}

/**
 * Ends a request whose service shows no sign of life. Any byte begins the time anew, one of an interim answer too: a
 * service tells every second that it still works (102 Processing), for as long as its route allows, and ends what takes
 * longer itself. The request's own `setTimeout` will not do: it fires once, and that may be while the sender pauses.
 */
function watchSilence(proxied: ClientRequest, res: Response, service: ServiceName, { silentMs, log }: Common): void {
  const { socket } = proxied;
  const { req } = res;
  const check = () => {
    // While the body arrives it is not the service that is late; the time begins anew with each piece.
    if (!req.complete && !req.isPaused()) return;
    const read = socket?.bytesRead;
    // Timers that are late, as after a pause of this process, run before what arrived meanwhile is read.
    setImmediate(() => {
      if (socket?.bytesRead !== read) return;
      if (res.writableNeedDrain) endUnread(res, log);
      else proxied.destroy(new UpstreamTimeout(service, socket?.timeout ?? silentMs));
    });
  };
  socket?.setTimeout(silentMs).on('timeout', check);
  proxied.once('close', () => socket?.setTimeout(0).off('timeout', check));
}

/** Ends an answer that its client does not read: the service has more of it, and waits. */
function endUnread(res: Response, log: Context['log']): void {
  log.info({ requestId: contextOf(res).requestId }, 'answer ended: client stopped reading');
  res.destroy();
}

function answerFailure(error: NodeJS.ErrnoException, req: Request, res: Response, answer: Answer): void {
  const context = contextOf(res);
  if (isUnanswered(error, res)) context.admission?.failed();
  context.upstreamSpan?.end({ error });
  answer(toAppError(error), req, res);
}

/**
 * Whether the service did not answer. A refused connection costs nothing, and the next one may find the service there;
 * where the sender paused (body-timeout.ts), the service did nothing wrong; and an answer that has begun is one.
 */
const isUnanswered = (error: NodeJS.ErrnoException, res: Response): boolean =>
  error.code !== 'ECONNREFUSED' && !(error instanceof AppError) && !res.headersSent;

function copyHeaders(received: IncomingMessage, res: Response, { answerIdleMs, byTls, streams }: Common): void {
  const headers = {
    ...answerHeadersOf(received),
    ...deviceCookieOf(received, res, byTls),
    ...oauthHeadersOf(received, res, byTls),
  };
  if (res.req.complete) headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close';
  received.headers = headers;
  contextOf(res).upstreamRequest?.socket?.setTimeout(answerIdleMs(headers));
  if (headers['content-type']?.startsWith('text/event-stream')) flushImmediately(res, streams);
}

/** Sends the headers before the first event, so that the client knows that the stream is open; no proxy may buffer it. */
function flushImmediately(res: Response, streams: Set<Response>): void {
  res.setHeader('x-accel-buffering', 'no');
  acquireFor(res, () => {
    streams.add(res);
    return () => streams.delete(res);
  });
  const context = contextOf(res);
  context.streamStartedAt = performance.now();
  context.upstreamSpan?.end({ status: res.statusCode });
  context.span?.end({ status: res.statusCode });
  process.nextTick(() => res.flushHeaders());
}

/** Open event streams, closed at once when the process stops: they would delay it, and their clients reconnect. */
function openStreams(ctx: Context): Set<Response> {
  const streams = new Set<Response>();
  ctx.stopping.addEventListener('abort', () => {
    for (const res of streams) res.destroy();
  });
  return streams;
}

/**
 * A connection that ended before the answer began: the service may have closed a kept one just as it was used, or its
 * pod has gone. A read is sent once more, on a new connection; nobody knows how much of a write was done. The agent has
 * tried twice already where no connection was made.
 */
function mayRetry({ code }: NodeJS.ErrnoException, req: Request, res: Response): boolean {
  const context = contextOf(res);
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return (
    isRead && context.upstreamRequest !== undefined && (code === 'ECONNRESET' || code === 'EPIPE') && !res.headersSent
  );
}

function toAppError(cause: Error): AppError {
  if (cause instanceof AppError) return cause;
  return fail(cause instanceof UpstreamTimeout ? 'timeout' : 'unavailable', undefined, { cause });
}
