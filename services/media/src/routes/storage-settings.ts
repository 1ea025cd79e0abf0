import { type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { StorageSettings, StorageSettingsChange, StorageTestOutcome } from '../../api/storage-settings.ts';
import type { Deps } from '../deps.ts';
import { changeStorageSettings, readStorageSettings, testStorageSettings } from '../storage-settings.ts';

/** A store may respond slowly to invalid settings. */
const probeMs = 30_000;

export function storageSettingsRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/storage-settings',
    {
      guards: [siteAdmin],
      operationId: 'readStorageSettings',
      summary: 'The store for new objects, and the amount in other stores',
      answer: StorageSettings,
    },
    async () => readStorageSettings(deps),
  );

  routes.put(
    '/admin/storage-settings',
    {
      guards: [siteAdmin],
      operationId: 'changeStorageSettings',
      summary: 'Change the store for new objects; settings that do not work are refused',
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
      summary: 'Write, read and delete a small object in the store for new objects',
      timeoutMs: probeMs,
      answer: StorageTestOutcome,
      ignoresIdempotencyKey: true,
    },
    () => testStorageSettings(deps),
  );
}
