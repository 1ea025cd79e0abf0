import { Routes } from '@tribus/kit/http/routes.ts';
import type { Deps } from './deps.ts';
import { reactionRoutes } from './routes/reactions.ts';
import { streamRoutes } from './routes/streams.ts';

export function vibeRoutes(deps: Deps): Routes {
  const routes = new Routes();
  reactionRoutes(routes, deps);
  streamRoutes(routes, deps);
  return routes;
}
