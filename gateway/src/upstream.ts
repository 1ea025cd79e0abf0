import { get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { ConcurrencyQuota } from '@tribus/kit/http/shares.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { ConnectingAgent } from './connecting-agent.ts';
import type { ServiceName } from './routes.ts';

/** Requests at work in one service at once; more would only wait there. */
const maxAtWork = 500;
/**
 * Of these, those of one user, and of one address. It takes five addresses to fill a service; an office or a school
 * behind one address still has 100 answers on their way at once from each service, which at 50 ms each is 2,000 a second.
 */
const maxOfUser = 60;
const maxOfAddress = 100;
const maxStreams = 10_000;
/** After so many failures in a row the service counts as away, and is tried once in a while. */
const failuresToOpen = 5;
const openMs = 250;
const retryAfterSeconds = 1;

/** The way to each service, closed when the gateway stops; operators see which of them are away. */
export function openUpstreams(
  ctx: Context,
  addresses: ReadonlyMap<ServiceName, string>,
): ReadonlyMap<ServiceName, Upstream> {
  const links = new Map([...addresses].map(([name, url]) => [name, new Upstream(name, url)]));
  for (const link of links.values())
    ctx.metrics.watchBreaker({ peer: link.name, protocol: 'http', isOpen: () => link.isOpen });
  ctx.onStop('connections to the services', () => {
    for (const link of links.values()) link.close();
  });
  return links;
}

/** A service as the gateway reaches it: its connections, how many requests are at work there, whether it answers. */
export class Upstream {
  readonly name: ServiceName;
  readonly target: URL;
  readonly agent = new ConnectingAgent({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' });
  /** A new connection for each request. */
  readonly freshAgent = new ConnectingAgent({ keepAlive: false });
  readonly #ofUser = new ConcurrencyQuota(maxOfUser);
  readonly #ofAddress = new ConcurrencyQuota(maxOfAddress);
  #atWork = 0;
  #streams = 0;
  #failures = 0;
  #openUntil = 0;

  constructor(name: ServiceName, url: string) {
    this.name = name;
    this.target = new URL(url);
  }

  /**
   * Takes a place for a stream of events; what it returns gives it back. Throws `unavailable` when the service is away
   * or full.
   */
  enterStream(): () => void {
    this.#assertClosed();
    if (this.#streams >= maxStreams) throw away();
    this.#streams += 1;
    return () => {
      this.#streams -= 1;
    };
  }

  /**
   * Takes a place for a request, as soon as all of its body is there: before it is no work for the service (arrivals.ts
   * bounds how many arrive). What it returns gives the place back, once. Throws `unavailable` when the service is away or
   * full, `too_many_requests` when the caller or their address has its share.
   */
  enter(req: IncomingMessage, { userId, address }: { userId: string; address: string }): () => void {
    this.#assertClosed();
    if (this.#atWork >= maxAtWork) throw away();
    const leaveAddress = this.#ofAddress.take(address);
    const leaveUser = leaveAddress && (userId ? this.#ofUser.take(userId) : () => undefined);
    if (!leaveAddress || !leaveUser) {
      leaveAddress?.();
      throw fail('too_many_requests', undefined, { retryAfter: retryAfterSeconds });
    }
    let place = 0;
    const take = () => {
      place = 1;
      this.#atWork += place;
    };
    if (req.complete) take();
    else req.once('end', take);
    return () => {
      req.off('end', take);
      this.#atWork -= place;
      place = 0;
      leaveAddress();
      leaveUser();
    };
  }

  /** Whether it counts as away, until it answers again. */
  get isOpen(): boolean {
    return this.#openUntil !== 0;
  }

  /** It answered, whatever the answer. */
  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = 0;
  }

  /** It did not answer, or not in time. */
  failed(): void {
    this.#failures += 1;
    if (this.#failures >= failuresToOpen) this.#openUntil = performance.now() + openMs;
  }

  /** Asks the service something of the gateway's own. Rejects when there is no answer in time. */
  ask(path: string, timeoutMs: number): Promise<{ status: number; body: string }> {
    const { target, agent } = this;
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const read = async (answer: IncomingMessage) => ({ status: answer.statusCode ?? 0, body: await text(answer) });
      get(new URL(path, target), { agent, signal }, (answer) => read(answer).then(resolve, reject)).on('error', reject);
    });
  }

  close(): void {
    this.agent.destroy();
    this.freshAgent.destroy();
  }

  /** While the service counts as away, one request in every `openMs` finds out whether it is back. */
  #assertClosed(): void {
    if (this.#openUntil === 0) return;
    const now = performance.now();
    if (now < this.#openUntil) throw away();
    this.#openUntil = now + openMs;
  }
}

const away = () => fail('unavailable', undefined, { retryAfter: retryAfterSeconds });
