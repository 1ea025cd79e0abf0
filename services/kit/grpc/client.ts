import { Client, credentials, Metadata, type MethodDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { type Actor, serviceActor } from '../core/actor.ts';
import type { Context } from '../core/context.ts';
import { fail } from '../core/errors.ts';
import { isOwnStoreOnly } from '../core/own-store-only.ts';
import { currentRequest, timeLeftToAskMs } from '../core/request-context.ts';
import type { Span } from '../core/span.ts';
import { classOf, isTimeout, isUnavailable, type Method, mayRepeat, openPolicies, rethrow } from './call-class.ts';
import { carriesAppError, fromGrpcError, hasRunOut } from './errors.ts';
import { PeerLiveness, type PendingCall, probesOver } from './peer-liveness.ts';
import { SenderError, StreamWait, sendMessages } from './stream-wait.ts';

export interface CallOptions {
  /** Who is calling; the person of the request being served, else this service. */
  actor?: Actor;
  /**
   * Milliseconds to wait; 2000, and never past the deadline of the request being served, of whose time a tenth is left
   * for its own answer. A call with more than 2000 is a slow one: its failures and its queue hold up only others of its
   * kind. A stream has no deadline while its messages flow: the peer may take so long to accept the next one, and to
   * answer after the last; 60,000. One whose peer is away fails after about 2000.
   */
  timeoutMs?: number;
}

/** The methods of a ts-proto service as promises. Methods that stream take an iterable of messages. */
export type Calls<S> = {
  [K in keyof S]: S[K] extends MethodDefinition<infer Req, infer Res> & { requestStream: infer Streams }
    ? (
        request: Streams extends true ? AsyncIterable<Partial<Req>> | Iterable<Partial<Req>> : Req,
        options?: CallOptions,
      ) => Promise<Res>
    : never;
};

const streamTimeoutMs = 60_000;
/** The channel tries anew several times while a repeated call waits (`reconnectMs`). */
const maxBackoffMs = 250;
/**
 * How soon a name may be asked for again. By default an answer is kept for 30 s, however many of its addresses have
 * gone: nobody would find the pods that took their place.
 */
const dnsCacheMs = 1_000;
/** A name with several addresses behind it is a peer with several copies, and each takes its turn. */
const roundRobin = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });

/**
 * A client of a peer service: `const tribes = connect(ctx, TribesServiceService, 'tribes', address)`. Each call
 * carries actor, request id and deadline; errors come back as the AppError the peer threw; a peer that is away, or
 * answers nothing at all, is `unavailable`, one that is too slow at this call `timeout`. A peer that is away costs a
 * moment at first and nothing while the breaker is open.
 */
export function connect<S extends ServiceDefinition>(
  ctx: Context,
  definition: S,
  peer: string,
  address: string,
): Calls<S> {
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': maxBackoffMs,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.service_config': roundRobin,
    'grpc.dns_min_time_between_resolutions_ms': dnsCacheMs,
    // Names have no such records here; to look for them doubles what the cluster's DNS is asked.
    'grpc.service_config_disable_resolution': 1,
  });
  const caller = new GrpcPeer(ctx, client, peer);
  ctx.onStop(`client of ${peer}`, () => caller.close());
  const calls = Object.entries(definition).map(([name, method]) => [
    name,
    (request: unknown, options?: CallOptions) => caller.call(method, request, options),
  ]);
  return Object.fromEntries(calls) as Calls<S>;
}

class GrpcPeer {
  readonly #ctx: Context;
  readonly #client: Client;
  readonly #peer: string;
  readonly #liveness: PeerLiveness;
  readonly #policies: ReturnType<typeof openPolicies>;
  #closed = false;

  constructor(ctx: Context, client: Client, peer: string) {
    this.#ctx = ctx;
    this.#client = client;
    this.#peer = peer;
    const { silenceMs, probeEveryMs } = ctx.timeLimits;
    this.#liveness = new PeerLiveness(probesOver(client), silenceMs);
    const probe = () => this.#liveness.probe(silenceMs);
    this.#policies = openPolicies(ctx.metrics, peer, { probe, probeEveryMs });
  }

