import { TribeParams as params } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  Challenge,
  ChallengeChange,
  ChallengeParams,
  Level,
  LevelChange,
  LevelParams,
  NewChallenge,
  NewLevel,
  NewOrder,
  OwnLevels,
  Progress,
  TribeConfig,
} from '../../api/levels.ts';
import { createChallenge, deleteChallenge, editChallenge, orderChallenges } from '../challenges.ts';
import type { Deps } from '../deps.ts';
import { createLevel, deleteLevel, editLevel, orderLevels } from '../level-editing.ts';
import { listOwnLevels, readConfig } from '../levels.ts';
import { readProgress } from '../progress.ts';

const guards = [signedIn] as const;

export function levelRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/@me/levels',
    {
      guards,
      operationId: 'listOwnLevels',
      summary: "The names of the viewer's levels and of the next ones",
      answer: OwnLevels,
    },
    ({ actor }) => listOwnLevels(deps, actor),
  );

  routes.get(
    '/tribes/:tribeId/config',
    {
      guards,
      operationId: 'readTribeConfig',
      summary: 'The levels of a tribe',
      params,
      answer: TribeConfig,
      errors: [403],
    },
    ({ actor, params: { tribeId } }) => readConfig(deps, actor, tribeId),
  );

  routes.get(
    '/tribes/:tribeId/progress',
    {
      guards,
      operationId: 'readTribeProgress',
      summary: "The viewer's progress through the levels",
      params,
      answer: Progress,
      errors: [403],
    },
    ({ actor, params: { tribeId } }) => readProgress(deps, actor, tribeId),
  );

  levelEditingRoutes(routes, deps);
}

function levelEditingRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/levels',
    { guards, operationId: 'createLevel', summary: 'Add a level', params, body: NewLevel, answer: Level, status: 201 },
    ({ actor, params: { tribeId }, body }) => createLevel(deps, actor, tribeId, body),
  );

  routes.put(
    '/tribes/:tribeId/levels/order',
    {
      guards,
      operationId: 'orderLevels',
      summary: 'Reorder the levels',
      params,
      body: NewOrder,
      answer: TribeConfig,
      errors: [409],
    },
    ({ actor, params: { tribeId }, body }) => orderLevels(deps, actor, tribeId, body.ids),
  );

  routes.put(
    '/tribes/:tribeId/levels/:levelId',
    {
      guards,
      operationId: 'editLevel',
      summary: 'Change a level',
      params: LevelParams,
      body: LevelChange,
      answer: Level,
    },
    ({ actor, params: ids, body }) => editLevel(deps, actor, ids, body),
  );

  routes.delete(
    '/tribes/:tribeId/levels/:levelId',
    { guards, operationId: 'deleteLevel', summary: 'Delete a level', params: LevelParams, answer: Ok, errors: [409] },
    async ({ actor, params: ids }) => {
      await deleteLevel(deps, actor, ids);
      return done;
    },
  );

  challengeRoutes(routes, deps);
}

function challengeRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/levels/:levelId/challenges',
    {
      guards,
      operationId: 'createChallenge',
      summary: 'Add a challenge',
      params: LevelParams,
      body: NewChallenge,
      answer: Challenge,
      status: 201,
    },
    ({ actor, params: ids, body }) => createChallenge(deps, actor, ids, body),
  );

  routes.put(
    '/tribes/:tribeId/levels/:levelId/challenges/order',
    {
      guards,
      operationId: 'orderChallenges',
      summary: 'Reorder the challenges of a level',
      params: LevelParams,
      body: NewOrder,
      answer: Level,
      errors: [409],
    },
    ({ actor, params: ids, body }) => orderChallenges(deps, actor, ids, body.ids),
  );

  routes.put(
    '/tribes/:tribeId/challenges/:challengeId',
    {
      guards,
      operationId: 'editChallenge',
      summary: 'Change a challenge',
      params: ChallengeParams,
      body: ChallengeChange,
      answer: Challenge,
    },
    ({ actor, params: ids, body }) => editChallenge(deps, actor, ids, body),
  );

  routes.delete(
    '/tribes/:tribeId/challenges/:challengeId',
    { guards, operationId: 'deleteChallenge', summary: 'Delete a challenge', params: ChallengeParams, answer: Ok },
    async ({ actor, params: ids }) => {
      await deleteChallenge(deps, actor, ids);
      return done;
    },
  );
}
