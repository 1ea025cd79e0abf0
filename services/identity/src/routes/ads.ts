import { anyone, type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { AdsChange, AdsConfig } from '../../api/ads.ts';
import { changeAds, readAds } from '../ads.ts';
import type { Deps } from '../deps.ts';

/** A script of 20,000 characters may be four times as many bytes, and more as JSON. */
const bodyMaxBytes = 256 * 1024;

export function adRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/ads-config',
    { guards: [anyone], operationId: 'readAds', summary: 'The ad settings of the site', answer: AdsConfig },
    ({ actor }) => readAds(deps, actor),
  );

  routes.put(
    '/admin/ads-config',
    {
      guards: [siteAdmin],
      operationId: 'changeAds',
      summary: 'Change the ads',
      body: AdsChange,
      bodyMaxBytes,
      answer: AdsConfig,
    },
    ({ body }) => changeAds(deps, body),
  );
}
