import {
  Client,
  type ClientWritableStream,
  credentials,
  Metadata,
  type MethodDefinition,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import {
  type BulkheadPolicy,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IPolicy,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  wrap,
} from 'cockatiel';
import { type Actor, serviceActor } from '../runtime/actor.ts';
import type { Context } from '../runtime/context.ts';
import { AppError, fail } from '../runtime/errors.ts';
import { currentRequest, timeLeftToAskMs } from '../runtime/request-context.ts';
import { callMs } from '../runtime/time-limits.ts';
import type { Span } from '../trace/span.ts';
import { carriesAppError, fromGrpcError, hasRunOut } from './errors.ts';
import { PeerLiveness, type PendingCall } from './peer-liveness.ts';

export interface CallOptions {
  /** Who is calling; the person of the request being served, else this service. */
  actor?: Actor;
  /**
   * Milliseconds to wait; 2000, and never past the deadline of the request being served, of whose time a tenth is left
   * for its own answer. A stream has no deadline while
   * its messages flow: the peer may take so long to accept the next one, and to answer after the last; 60,000.
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
/** How long a repeated call waits for a peer that has just come, or comes back; the channel tries anew meanwhile. */
const connectTimeoutMs = 1_000;
/**
 * How soon a name may be asked for again. By default an answer is kept for 30 s, however many of its addresses have
 * gone: nobody would find the pods that took their place.
 */
const dnsCacheMs = 1_000;
/** While a peer counts as away, this often one call finds out whether it is back. */
const trialEveryMs = 250;
/** A name with several addresses behind it is a peer with several copies, and each takes its turn. */
const roundRobin = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });
const maxParallel = 200;
const maxWaiting = 400;

/** A method as it is generated: with what its contract says of being called again. */
type Method = ServiceDefinition[string] & {
  idempotencyLevel?: 'NO_SIDE_EFFECTS' | 'IDEMPOTENT' | 'IDEMPOTENCY_UNKNOWN';
};

/** What the contract declares a read, or a write that may be repeated, is sent again; any other call never is. */
const mayRepeat = ({ idempotencyLevel, requestStream }: Method): boolean =>
  !requestStream && (idempotencyLevel === 'NO_SIDE_EFFECTS' || idempotencyLevel === 'IDEMPOTENT');

