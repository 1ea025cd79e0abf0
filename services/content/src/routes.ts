import { Routes } from '@tribus/kit/http/routes.ts';
import type { Deps } from './deps.ts';
import { activityRoutes } from './routes/activity.ts';
import { commentRoutes } from './routes/comments.ts';
import { discoveryRoutes } from './routes/discovery.ts';
import { feedFactRoutes } from './routes/feed-facts.ts';
import { homeRoutes } from './routes/home.ts';
import { homininiRoutes } from './routes/hominini.ts';
import { insightRoutes } from './routes/insight.ts';
import { landingRoutes } from './routes/landing.ts';
import { moderationRoutes } from './routes/moderation.ts';
import { postStatsRoutes } from './routes/post-stats.ts';
import { postRoutes } from './routes/posts.ts';
import { reactionRoutes } from './routes/reactions.ts';
import { reportRoutes } from './routes/reports.ts';
import { searchRoutes } from './routes/search.ts';
import { tribeMediaRoutes } from './routes/tribe-media.ts';
import { userPostRoutes } from './routes/user-posts.ts';

export function contentRoutes(deps: Deps): Routes {
  const routes = new Routes();
  homeRoutes(routes, deps);
  discoveryRoutes(routes, deps);
  homininiRoutes(routes, deps);
  landingRoutes(routes, deps);
  activityRoutes(routes, deps);
  feedFactRoutes(routes, deps);
  insightRoutes(routes, deps);
  postStatsRoutes(routes, deps);
  postRoutes(routes, deps);
  userPostRoutes(routes, deps);
  searchRoutes(routes, deps);
  tribeMediaRoutes(routes, deps);
  reactionRoutes(routes, deps);
  commentRoutes(routes, deps);
  // Its fixed paths must come before the ids of cases.
  reportRoutes(routes, deps);
  moderationRoutes(routes, deps);
  return routes;
}
