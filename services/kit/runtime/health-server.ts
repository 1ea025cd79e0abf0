import type { RequestListener } from 'node:http';
import type { Metrics } from '../trace/metrics.ts';

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
 * `/readyz` (its stores are there; 503 and their names when not), `/metrics` (Prometheus text).
 */
export function healthApp(metrics: Metrics, missing: () => Promise<string[]>): RequestListener {
  return async (req, res) => {
    const answer = (status: number, body: string, type = 'application/json') =>
      res.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    try {
      if (req.url === '/healthz') return answer(200, '{"status":"up"}');
      if (req.url === '/readyz') {
        const away = await missing();
        return answer(away.length === 0 ? 200 : 503, JSON.stringify({ ready: away.length === 0, away }));
      }
      if (req.url === '/metrics') {
        return answer(200, await metrics.registry.metrics(), metrics.registry.contentType);
      }
      return answer(404, '{}');
    } catch (error) {
      return answer(500, JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  };
}
