import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { defineJob, type JobRun } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { DataExportReady } from '@tribus/proto/identity/v1/events.ts';
import type { ArchiveMeta, StoreArchiveRequest } from '@tribus/proto/media/v1/service.ts';
import { z } from 'zod';
import type { DataExport } from '../api/data-export.ts';
import { dataExportHours, dataExportsADay } from '../limits.ts';
import { zipped } from './archive.ts';
import type { ClientInfo } from './client-info.ts';
import { archiveFiles } from './data-export-files.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import type { PersonalDataDeps } from './personal-data.ts';
import { sendSecurityMail } from './security-mail.ts';
import type { DataExport as StoredDataExport } from './store/data-exports.ts';
import type { IdentityTx } from './store/store.ts';

const chunkBytes = 256 * 1024;
/** Timeout of a call to media, which writes the archive to its store before it responds. */
const storeTimeoutMs = 5 * 60 * 1000;

const Export = z.object({ id: z.uuid(), userId: z.uuid() });
type Export = z.output<typeof Export>;

/** One at a time across all replicas, because it reads everything the services store. Retried for ten minutes. */
export const exportData = defineJob('exportData', { schema: Export, maxAttempts: 7, oneAtATime: true });

export const dropArchives = defineJob('dropArchives', {
  schema: z.object({ userId: z.uuid() }),
  maxAttempts: lastingAttempts,
});

type ExportDeps = PersonalDataDeps & Pick<Deps, 'mailer'>;

/**
 * Requests an export of the actor's data. Throws 401 once the account is deleted, 409 `data_export_running` while one is
 * running, and 429 `data_export_limit` at the daily limit; failed exports do not count.
 */
export function requestDataExport(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  { userAgent, language }: Pick<ClientInfo, 'userAgent' | 'language'>,
): Promise<DataExport> {
  const requestedAt = ctx.clock.now();
  return store.transaction(async (tx) => {
    if (!(await tx.users.lockAgainstDeletion(actor.id))) throw fail('unauthenticated');
    const added = await tx.dataExports.add({ id: ctx.newId(), userId: actor.id, language, userAgent, requestedAt });
    if (!added) throw errors.fail('data_export_running');
    const recent = await tx.dataExports.requestedSince(actor.id, new Date(requestedAt.getTime() - dayMs));
    const [oldest] = recent;
    if (oldest && recent.length > dataExportsADay) {
      const retryAfter = Math.ceil((oldest.getTime() + dayMs - requestedAt.getTime()) / 1000);
      throw errors.fail('data_export_limit', undefined, { retryAfter });
    }
    await tx.enqueue(exportData, { id: added.id, userId: actor.id });
    return presentExport(added);
  });
}

/** Returns the actor's newest export; null when there is none or it has expired. */
export async function readDataExport(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
): Promise<DataExport | null> {
  const newest = await store.dataExports.newestOf(actor.id);
  const isOver = newest?.expiresAt && newest.expiresAt <= ctx.clock.now();
  return newest && !isOver ? presentExport(newest) : null;
}

const presentExport = (row: StoredDataExport): DataExport => ({
  id: row.id,
  state: row.state,
  done: row.done,
  total: row.total,
  requestedAt: row.requestedAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  sizeBytes: row.sizeBytes,
  url: row.archiveKey === null ? null : `/api/proxy-media/archive?key=${encodeURIComponent(row.archiveKey)}`,
});

/**
 * Builds the export: reads all data and streams the archive to media. A failed attempt leaves nothing behind; when the
 * account is deleted during the export, the archive is also deleted.
 */
export async function makeDataExport(
  deps: ExportDeps,
  { id, userId }: Export,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  try {
    const requested = await deps.store.dataExports.find(id);
    if (requested?.state === 'waiting' || requested?.state === 'working') await storeExport(deps, requested, signal);
  } catch (error) {
    if (await deps.store.dataExports.find(id)) throw error;
    deps.ctx.log.info({ err: error, id }, 'data export abandoned: account deleted');
  }
  if (!(await deps.store.dataExports.find(id))) await deps.media.deleteArchives({ ownerId: userId });
}

async function storeExport(deps: ExportDeps, requested: StoredDataExport, signal: AbortSignal): Promise<void> {
  const { ctx, store, media } = deps;
  const { id, userId } = requested;
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + dataExportHours * hourMs);
  const advance = async (done: number, total: number) => {
    signal.throwIfAborted();
    if (!(await store.dataExports.advance(id, done, total))) throw new Error('the data export was cancelled');
  };
  const bytes = zipped(archiveFiles(deps, requested, advance), now);
  const meta = { ownerId: userId, expiresAt: expiresAt.toISOString() };
  const stored = await media.storeArchive(archiveRequest(meta, bytes), { timeoutMs: storeTimeoutMs });
  const ready = { readyAt: ctx.clock.now(), expiresAt, archiveKey: stored.key, sizeBytes: stored.sizeBytes };
  await store.transaction(async (tx) => {
    if (!(await tx.dataExports.finish(id, ready))) return;
    tx.emit(DataExportReady, { userId, exportId: id, expiresAt: meta.expiresAt });
    await sendSecurityMail(deps, tx, 'data_exported', userId, requested);
  });
}

async function* archiveRequest(
  meta: ArchiveMeta,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<StoreArchiveRequest> {
  yield { part: { $case: 'meta', value: meta } };
  for await (const part of bytes)
    for (let from = 0; from < part.length; from += chunkBytes)
      yield { part: { $case: 'chunk', value: Buffer.from(part.subarray(from, from + chunkBytes)) } };
}

/** Deletes the archives of a deleted account in media, including unfinished archives. */
export const dropArchivesOf = (tx: Pick<IdentityTx, 'enqueue'>, userId: string): Promise<string> =>
  tx.enqueue(dropArchives, { userId });

/** Deletes rows that are past both the expiry of their archive and the daily count. */
export const sweepDataExports = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, signal: AbortSignal): Promise<void> =>
  store.dataExports.sweep(signal, new Date(ctx.clock.now().getTime() - 2 * dataExportHours * hourMs));
