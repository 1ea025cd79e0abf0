import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { NewestDataExport, RequestedDataExport } from '../../api/data-export.ts';
import { clientInfoOf } from '../client-info.ts';
import { readDataExport, requestDataExport } from '../data-export.ts';
import type { Deps } from '../deps.ts';

export function dataExportRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/me/data-export',
    {
      guards: [signedIn],
      operationId: 'readDataExport',
      summary: "The newest copy of the user's data",
      answer: NewestDataExport,
    },
    async ({ actor }) => ({ export: await readDataExport(deps, actor) }),
  );

  routes.post(
    '/auth/me/data-export',
    {
      guards: [signedIn],
      operationId: 'requestDataExport',
      summary: "Request a copy of the user's data",
      answer: RequestedDataExport,
      status: 201,
      whileSilenced: true,
    },
    async (call) => ({ export: await requestDataExport(deps, call.actor, clientInfoOf(call)) }),
  );
}
