import { Writable } from 'node:stream';
import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import { pino } from 'pino';
import { type Actor, InternalTokens, visitorActor } from '../core/actor.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Env } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import { Metrics } from '../core/metrics.ts';
import { examplesOf } from '../core/settings.ts';
import { buildTimeLimits, type TimeLimits } from '../core/time-limits.ts';
import { type Calls, connect } from '../grpc/client.ts';
import { GrpcServer, type Handlers } from '../grpc/server.ts';
import { internalHeader } from '../http/app.ts';
import { closingFailed, type RunningService, start } from '../service/host.ts';
import type { Service } from '../service/service.ts';
import { closeAfterFile, closeInOrder } from './left-open.ts';

export const testSecret = 'a-secret-for-tests-only';
/** Longer time limits, so that a busy machine does not look like an outage. */
export const testTimeFactor = 10;
/** Settings with the time limits of production, for tests of those limits. */
export const trueTimeLimits = { TIME_LIMITS_FACTOR: '1' };

/** A clock that only moves by `advance`. */
export class TestClock implements Clock {
  #now: Date;

  constructor(now: Date | string = '2026-03-01T12:00:00.000Z') {
    this.#now = new Date(now);
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}

/**
 * Creates a context for tests of the kit; `close()` runs the `onStop` callbacks once. Use `timeFactor` 1 in tests of
 * time limits.
 */
export function testContext(
  name = 'test',
  clock: Clock = systemClock,
  timeFactor = testTimeFactor,
): Context & { close(): Promise<void> } {
  const closers: (() => Promise<void> | void)[] = [];
  const stopping = new AbortController();
  let serial = 0;
  let closed: Promise<void> | undefined;
  const close = () => {
    stopping.abort();
    closed ??= closeInOrder(closers.reverse());
    return closed;
  };
  closeAfterFile(close);
  return {
    name,
    clock,
    log: pino({ level: 'silent' }),
    metrics: new Metrics(name),
    tokens: new InternalTokens(testSecret),
    checkResponses: true,
    timeLimits: buildTimeLimits({ factor: timeFactor }),
    stopping: stopping.signal,
    newId: () => `00000000-0000-7000-8000-${String(++serial).padStart(12, '0')}`,
    onStop: (_what, close) => closers.push(close),
    readyWhen: () => undefined,
    watch: () => undefined,
    close,
  };
}

/** A stub of a peer: its contract and handlers of the rpcs used. */
export interface PeerStub<S extends GrpcDefinition> {
  readonly definition: S;
  readonly handlers: Partial<Handlers<S>>;
}

/**
 * Starts a stub of a peer with the test's clock: a real gRPC server on loopback that conforms to the proto contract.
 * Returns UNIMPLEMENTED with the rpc's name for one without a handler.
 */
export async function stubPeer<S extends GrpcDefinition>(
  name: string,
  definition: S,
  handlers: Partial<Handlers<S>>,
  clock: Clock = systemClock,
): Promise<{ address: string; stop(): Promise<void> }> {
  const ctx = testContext(name, clock);
  const isHandled = ([rpc]: [string, unknown]) => rpc in handlers;
  // Only rpcs with a handler: gRPC returns UNIMPLEMENTED for the others.
  const handled = Object.fromEntries(Object.entries(definition).filter(isHandled)) as S;
  const server = new GrpcServer(ctx).serve(handled, handlers as Handlers<S>);
  const address = await server.listen('127.0.0.1', 0);
  return { address, stop: () => server.close() };
}

/** Starts a stub and returns a client of it; the stub stops with the context. */
export async function connectStub<S extends GrpcDefinition>(
  ctx: Context,
  name: string,
  { definition, handlers }: PeerStub<S>,
): Promise<Calls<S>> {
  const { address, stop } = await stubPeer(name, definition, handlers, ctx.clock);
  ctx.onStop(name, stop);
  return connect(ctx, definition, name, address);
}

export interface TestResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely; the service checks their schemas
  body: any;
}

export interface TestService extends RunningService {
  /** Returns a client that calls the service like the gateway, on behalf of `actor` (default: a visitor). */
  as(actor?: Actor): TestClient;
  /** Log lines of the service, as JSON. */
  logged: string[];
}

/** A body is sent as JSON, except a form and a stream (with its own `content-type`). */
export interface TestClient {
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
}

/** Starts a service over real stores; `env` contains the settings of `testStores()` and the addresses of peers. */
export async function bootService(
  service: Service,
  env: Env,
  clock: Clock = systemClock,
  timeLimits: Partial<TimeLimits> = {},
): Promise<TestService> {
  const logged: string[] = [];
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const running = await start(
    service,
    {
      ...examplesOf(service.variables),
      INTERNAL_TOKEN_SECRET: testSecret,
      CHECK_ANSWERS: 'on',
      LOG_LEVEL: 'info',
      TIME_LIMITS_FACTOR: String(testTimeFactor),
      ...env,
    },
    { clock, logTo, timeLimits },
  );
  const tokens = new InternalTokens(testSecret);
  const stop = async () => {
    await running.stop();
    // A service continues its shutdown after such a failure; a test must not.
    const failures = logged.filter((line) => line.includes(closingFailed));
    if (failures.length > 0) throw new Error(failures.join(''));
  };
  return {
    ...running,
    stop,
    logged,
    as: (actor = visitorActor()) => client(running.httpUrl, () => tokens.sign(actor, service.name)),
  };
}

function client(origin: string, token: () => string): TestClient {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isRaw = body instanceof FormData || body instanceof ReadableStream;
    const response = await fetch(`${origin}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        [internalHeader]: token(),
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body), duplex: 'half' }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body = {}, headers) => call('POST', path, body, headers),
    put: (path, body = {}, headers) => call('PUT', path, body, headers),
    delete: (path, body, headers) => call('DELETE', path, body, headers),
  };
}
