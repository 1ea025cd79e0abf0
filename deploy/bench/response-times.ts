import { performance } from 'node:perf_hooks';
import { type Member, objectIn } from './bench-data.ts';

/** A request that is measured one at a time. */
export interface TimedRequest {
  title: string;
  /** Path and query below `/api`. */
  path: string;
  viewer: Member;
}

/** Response times of one request, in milliseconds. */
export interface ResponseRow {
  title: string;
  p50: number;
  p95: number;
  p99: number;
  /** Ratio of its median to that of the first request. */
  ratio: number;
  /** Upper limit for the 95th percentile; none for the first request, which is for scale. */
  atMost: number | undefined;
}

const warmUp = 10;
const rounds = 100;

/**
 * Measures requests in turn, so that other load on the machine affects all alike. The first one is for scale. Throws
 * when a response is not successful.
 */
export async function measureResponses(
  url: string,
  requests: readonly TimedRequest[],
  atMost: number,
): Promise<ResponseRow[]> {
  const measured = requests.map((request) => ({ ...request, times: [] as number[] }));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { path, viewer, times } of measured) {
      const began = performance.now();
      await read(url, path, viewer);
      if (round >= warmUp) times.push(performance.now() - began);
    }
  }
  const base = quantile(measured[0]?.times ?? [], 0.5);
  return measured.map(({ title, times }, index) => {
    const [p50, p95, p99] = [quantile(times, 0.5), quantile(times, 0.95), quantile(times, 0.99)];
    return { title, p50, p95, p99, ratio: p50 / base, atMost: index === 0 ? undefined : atMost };
  });
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** Returns the JSON object of a successful response. */
export async function read(url: string, path: string, { authorization }: Member): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api${path}`, { headers: { authorization } });
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return objectIn(response);
}
