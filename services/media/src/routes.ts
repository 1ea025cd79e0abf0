import { anyone, Routes } from '@tribus/kit/http/routes.ts';
import { MediaBytes, ProxyMediaQuery } from '../api.ts';
import type { Deps } from './deps.ts';
import { serveMedia } from './serving.ts';

/** HEAD answers as GET does, without the bytes. */
export function mediaRoutes(deps: Deps): Routes {
  const routes = new Routes();
  routes.get(
    '/proxy-media',
    {
      guards: [anyone],
      summary: 'A stored object; ranges are supported',
      query: ProxyMediaQuery,
      answer: MediaBytes,
      streams: 'image/webp',
    },
    ({ query, req, res }) => serveMedia(deps, query, req, res),
  );
  return routes;
}
