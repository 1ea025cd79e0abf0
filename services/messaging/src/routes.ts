import { Routes } from '@tribus/kit/http/routes.ts';
import type { Deps } from './deps.ts';
import { chatRoutes } from './routes/chat.ts';
import { messageRoutes } from './routes/messages.ts';
import { notificationRoutes } from './routes/notifications.ts';

export function messagingRoutes(deps: Deps): Routes {
  const routes = new Routes();
  chatRoutes(routes, deps);
  messageRoutes(routes, deps);
  notificationRoutes(routes, deps);
  return routes;
}
