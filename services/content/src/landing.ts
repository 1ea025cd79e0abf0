import { isDeepStrictEqual } from 'node:util';
import { changedFields, recordAudit } from '@tribus/community/audit.ts';
import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { AuditRecorded } from '@tribus/proto/content/v1/events.ts';
import { z } from 'zod';
import type { LandingChange, LandingContent, SavedLandingContent } from '../api/landing.ts';
import { landingDraftHours } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { parseLandingKey } from './landing-files.ts';
import { presentLanding } from './present-landing.ts';
import type { StoredLanding } from './store/landing.ts';
import type { ContentTx } from './store/store.ts';
import type { LandingType, StoredLandingItem } from './store/tables.ts';

/** Media deletes files that are not kept after a day; these attempts take longer than that. */
const keepLandingFiles = defineJob('keepLandingFiles', {
  schema: z.object({ keys: z.array(z.string()) }),
  maxAttempts: 100,
});
const sweepLandingFiles = defineJob('sweepLandingFiles', { schedule: '41 * * * *' });

export const landingJobs = ({ ctx, store, uploads }: JobDeps): Job[] => [
  job(keepLandingFiles, ({ keys }) =>
    uploads.keep({ kind: 'landing', id: 'landing', keys, markLost: (lost) => removeLost({ ctx, store }, lost) }),
  ),
  // Files uploaded in the editor and never saved.
  job(sweepLandingFiles, (_none, { signal }) => {
    const before = new Date(ctx.clock.now().getTime() - landingDraftHours * hourMs);
    return doInPortions(signal, (size) =>
      store.transaction(async (tx) => {
        await tx.landing.lock();
        const keys = await tx.landing.deleteDrafts(before, size);
        await dropAfterCommit(tx, keys);
        return keys.length;
      }),
    );
  }),
];

interface JobDeps extends Pick<Deps, 'ctx' | 'store'> {
  uploads: Pick<Deps['uploads'], 'keep'>;
}

/** The landing page with its enabled slides. 404 before the page is saved. */
export async function readLanding(deps: Pick<Deps, 'store' | 'urls'>): Promise<LandingContent> {
  const content = await findLanding(deps);
  if (!content) throw fail('not_found');
  return content;
}

/** As `readLanding`, but null before the page is saved. */
export async function findLanding({ store, urls }: Pick<Deps, 'store' | 'urls'>): Promise<LandingContent | null> {
  const saved = await store.landing.find();
  if (!saved) return null;
  const items = saved.items.filter(({ enabled }) => enabled);
  return presentLanding(urls, { ...saved, items }, await store.landing.filesOf(keysOf(items)));
}

/** The landing page with all slides, for admins. 404 before the page is saved. */
export async function readSavedLanding({ store, urls }: Pick<Deps, 'store' | 'urls'>): Promise<SavedLandingContent> {
  const saved = await store.landing.find();
  if (!saved) throw fail('not_found');
  const files = await store.landing.filesOf(keysOf(saved.items));
  return { ...presentLanding(urls, saved, files), version: saved.version };
}

/**
 * Saves the content of the landing page in the `order` of its items. Files that it no longer shows are deleted. Throws
 * 400 `landing_media_unknown` for an address that is not an uploaded file, or whose file was deleted; 409
 * `landing_changed` when the change is based on another version than the saved one, unless it changes nothing.
 */
export async function saveLanding(
  { ctx, store, urls }: Pick<Deps, 'ctx' | 'store' | 'urls'>,
  change: LandingChange,
): Promise<SavedLandingContent> {
  const items = inOrder(change).map(({ mediaUrl, id, ...item }, order) => ({
    ...item,
    id: id ?? ctx.newId(),
    order,
    mediaKey: mediaUrl === '' ? null : parseLandingKey(mediaUrl),
  }));
  if (new Set(items.map(({ id }) => id)).size < items.length) throw errors.fail('landing_item_twice');
  return store.transaction(async (tx) => {
    await tx.landing.lock();
    const before = await tx.landing.find();
    const isOutdated = change.version !== undefined && change.version !== (before?.version ?? 0);
    const files = await tx.landing.filesOf(keysOf(items));
    // The other admin may have deleted files of this change: the conflict is the error to report.
    if (isOutdated && items.some(({ mediaKey }) => mediaKey !== null && !files.has(mediaKey)))
      throw errors.fail('landing_changed');
    const typed = items.map((item) => ({ ...item, type: typeOf(item, files) ?? item.type }));
    const saved = { hero: change.hero, items: typed };
    // A save that is repeated after a lost response is based on the version before it.
    if (isOutdated && !(before && isSame(before, saved))) throw errors.fail('landing_changed');
    const version = isOutdated && before ? before.version : await replace({ ctx }, tx, before, saved);
    return { ...presentLanding(urls, saved, files), version };
  });
}

