import { finished } from 'node:stream/promises';
import { mayContribute } from '@tribus/community/access.ts';
import { recordAudit } from '@tribus/community/audit.ts';
import { saveWithUploads, type UploadFile } from '@tribus/community/media-uploads.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { setIdempotencyBody } from '@tribus/kit/core/request-context.ts';
import { retryUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import { readPage } from '@tribus/kit/http/keyset.ts';
import { readForm } from '@tribus/kit/http/multipart.ts';
import type { Request } from '@tribus/kit/http/routes.ts';
import { validate } from '@tribus/kit/http/validation.ts';
import { AuditRecorded } from '@tribus/proto/content/v1/events.ts';
import type { Removal } from '../api/moderation.ts';
import { TribeMediaFields, type TribeMediaPage, type TribeMediaQuery } from '../api/tribe-media.ts';
import {
  type Access,
  getContributorAccess,
  getViewerAccess,
  isMediaShownTo,
  mayDeleteMedia,
  renewContributorAccess,
} from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { requireUuid } from './ids.ts';
import { deleteMediaTx } from './media-deletion.ts';
import { removeAsModerator } from './moderator-removal.ts';
import { imageMaxBytes, uploadPicture } from './pictures.ts';
import { presentMedia } from './present-media.ts';
import { mediaAsObject } from './reportable.ts';
import type { StoredPicture } from './store/tables.ts';
import type { NewMedia, StoredMedia } from './store/tribe-media.ts';
import { requireTribePresent } from './tribe-deletion.ts';

/** A page of the pictures of a tribe, the newest first, for viewers who may read it. */
export async function readTribeMedia(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  query: TribeMediaQuery,
): Promise<TribeMediaPage> {
  const access = await getViewerAccess(deps.directory, viewer, tribeId);
  const { blocked, moderates } = access;
  const viewerFilter = { viewerId: userIdOf(viewer), moderates, blocked };
  const { items, nextCursor } = await readPage(deps.cursors, `media:${tribeId}`, query, (page) =>
    deps.store.tribeMedia.listPage({ tribeId, ...viewerFilter, ...page }),
  );
  return {
    items: await presentMedia(deps, access, items),
    nextCursor,
    canUpload: mayContribute(viewer, access.membership),
  };
}

/**
 * Adds the picture of a multipart body for an actor who may contribute to the tribe; its visibility is that of the
 * tribe (docs/decisions/0012). A rejected request leaves nothing behind.
 */
export async function addTribeMedia(
  deps: Deps,
  actor: Actor,
  tribeId: number,
  req: Request,
): Promise<{ access: Access; media: StoredMedia }> {
  const access = await getContributorAccess(deps.directory, actor, tribeId);
  return saveWithUploads(deps, actor, {
    receive: (take) => receive({ deps, actor, tribeId, req }, take),
    async save(received, sender) {
      const renewed = await renewContributorAccess(deps.directory, sender, access);
      return { access: renewed, media: await save(deps, { tribeId, uploaderId: sender.id, ...received }) };
    },
    shownKeys: ({ media }) => [media.picture.key],
  });
}

async function receive(
  { deps, actor, tribeId, req }: { deps: Deps; actor: Actor; tribeId: number; req: Request },
  take: UploadFile,
): Promise<{ caption: string; picture: StoredPicture }> {
  // Media creates the smaller sizes: a thumbnail from the browser is read and discarded.
  const limits = { maxFiles: 2, maxFileBytes: imageMaxBytes, fileFields: ['file', 'thumb'] };
  const upload = { ownerId: actor.id, tribeId, visibility: 'public' } as const;
  const { fields, files } = await readForm(req, limits, async (file) => {
    if (file.field === 'file') return uploadPicture(take, deps.ctx, upload, file);
    await finished(file.stream.resume());
    return null;
  });
  const { caption } = validate(TribeMediaFields, fields, actor.language, errors.catalogue);
  const [picture, ...more] = files.filter((file) => file !== null);
  if (!picture) throw errors.fail('media_file_required');
  if (more.length > 0)
    throw fail('invalid_input', undefined, { details: [{ path: 'file', message: 'must be one file' }] });
  setIdempotencyBody([tribeId, caption, picture.width, picture.height, picture.lqip]);
  return { caption, picture };
}

function save({ ctx, store }: Deps, media: Omit<NewMedia, 'id' | 'createdAt'>): Promise<StoredMedia> {
  return store.transaction(async (tx) => {
    await requireTribePresent(tx, media.tribeId);
    const id = ctx.newId();
    await tx.tribeMedia.insert({ ...media, id, createdAt: ctx.clock.now() });
    const stored = await tx.tribeMedia.find(id);
    if (!stored) throw new Error('a picture is missing after it was inserted');
    return stored;
  });
}

/**
 * Deletes the actor's own picture at once; moderators remove another user's picture by a decision of which its uploader
 * is notified.
 */
export async function removeTribeMedia(
  deps: Deps,
  actor: Actor,
  { tribeId, mediaId }: { tribeId: number; mediaId: string },
  removal: Removal,
): Promise<void> {
  const { ctx, directory, store } = deps;
  const access = await getViewerAccess(directory, actor, tribeId);
  const id = requireUuid(mediaId);
  const seen = requireVisible(access, await store.tribeMedia.find(id));
  if (!mayDeleteMedia(access, seen)) throw fail('forbidden');
  await store.transaction(async (tx) => {
    await tx.tribeMedia.lock(id);
    const media = requireVisible(access, await tx.tribeMedia.find(id));
    if (media.uploaderId === actor.id) return deleteMediaTx(tx, id);
    const target = { type: 'tribe', id: String(tribeId) } as const;
    const before = { mediaId: media.id, uploaderId: media.uploaderId };
    recordAudit(ctx, tx, AuditRecorded, { action: 'tribe_media_deleted', target, before });
    await removeAsModerator(deps, tx, access, { found: await mediaAsObject(tx, media), removal });
  });
}

function requireVisible(access: Access, media: StoredMedia | undefined): StoredMedia {
  if (media?.tribeId !== access.membership.tribe.id || !isMediaShownTo(access, media)) throw fail('not_found');
  return media;
}

/** Requests media to keep the pictures of tribes until it confirms, as for posts. */
export function keepTribeMedia({ store, uploads }: Pick<Deps, 'store' | 'uploads'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: string | undefined, limit) => store.tribeMedia.listUnretained(after, limit),
    send: ({ id, uploaderId: userId, picture }) =>
      uploads.keep({
        kind: 'tribe_media',
        id,
        userId,
        keys: [picture.key],
        markLost: async (keys) => ((await store.tribeMedia.setPicture(id, { ...picture, lost: true })) ? keys : []),
      }),
    confirm: ({ id }) => store.tribeMedia.markRetained(id),
  });
}
