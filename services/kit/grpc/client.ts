import { Client, credentials, Metadata, type MethodDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { type Actor, serviceActor } from '../core/actor.ts';
import type { Context } from '../core/context.ts';
import { fail } from '../core/errors.ts';
import { isOwnStoreOnly } from '../core/own-store-only.ts';
import { currentRequest, timeLeftForCallsMs } from '../core/request-context.ts';
import type { Span } from '../core/span.ts';
import { classifyCall, isTimeout, isUnavailable, type Method, mayRepeat, openPolicies, rethrow } from './call-class.ts';
import { fromGrpcError, hasAppErrorPayload, hasTimedOut } from './errors.ts';
import { createProbe, PeerLiveness, type PendingCall } from './peer-liveness.ts';
import { marksLastKey, SenderError, StreamWait, sendMessages } from './stream-wait.ts';

export interface CallOptions {
  /** The actor of the call; by default that of the current request, else this service. */
  actor?: Actor;
  /**
   * Timeout in milliseconds; 2000 by default, and limited to 90 % of the remaining time of the current request. A call
   * with more than 2000 is slow: its failures and its queue affect only other slow calls. For a stream (default 60,000)
   * it limits each wait for the peer to accept the next message and the wait for the response; a stream to an
   * unresponsive peer fails after about 2000.
   */
  timeoutMs?: number;
}

/** The methods of a ts-proto service as async functions; client streams take an iterable of messages. */
export type Calls<S> = {
  [K in keyof S]: S[K] extends MethodDefinition<infer Req, infer Res> & { requestStream: infer Streams }
    ? (
        request: Streams extends true ? AsyncIterable<Partial<Req>> | Iterable<Partial<Req>> : Req,
        options?: CallOptions,
      ) => Promise<Res>
    : never;
};

const streamTimeoutMs = 60_000;
/** Short enough that the channel reconnects several times while a retried call waits (`reconnectMs`). */
const maxBackoffMs = 250;
/** Minimum interval between DNS lookups of a name. The default of 30 s would hide the pods that replaced lost ones. */
const dnsCacheMs = 1_000;
/** A name with several addresses is a peer with several replicas. */
const roundRobin = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });

/**
 * Returns a client of a peer service: `const tribes = connect(ctx, TribesServiceService, 'tribes', address)`. Calls
 * carry actor, request id and deadline, and throw the peer's AppError; `unavailable` for a peer that is down or
 * unresponsive (immediately while its breaker is open); `timeout` for one that is slow at this call only.
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
    // No such records exist; looking them up would double the DNS queries.
    'grpc.service_config_disable_resolution': 1,
  });
  const grpcPeer = new GrpcPeer(ctx, client, peer);
  ctx.onStop(`client of ${peer}`, () => grpcPeer.close());
  const calls = Object.entries(definition).map(([name, method]) => [
    name,
    (request: unknown, options?: CallOptions) => grpcPeer.call(method, request, options),
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
    this.#liveness = new PeerLiveness(createProbe(client), silenceMs);
    const probe = () => this.#liveness.probe(silenceMs);
    this.#policies = openPolicies(ctx.metrics, peer, { probe, probeEveryMs });
  }

  /** Refuses new calls; pending calls still complete. */
  close(): void {
    this.#closed = true;
    for (const policy of Object.values(this.#policies)) policy.stop();
    this.#liveness.close();
    this.#client.close();
  }

  async call(method: Method, request: unknown, options: CallOptions = {}) {
    if (isOwnStoreOnly())
      throw new Error(
        `${method.path} is called where only the own store may be used: call it before the transaction, or "after" the event`,
      );
    const span = currentRequest()?.span?.child({ kind: 'rpc-client', rpc: method.path, peer: this.#peer });
    if (!span) return this.#callWithRetry(method, request, options);
    try {
      const response = await this.#callWithRetry(method, request, options, span);
      span.end();
      return response;
    } catch (error) {
      span.end({ error });
      throw error;
    }
  }

  async #callWithRetry(method: Method, request: unknown, callOptions: CallOptions, span?: Span): Promise<unknown> {
    const { callMs: defaultMs, factor, reconnectMs } = this.#ctx.timeLimits;
    const { timeoutMs } = callOptions;
    const options = timeoutMs === undefined ? callOptions : { ...callOptions, timeoutMs: timeoutMs * factor };
    const policy = this.#policies[classifyCall(method, { timeoutMs: options.timeoutMs, defaultMs })];
    const attempt = (settings: CallOptions, waitForReady = false) =>
      policy.execute(() => this.#send(method, request, settings, waitForReady, span));
    const startedAt = performance.now();
    try {
      return await attempt(options);
    } catch (error) {
      // A call that has already waited for a hanging peer or its store is not retried.
      const late = performance.now() - startedAt > reconnectMs;
      if (!mayRepeat(method) || !isUnavailable(error) || late) return rethrow(error);
      // During its back-off a failed channel refuses calls although the peer may be back; this attempt waits for it.
      const retryMs = Math.min(reconnectMs, options.timeoutMs ?? reconnectMs);
      return await attempt({ ...options, timeoutMs: retryMs }, true).catch((reason) =>
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
    const timeout = Math.min(options.timeoutMs ?? this.#ctx.timeLimits.callMs, timeLeftForCallsMs());
    const deadline = Date.now() + timeout;
    const { path, requestSerialize, responseDeserialize } = method;
    return new Promise((resolve, reject) => {
      const settle = this.#createCallback(resolve, reject, this.#liveness.wait(timeout));
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
    metadata.set(marksLastKey, 'true');
    return new Promise((resolve, reject) => {
      const waitMs = Math.min(timeoutMs, currentRequest()?.timeoutMs ?? timeoutMs);
      const { silenceMs } = this.#ctx.timeLimits;
      const limits = { ms: waitMs, silenceMs, isClosed: () => this.#closed };
      const wait = new StreamWait(this.#liveness, limits, (error) => {
        reject(error);
        stream.cancel();
      });
      const settle = this.#createCallback(resolve, reject, wait);
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

  #createCallback(resolve: (value: unknown) => void, reject: (error: unknown) => void, pending: PendingCall) {
    return (error: unknown, value: unknown): void => {
      pending.end();
      if (!error || hasAppErrorPayload(error)) this.#liveness.received();
      if (!error) resolve(value);
      else reject(hasTimedOut(error) ? pending.timeoutError(error) : fromGrpcError(error));
    };
  }
}
