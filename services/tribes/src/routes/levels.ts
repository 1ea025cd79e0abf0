import { TribeParams as params } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { Progress, TribeConfig } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { readConfig, readProgress } from '../levels.ts';

export function levelRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/config',
    { guards: [signedIn], summary: 'The levels of a tribe', params, answer: TribeConfig },
    ({ actor, params: { tribeId } }) => readConfig(deps, actor, tribeId),
  );

  routes.get(
    '/tribes/:tribeId/progress',
    { guards: [signedIn], summary: "The caller's progress through the levels", params, answer: Progress },
    ({ actor, params: { tribeId } }) => readProgress(deps, actor, tribeId),
  );
}
