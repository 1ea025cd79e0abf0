import { Routes } from '@tribus/kit/http/routes.ts';
import type { Deps } from './deps.ts';
import { accountRoutes } from './routes/accounts.ts';
import { contactRoutes } from './routes/contact.ts';
import { followRoutes } from './routes/follows.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { siteRoutes } from './routes/site.ts';

export function identityRoutes(deps: Deps): Routes {
  const routes = new Routes();
  accountRoutes(routes, deps);
  sessionRoutes(routes, deps);
  followRoutes(routes, deps);
  siteRoutes(routes, deps);
  contactRoutes(routes, deps);
  return routes;
}
