import { TribeParams } from '@tribus/community/ids.ts';
import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { Removal } from '../../api/moderation.ts';
import {
  TribeMedia,
  TribeMediaForm,
  TribeMediaPage,
  TribeMediaParams,
  TribeMediaQuery,
} from '../../api/tribe-media.ts';
import type { Deps } from '../deps.ts';
import { presentSelf } from '../present.ts';
import { presentMediaOf } from '../present-media.ts';
import { addTribeMedia, readTribeMedia, removeTribeMedia } from '../tribe-media.ts';

export function tribeMediaRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/media',
    {
      guards: [anyone],
      operationId: 'listTribeMedia',
      summary: "A tribe's pictures, the newest first",
      params: TribeParams,
      query: TribeMediaQuery,
      answer: TribeMediaPage,
      errors: [401, 403],
    },
    ({ actor, params, query }) => readTribeMedia(deps, actor, params.tribeId, query),
  );

  routes.post(
    '/tribes/:tribeId/media',
    {
      guards: [signedIn],
      operationId: 'addTribeMedia',
      summary: 'Upload a picture for the tribe',
      params: TribeParams,
      form: TribeMediaForm,
      answer: TribeMedia,
      status: 201,
    },
    async ({ actor, params, req }) => {
      const uploader = await presentSelf(deps, actor, params.tribeId);
      const { access, media } = await addTribeMedia(deps, actor, params.tribeId, req);
      return presentMediaOf(deps, access, media, uploader);
    },
  );

  routes.delete(
    '/tribes/:tribeId/media/:mediaId',
    {
      guards: [signedIn],
      operationId: 'deleteTribeMedia',
      summary: 'Delete a picture of the tribe; a moderator removes it with a reason to its uploader',
      params: TribeMediaParams,
      body: Removal,
      bodyIsOptional: true,
      answer: Ok,
    },
    async ({ actor, params, body }) => {
      await removeTribeMedia(deps, actor, params, body);
      return done;
    },
  );
}
