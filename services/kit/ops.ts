import type { RequestListener } from 'node:http';
import type { Metrics } from './metrics.ts';

/**
 * What operators ask a process on its own port, never through the gateway: `/healthz` (the process lives),
 * `/readyz` (its stores are there; 503 and their names when not), `/metrics` (Prometheus text).
 */
export function opsApp(metrics: Metrics, missing: () => Promise<string[]>): RequestListener {
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
