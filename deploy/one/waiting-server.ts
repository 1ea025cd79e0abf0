import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf, errorBody, fail } from '@tribus/kit/core/errors.ts';
import { chooseLanguage } from '@tribus/kit/core/language.ts';
import { closeServer, listen, portsCanBeShared } from '@tribus/kit/http/listen.ts';
import { contentPolicy, retryAfterSeconds, waitingPage } from './waiting-page.ts';

/** Time for open requests when the address is handed over. */
const graceMs = 1_000;
/** A lost response needs no log line: clients retry. */
const log = { warn: () => undefined, error: () => undefined };

/**
 * Serves the public address while the system starts: browsers get a page that refreshes itself, API clients a 503 with
 * Retry-After. Where ports can be shared the gateway listens on the port before this server closes, so that no
 * connection is refused. Rejects with a readable message when the port is in use.
 */
export async function openWaitingServer({ host, port }: { host: string; port: number }): Promise<WaitingServer> {
  // Listens unshared first: a shared port could be opened although another program listens there.
  const unshared = await listenUnshared(host, port);
  const chosen = unshared.port;
  if (!portsCanBeShared)
    return { port: chosen, handOver: async (take) => unshared.close().then(take), close: unshared.close };
  await unshared.close();
  const { server } = await listen(answer, { host, port: chosen, log, sharePort: true });
  const close = (): Promise<void> => closeServer(server, graceMs);
  return {
    port: chosen,
    async handOver(take) {
      const result = await take();
      await close();
      return result;
    },
    close,
  };
}

export interface WaitingServer {
  /** Port in use; a free one was chosen for port 0. */
  port: number;
  /** Runs `take`, which listens on the address, and closes. Without shared ports it closes first. */
  handOver<T>(take: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

async function listenUnshared(host: string, port: number): Promise<{ port: number; close(): Promise<void> }> {
  try {
    const { server } = await listen(answer, { host, port, log });
    return { port: (server.address() as AddressInfo).port, close: () => closeServer(server, graceMs) };
  } catch (error) {
    throw codeOf(error) === 'EADDRINUSE'
      ? new Error(`Port ${port} is taken. Choose another one: PORT=8081 npm start`)
      : error;
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const language = chooseLanguage(request.headers['accept-language']);
  const isPage = /^(GET|HEAD)$/.test(request.method ?? '') && !/^\/api(\/|$|\?)/.test(request.url ?? '');
  response.writeHead(503, {
    'retry-after': String(retryAfterSeconds),
    'cache-control': 'no-store',
    'content-language': language,
    vary: 'accept-language',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentPolicy,
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    // The next request goes to the gateway.
    connection: 'close',
  });
  if (isPage) return void response.end(waitingPage(language));
  response.end(JSON.stringify(errorBody(fail('unavailable'), language, randomUUID())));
}
