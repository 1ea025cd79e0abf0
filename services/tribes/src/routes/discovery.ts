import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { SuggestedTribes } from '../../api/discovery.ts';
import type { Deps } from '../deps.ts';
import { suggestTribes } from '../discovery.ts';

export function discoveryRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/discover/tribes',
    {
      guards: [signedIn],
      operationId: 'suggestTribes',
      summary: 'Tribes that the viewer may like, with the reasons',
      answer: SuggestedTribes,
    },
    ({ actor }) => suggestTribes(deps, actor),
  );
}
