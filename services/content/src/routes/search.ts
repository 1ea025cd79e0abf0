import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { SearchQuery, SearchResults } from '../../api.ts';
import type { Deps } from '../deps.ts';
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
}
