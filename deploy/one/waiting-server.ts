import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf, errorAnswer, fail } from '@tribus/kit/core/errors.ts';
import { chooseLanguage } from '@tribus/kit/core/language.ts';
import { closeServer, listen, portsCanBeShared } from '@tribus/kit/http/listen.ts';
import { contentPolicy, retryAfterSeconds, waitingPage } from './waiting-page.ts';

/** Who is being answered when the address is handed over. */
const graceMs = 1_000;
/** An answer that did not arrive is asked for again by itself: no news to anybody. */
const log = { warn: () => undefined, error: () => undefined };

/**
 * Answers at the public address while the system starts: people get a page that refreshes itself, programs a 503 with
 * Retry-After. Where ports can be shared the gateway listens beside it before it is closed, so that no connection is
 * refused in between. Rejects with a plain sentence when the port is somebody else's.
 */
export async function openWaitingServer({ host, port }: { host: string; port: number }): Promise<WaitingServer> {
  // Not shared yet: a port that is shared would be given to us although somebody else listens there.
  const alone = await listenAlone(host, port);
  const chosen = alone.port;
  if (!portsCanBeShared)
    return { port: chosen, handOver: async (take) => alone.close().then(take), close: alone.close };
  await alone.close();
  const { server } = await listen(answer, { host, port: chosen, log, sharePort: true });
  const close = (): Promise<void> => closeServer(server, graceMs);
  return {
    port: chosen,
    async handOver(take) {
      const taken = await take();
      await close();
      return taken;
    },
    close,
  };
}

export interface WaitingServer {
  /** The one asked for, or a free one that was found for port 0. */
  port: number;
  /** Lets `take` listen at the address, and closes. Without shared ports it closes first. */
  handOver<T>(take: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

async function listenAlone(host: string, port: number): Promise<{ port: number; close(): Promise<void> }> {
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
  const forPeople = /^(GET|HEAD)$/.test(request.method ?? '') && !/^\/api(\/|$|\?)/.test(request.url ?? '');
  response.writeHead(503, {
    'retry-after': String(retryAfterSeconds),
    'cache-control': 'no-store',
    'content-language': language,
    vary: 'accept-language',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentPolicy,
    'content-type': forPeople ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    // The next question is the gateway's.
    connection: 'close',
  });
  if (forPeople) return void response.end(waitingPage(language));
  response.end(JSON.stringify(errorAnswer(fail('unavailable'), language, randomUUID())));
}
