import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { LabelTribes, LabelTribesQuery } from '../../api/label-tribes.ts';
import { SearchQuery, SearchResults } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { findLabelTribes } from '../label-tribes.ts';
import { search } from '../search.ts';

export function searchRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/search',
    {
      guards: [signedIn],
      operationId: 'searchContent',
      summary: 'People, posts, tags and places that the viewer may see',
      query: SearchQuery,
      answer: SearchResults,
    },
    ({ actor, query }) => search(deps, actor, query),
  );

  routes.get(
    '/search/tribes',
    {
      guards: [signedIn],
      operationId: 'listLabelTribes',
      summary: 'The tribes of the viewer with posts with a tag or of a place, and the numbers of posts and people',
      query: LabelTribesQuery,
      answer: LabelTribes,
    },
    ({ actor, query }) => findLabelTribes(deps, actor, query),
  );
}
