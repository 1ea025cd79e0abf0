import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import {
  Blocks,
  BlocksQuery,
  ListedUser,
  MutedTag,
  MutedWord,
  Mutes,
  UserParams,
  UserQuery,
} from '../../api/blocks.ts';
import { block, listBlocks, unblock } from '../blocks.ts';
import type { Deps } from '../deps.ts';
import {
  listMutes,
  muteTag,
  muteTribe,
  muteUser,
  muteWord,
  unmuteTag,
  unmuteTribe,
  unmuteUser,
  unmuteWord,
} from '../mutes.ts';

/** Allowed while silenced, because it affects only the actor. */
const own = { guards: [signedIn], whileSilenced: true } as const;
/** 403 at the limit of mutes. */
const atLimit = { errors: [403] } as const;
const person = { ...own, params: UserParams, query: UserQuery };

export function blockRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/me/blocks',
    {
      guards: [signedIn],
      operationId: 'listBlocks',
      summary: 'The people the user has blocked',
      query: BlocksQuery,
      answer: Blocks,
    },
    ({ actor, query }) => listBlocks(deps, actor, query),
  );

  routes.put(
    '/auth/me/blocks/users/:userId',
    {
      ...person,
      operationId: 'blockUser',
      summary: 'Block a person: neither is shown to the other',
      answer: ListedUser,
      errors: [403],
    },
    ({ actor, params, query }) => block(deps, actor, { userId: params.userId, tribeId: query.tribeId }),
  );

  routes.delete(
    '/auth/me/blocks/users/:userId',
    { ...person, operationId: 'unblockUser', summary: 'Unblock a person', answer: Ok },
    async ({ actor, params, query }) => {
      await unblock(deps, actor, { userId: params.userId, tribeId: query.tribeId });
      return done;
    },
  );
}

export function muteRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/me/mutes',
    { guards: [signedIn], operationId: 'listMutes', summary: "The user's mutes", answer: Mutes },
    ({ actor }) => listMutes(deps, actor),
  );

  for (const [method, change, verb, refusal] of [
    ['put', muteUser, 'Mute', atLimit],
    ['delete', unmuteUser, 'Unmute', {}],
  ] as const)
    routes[method](
      '/auth/me/mutes/users/:userId',
      {
        ...person,
        ...refusal,
        operationId: change.name,
        summary: `${verb} a person in the user's feeds and notifications`,
        answer: Ok,
      },
      async ({ actor, params, query }) => {
        await change(deps, actor, { userId: params.userId, tribeId: query.tribeId });
        return done;
      },
    );

  for (const [method, change, verb, refusal] of [
    ['put', muteTribe, 'Mute', atLimit],
    ['delete', unmuteTribe, 'Unmute', {}],
  ] as const)
    routes[method](
      '/auth/me/mutes/tribes/:tribeId',
      {
        ...own,
        params: TribeParams,
        ...refusal,
        operationId: change.name,
        summary: `${verb} the notifications of a tribe`,
        answer: Ok,
      },
      async ({ actor, params }) => {
        await change(deps, actor, params.tribeId);
        return done;
      },
    );

  textRoutes(routes, deps);
}

function textRoutes(routes: Routes, deps: Deps): void {
  for (const [method, change, verb, refusal] of [
    ['put', muteTag, 'Mute', atLimit],
    ['delete', unmuteTag, 'Unmute', {}],
  ] as const)
    routes[method](
      '/auth/me/mutes/tags',
      { ...own, body: MutedTag, ...refusal, operationId: change.name, summary: `${verb} posts with a tag`, answer: Ok },
      async ({ actor, body }) => {
        await change(deps, actor, body.tag);
        return done;
      },
    );

  for (const [method, change, verb, refusal] of [
    ['put', muteWord, 'Mute', atLimit],
    ['delete', unmuteWord, 'Unmute', {}],
  ] as const)
    routes[method](
      '/auth/me/mutes/words',
      {
        ...own,
        body: MutedWord,
        ...refusal,
        operationId: change.name,
        summary: `${verb} posts with a word`,
        answer: Ok,
      },
      async ({ actor, body }) => {
        await change(deps, actor, body.word);
        return done;
      },
    );
}
