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

/**
 * Requests to one service whose bodies are still arriving. Once complete they count as in flight, whatever their
 * number: at worst a service has this many more to process. It takes sixteen addresses to reach the limit
 * (body-timeout.ts).
 */
const maxArriving = 1_000;
const retryAfterSeconds = 1;
/**
 * In-flight requests of one user and of one address. It takes five addresses to fill a service; an office or a school
 * behind one address still has 100 requests in flight to each service, at 50 ms each 2,000 a second.
 */
const clientLimits = { perUser: 60, perAddress: 100, retryAfter: retryAfterSeconds };
const maxStreams = 10_000;

/** Limits of the requests to one service. */
export interface SlotLimits {
  /** Concurrent requests; more would only queue there. */
  maxInFlight: number;
  /**
   * Responses that wait for clients which read slowly; the service has little to do for them. Further ones stay in
   * flight: it takes 25 addresses to fill a service.
   */
  maxSending: number;
}

export const usualSlots: SlotLimits = { maxInFlight: 500, maxSending: 2_000 };
/** Timeout of a probe to a service that counts as unavailable. */
const probeMs = 1_000;

/** Creates the upstreams, with metrics for breakers and slots; closed when the gateway stops. */
export function openUpstreams(
  ctx: Context,
  addresses: ReadonlyMap<ServiceName, string>,
  slots: SlotLimits,
): ReadonlyMap<ServiceName, Upstream> {
  const upstreams = new Map(
    [...addresses].map(([name, url]) => [name, new Upstream(name, url, slots, ctx.timeLimits)]),
  );
  for (const upstream of upstreams.values()) {
    const { name: peer, breaker } = upstream;
    ctx.metrics.watchBreaker({ peer, protocol: 'http', isOpen: () => breaker.isOpen });
    ctx.metrics.watchSlots({ peer, kind: 'request', inUse: () => upstream.inFlight });
    ctx.metrics.watchSlots({ peer, kind: 'arriving', inUse: () => upstream.arriving });
    ctx.metrics.watchSlots({ peer, kind: 'sending', inUse: () => upstream.sending });
    ctx.metrics.watchSlots({ peer, kind: 'stream', inUse: () => upstream.streams });
  }
  ctx.onStop('connections to upstreams', () => {
    for (const upstream of upstreams.values()) upstream.close();
  });
  return upstreams;
}

/** The gateway's client of a service: connections, requests in flight and circuit breaker. */
export class Upstream {
  readonly name: ServiceName;
  readonly target: URL;
  readonly agent: ConnectingAgent;
  /** A new connection for each request. */
  readonly freshAgent: ConnectingAgent;
  readonly breaker: CircuitBreaker;
  readonly #slots: SlotLimits;
  readonly #limitFactor: number;
  readonly #clients = new ClientQuota(clientLimits);
  #inFlight = 0;
  #sending = 0;
  #streams = 0;

  constructor(
    name: ServiceName,
    url: string,
    slots: SlotLimits,
    { factor, probeEveryMs }: Pick<TimeLimits, 'factor' | 'probeEveryMs'>,
  ) {
    this.name = name;
    this.#slots = slots;
    this.target = new URL(url);
    this.#limitFactor = factor;
    this.agent = new ConnectingAgent({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' }, factor);
    this.freshAgent = new ConnectingAgent({ keepAlive: false }, factor);
    const probe = () => this.#isAlive();
    this.breaker = new CircuitBreaker({ probe, probeEveryMs });
  }

  /** Requests that the service is processing. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Requests whose bodies are still arriving. */
  get arriving(): number {
    return this.#clients.total - this.#inFlight - this.#sending;
  }

  /** Responses that wait for their clients. */
  get sending(): number {
    return this.#sending;
  }

  /** Open event streams. */
  get streams(): number {
    return this.#streams;
  }

  /**
   * Acquires a stream slot until the response ends. Returns undefined when the client has disconnected. Throws
   * `unavailable` when the breaker is open or all slots are in use.
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
   * Acquires a request slot until the response ends. The request counts as in flight once its body is complete, and is
   * not refused then, because the service already has it. It no longer does once its response waits for the client
   * (`waitForClient` of the context). Returns an early release function, or undefined when the client has disconnected.
   * Throws `unavailable` when the service is unavailable or full, `too_many_requests` at the limit of the user or of
   * the address.
   */
  acquire(req: Request, res: Response): Release | undefined {
    return acquireFor(res, () => {
      this.#admit(res);
      if (this.#inFlight >= this.#slots.maxInFlight) throw unavailable();
      if (!req.complete && this.arriving >= maxArriving) throw unavailable();
      const context = contextOf(res);
      const releaseClient = this.#clients.take({ userId: context.actor.id, address: context.address });
      let [inFlight, sending] = [0, 0];
      const count = (nextInFlight: number, nextSending: number) => {
        this.#inFlight += nextInFlight - inFlight;
        this.#sending += nextSending - sending;
        [inFlight, sending] = [nextInFlight, nextSending];
      };
      const begin = () => count(1, 0);
      if (req.complete) begin();
      else req.once('end', begin);
      context.waitForClient = () => {
        if (inFlight === 1 && this.#sending < this.#slots.maxSending) count(0, 1);
      };
      return () => {
        req.off('end', begin);
        count(0, 0);
        releaseClient();
      };
    });
  }

  /** GETs a path for the gateway itself. Rejects on timeout. */
  fetch(path: string, timeoutMs: number, agent = this.agent): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs * this.#limitFactor);
      const read = async (response: IncomingMessage) => ({
        status: response.statusCode ?? 0,
        body: await text(response),
      });
      const request = get(new URL(path, this.target), { agent, signal }, (response) =>
        read(response).then(resolve, reject),
      );
      request.on('error', reject);
    });
  }

  close(): void {
    this.breaker.stop();
    this.agent.destroy();
    this.freshAgent.destroy();
  }

  /** Any response counts as alive. Uses a new connection, because an idle one may lead to a removed pod. */
  #isAlive(): Promise<boolean> {
    return this.fetch('/', probeMs, this.freshAgent).then(
      () => true,
      () => false,
    );
  }

  /** Throws `unavailable` while the breaker is open; stores the admission in the context. */
  #admit(res: Response): void {
    const admission = this.breaker.admit();
    if (!admission) throw unavailable();
    contextOf(res).admission = admission;
  }
}

const unavailable = () => fail('unavailable', undefined, { retryAfter: retryAfterSeconds });
