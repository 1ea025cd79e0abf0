import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  server: Server;
  /** http://host:port, without a slash at the end. */
  url: string;
}

/** Listens on `host:port`; port 0 takes any free one. */
export function listen(handler: RequestListener, { host, port }: { host: string; port: number }): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 20_000 }, handler);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const { port: actual } = server.address() as AddressInfo;
      resolve({ server, url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` });
    });
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
