import { anyone, Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { ArchiveBytes, ArchiveQuery, MediaBytes, ProxyMediaQuery } from '../api.ts';
import { serveArchive } from './archives.ts';
import type { Deps } from './deps.ts';
import { resumableUploadRoutes } from './routes/resumable-uploads.ts';
import { storageSettingsRoutes } from './routes/storage-settings.ts';
import { serveMedia } from './serving.ts';

/** HEAD requests are handled like GET, without the body. */
export function mediaRoutes(deps: Deps): Routes {
  const routes = new Routes();
  routes.get(
    '/proxy-media',
    {
      guards: [anyone],
      operationId: 'readMedia',
      summary: 'A stored object; ranges are supported',
      query: ProxyMediaQuery,
      answer: MediaBytes,
      streams: 'image/webp',
      errors: [403, 404],
      fileStatuses: [206, 304, 416],
    },
    ({ query, req, res }) => serveMedia(deps, query, req, res),
  );
  routes.get(
    '/proxy-media/archive',
    {
      guards: [signedIn],
      operationId: 'readArchive',
      summary: "The actor's personal data export; ranges are supported",
      query: ArchiveQuery,
      answer: ArchiveBytes,
      streams: 'application/zip',
      errors: [404],
      fileStatuses: [206, 416],
    },
    ({ query: { key }, actor, req, res }) => serveArchive(deps, actor, key, { req, res }),
  );
  resumableUploadRoutes(routes, deps);
  storageSettingsRoutes(routes, deps);
  return routes;
}
