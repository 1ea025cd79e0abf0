import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Context } from '@tribus/kit/core/context.ts';
import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { acquireFor } from '@tribus/kit/http/acquire.ts';
import { respondEarly } from '@tribus/kit/http/listen.ts';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { deviceCookieOf } from './known-device.ts';
import { oauthErrorPage, oauthHeadersOf } from './oauth-cookie.ts';
import { requestHeadersFor, responseHeadersOf } from './proxy-headers.ts';
import { contextOf, type GatewayRequest } from './request-context.ts';
import { isEventStream, type ServiceName } from './routes.ts';
import type { Upstream } from './upstream.ts';

class UpstreamTimeout extends Error {
  constructor(service: string, silentMs: number) {
    super(`no output from ${service} for ${silentMs} ms`);
    this.name = 'UpstreamTimeout';
  }
}

/** Sends an error response. */
type SendFailure = (error: AppError, req: Request, res: Response) => void;

export interface ProxyDeps {
  /** Idle timeout of a service before its response begins, in milliseconds. */
  silentMs: number;
  /** Returns the idle timeout of a response with these headers, in milliseconds. */
  responseIdleMs(headers: IncomingHttpHeaders): number;
  answer: SendFailure;
  /** Whether clients connect by TLS; cookies are then `Secure`. */
  byTls: boolean;
}

/**
 * Proxies a request to the service of its route, with the internal token instead of the client's. Bodies stream both
 * ways, a client disconnect aborts the upstream request, and no write is sent twice. A failed connection is retried
 * once (connecting-agent.ts).
 */
export function forward(ctx: Context, upstreams: ReadonlyMap<ServiceName, Upstream>, deps: ProxyDeps): RequestHandler {
  const common = { ...deps, log: ctx.log, stopping: ctx.stopping, streams: openStreams(ctx) };
  const proxies = new Map([...upstreams].map(([name, upstream]) => [name, proxyTo(upstream, common)]));
  return (req, res, next) => {
    const context = contextOf(res);
    const upstream = context.route && upstreams.get(context.route.service);
    const proxy = upstream && proxies.get(upstream.name);
    if (!proxy) return next();
    const isStream = isEventStream(req.method, context.path);
    const release = isStream ? upstream.acquireStream(res) : upstream.acquire(req, res);
    // The client disconnected during authentication.
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

/** Shared by the proxies of all services. */
interface Common extends ProxyDeps {
  log: Context['log'];
  stopping: AbortSignal;
  /** Open event streams. */
  streams: Set<Response>;
}

function proxyTo(upstream: Upstream, common: Common): Proxy {
  const retry = proxyOver(upstream, upstream.freshAgent, common, (error, req, res) => {
    sendFailure(error, req, res, common.answer);
  });
  return proxyOver(upstream, upstream.agent, common, (error, req, res) => {
    if (mayRetry(error, req, res)) void retry(req, res);
    else sendFailure(error, req, res, common.answer);
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
      // The service is done, however slowly the client reads.
      received.once('end', () => contextOf(res).release?.());
      // Emitted under backpressure.
      received.on('pause', () => contextOf(res).waitForClient?.());
      copyHeaders(received, res, common);
      redirectFailedOauth(received, res);
      respondEarly(req, res);
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
 * Sends the head before the body arrives. The service measures the age of the authentication from then on and starts
 * work that needs no body (docs/decisions/0026). A body that arrived with its head is sent in the same packet.
 */
function sendHead(proxied: ClientRequest): void {
  setImmediate(() => {
    if (!proxied.headersSent && !proxied.destroyed) proxied.flushHeaders();
  });
}

/**
 * Aborts a request whose service is silent. Any byte restarts the timer, including an interim response: a working
 * service sends 102 Processing every second while its route allows, and enforces that limit itself. The request's own
 * `setTimeout` is unsuitable: it fires once, possibly while the sender pauses.
 */
function watchSilence(proxied: ClientRequest, res: Response, service: ServiceName, { silentMs, log }: Common): void {
  const { socket } = proxied;
  const { req } = res;
  const check = () => {
    // While the body arrives the sender is awaited; each chunk restarts the timer.
    if (!req.complete && !req.isPaused()) return;
    const read = socket?.bytesRead;
    // After a pause of this process late timers run before pending reads; setImmediate lets those through first.
    setImmediate(() => {
      if (socket?.bytesRead !== read) return;
      if (res.writableNeedDrain) endUnread(res, log);
      else proxied.destroy(new UpstreamTimeout(service, socket?.timeout ?? silentMs));
    });
  };
  socket?.setTimeout(silentMs).on('timeout', check);
  proxied.once('close', () => socket?.setTimeout(0).off('timeout', check));
}

/** Ends a response whose client does not read; the service is blocked by backpressure. */
function endUnread(res: Response, log: Context['log']): void {
  log.info({ requestId: contextOf(res).requestId }, 'response ended: client stopped reading');
  res.destroy();
}

function sendFailure(error: NodeJS.ErrnoException, req: Request, res: Response, response: SendFailure): void {
  const context = contextOf(res);
  if (hasNoResponse(error, res)) context.admission?.failed();
  context.upstreamSpan?.end({ error });
  response(toAppError(error), req, res);
}

/**
 * Whether the failure counts against the service. A refused connection does not, because the next one may succeed; nor
 * a slow sender (body-timeout.ts), nor a response that has begun.
 */
const hasNoResponse = (error: NodeJS.ErrnoException, res: Response): boolean =>
  error.code !== 'ECONNREFUSED' && !(error instanceof AppError) && !res.headersSent;

function copyHeaders(received: IncomingMessage, res: Response, common: Common): void {
  const { responseIdleMs, byTls } = common;
  const headers = {
    ...responseHeadersOf(received, contextOf(res).route?.pattern),
    ...deviceCookieOf(received, res, byTls),
    ...oauthHeadersOf(received, res, byTls),
  };
  if (res.req.complete) headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close';
  received.headers = headers;
  contextOf(res).upstreamRequest?.socket?.setTimeout(responseIdleMs(headers));
  if (headers['content-type']?.startsWith('text/event-stream')) flushImmediately(res, common);
}

/** Redirects a browser to a page instead of the error of an OAuth route. */
function redirectFailedOauth(received: IncomingMessage, res: Response): void {
  const location = oauthErrorPage(res, received.statusCode ?? 0);
  if (!location) return;
  received.statusCode = 302;
  received.headers.location = location;
}

/** Sends the headers before the first event, so that the client sees the open stream; disables proxy buffering. */
function flushImmediately(res: Response, { stopping, streams }: Common): void {
  res.setHeader('x-accel-buffering', 'no');
  acquireFor(res, () => {
    streams.add(res);
    return () => streams.delete(res);
  });
  const context = contextOf(res);
  context.streamStartedAt = performance.now();
  context.upstreamSpan?.end({ status: res.statusCode });
  context.span?.end({ status: res.statusCode });
  // A stream that opens after the stop began is closed like those before it.
  process.nextTick(() => (stopping.aborted ? res.destroy() : res.flushHeaders()));
}

/** Open event streams, closed when the process stops: they would delay it, and clients reconnect. */
function openStreams(ctx: Context): Set<Response> {
  const streams = new Set<Response>();
  ctx.stopping.addEventListener('abort', () => {
    for (const res of streams) res.destroy();
  });
  return streams;
}

/**
 * Whether to retry after a connection ended before the response: the service may have closed an idle connection, or its
 * pod was removed. Reads are retried once on a new connection; a write may have been executed. Without a connection the
 * agent has retried already.
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
