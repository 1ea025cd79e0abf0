import { type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { StorageSettings, StorageSettingsChange, StorageTestOutcome } from '../../api/storage-settings.ts';
import type { Deps } from '../deps.ts';
import { changeStorageSettings, readStorageSettings, testStorageSettings } from '../storage-settings.ts';

/** A store may take its time to say no. */
const probeMs = 30_000;

export function storageSettingsRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/storage-settings',
    {
      guards: [siteAdmin],
      operationId: 'readStorageSettings',
      summary: 'Where new objects go, and how much lies elsewhere',
      answer: StorageSettings,
    },
    async () => readStorageSettings(deps),
  );

  routes.put(
    '/admin/storage-settings',
    {
      guards: [siteAdmin],
      operationId: 'changeStorageSettings',
      summary: 'Change where new objects go; what does not work is refused',
      body: StorageSettingsChange,
      timeoutMs: probeMs,
      answer: StorageSettings,
      errors: [409],
    },
    ({ body }) => changeStorageSettings(deps, body),
  );

  routes.post(
    '/admin/storage-settings/test',
    {
      guards: [siteAdmin],
      operationId: 'testStorageSettings',
      summary: 'Write, read and delete a small object where new objects go',
      timeoutMs: probeMs,
      answer: StorageTestOutcome,
      ignoresIdempotencyKey: true,
    },
    () => testStorageSettings(deps),
  );
}
