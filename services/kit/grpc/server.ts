import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import {
  type handleClientStreamingCall,
  type handleUnaryCall,
  type Metadata,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { Actor } from '../core/actor.ts';
import type { Context } from '../core/context.ts';
import { hourMs } from '../core/durations.ts';
import { type AppError, fail } from '../core/errors.ts';
import { type RequestContext, runInContext } from '../core/request-context.ts';
import type { Span } from '../core/span.ts';
import type { TimeLimits } from '../core/time-limits.ts';
import { toGrpcError } from './errors.ts';
import { marksLastKey, type StreamMessage } from './stream-wait.ts';

/** The call context passed to a handler. */
export interface RpcCall {
  /** The user whose request caused the call, or the calling service. */
  actor: Actor;
  requestId: string;
  /** Aborted when the caller no longer waits: it has cancelled the call, or its deadline has passed. */
  signal: AbortSignal;
}

/** The methods of a ts-proto service, as async functions; a client stream is an async iterable of its messages. */
export type Handlers<S> = {
  [K in keyof S]: S[K] extends MethodDefinition<infer Req, infer Res> & { requestStream: infer Streams }
    ? (request: Streams extends true ? AsyncIterable<Req> : Req, call: RpcCall) => Promise<Res>
    : never;
};

type AnyCall = ServerUnaryCall<unknown, unknown> | ServerReadableStream<unknown, unknown>;
type AnyHandler = (request: unknown, call: RpcCall) => Promise<unknown>;

const maxMessageBytes = 4 * 1024 * 1024;
const defaultDeadlineMs = 10_000;
/** Maximum pause between two messages of a stream. */
const streamIdleMs = 60_000;
/** Time limit of the response after the end of a stream. */
const streamResponseMs = 30_000;

/** Connections are closed at this age, so that clients look up the name again and find new replicas. */
const connectionAgeMs = 5 * 60 * 1000;
/** Longer than any call, including uploads over slow connections. */
const connectionGraceMs = hourMs;

/** The gRPC server of a service. Calls without an internal token are UNAUTHENTICATED (trust.md 3). */
export class GrpcServer {
  readonly #server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_connection_age_ms': connectionAgeMs,
    'grpc.max_connection_age_grace_ms': connectionGraceMs,
  });
  readonly #ctx: Context;
  readonly #seconds;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#seconds = ctx.metrics.histogram('grpc_server_handling_seconds', 'Duration of gRPC calls', ['method', 'code']);
  }

  /** Serves a ts-proto service, e.g. `serve(TribesServiceService, tribesRpc(…))`. */
  serve<S extends ServiceDefinition>(definition: S, handlers: Handlers<S>): this {
    const methods: Record<string, MethodDefinition<unknown, unknown>> = {};
    const implementation: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(definition)) {
      const handle = (handlers as Record<string, AnyHandler>)[name];
      if (!handle) throw new Error(`gRPC method without a handler: ${name}`);
      if (method.requestStream) requireMarkable(method);
      methods[name] = { ...method, requestDeserialize: (bytes) => readRequest(method, bytes) };
      implementation[name] = this.#adapt(method.path, handle);
    }
    this.#server.addService(methods, implementation);
    return this;
  }

  /** Listens; resolves to `host:port`. */
  listen(host: string, port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, actual) =>
        error ? reject(error) : resolve(`${host}:${actual}`),
      );
    });
  }

  /** Waits up to `graceMs` for active calls, then cancels them. */
  close(graceMs = 2_000): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#server.forceShutdown();
        resolve();
      }, graceMs);
      this.#server.tryShutdown(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #adapt(
    path: string,
    handle: AnyHandler,
  ): handleUnaryCall<unknown, unknown> | handleClientStreamingCall<unknown, unknown> {
    return (call: AnyCall, respond: sendUnaryData<unknown>) => {
      // A stream refused before it is read may still emit an error, which has no other listener.
      call.on('error', () => undefined);
      const startedAt = performance.now();
      const span = this.#ctx.tracing?.continueTrace(traceparentOf(call.metadata), { kind: 'rpc-server', rpc: path });
      const done = (code: string, error?: unknown) => {
        this.#seconds.observe({ method: path, code }, (performance.now() - startedAt) / 1000);
        span?.end({ error });
      };
      this.#run(call, handle, span).then(
        (value) => {
          done('OK');
          respond(null, value);
        },
        (error) => {
          const failure = toGrpcError(error);
          done(String(failure.code), error);
          // The result of a cancelled stream is irrelevant.
          if (isStream(call) && (call.cancelled || failure.details === 'malformed_body'))
            this.#ctx.log.info({ method: path, err: error }, 'rpc cancelled by client');
          else if (failure.details === 'internal') this.#ctx.log.error({ err: error, method: path }, 'rpc failed');
          respond({ ...failure, name: failure.details, message: failure.details });
        },
      );
    };
  }

  async #run(call: AnyCall, handle: AnyHandler, span: Span | undefined): Promise<unknown> {
    const actor = this.#ctx.tokens.verify(bearer(call.metadata), this.#ctx.name);
    const requestId = String(call.metadata.get('x-request-id')[0] ?? '');
    const context: RequestContext = { requestId, actor, deadline: Number(call.getDeadline()), span };
    const signal = signalOf(call);
    if (isStream(call)) {
      const request = readMessages(call, context, this.#ctx.timeLimits);
      return runInContext(context, () => handle(request, { actor, requestId, signal }));
    }
    if (call.request instanceof InvalidMessage) throw call.request.refusal();
    if (!Number.isFinite(context.deadline))
      context.deadline = Date.now() + defaultDeadlineMs * this.#ctx.timeLimits.factor;
    return runInContext(context, () => handle(call.request, { actor, requestId, signal }));
  }
}

