import { Routes } from '@tribus/kit/http/routes.ts';
import type { Deps } from './deps.ts';
import { activityRoutes } from './routes/activity.ts';
import { commentRoutes } from './routes/comments.ts';
import { homininiRoutes } from './routes/hominini.ts';
import { postRoutes } from './routes/posts.ts';
import { reactionRoutes } from './routes/reactions.ts';

export function contentRoutes(deps: Deps): Routes {
  const routes = new Routes();
  homininiRoutes(routes, deps);
  activityRoutes(routes, deps);
  postRoutes(routes, deps);
  reactionRoutes(routes, deps);
  commentRoutes(routes, deps);
  return routes;
}
