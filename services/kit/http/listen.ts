import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from 'pino';
import { whenOver } from './acquire.ts';

export interface Listening {
  server: Server;
  /** http://host:port, without a slash at the end. */
  url: string;
}

/** Between two requests of one connection. */
const keepAliveTimeout = 65_000;
/** Bytes of a head. The gateway passes on heads of 16 KiB at most and adds its own lines. */
export const maxHeaderSize = 32 * 1024;
/** For the head of a request, from its first byte. Bodies are held to limits of their own (json-body.ts, multipart.ts). */
const headersTimeout = 15_000;
const connectionsCheckingInterval = 5_000;
/** How long the rest of a request is read, and thrown away, after its answer. */
const lingerMs = 30_000;

/** Whether several listeners may share a port here; the kernel then gives each new connection to one of them. */
export const portsCanBeShared = process.platform === 'linux';

export interface ListenOptions {
  host: string;
  /** 0 takes any free one. */
  port: number;
  /** Lets other listeners of the same user that say so, too, have the port at the same time, where that is possible. */
  sharePort?: boolean;
  log: Pick<Logger, 'warn' | 'error'>;
}

/** Listens there; rejects with EADDRINUSE when the port is taken. */
export function listen(
  handler: RequestListener,
  { host, port, log, sharePort = false }: ListenOptions,
): Promise<Listening> {
  const limits = { maxHeaderSize, keepAliveTimeout, headersTimeout, connectionsCheckingInterval, requestTimeout: 0 };
  const inTurn = serialize(handler);
  const server = createServer(limits, (req, res) => {
    // Written to after its end, e.g.: a fault, but none that may end the process.
    res.on('error', (error) => log.error({ err: error }, 'response write failed'));
    inTurn(req, res);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort: sharePort && portsCanBeShared }, () => {
      server.off('error', reject);
      // A connection that could not be accepted, where there are too many open files.
      server.on('error', (error) => log.warn({ err: error }, 'connection not accepted'));
      const { port: actual } = server.address() as AddressInfo;
      resolve({ server, url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` });
    });
  });
}

/**
 * Handles one request of a connection at a time. Node parses whatever was sent behind an unfinished answer and holds
 * each answer to it back in memory: behind a stream that never ends, without a bound. One request may wait for its turn
 * (the last bytes of an answer can arrive before the answer is ended here); one more ends the connection.
 */
function serialize(handler: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>();
  const waiting = new WeakSet<Socket>();
  return (req, res) => {
    const { socket } = req;
    if (waiting.has(socket)) {
      socket.destroy();
      return;
    }
    const before = latest.get(socket);
    latest.set(socket, res);
    // Only the answer whose turn it is has the connection.
    if (res.socket || !before) return void handler(req, res);
    waiting.add(socket);
    before.once('finish', () => {
      waiting.delete(socket);
      if (res.socket && !socket.destroyed) handler(req, res);
    });
  };
}

/**
 * Prepares an answer that does not wait for the rest of its request. A connection that is closed on bytes nobody read
 * takes the answer with it: only our side of it ends, and the rest is read and thrown away, for half a minute at most.
 */
export function answerEarly(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete || res.headersSent) return;
  const isLast = !res.shouldKeepAlive;
  // Otherwise node closes the connection itself.
  res.setHeader('connection', 'keep-alive');
  res.once('finish', () => {
    if (isLast) req.socket.end();
    const timer = setTimeout(() => req.socket.destroy(), lingerMs).unref();
    whenOver(req, () => clearTimeout(timer));
  });
}

/** Stops taking connections, gives the ones at work `graceMs`, then ends them. */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
