import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { FollowedLabels, LabelFollow, PlaceParams, TagParams } from '../../api/followed-labels.ts';
import type { Deps } from '../deps.ts';
import { followLabel, listFollowedLabels, placeOf, tagOf, unfollowLabel } from '../followed-labels.ts';

/** Allowed while silenced, because it affects only the actor. */
const own = { guards: [signedIn], whileSilenced: true, answer: LabelFollow } as const;
const tag = { ...own, params: TagParams } as const;
const place = { ...own, params: PlaceParams } as const;

export function followedLabelRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/me/follows',
    {
      guards: [signedIn],
      operationId: 'listFollowedLabels',
      summary: 'The tags and places that the user follows',
      answer: FollowedLabels,
    },
    ({ actor }) => listFollowedLabels(deps, actor),
  );

  routes.post(
    '/auth/me/follows/tags/:tag',
    { ...tag, operationId: 'followTag', summary: 'Follow a tag', errors: [403] },
    ({ actor, params }) => followLabel(deps, actor, tagOf(params.tag)),
  );

  routes.delete(
    '/auth/me/follows/tags/:tag',
    { ...tag, operationId: 'unfollowTag', summary: 'Unfollow a tag', errors: [400] },
    ({ actor, params }) => unfollowLabel(deps, actor, tagOf(params.tag)),
  );

  routes.post(
    '/auth/me/follows/places/:place',
    { ...place, operationId: 'followPlace', summary: 'Follow a place', errors: [403] },
    ({ actor, params }) => followLabel(deps, actor, placeOf(params.place)),
  );

  routes.delete(
    '/auth/me/follows/places/:place',
    { ...place, operationId: 'unfollowPlace', summary: 'Unfollow a place', errors: [400] },
    ({ actor, params }) => unfollowLabel(deps, actor, placeOf(params.place)),
  );
}
