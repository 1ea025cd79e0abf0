import { Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { Ledger, LedgerQuery, MyPoints, PointsByTribe, Thresholds } from '../api.ts';
import type { Deps } from './deps.ts';
import { ledgerPage } from './ledger.ts';
import { thresholds } from './levels.ts';
import { pointsInTribes, pointsOf } from './points.ts';

export function gamificationRoutes({ store, tribes, cursors }: Deps): Routes {
  const routes = new Routes();

  routes.get(
    '/gamification/me',
    { guards: [signedIn], summary: "The caller's points and level over all tribes", answer: MyPoints },
    ({ actor }) => pointsOf(store, actor.id),
  );

  routes.get(
    '/gamification/me/by-tribe',
    { guards: [signedIn], summary: "The caller's points and level in each of their tribes", answer: PointsByTribe },
    ({ actor }) => pointsInTribes(store, tribes, actor.id),
  );

  routes.get(
    '/gamification/me/ledger',
    { guards: [signedIn], summary: 'What the points were given for', query: LedgerQuery, answer: Ledger },
    ({ actor, query }) => ledgerPage(store, cursors, actor.id, query),
  );

  routes.get(
    '/gamification/thresholds',
    { guards: [signedIn], summary: 'The points that each level asks for', answer: Thresholds },
    async () => ({ thresholds }),
  );

  return routes;
}
