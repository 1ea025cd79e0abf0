import { Routes } from '@tribus/kit/http/routes.ts';
import type { Deps } from './deps.ts';
import { joiningRoutes } from './routes/joining.ts';
import { levelRoutes } from './routes/levels.ts';
import { memberRoutes } from './routes/members.ts';
import { tribeRoutes } from './routes/tribes.ts';

/** All need a session: visitors read hominini through content's public pages. */
export function tribesRoutes(deps: Deps): Routes {
  const routes = new Routes();
  tribeRoutes(routes, deps);
  levelRoutes(routes, deps);
  joiningRoutes(routes, deps);
  memberRoutes(routes, deps);
  return routes;
}
