import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { BenchSystem, Usages } from './test-system.ts';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Result of a run. Latencies are milliseconds, processor times shares of one core. */
export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Size of one response, headers included. */
  bytes: number;
  /** Responses other than 2xx, broken connections, and timeouts of ten seconds. */
  errors: number;
  cpu?: { server: number; stores: number; generator: number };
}

export interface LoadOptions {
  stage: BenchSystem;
  connections: number;
  seconds: number;
  /** Upper limit of requests per second; unlimited when left out. */
  rate?: number;
}

/**
 * Sends requests without pause for a time and counts the responses. `next` is called for every request of every
 * connection.
 */
export async function runLoad(
  { stage, connections, seconds, rate }: LoadOptions,
  next: () => LoadRequest,
): Promise<Figures & { answers: number }> {
  const before = stage.own?.usages();
  const began = performance.now();
  const result = await autocannon({
    url: stage.url,
    connections,
    duration: seconds,
    timeout: 10,
    ...(rate && { overallRate: rate }),
    requests: [{ setupRequest: (request) => ({ ...request, ...toRequest(next()) }) }],
  });
  const elapsed = (performance.now() - began) / 1000;
  const after = stage.own?.usages();
  const answers = result.requests.total;
  return {
    answers,
    perSecond: answers / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: answers === 0 ? 0 : result.throughput.total / answers,
    errors: result.errors + result.non2xx,
    ...(before && after && { cpu: computeShares(before, after, elapsed) }),
  };
}

function toRequest({ method, path, headers = {}, body }: LoadRequest): autocannon.Request {
  return { method, path, headers, ...(body !== undefined && { body }) };
}

export function computeShares(before: Usages, after: Usages, seconds: number): NonNullable<Figures['cpu']> {
  const share = (side: keyof Usages) => Math.max(0, (after[side].cpuSeconds - before[side].cpuSeconds) / seconds);
  return { server: share('server'), stores: share('stores'), generator: share('generator') };
}

/** Returns the run with the median rate; all its figures belong together. */
export function medianRun(runs: readonly Figures[]): Figures {
  const sorted = [...runs].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('no run');
  return { ...middle, errors: runs.reduce((sum, { errors }) => sum + errors, 0) };
}
