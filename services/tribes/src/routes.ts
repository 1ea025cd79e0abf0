import { Routes } from '@tribus/kit/http/routes.ts';
import type { Deps } from './deps.ts';
import { adminMembershipRoutes } from './routes/admin-memberships.ts';
import { discoveryRoutes } from './routes/discovery.ts';
import { inviteRoutes } from './routes/invites.ts';
import { joiningRoutes } from './routes/joining.ts';
import { levelRoutes } from './routes/levels.ts';
import { measureRoutes } from './routes/measures.ts';
import { memberRoutes } from './routes/members.ts';
import { submissionRoutes } from './routes/submissions.ts';
import { tribeRoutes } from './routes/tribes.ts';

/**
 * All routes but the preview of an invitation need a session: visitors read hominini through content's public pages.
 */
export function tribesRoutes(deps: Deps): Routes {
  const routes = new Routes();
  tribeRoutes(routes, deps);
  discoveryRoutes(routes, deps);
  levelRoutes(routes, deps);
  submissionRoutes(routes, deps);
  joiningRoutes(routes, deps);
  memberRoutes(routes, deps);
  measureRoutes(routes, deps);
  inviteRoutes(routes, deps);
  adminMembershipRoutes(routes, deps);
  return routes;
}
