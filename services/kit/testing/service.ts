import { Writable } from 'node:stream';
import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import { pino } from 'pino';
import { type Actor, InternalTokens, visitorActor } from '../core/actor.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Env } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import { Metrics } from '../core/metrics.ts';
import { examplesOf } from '../core/settings.ts';
import { type TimeLimits, timeLimitsOf } from '../core/time-limits.ts';
import { type Calls, connect } from '../grpc/client.ts';
import { GrpcServer, type Handlers } from '../grpc/server.ts';
import { internalHeader } from '../http/app.ts';
import { type RunningService, start } from '../service/host.ts';
import type { Service } from '../service/service.ts';
import { closeAfterFile } from './left-open.ts';

export const testSecret = 'a-secret-for-tests-only';
/** Many tests share a busy machine: none may see an outage that comes of that. */
export const testTimeFactor = 10;
/** Settings of a process whose time limits a test is about: those of production. */
export const trueTimeLimits = { TIME_LIMITS_FACTOR: '1' };

/** A clock that stands still until it is moved. */
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
 * A context for tests of the kit's own parts; `close()` runs what was registered with onStop, once. `timeFactor` 1 is for
 * tests of what happens at a time limit.
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
  const closeAll = async () => {
    stopping.abort();
    for (const close of closers.reverse()) await close();
  };
  const close = () => {
    closed ??= closeAll();
    return closed;
  };
  closeAfterFile(close);
  return {
    name,
    clock,
    log: pino({ level: 'silent' }),
    metrics: new Metrics(name),
    tokens: new InternalTokens(testSecret),
    checkAnswers: true,
    timeLimits: timeLimitsOf({ factor: timeFactor }),
    stopping: stopping.signal,
    newId: () => `00000000-0000-7000-8000-${String(++serial).padStart(12, '0')}`,
    onStop: (_what, close) => closers.push(close),
    readyWhen: () => undefined,
    watch: () => undefined,
    close,
  };
}

/** A service as the test answers for it: its contract, and those of its rpcs that are called. */
export interface PeerStub<S extends GrpcDefinition> {
  readonly definition: S;
  readonly handlers: Partial<Handlers<S>>;
}

/**
 * A peer that answers from the test, in the test's time: a real gRPC server on loopback that keeps to the proto
 * contract. An rpc without a handler is answered with UNIMPLEMENTED and its name.
 */
export async function stubPeer<S extends GrpcDefinition>(
  name: string,
  definition: S,
  handlers: Partial<Handlers<S>>,
  clock: Clock = systemClock,
): Promise<{ address: string; stop(): Promise<void> }> {
  const ctx = testContext(name, clock);
  const isHandled = ([rpc]: [string, unknown]) => rpc in handlers;
  // Only the rpcs that have a handler: what a server does not know it answers so by itself.
  const handled = Object.fromEntries(Object.entries(definition).filter(isHandled)) as S;
  const server = new GrpcServer(ctx).serve(handled, handlers as Handlers<S>);
  const address = await server.listen('127.0.0.1', 0);
  return { address, stop: () => server.close() };
}

/** A client of a stub, as the service of the context has it; the stub is stopped with the context. */
export async function connectStub<S extends GrpcDefinition>(
  ctx: Context,
  name: string,
  { definition, handlers }: PeerStub<S>,
): Promise<Calls<S>> {
  const { address, stop } = await stubPeer(name, definition, handlers, ctx.clock);
  ctx.onStop(name, stop);
  return connect(ctx, definition, name, address);
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; their schemas are checked by the service
  body: any;
}

export interface TestService extends RunningService {
  /** Speaks to the service as the gateway would, on behalf of `actor` (a visitor when left out). */
  as(actor?: Actor): TestClient;
  /** What the service logged, a JSON line each. */
  logged: string[];
}

export interface TestClient {
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
}

/** Starts a service over real stores; `env` holds what `testStores()` gave and the addresses of peers. */
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
  return {
    ...running,
    logged,
    as: (actor = visitorActor()) => client(running.httpUrl, () => tokens.sign(actor, service.name)),
  };
}

function client(origin: string, token: () => string): TestClient {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${origin}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        [internalHeader]: token(),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
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
