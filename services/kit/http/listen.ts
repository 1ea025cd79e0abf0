import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { whenOver } from './acquire.ts';

export interface Listening {
  server: Server;
  /** http://host:port, without a trailing slash. */
  url: string;
}

/** Maximum idle time of a connection between two requests. */
const keepAliveTimeout = 65_000;
/** Maximum size of request headers in bytes. The gateway forwards at most 16 KiB and adds its own. */
export const maxHeaderSize = 32 * 1024;
/**
 * Timeout for the headers of a request, from its first byte. Bodies have their own limits (json-body.ts, multipart.ts).
 */
const headersTimeout = 15_000;
const connectionsCheckingInterval = 5_000;
/** Time for which the rest of a request is read and discarded after its response. */
const lingerMs = 30_000;
/** Bytes of the rest of a request that are read and discarded after its response. */
const lingerBytes = 2 * 1024 * 1024;
/** Time for a client whose body is no longer read to receive the response, before the connection is cut. */
const unreadCloseMs = 5_000;
/** Time for which an idle connection is open after the server began to close. */
const idleBeforeCloseMs = 100;
/** The responses in progress of each server. */
const openResponses = new WeakMap<Server, Set<ServerResponse>>();

/** Whether several processes can share a port; the kernel then assigns each new connection to one of them. */
export const portsCanBeShared = process.platform === 'linux';

export interface ListenOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Shares the port with other listeners of the same user that set it too, where supported. */
  sharePort?: boolean;
  log: Pick<Logger, 'warn' | 'error'>;
}

/** Listens for HTTP; rejects with EADDRINUSE when the port is in use. */
export function listen(
  handler: RequestListener,
  { host, port, log, sharePort = false }: ListenOptions,
): Promise<Listening> {
  const limits = { maxHeaderSize, keepAliveTimeout, headersTimeout, connectionsCheckingInterval, requestTimeout: 0 };
  const handleInOrder = serialize(handler);
  const server = createServer(limits, (req, res) => {
    trackResponse(server, res);
    // E.g. a write after the end: a fault that must not terminate the process.
    res.on('error', (error) => log.error({ err: error }, 'response write failed'));
    handleInOrder(req, res);
  });
  openResponses.set(server, new Set());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort: sharePort && portsCanBeShared }, () => {
      server.off('error', reject);
      // E.g. too many open files.
      server.on('error', (error) => log.warn({ err: error }, 'connection not accepted'));
      const { port: actual } = server.address() as AddressInfo;
      resolve({ server, url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` });
    });
  });
}

/**
 * Handles one request of a connection at a time. Node parses pipelined requests during an unfinished response and
 * buffers their responses in memory, unbounded behind an endless stream. One request may be queued (a client can
 * receive the last bytes of a response before it is ended here); another one closes the connection.
 */
function serialize(handler: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>();
  const queued = new WeakSet<Socket>();
  return (req, res) => {
    const { socket } = req;
    if (queued.has(socket)) {
      socket.destroy();
      return;
    }
    const before = latest.get(socket);
    latest.set(socket, res);
    // Only the response in progress has the socket.
    if (res.socket || !before) return void handler(req, res);
    queued.add(socket);
    before.once('finish', () => {
      queued.delete(socket);
      if (res.socket && !socket.destroyed) handler(req, res);
    });
  };
}

/**
 * Prepares a response that is sent before the request is complete. Closing a connection with unread bytes would lose
 * the response, so only our side is closed, and the rest of the request is read and discarded for at most 30 s and
 * 2 MB. After that nothing is read, and the connection is cut once the client has had time to read the response.
 */
export function respondEarly(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete || res.headersSent) return;
  const isLast = !res.shouldKeepAlive;
  // Otherwise Node closes the connection itself.
  res.setHeader('connection', 'keep-alive');
  const end = () => req.socket.end();
  if (isLast) res.once('finish', end);
  discardRest(req, () => (res.writableFinished ? end() : res.once('finish', end)));
  res.once('finish', () => cutAfter(req, lingerMs));
}

/** Reads and discards the rest of a request. At its limit stops reading, calls `onLimit` and cuts the connection. */
function discardRest(req: IncomingMessage, onLimit: () => void): void {
  let bytes = 0;
  let isOverLimit = false;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= lingerBytes) return;
    // Each time, because a former consumer of the body may resume it.
    req.unpipe().pause();
    if (isOverLimit) return;
    isOverLimit = true;
    onLimit();
    cutAfter(req, unreadCloseMs);
  });
  req.resume();
}

function cutAfter(req: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => req.socket.destroy(), ms).unref();
  whenOver(req, () => clearTimeout(timer));
}

/** Makes a response the last one of its connection if the server closes; `closeServer` does so for tracked responses. */
function trackResponse(server: Server, res: ServerResponse): void {
  if (!server.listening) res.shouldKeepAlive = false;
  openResponses.get(server)?.add(res);
  whenOver(res, () => void openResponses.get(server)?.delete(res));
}

/**
 * Stops accepting connections. Each response from now on is the last one of its connection, so that a client that keeps
 * sending loses no response. Idle connections are closed a little later, because their next request may be on its way.
 * The active ones are cut after `graceMs`.
 */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // After the next poll, which reads requests that have arrived meanwhile.
    const closeIdle = setInterval(() => setImmediate(() => server.closeIdleConnections()), idleBeforeCloseMs);
    for (const res of openResponses.get(server) ?? []) res.shouldKeepAlive = false;
    // The HTTP server's own `close` would end idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(cut);
      clearInterval(closeIdle);
      // Stops its checks of connections.
      server.close();
      resolve();
    });
  });
}
