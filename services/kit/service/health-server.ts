import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import type { Metrics } from '../core/metrics.ts';

export interface Dependency {
  name: string;
  /** Rejects or resolves to false while the dependency is unavailable. */
  check: () => Promise<boolean>;
  /** Whether readiness depends on it. */
  required: boolean;
}

/** The dependencies of a process, checked on each readiness or metrics request. */
export class Dependencies {
  readonly #all: Dependency[] = [];
  readonly #healthMs: number;

  /** A check that takes longer than `healthMs` milliseconds has failed. */
  constructor(healthMs: number) {
    this.#healthMs = healthMs;
  }

  add(dependency: Dependency): void {
    this.#all.push(dependency);
  }

  /** Returns the names of the required dependencies that are unavailable; empty when ready. */
  async unavailable(): Promise<string[]> {
    const required = this.#all.filter((dependency) => dependency.required);
    const up = await Promise.all(required.map((dependency) => this.#isUp(dependency)));
    return required.filter((_, index) => !up[index]).map(({ name }) => name);
  }

  registerGauge(metrics: Metrics): void {
    metrics.gauge(
      'dependency_up',
      'Whether a dependency of the process is available',
      ['dependency'],
      async (gauge) => {
        await Promise.all(
          this.#all.map(async (dependency) =>
            gauge.set({ dependency: dependency.name }, (await this.#isUp(dependency)) ? 1 : 0),
          ),
        );
      },
    );
  }

  async #isUp({ check }: Dependency): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.#healthMs);
    });
    // The cause is logged by the code that uses the dependency.
    const result = check().catch(() => false);
    return Promise.race([result, late]).finally(() => clearTimeout(timer));
  }
}

/**
 * Endpoints for operators, on a separate port that the gateway does not expose: `/healthz` (liveness), `/readyz`
 * (readiness; 503 with the names of unavailable stores), `/metrics` (Prometheus text; all metrics, or those named by
 * repeated `?name[]=…` for frequent requests, because rendering all of them takes milliseconds).
 */
export function healthApp(metrics: Metrics, unavailableDependencies: () => Promise<string[]>): RequestListener {
  return async (req, res) => {
    const respond = (status: number, body: string, type = 'application/json') =>
      res.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const { pathname, searchParams } = URL.parse(req.url ?? '', 'http://process') ?? {};
    try {
      if (pathname === '/healthz') return respond(200, '{"status":"up"}');
      if (pathname === '/readyz') {
        const unavailable = await unavailableDependencies();
        const ready = unavailable.length === 0;
        return respond(ready ? 200 : 503, JSON.stringify({ ready, away: unavailable }));
      }
      if (pathname === '/metrics') {
        const page = await pageOf(metrics.registry, searchParams?.getAll('name[]') ?? []);
        return respond(200, page, metrics.registry.contentType);
      }
      return respond(404, '{}');
    } catch (error) {
      return respond(500, JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  };
}

/** Renders all metrics or the named ones; ignores unknown names. */
async function pageOf(registry: Registry, names: readonly string[]): Promise<string> {
  if (names.length === 0) return registry.metrics();
  const known = names.filter((name) => registry.getSingleMetric(name) !== undefined);
  const metrics = await Promise.all(known.map((name) => registry.getSingleMetricAsString(name)));
  return metrics.map((metric) => `${metric}\n`).join('\n');
}
