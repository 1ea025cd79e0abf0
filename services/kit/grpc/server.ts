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
import { type AppError, fail } from '../core/errors.ts';
import { type RequestContext, runInContext } from '../core/request-context.ts';
import type { Span } from '../core/span.ts';
import { toGrpcError } from './errors.ts';

/** What a handler is given beside the request. */
export interface RpcCall {
  /** Who is behind it: the person whose request caused it, or the calling service. */
  actor: Actor;
  requestId: string;
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
/** How long the sender of a stream may pause between two messages. */
const streamIdleMs = 60_000;
/** How long the answer to a stream may take once all of it is here. */
const streamAnswerMs = 30_000;

/** A caller whose connection ends asks the name anew, and so learns of copies of us that came since. */
const connectionAgeMs = 5 * 60 * 1000;
/** Longer than any call takes, uploads over slow lines too. */
const connectionGraceMs = 60 * 60 * 1000;

/** The gRPC side of a service. Every call carries an internal token, or it is UNAUTHENTICATED (trust.md 3). */
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
    this.#seconds = ctx.metrics.histogram('grpc_server_handling_seconds', 'Time to answer a gRPC call', [
      'method',
      'code',
    ]);
  }

  /** Serves a ts-proto service, e.g. `serve(TribesServiceService, tribesRpc(…))`. */
  serve<S extends ServiceDefinition>(definition: S, handlers: Handlers<S>): this {
    const methods: Record<string, MethodDefinition<unknown, unknown>> = {};
    const implementation: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(definition)) {
      const handle = (handlers as Record<string, AnyHandler>)[name];
      if (!handle) throw new Error(`gRPC method without a handler: ${name}`);
      methods[name] = { ...method, requestDeserialize: (bytes) => readRequest(method, bytes) };
      implementation[name] = this.#adapt(method.path, handle);
    }
    this.#server.addService(methods, implementation);
    return this;
  }

  /** Listens; answers `host:port`. */
  listen(host: string, port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, actual) =>
        error ? reject(error) : resolve(`${host}:${actual}`),
      );
    });
  }

  /** Lets the calls at work end, for so long at most. */
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
    return (call: AnyCall, answer: sendUnaryData<unknown>) => {
      // A call that is refused before its stream is read may still fail, and nothing else handles that error.
      call.on('error', () => undefined);
      const began = performance.now();
      const span = this.#ctx.tracing?.continueTrace(traceparentOf(call.metadata), { kind: 'rpc-server', rpc: path });
      const done = (code: string, error?: unknown) => {
        this.#seconds.observe({ method: path, code }, (performance.now() - began) / 1000);
        span?.end({ error });
      };
      this.#run(call, handle, span).then(
        (value) => {
          done('OK');
          answer(null, value);
        },
        (error) => {
          const failure = toGrpcError(error);
          done(String(failure.code), error);
          // Whatever came of it: nothing waits for the answer to a stream that its sender broke off.
          if (isStream(call) && call.cancelled)
            this.#ctx.log.info({ method: path, err: error }, 'rpc cancelled by client');
          else if (failure.details === 'internal') this.#ctx.log.error({ err: error, method: path }, 'rpc failed');
          answer({ ...failure, name: failure.details, message: failure.details });
        },
      );
    };
  }

  async #run(call: AnyCall, handle: AnyHandler, span: Span | undefined): Promise<unknown> {
    const actor = this.#ctx.tokens.verify(bearer(call.metadata), this.#ctx.name);
    const requestId = String(call.metadata.get('x-request-id')[0] ?? '');
    const asked = Number(call.getDeadline());
    const scope: RequestContext = { requestId, actor, deadline: asked, span };
    if (isStream(call)) {
      const request = readMessages(call, scope);
      return runInContext(scope, () => handle(request, { actor, requestId }));
    }
    if (call.request instanceof Unreadable) throw call.request.refusal();
    if (!Number.isFinite(asked)) scope.deadline = Date.now() + defaultDeadlineMs * this.#ctx.timeLimits.factor;
    return runInContext(scope, () => handle(call.request, { actor, requestId }));
  }
}

/** A message that the contract does not allow: bytes that are none, or a number that an enum does not have. */
class Unreadable {
  readonly #cause: unknown;

  constructor(cause: unknown) {
    this.#cause = cause;
  }

  refusal = (): AppError => fail('invalid_input', undefined, { cause: this.#cause });
}

/** What throws in here, gRPC would answer as a fault of ours, and log nowhere. */
function readRequest(method: MethodDefinition<unknown, unknown>, bytes: Buffer): unknown {
  try {
    return method.requestDeserialize(bytes);
  } catch (error) {
    return new Unreadable(error);
  }
}

const isStream = (call: AnyCall): call is ServerReadableStream<unknown, unknown> => !('request' in call);

/**
 * The messages of a stream. No deadline runs while they come, only a limit to the pause between two; the time for the
 * answer runs from their end. A stream that its sender broke off ends like one that is complete; the
 * reader must not take it for whole.
 */
async function* readMessages(
  call: ServerReadableStream<unknown, unknown>,
  scope: RequestContext,
): AsyncGenerator<unknown> {
  const giveUp = () => call.destroy(fail('body_too_slow'));
  let idle = setTimeout(giveUp, streamIdleMs);
  try {
    for await (const message of call) {
      clearTimeout(idle);
      if (message instanceof Unreadable) throw message.refusal();
      yield message;
      idle = setTimeout(giveUp, streamIdleMs);
    }
  } finally {
    clearTimeout(idle);
  }
  // The news that it was broken off comes just after its end.
  await setImmediate();
  if (call.cancelled) throw fail('malformed_body');
  scope.deadline = Math.min(scope.deadline, Date.now() + streamAnswerMs);
}

const traceparentOf = (metadata: Metadata): string | undefined => metadata.get('traceparent')[0]?.toString();

function bearer(metadata: Metadata): string | undefined {
  const value = metadata.get('authorization')[0];
  return typeof value === 'string' ? value.replace(/^Bearer /, '') : undefined;
}
