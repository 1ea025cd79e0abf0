import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { answerEarly } from '@tribus/kit/http/listen.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { AppError, fail } from '@tribus/kit/runtime/errors.ts';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { deviceCookieOf } from './known-device.ts';
import { answerHeadersOf, requestHeadersFor } from './proxy-headers.ts';
import { contextOf, type RequestContext } from './request-context.ts';
import { isEventStream, type ServiceName } from './routes.ts';
import type { Upstream } from './upstream.ts';

/** The longest pause in an answer: whoever watches a video may stop reading for a while. */
const largeAnswerIdleMs = 300_000;
const smallAnswerIdleMs = 30_000;
const smallAnswerBytes = 1_048_576;

class UpstreamTimeout extends Error {
  readonly silentMs: number;

  constructor(service: string, silentMs: number) {
    super(`no sign of life from ${service} for ${silentMs} ms`);
    this.name = 'UpstreamTimeout';
    this.silentMs = silentMs;
  }
}

/** Tells the caller what went wrong. */
type Answer = (error: AppError, req: Request, res: Response) => void;

export interface ProxyDeps {
  /** How long a service may show no sign of life before its answer begins, in milliseconds. */
  silentMs: number;
  answer: Answer;
  /** Whether people come by TLS. */
  byTls: boolean;
}

/**
 * The last step of a call: on to the service of its route, with the internal token in place of whatever the caller
 * sent. Bodies stream both ways, a caller who goes away ends the service's work, and no write is sent twice. A
 * connection that cannot be made is tried once more (connecting-agent.ts).
 */
export function forward(ctx: Context, links: ReadonlyMap<ServiceName, Upstream>, parts: ProxyDeps): RequestHandler {
  const streams = openStreams(ctx);
  const proxies = new Map([...links].map(([name, link]) => [name, proxyTo(link, streams, parts)]));
  return (req, res, next) => {
    const call = contextOf(res);
    const link = call.upstream && links.get(call.upstream.service);
    const proxy = link && proxies.get(link.name);
    if (!proxy) return next();
    if (isEventStream(req.method, call.path)) res.once('close', link.enterStream());
    else {
      call.leave = link.enter(req, keysOf(call));
      res.once('close', call.leave);
    }
    res.setHeader('cache-control', 'no-store');
    call.hop = call.span?.child(hopOf(req, call, link));
    req.headers = requestHeadersFor(req, call, ctx.tokens.sign(call.actor, link.name));
    req.url = call.path + call.search;
    void proxy(req, res, next);
  };
}

const keysOf = ({ actor, address }: RequestContext) => ({ userId: actor.id, address });

const hopOf = ({ method }: Request, { upstream }: RequestContext, { name }: Upstream) =>
  ({ kind: 'http-client', method, route: upstream?.pattern ?? '', peer: name }) as const;

type Proxy = ReturnType<typeof createProxyMiddleware<Request, Response>>;

function proxyTo(link: Upstream, streams: Set<Response>, parts: ProxyDeps): Proxy {
  const again = proxyOver(link, link.freshAgent, streams, parts, (error, req, res) => {
    giveUp(link, error, req, res, parts.answer);
  });
  return proxyOver(link, link.agent, streams, parts, (error, req, res) => {
    if (mayAskAgain(error, req, res)) void again(req, res);
    else giveUp(link, error, req, res, parts.answer);
  });
}

type Failed = (error: NodeJS.ErrnoException, req: Request, res: Response) => void;

function proxyOver(
  link: Upstream,
  agent: Agent,
  streams: Set<Response>,
  { silentMs, byTls }: ProxyDeps,
  failed: Failed,
): Proxy {
  const listen: Plugin<Request, Response> = (server) => {
    server.on('proxyReq', (proxied, req, res) => {
      contextOf(res).proxied = proxied;
      watchSilence(proxied, req, new UpstreamTimeout(link.name, silentMs));
    });
    server.on('proxyRes', (upstream, req, res) => {
      link.succeeded();
      // The service has done its work, however slowly the caller reads.
      upstream.once('end', () => contextOf(res).leave?.());
      takeAnswer(upstream, res, streams, byTls);
      answerEarly(req, res);
    });
    server.on('error', (error, req, res) => {
      if (!req || !res || !('req' in res) || res.destroyed) return;
      failed(error, req, res);
    });
  };
  return createProxyMiddleware<Request, Response>({
    target: link.target,
    agent,
    ejectPlugins: true,
    plugins: [listen],
  });
}

/**
 * Ends a request whose service shows no sign of life. Any byte begins the time anew, one of an interim answer too: a
 * service tells every second that it still works (102 Processing), for as long as its route allows, and ends what takes
 * longer itself. The request's own `setTimeout` will not do: it fires once, and that may be while the sender pauses.
 */
function watchSilence(proxied: ClientRequest, req: Request, reason: UpstreamTimeout): void {
  const { socket } = proxied;
  const check = () => {
    // While the body arrives it is not the service that is late; the time begins anew with each piece.
    if (!req.complete && !req.isPaused()) return;
    const read = socket?.bytesRead;
    // Timers that are late, as after a pause of this process, run before what arrived meanwhile is read.
    setImmediate(() => {
      if (socket?.bytesRead === read) proxied.destroy(reason);
    });
  };
  socket?.setTimeout(reason.silentMs).on('timeout', check);
  proxied.once('close', () => socket?.setTimeout(0).off('timeout', check));
}

function giveUp(link: Upstream, error: NodeJS.ErrnoException, req: Request, res: Response, answer: Answer): void {
  // Whoever refuses connections does it at once: to ask costs nothing, and the next one may find the service there.
  // And where the sender paused (arrivals.ts), the service did nothing wrong.
  if (error.code !== 'ECONNREFUSED' && !(error instanceof AppError)) link.failed();
  contextOf(res).hop?.end({ error });
  answer(explain(error), req, res);
}

function takeAnswer(upstream: IncomingMessage, res: Response, streams: Set<Response>, byTls: boolean): void {
  const headers = { ...answerHeadersOf(upstream), ...deviceCookieOf(upstream, res, byTls) };
  if (res.req.complete) headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close';
  upstream.headers = headers;
  const isSmall = Number(headers['content-length']) < smallAnswerBytes;
  contextOf(res).proxied?.socket?.setTimeout(isSmall ? smallAnswerIdleMs : largeAnswerIdleMs);
  if (headers['content-type']?.startsWith('text/event-stream')) flushImmediately(res, streams);
}

/** The reader learns that the stream is open before the first event; nobody on the way may gather events. */
function flushImmediately(res: Response, streams: Set<Response>): void {
  res.setHeader('x-accel-buffering', 'no');
  streams.add(res);
  const call = contextOf(res);
  call.begunAt = performance.now();
  call.hop?.end({ status: res.statusCode });
  call.span?.end({ status: res.statusCode });
  res.once('close', () => streams.delete(res));
  process.nextTick(() => res.flushHeaders());
}

/** Streams would hold up an orderly end; their readers come back by themselves. */
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
function mayAskAgain({ code }: NodeJS.ErrnoException, req: Request, res: Response): boolean {
  const call = contextOf(res);
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return isRead && call.proxied !== undefined && (code === 'ECONNRESET' || code === 'EPIPE') && !res.headersSent;
}

function explain(cause: Error): AppError {
  if (cause instanceof AppError) return cause;
  return fail(cause instanceof UpstreamTimeout ? 'timeout' : 'unavailable', undefined, { cause });
}