/**
 * Deletes a file uploaded for the landing page and not saved. 404 when the file does not exist; 409
 * `landing_file_shown` when the saved page shows it, whose next save without it deletes it.
 */
export async function deleteLandingFile({ store }: Pick<Deps, 'store'>, url: string): Promise<void> {
  const key = parseLandingKey(url);
  await store.transaction(async (tx) => {
    await tx.landing.lock();
    const saved = await tx.landing.find();
    if (saved?.items.some(({ mediaKey }) => mediaKey === key)) throw errors.fail('landing_file_shown');
    if (!(await tx.landing.deleteFile(key))) throw fail('not_found');
    await dropAfterCommit(tx, [key]);
  });
}

/** Replaces the content, and resolves to its version; requires the lock of the row. */
async function replace(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: ContentTx,
  before: StoredLanding | undefined,
  saved: StoredLanding,
): Promise<number> {
  const version = await tx.landing.save(saved, ctx.clock.now());
  const shown = keysOf(saved.items);
  const added = await tx.landing.markShown(shown);
  if (added.length > 0) await tx.enqueue(keepLandingFiles, { keys: added });
  const removed = await tx.landing.deleteNoLongerShown(shown);
  await dropAfterCommit(tx, removed);
  recordAudit(ctx, tx, AuditRecorded, {
    action: 'landing_changed',
    target: { type: 'site', id: 'landing' },
    ...changedFields(before ? toLandingFacts(before) : {}, toLandingFacts(saved)),
  });
  return version;
}

const isSame = (one: StoredLanding, other: StoredLanding): boolean =>
  isDeepStrictEqual([one.hero, one.items], [other.hero, other.items]);

/** Removes lost files from their slides, as if they were deleted. Resolves to the files that were shown. */
function removeLost({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, lost: readonly string[]): Promise<string[]> {
  return store.transaction(async (tx) => {
    await tx.landing.lock();
    const saved = await tx.landing.find();
    if (!saved) return [];
    const shown = keysOf(saved.items).filter((key) => lost.includes(key));
    if (shown.length === 0) return [];
    const left = withoutFiles(saved, shown);
    await tx.landing.save(left, ctx.clock.now());
    await tx.landing.deleteNoLongerShown(keysOf(left.items));
    return shown;
  });
}

/** The content without these files; their items stay. */
const withoutFiles = (saved: StoredLanding, keys: readonly string[]): StoredLanding => ({
  ...saved,
  items: saved.items.map((item) => (keys.includes(item.mediaKey ?? '') ? { ...item, mediaKey: null } : item)),
});

/** Numbers for the audit log, without the texts. */
const toLandingFacts = ({ hero, items }: StoredLanding) => ({
  ownWords: Object.values(hero).some((text) => text !== ''),
  items: items.length,
  enabled: items.filter(({ enabled }) => enabled).length,
  files: keysOf(items),
});

const keysOf = (items: readonly Pick<StoredLandingItem, 'mediaKey'>[]): string[] => [
  ...new Set(items.flatMap(({ mediaKey }) => mediaKey ?? [])),
];

/** Items with the same order keep their sequence. */
const inOrder = ({ items }: LandingChange) => items.toSorted((one, other) => one.order - other.order);

function typeOf(
  { mediaKey }: Pick<StoredLandingItem, 'mediaKey'>,
  files: ReadonlyMap<string, { type: LandingType }>,
): LandingType | undefined {
  if (mediaKey === null) return undefined;
  const file = files.get(mediaKey);
  if (!file) throw errors.fail('landing_media_unknown');
  return file.type;
}
