import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { CircuitBreaker } from '@tribus/kit/core/circuit-breaker.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { TimeLimits } from '@tribus/kit/core/time-limits.ts';
import { acquireFor, type Release } from '@tribus/kit/http/acquire.ts';
import type { Request, Response } from 'express';
import { ClientQuota } from './client-quota.ts';
import { ConnectingAgent } from './connecting-agent.ts';
import { contextOf } from './request-context.ts';
import type { ServiceName } from './routes.ts';

/** Requests in flight to one service; more would only wait there. */
const maxInFlight = 500;
/**
 * Requests to one service whose bodies are still to come. They are in flight from then on, whatever their number: at
 * worst a service has this many more at work. It takes sixteen addresses to fill it (body-timeout.ts).
 */
const maxArriving = 1_000;
const retryAfterSeconds = 1;
/**
 * Of these, the requests of one user, and of one address. It takes five addresses to fill a service; an office or a
 * school behind one address still has 100 requests in flight to each service, at 50 ms each 2,000 a second.
 */
const clientLimits = { perUser: 60, perAddress: 100, retryAfter: retryAfterSeconds };
const maxStreams = 10_000;
/** How long a service that counts as away may take to answer a probe. */
const probeMs = 1_000;

/** The services as they are reached: closed when the gateway stops, each breaker shown as a metric. */
export function openUpstreams(
  ctx: Context,
  addresses: ReadonlyMap<ServiceName, string>,
): ReadonlyMap<ServiceName, Upstream> {
  const upstreams = new Map([...addresses].map(([name, url]) => [name, new Upstream(name, url, ctx.timeLimits)]));
  for (const upstream of upstreams.values()) {
    const { name: peer, breaker } = upstream;
    ctx.metrics.watchBreaker({ peer, protocol: 'http', isOpen: () => breaker.isOpen });
    ctx.metrics.watchSlots({ peer, kind: 'request', inUse: () => upstream.inFlight });
    ctx.metrics.watchSlots({ peer, kind: 'arriving', inUse: () => upstream.arriving });
    ctx.metrics.watchSlots({ peer, kind: 'stream', inUse: () => upstream.streams });
  }
  ctx.onStop('connections to upstreams', () => {
    for (const upstream of upstreams.values()) upstream.close();
  });
  return upstreams;
}

/** A service as the gateway reaches it: its connections, the requests in flight to it, its circuit breaker. */
export class Upstream {
  readonly name: ServiceName;
  readonly target: URL;
  readonly agent: ConnectingAgent;
  /** A new connection for each request. */
  readonly freshAgent: ConnectingAgent;
  readonly breaker: CircuitBreaker;
  readonly #limitFactor: number;
  readonly #clients = new ClientQuota(clientLimits);
  #inFlight = 0;
  #streams = 0;

  constructor(name: ServiceName, url: string, { factor, probeEveryMs }: Pick<TimeLimits, 'factor' | 'probeEveryMs'>) {
    this.name = name;
    this.target = new URL(url);
    this.#limitFactor = factor;
    this.agent = new ConnectingAgent({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' }, factor);
    this.freshAgent = new ConnectingAgent({ keepAlive: false }, factor);
    const probe = () => this.#isAlive();
    this.breaker = new CircuitBreaker({ probe, probeEveryMs });
  }

  /** The requests that the service works on. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** The requests whose bodies are still to come. */
  get arriving(): number {
    return this.#clients.total - this.#inFlight;
  }

  /** The open streams of events. */
  get streams(): number {
    return this.#streams;
  }

  /**
   * Takes a slot for a stream of events until its response is over. Returns undefined when the client has left already.
   * Throws `unavailable` when the breaker is open or all slots are taken.
   */
  acquireStream(res: Response): Release | undefined {
    return acquireFor(res, () => {
      this.#admit(res);
      if (this.#streams >= maxStreams) throw unavailable();
      this.#streams += 1;
      return () => {
        this.#streams -= 1;
      };
    });
  }

  /**
   * Takes a slot for a request until its response is over. It counts as in flight once all of its body is there: before, it
   * is no work for the service. It is not refused then any more, since the service has it. Returns how to release the slot before, and
   * undefined when the client has left already. Throws `unavailable` when the service is away or full,
   * `too_many_requests` when the user or their address is at its limit.
   */
  acquire(req: Request, res: Response): Release | undefined {
    return acquireFor(res, () => {
      this.#admit(res);
      if (this.#inFlight >= maxInFlight) throw unavailable();
      if (!req.complete && this.arriving >= maxArriving) throw unavailable();
      const { actor, address } = contextOf(res);
      const releaseClient = this.#clients.take({ userId: actor.id, address });
      let slots = 0;
      const begin = () => {
        slots = 1;
        this.#inFlight += slots;
      };
      if (req.complete) begin();
      else req.once('end', begin);
      return () => {
        req.off('end', begin);
        this.#inFlight -= slots;
        releaseClient();
      };
    });
  }

  /** GETs a path for the gateway's own use. Rejects when there is no answer in time. */
  ask(path: string, timeoutMs: number, agent = this.agent): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs * this.#limitFactor);
      const read = async (answer: IncomingMessage) => ({ status: answer.statusCode ?? 0, body: await text(answer) });
      const asked = get(new URL(path, this.target), { agent, signal }, (answer) => read(answer).then(resolve, reject));
      asked.on('error', reject);
    });
  }

  close(): void {
    this.breaker.stop();
    this.agent.destroy();
    this.freshAgent.destroy();
  }

  /** Any answer is a sign of life. A kept connection may lead to a pod that has gone. */
  #isAlive(): Promise<boolean> {
    return this.ask('/', probeMs, this.freshAgent).then(
      () => true,
      () => false,
    );
  }

  /** The context has the admission from then on. */
  #admit(res: Response): void {
    const admission = this.breaker.admit();
    if (!admission) throw unavailable();
    contextOf(res).admission = admission;
  }
}

const unavailable = () => fail('unavailable', undefined, { retryAfter: retryAfterSeconds });
