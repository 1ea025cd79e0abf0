import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import type { Metrics } from '../core/metrics.ts';

export interface Dependency {
  what: string;
  /** Rejects or answers false while the part is away. */
  check: () => Promise<boolean>;
  /** Whether the service is not ready without it. */
  required: boolean;
}

/** What a process needs of others, looked at when an operator asks. */
export class Dependencies {
  readonly #all: Dependency[] = [];
  readonly #healthMs: number;

  /** A part that has not answered within `healthMs` milliseconds is away. */
  constructor(healthMs: number) {
    this.#healthMs = healthMs;
  }

  add(dependency: Dependency): void {
    this.#all.push(dependency);
  }

  /** The required parts that are away, by name; empty when ready. */
  async unavailable(): Promise<string[]> {
    const required = this.#all.filter((dependency) => dependency.required);
    const up = await Promise.all(required.map((dependency) => this.#isUp(dependency)));
    return required.filter((_, index) => !up[index]).map(({ what }) => what);
  }

  show(metrics: Metrics): void {
    metrics.gauge('dependency_up', 'Whether a part answers that the process needs', ['dependency'], async (gauge) => {
      await Promise.all(
        this.#all.map(async (dependency) =>
          gauge.set({ dependency: dependency.what }, (await this.#isUp(dependency)) ? 1 : 0),
        ),
      );
    });
  }

  async #isUp({ check }: Dependency): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.#healthMs);
    });
    // Why it is away is logged where it is used.
    const answer = check().catch(() => false);
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
}

/**
 * What operators ask a process on its own port, never through the gateway: `/healthz` (the process lives),
 * `/readyz` (its stores are there; 503 and their names when not), `/metrics` (Prometheus text; only those that are named
 * by `?name[]=…`, as often as wished, for who asks again and again: all of them take a process milliseconds).
 */
export function healthApp(metrics: Metrics, missing: () => Promise<string[]>): RequestListener {
  return async (req, res) => {
    const answer = (status: number, body: string, type = 'application/json') =>
      res.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const { pathname, searchParams } = URL.parse(req.url ?? '', 'http://process') ?? {};
    try {
      if (pathname === '/healthz') return answer(200, '{"status":"up"}');
      if (pathname === '/readyz') {
        const away = await missing();
        return answer(away.length === 0 ? 200 : 503, JSON.stringify({ ready: away.length === 0, away }));
      }
      if (pathname === '/metrics') {
        const page = await pageOf(metrics.registry, searchParams?.getAll('name[]') ?? []);
        return answer(200, page, metrics.registry.contentType);
      }
      return answer(404, '{}');
    } catch (error) {
      return answer(500, JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  };
}

/** A name that there is no metric of adds nothing. */
async function pageOf(registry: Registry, names: readonly string[]): Promise<string> {
  if (names.length === 0) return registry.metrics();
  const known = names.filter((name) => registry.getSingleMetric(name) !== undefined);
  const metrics = await Promise.all(known.map((name) => registry.getSingleMetricAsString(name)));
  return metrics.map((metric) => `${metric}\n`).join('\n');
}