/** A message that violates the contract: malformed bytes or an unknown enum value. */
class InvalidMessage {
  readonly #cause: unknown;

  constructor(cause: unknown) {
    this.#cause = cause;
  }

  refusal = (): AppError => fail('invalid_input', undefined, { cause: this.#cause });
}

/** Returns an `InvalidMessage` instead of throwing, because gRPC would turn an error here into an unlogged fault. */
function readRequest(method: MethodDefinition<unknown, unknown>, bytes: Buffer): unknown {
  try {
    return method.requestDeserialize(bytes);
  } catch (error) {
    return new InvalidMessage(error);
  }
}

function requireMarkable({ path, requestDeserialize }: MethodDefinition<unknown, unknown>): void {
  const empty = requestDeserialize(Buffer.alloc(0)) as StreamMessage;
  if (!('isLast' in empty)) throw new Error(`messages of a client stream need a field is_last: ${path}`);
}

const isStream = (call: AnyCall): call is ServerReadableStream<unknown, unknown> => !('request' in call);

function signalOf(call: AnyCall): AbortSignal {
  const cancellation = new AbortController();
  if (call.cancelled) cancellation.abort();
  else call.once('cancelled', () => cancellation.abort());
  return cancellation.signal;
}

/**
 * Yields the messages of a stream. Only the pause between two messages is limited; the deadline of the response is set
 * at the end. Throws `malformed_body` for a cancelled stream, which can end like a complete one: a stream is complete
 * with the message marked as its last.
 */
async function* readMessages(
  call: ServerReadableStream<unknown, unknown>,
  context: RequestContext,
  { factor }: TimeLimits,
): AsyncGenerator<unknown> {
  const idleMs = streamIdleMs * factor;
  const abort = () => call.destroy(fail('body_too_slow'));
  let idle = setTimeout(abort, idleMs);
  // Clients of earlier releases mark no message.
  let isComplete = call.metadata.get(marksLastKey).length === 0;
  try {
    for await (const message of call) {
      clearTimeout(idle);
      if (message instanceof InvalidMessage) throw message.refusal();
      if ((message as StreamMessage).isLast) isComplete = true;
      yield message;
      idle = setTimeout(abort, idleMs);
    }
  } finally {
    clearTimeout(idle);
  }
  // A cancellation is usually reported just after the end.
  await setImmediate();
  if (call.cancelled || !isComplete) throw fail('malformed_body');
  context.deadline = Math.min(context.deadline, Date.now() + streamResponseMs * factor);
}

const traceparentOf = (metadata: Metadata): string | undefined => metadata.get('traceparent')[0]?.toString();

function bearer(metadata: Metadata): string | undefined {
  const value = metadata.get('authorization')[0];
  return typeof value === 'string' ? value.replace(/^Bearer /, '') : undefined;
}