  /** Calls that wait still get their answer; a new one is refused. */
  close(): void {
    this.#closed = true;
    for (const policy of Object.values(this.#policies)) policy.stop();
    this.#liveness.close();
    this.#client.close();
  }

  async call(method: Method, request: unknown, options: CallOptions = {}) {
    if (isOwnStoreOnly())
      throw new Error(
        `${method.path} is called where only the own store may be used: ask before the transaction, or "after" the event`,
      );
    const span = currentRequest()?.span?.child({ kind: 'rpc-client', rpc: method.path, peer: this.#peer });
    if (!span) return this.#callWithRetry(method, request, options);
    try {
      const answer = await this.#callWithRetry(method, request, options, span);
      span.end();
      return answer;
    } catch (error) {
      span.end({ error });
      throw error;
    }
  }

  async #callWithRetry(method: Method, request: unknown, asked: CallOptions, span?: Span): Promise<unknown> {
    const { callMs: usualMs, factor, reconnectMs } = this.#ctx.timeLimits;
    const options = asked.timeoutMs === undefined ? asked : { ...asked, timeoutMs: asked.timeoutMs * factor };
    const policy = this.#policies[classOf(method, { timeoutMs: options.timeoutMs, usualMs })];
    const attempt = (settings: CallOptions, waitForReady = false) =>
      policy.execute(() => this.#send(method, request, settings, waitForReady, span));
    const began = performance.now();
    try {
      return await attempt(options);
    } catch (error) {
      // Who has waited for a peer that hangs, or for its store, does not wait once more.
      const late = performance.now() - began > reconnectMs;
      if (!mayRepeat(method) || !isUnavailable(error) || late) return rethrow(error);
      // A channel that has just failed refuses at once what is asked in its pause, though the peer may be back.
      const timeoutMs = Math.min(reconnectMs, options.timeoutMs ?? reconnectMs);
      return await attempt({ ...options, timeoutMs }, true).catch((reason) =>
        rethrow(isTimeout(reason) ? error : reason),
      );
    }
  }

  #send(
    method: Method,
    request: unknown,
    options: CallOptions,
    waitForReady: boolean,
    span: Span | undefined,
  ): Promise<unknown> {
    if (this.#closed) return Promise.reject(fail('unavailable'));
    const context = currentRequest();
    const actor = options.actor ?? context?.actor ?? serviceActor(this.#ctx.name);
    const metadata = new Metadata({ waitForReady });
    metadata.set('authorization', `Bearer ${this.#ctx.tokens.sign(actor, this.#peer)}`);
    if (context?.requestId) metadata.set('x-request-id', context.requestId);
    if (span) metadata.set('traceparent', span.traceparent);
    if (method.requestStream)
      return this.#stream(method, request as AsyncIterable<unknown>, metadata, options.timeoutMs);
    const timeout = Math.min(options.timeoutMs ?? this.#ctx.timeLimits.callMs, timeLeftToAskMs());
    const deadline = Date.now() + timeout;
    const { path, requestSerialize, responseDeserialize } = method;
    return new Promise((resolve, reject) => {
      const settle = this.#settler(resolve, reject, this.#liveness.wait(timeout));
      this.#client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadata,
        { deadline },
        settle,
      );
    });
  }

  #stream(
    { path, requestSerialize, responseDeserialize }: Method,
    messages: AsyncIterable<unknown>,
    metadata: Metadata,
    timeoutMs = streamTimeoutMs * this.#ctx.timeLimits.factor,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waitMs = Math.min(timeoutMs, currentRequest()?.timeoutMs ?? timeoutMs);
      const { silenceMs } = this.#ctx.timeLimits;
      const limits = { ms: waitMs, silenceMs, isClosed: () => this.#closed };
      const wait = new StreamWait(this.#liveness, limits, (error) => {
        reject(error);
        stream.cancel();
      });
      const settle = this.#settler(resolve, reject, wait);
      const stream = this.#client.makeClientStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        metadata,
        {},
        settle,
      );
      sendMessages(messages, stream, wait).catch((error) => {
        wait.end();
        reject(new SenderError(error));
        stream.cancel();
      });
    });
  }

  #settler(resolve: (value: unknown) => void, reject: (error: unknown) => void, waiting: PendingCall) {
    return (error: unknown, value: unknown): void => {
      waiting.end();
      if (!error || carriesAppError(error)) this.#liveness.received();
      if (!error) resolve(value);
      else reject(hasRunOut(error) ? waiting.overdue(error) : fromGrpcError(error));
    };
  }
}