/**
 * A client of a sibling service: `const tribes = connect(ctx, TribesServiceService, 'tribes', address)`. Each call
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
    'grpc.max_reconnect_backoff_ms': connectTimeoutMs / 4,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.service_config': roundRobin,
    'grpc.dns_min_time_between_resolutions_ms': dnsCacheMs,
    // Names have no such records here; to look for them doubles what the cluster's DNS is asked.
    'grpc.service_config_disable_resolution': 1,
  });
  ctx.onStop(`client of ${peer}`, () => client.close());
  const caller = new GrpcPeer(ctx, client, peer);
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
  readonly #policy: IPolicy;
  /** Streams last as long as their senders take: they have places of their own. */
  readonly #streamPolicy: IPolicy;

  constructor(ctx: Context, client: Client, peer: string) {
    this.#ctx = ctx;
    this.#client = client;
    this.#peer = peer;
    this.#liveness = new PeerLiveness(client);
    const breaker = circuitBreaker(handleWhen(isUnreachable), {
      halfOpenAfter: trialEveryMs,
      breaker: new ConsecutiveBreaker(8),
    });
    const places = (): BulkheadPolicy => bulkhead(maxParallel, maxWaiting);
    this.#policy = wrap(places(), breaker);
    this.#streamPolicy = wrap(places(), breaker);
    ctx.metrics.watchBreaker({ peer, protocol: 'grpc', isOpen: () => breaker.state === CircuitState.Open });
  }

  async call(method: Method, request: unknown, options: CallOptions = {}) {
    const span = currentRequest()?.span?.child({ kind: 'rpc-client', rpc: method.path, peer: this.#peer });
    if (!span) return this.#persevere(method, request, options);
    try {
      const answer = await this.#persevere(method, request, options, span);
      span.end();
      return answer;
    } catch (error) {
      span.end({ error });
      throw error;
    }
  }

  async #persevere(method: Method, request: unknown, options: CallOptions, span?: Span): Promise<unknown> {
    const policy = method.requestStream ? this.#streamPolicy : this.#policy;
    const attempt = (settings: CallOptions, waitForReady = false) =>
      policy.execute(() => this.#once(method, request, settings, waitForReady, span));
    const began = performance.now();
    try {
      return await attempt(options);
    } catch (error) {
      // Who has waited for a peer that hangs, or for its store, does not wait once more.
      const late = performance.now() - began > connectTimeoutMs;
      if (!mayRepeat(method) || !isUnavailable(error) || late) return rethrow(error);
      // A channel that has just failed refuses at once what is asked in its pause, though the peer may be back.
      const timeoutMs = Math.min(connectTimeoutMs, options.timeoutMs ?? connectTimeoutMs);
      return await attempt({ ...options, timeoutMs }, true).catch((reason) =>
        rethrow(isTimeout(reason) ? error : reason),
      );
    }
  }

  #once(
    method: Method,
    request: unknown,
    options: CallOptions,
    waitForReady: boolean,
    span: Span | undefined,
  ): Promise<unknown> {
    const scope = currentRequest();
    const actor = options.actor ?? scope?.actor ?? serviceActor(this.#ctx.name);
    const metadata = new Metadata({ waitForReady });
    metadata.set('authorization', `Bearer ${this.#ctx.tokens.sign(actor, this.#peer)}`);
    if (scope?.requestId) metadata.set('x-request-id', scope.requestId);
    if (span) metadata.set('traceparent', span.traceparent);
    if (method.requestStream)
      return this.#stream(method, request as AsyncIterable<unknown>, metadata, options.timeoutMs);
    const timeout = Math.min(options.timeoutMs ?? callMs, timeLeftToAskMs());
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
    timeoutMs = streamTimeoutMs,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waitMs = Math.min(timeoutMs, currentRequest()?.timeoutMs ?? timeoutMs);
      const patience = new RetryWindow(this.#liveness, waitMs, (error) => {
        reject(error);
        stream.cancel();
      });
      const settle = this.#settler(resolve, reject, patience);
      const stream = this.#client.makeClientStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        metadata,
        {},
        settle,
      );
      pump(messages, stream, patience).catch((error) => {
        patience.end();
        stream.cancel();
        reject(error);
      });
    });
  }

  #settler(resolve: (value: unknown) => void, reject: (error: unknown) => void, waiting: PendingCall) {
    return (error: unknown, value: unknown): void => {
      waiting.end();
      if (!error || carriesAppError(error)) this.#liveness.heard();
      if (!error) resolve(value);
      else reject(hasRunOut(error) ? waiting.overdue(error) : fromGrpcError(error));
    };
  }
}

/** How long a peer is waited for, as often as it is. */
class RetryWindow implements PendingCall {
  readonly #liveness: PeerLiveness;
  readonly #ms: number;
  readonly #over: (error: AppError) => void;
  #waiting: PendingCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(liveness: PeerLiveness, ms: number, over: (error: AppError) => void) {
    this.#liveness = liveness;
    this.#ms = ms;
    this.#over = over;
  }

  begin(): void {
    if (this.#ended) return;
    this.#waiting = this.#liveness.wait(this.#ms);
    this.#timer = setTimeout(() => this.#over(this.overdue()), this.#ms);
  }

  pause(): void {
    this.#waiting?.end();
    clearTimeout(this.#timer);
  }

  overdue(cause?: unknown): AppError {
    return this.#waiting?.overdue(cause) ?? fail('timeout', undefined, { cause, retryAfter: 2 });
  }

  end(): void {
    this.#ended = true;
    this.pause();
  }
}

/** Writes messages as fast as the peer takes them. */
async function pump(
  messages: AsyncIterable<unknown>,
  stream: ClientWritableStream<unknown>,
  patience: RetryWindow,
): Promise<void> {
  let over = false;
  stream.once('close', () => {
    over = true;
  });
  stream.on('error', () => {
    over = true;
  });
  for await (const message of messages) {
    if (over) return;
    if (stream.write(message)) continue;
    patience.begin();
    await drained(stream);
    patience.pause();
  }
  stream.end();
  patience.begin();
}

function drained(stream: ClientWritableStream<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go).off('error', go);
      resolve();
    };
    stream.on('drain', go).on('close', go).on('error', go);
  });
}

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';
const isTimeout = (error: unknown): boolean => error instanceof AppError && error.code === 'timeout';
const isUnreachable = (error: unknown): boolean => isUnavailable(error) || isTimeout(error);

/** An open breaker or a full bulkhead is the peer being away, to whoever asked. */
function rethrow(error: unknown): never {
  if (isBrokenCircuitError(error) || isBulkheadRejectedError(error))
    throw fail('unavailable', undefined, { cause: error });
  throw error;
}
