import { agentRoutes } from '@tribus/agents/src/routes.ts';
import { contentRoutes } from '@tribus/content/src/routes.ts';
import { gamificationRoutes } from '@tribus/gamification/src/routes.ts';
import { identityRoutes } from '@tribus/identity/src/routes.ts';
import type { Route, Routes } from '@tribus/kit/http/routes.ts';
import { mediaRoutes } from '@tribus/media/src/routes.ts';
import { messagingRoutes } from '@tribus/messaging/src/routes.ts';
import { tribeRoutes } from '@tribus/tribes/src/routes.ts';
import { vibeRoutes } from '@tribus/vibes-realtime/src/routes.ts';

/** What a route needs when it is called; to be declared it needs nothing. */
const nothing = [{}, {}, {}, {}];
const declare = (routes: (...parts: never[]) => Routes): readonly Route[] =>
  Reflect.apply(routes, undefined, nothing).list;

/** The routes each service declares. */
export const declared: Readonly<Record<string, readonly Route[]>> = {
  identity: declare(identityRoutes),
  tribes: declare(tribeRoutes),
  content: declare(contentRoutes),
  'vibes-realtime': declare(vibeRoutes),
  messaging: declare(messagingRoutes),
  gamification: declare(gamificationRoutes),
  agents: declare(agentRoutes),
  media: declare(mediaRoutes),
};
