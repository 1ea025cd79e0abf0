import { anyone, Routes } from '@tribus/kit/http/routes.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import { MediaBytes, ProxyMediaQuery } from '../api.ts';
import { serveMedia } from './serving.ts';
import type { ServedObject } from './store.ts';

/** HEAD answers as GET does, without the bytes. */
export function mediaRoutes(
  ctx: Context,
  blobs: Blobs,
  urls: MediaUrls,
  find: (key: string) => Promise<ServedObject | undefined>,
): Routes {
  const routes = new Routes();
  routes.get(
    '/proxy-media',
    {
      guards: [anyone],
      summary: 'A stored object; ranges are honoured',
      query: ProxyMediaQuery,
      answer: MediaBytes,
      streams: 'image/webp',
    },
    ({ query, req, res }) => serveMedia({ blobs, urls, now: ctx.clock.now(), find }, query, req, res),
  );
  return routes;
}
