import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Actor, InternalTokens } from '@tribus/kit/core/actor.ts';
import { systemClock } from '@tribus/kit/core/clock.ts';
import { internalHeader } from '@tribus/kit/http/app.ts';
import { maxHeaderSize } from '@tribus/kit/http/listen.ts';
import { testSecret } from '@tribus/kit/testing/service.ts';
import type { ServiceName } from '../src/routes.ts';

/** A request that a service received. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Records requests and responds with its name, unless a test sets a handler. */
export class StubUpstream {
  readonly name: ServiceName;
  readonly received: Received[] = [];
  #server: Server;
  #port = 0;
  #handle: RequestListener | undefined;

  constructor(name: ServiceName) {
    this.name = name;
    this.#server = this.#create();
  }

  static async start(name: ServiceName): Promise<StubUpstream> {
    const stub = new StubUpstream(name);
    await stub.restart();
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get last(): Received {
    return this.received.at(-1) ?? this.#nothing();
  }

  #nothing(): never {
    throw new Error(`${this.name} received no request`);
  }

  /** The actor in the internal token of the last request. */
  get actor(): Actor {
    const token = this.last.headers[internalHeader];
    return new InternalTokens(testSecret, systemClock).verify(String(token), this.name);
  }

  /** Replaces the default handler; without an argument restores it. */
  handle(handler?: RequestListener): void {
    this.#handle = handler;
  }

  /** Listens on the same port as before. */
  async restart(): Promise<void> {
    this.#server = this.#create();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Cuts all connections, like a kill. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #create(): Server {
    return createServer({ maxHeaderSize }, (req, res) => {
      if (this.#handle) return this.#handle(req, res);
      void text(req).then(
        (body) => {
          this.received.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
          const answer = req.url === '/openapi.json' ? fragment(this.name) : { service: this.name };
          res.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(answer));
        },
        () => undefined,
      );
    });
  }
}

const fragment = (name: string) => ({
  paths: { [`/api/${name}/example`]: { get: { summary: name } } },
  components: { schemas: { [name]: { type: 'object' }, Error: { type: 'object' } } },
});
