import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { requireModerator } from '@tribus/community/guards.ts';
import { saveWithUploads, tribeCollection, type UploadFile } from '@tribus/community/media-uploads.ts';
import { readForm } from '@tribus/kit/http/multipart.ts';
import type { Request } from '@tribus/kit/http/routes.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { setIdempotencyBody } from '@tribus/kit/runtime/request-context.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import { TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import type { Banner } from '../api.ts';
import { bannerMaxMb } from '../limits.ts';
import { factsOf, getTribe, orNotFound } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { bannerUrl } from './present.ts';
import type { Banner as StoredBanner } from './store/tables.ts';

const maxFileBytes = bannerMaxMb * 1024 * 1024;

/**
 * Changes a tribe's banner to the picture of a multipart body; for owner, officers and site admins. The picture is with
 * media before the row shows it; what is refused leaves nothing behind.
 */
export async function changeBanner(deps: Deps, actor: Actor, tribeId: number, req: Request): Promise<Banner> {
  requireModerator(actor, factsOf(await getTribe(deps, actor, tribeId)));
  const saved = await saveWithUploads(deps, {
    receive: (take) => receive(take, actor, tribeId, req),
    save: (object) => saveBanner(deps, actor, tribeId, bannerOf(object)),
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

/** Media keeps the new picture (`keepBanners`), and drops the one before it. */
function saveBanner({ store }: Deps, actor: Actor, tribeId: number, banner: StoredBanner): Promise<StoredBanner> {
  return store.transaction(async (tx) => {
    const { tribe, membership } = orNotFound(await tx.tribes.lock(tribeId, actor.id));
    requireModerator(actor, factsOf({ tribe, membership }));
    await tx.tribes.setImage(tribeId, banner);
    const { isPrivate, image } = tribe;
    tx.emit(TribeUpdated, { tribeId, isPrivate });
    if (image) await dropAfterCommit(tx, [image.key]);
    return banner;
  });
}
