import { Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { Ledger, LedgerQuery, MyPoints, PointsByTribe, Thresholds } from '../api.ts';
import type { Deps } from './deps.ts';
import { readLedger } from './ledger.ts';
import { thresholds } from './levels.ts';
import { readPoints, readPointsByTribe } from './points.ts';

export function gamificationRoutes(deps: Deps): Routes {
  const routes = new Routes();

  routes.get(
    '/gamification/me',
    {
      guards: [signedIn],
      operationId: 'readPoints',
      summary: "The viewer's points and level over all tribes",
      answer: MyPoints,
    },
    ({ actor }) => readPoints(deps, actor),
  );

  routes.get(
    '/gamification/me/by-tribe',
    {
      guards: [signedIn],
      operationId: 'readPointsByTribe',
      summary: "The viewer's points and level in each of their tribes",
      answer: PointsByTribe,
    },
    ({ actor }) => readPointsByTribe(deps, actor),
  );

  routes.get(
    '/gamification/me/ledger',
    {
      guards: [signedIn],
      operationId: 'readLedger',
      summary: "The viewer's ledger of points",
      query: LedgerQuery,
      answer: Ledger,
    },
    ({ actor, query }) => readLedger(deps, actor, query),
  );

  routes.get(
    '/gamification/thresholds',
    {
      guards: [signedIn],
      operationId: 'readThresholds',
      summary: 'The points that each level requires',
      answer: Thresholds,
    },
    async () => ({ thresholds }),
  );

  return routes;
}
