import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { requireModerator } from '@tribus/community/guards.ts';
import { saveWithUploads, tribeCollection, type UploadFile } from '@tribus/community/media-uploads.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { setIdempotencyBody } from '@tribus/kit/core/request-context.ts';
import { readForm } from '@tribus/kit/http/multipart.ts';
import type { Request } from '@tribus/kit/http/routes.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import { TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import type { Banner } from '../api.ts';
import { bannerMaxMb } from '../limits.ts';
import { getTribe, lockTribe, toMembershipAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { bannerUrl } from './present.ts';
import type { Banner as StoredBanner } from './store/tables.ts';
import { auditTribe } from './tribe-audit.ts';

const maxFileBytes = bannerMaxMb * 1024 * 1024;

/**
 * Changes a tribe's banner to the picture of a multipart body; for owner, officers and site admins. The picture is
 * uploaded to media before the row refers to it; a rejected request leaves no object behind.
 */
export async function changeBanner(deps: Deps, actor: Actor, tribeId: number, req: Request): Promise<Banner> {
  requireModerator(actor, toMembershipAccess(await getTribe(deps, actor, tribeId)));
  const saved = await saveWithUploads(deps, actor, {
    receive: (take) => receive(take, actor, tribeId, req),
    save: (object, sender) => saveBanner(deps, sender, tribeId, bannerOf(object)),
    shownKeys: ({ key }) => [key],
  });
  const { tribe } = await getTribe(deps, actor, tribeId);
  return { imageUrl: bannerUrl(deps, tribe, saved.key), imageLqip: saved.lqip || null };
}

async function receive(take: UploadFile, actor: Actor, tribeId: number, req: Request): Promise<StoredObject> {
  const about = {
    purpose: 'banner' as const,
    visibility: 'public' as const,
    collection: tribeCollection(tribeId),
    ownerId: actor.id,
    maxBytes: maxFileBytes,
  };
  const limits = { maxFiles: 1, maxFileBytes, fileFields: ['image'] };
  const { files } = await readForm(req, limits, (file) => take(about, file));
  const [object] = files;
  if (!object) throw errors.fail('image_required');
  setIdempotencyBody([tribeId, object.width, object.height, object.lqip]);
  return object;
}

const bannerOf = ({ key, lqip, variants }: StoredObject): StoredBanner => ({
  key,
  cardKey: variants.find(({ name }) => name === 'medium')?.key ?? key,
  lqip,
});

/** Media keeps the new picture (`keepBanners`) and deletes the previous one. */
function saveBanner({ ctx, store }: Deps, actor: Actor, tribeId: number, banner: StoredBanner): Promise<StoredBanner> {
  return store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const { tribe } = locked;
    requireModerator(actor, toMembershipAccess(locked));
    await tx.tribes.setImage(tribeId, banner);
    const { isPrivate, image } = tribe;
    tx.emit(TribeUpdated, { tribeId, isPrivate });
    auditTribe(ctx, tx, 'tribe_banner_changed', tribe);
    if (image) await dropAfterCommit(tx, [image.key]);
    return banner;
  });
}

/** Removes a tribe's banner, if any; for owner, officers and site admins. Media deletes the picture. */
export async function removeBanner({ ctx, store }: Deps, actor: Actor, tribeId: number): Promise<void> {
  await store.transaction(async (tx) => {
    const locked = await lockTribe(tx, actor, tribeId);
    const { tribe } = locked;
    requireModerator(actor, toMembershipAccess(locked));
    if (!tribe.image) return;
    await tx.tribes.setImage(tribeId, null);
    tx.emit(TribeUpdated, { tribeId, isPrivate: tribe.isPrivate });
    auditTribe(ctx, tx, 'tribe_banner_changed', tribe);
    await dropAfterCommit(tx, [tribe.image.key]);
  });
}
