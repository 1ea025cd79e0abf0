import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { SuggestedPeople, SuggestedTags } from '../../api/discovery.ts';
import type { Deps } from '../deps.ts';
import { suggestPeople } from '../suggested-people.ts';
import { suggestTags } from '../suggested-tags.ts';

/** Suggestions for an empty search. Tribes suggests tribes. */
export function discoveryRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/discover/people',
    {
      guards: [signedIn],
      operationId: 'suggestPeople',
      summary: 'People whom the viewer may like to follow, with the reasons',
      answer: SuggestedPeople,
    },
    ({ actor }) => suggestPeople(deps, actor),
  );

  routes.get(
    '/discover/tags',
    {
      guards: [signedIn],
      operationId: 'suggestTags',
      summary: 'Tags that the viewer may like to follow, with the reasons',
      answer: SuggestedTags,
    },
    ({ actor }) => suggestTags(deps, actor),
  );
}
