import { TribeParams as params } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { TribeCard } from '../../api/tribe-card.ts';
import {
  Banner,
  BannerForm,
  NewTribe,
  Slug,
  SlugQuery,
  Tribe,
  TribeChange,
  TribeDeletion,
  Tribes,
  TribesQuery,
} from '../../api.ts';
import { changeBanner, removeBanner } from '../banners.ts';
import type { Deps } from '../deps.ts';
import { presentCard } from '../present.ts';
import { createTribe, deleteTribe, editTribe, listTribes, readTribe, suggestSlug } from '../tribes.ts';

export function tribeRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes',
    { guards: [signedIn], operationId: 'listTribes', summary: 'The directory', query: TribesQuery, answer: Tribes },
    ({ actor, query }) => listTribes(deps, actor, query),
  );

  routes.get(
    '/tribes/slug',
    { guards: [signedIn], operationId: 'suggestSlug', summary: 'The slug of a name', query: SlugQuery, answer: Slug },
    ({ query }) => suggestSlug(deps, query.s),
  );

  routes.post(
    '/tribes',
    {
      guards: [signedIn],
      operationId: 'createTribe',
      summary: 'Create a tribe',
      body: NewTribe,
      answer: TribeCard,
      status: 201,
    },
    async ({ actor, body }) => presentCard(deps, await createTribe(deps, actor, body)),
  );

  tribePageRoutes(routes, deps);
}

function tribePageRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId',
    { guards: [signedIn], operationId: 'readTribe', summary: 'A tribe', params, answer: Tribe },
    ({ actor, params: { tribeId } }) => readTribe(deps, actor, tribeId),
  );

  routes.put(
    '/tribes/:tribeId',
    {
      guards: [signedIn],
      operationId: 'editTribe',
      summary: 'Change a tribe',
      params,
      body: TribeChange,
      answer: TribeCard,
      errors: [409],
    },
    async ({ actor, params: { tribeId }, body }) => presentCard(deps, await editTribe(deps, actor, tribeId, body)),
  );

  routes.delete(
    '/tribes/:tribeId',
    {
      guards: [signedIn],
      operationId: 'deleteTribe',
      summary: 'Delete a tribe',
      params,
      body: TribeDeletion,
      answer: Ok,
    },
    async ({ actor, params: { tribeId }, body }) => {
      await deleteTribe(deps, actor, tribeId, body.name);
      return done;
    },
  );

  bannerRoutes(routes, deps);
}

function bannerRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/banner',
    {
      guards: [signedIn],
      operationId: 'changeBanner',
      summary: 'Change the banner of a tribe',
      params,
      form: BannerForm,
      answer: Banner,
    },
    ({ actor, params: { tribeId }, req }) => changeBanner(deps, actor, tribeId, req),
  );

  routes.delete(
    '/tribes/:tribeId/banner',
    { guards: [signedIn], operationId: 'removeBanner', summary: 'Remove the banner of a tribe', params, answer: Ok },
    async ({ actor, params: { tribeId } }) => {
      await removeBanner(deps, actor, tribeId);
      return done;
    },
  );
}
