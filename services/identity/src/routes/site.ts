import { anyone, type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { Maintenance, MaintenanceChange, MaintenanceConfig, PublicSite } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { presentConfig, presentMaintenance, presentSite } from '../present.ts';
import { updateSiteSettings } from '../site.ts';

export function siteRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/maintenance',
    {
      guards: [anyone],
      operationId: 'readMaintenance',
      summary: 'Whether the site is in maintenance',
      answer: Maintenance,
    },
    async () => presentMaintenance(await deps.store.site.read()),
  );

  routes.get(
    '/public/site',
    { guards: [anyone], operationId: 'readPublicSite', summary: 'The public settings of the site', answer: PublicSite },
    async () => presentSite(await deps.store.site.read(), deps.google !== undefined),
  );

  routes.get(
    '/admin/maintenance-config',
    {
      guards: [anyone],
      operationId: 'readMaintenanceConfig',
      summary: 'Sign-up and, for admins, maintenance',
      answer: MaintenanceConfig,
    },
    async ({ actor }) => presentConfig(await deps.store.site.read(), actor),
  );

  routes.put(
    '/admin/maintenance-config',
    {
      guards: [siteAdmin],
      operationId: 'changeMaintenanceConfig',
      summary: 'Change sign-up and maintenance',
      body: MaintenanceChange,
      answer: MaintenanceConfig,
    },
    async ({ body, actor }) => presentConfig(await updateSiteSettings(deps, body), actor),
  );
}
