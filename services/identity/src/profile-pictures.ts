import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { imageMaxMb } from '@tribus/community/limits.ts';
import { saveWithUploads } from '@tribus/community/media-uploads.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { codeOf, fail } from '@tribus/kit/core/errors.ts';
import { setIdempotencyBody } from '@tribus/kit/core/request-context.ts';
import { type FormLimits, readForm } from '@tribus/kit/http/multipart.ts';
import type { Request } from '@tribus/kit/http/routes.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { StoredObject, UploadMeta } from '@tribus/proto/media/v1/service.ts';
import type { VariantName } from '@tribus/proto/media/v1/types.ts';
import { z } from 'zod';
import type { Avatar, Photo } from '../api/profile.ts';
import { avatarMaxMb, photosMax } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { presentPhotos } from './present-profile.ts';
import { lockProfile, setAvatar } from './profiles.ts';
import { ownSessions, type SessionDeps } from './sessions.ts';
import type { IdentityStore, IdentityTx } from './store/store.ts';
import type { StoredPhoto } from './store/tables.ts';

const bytesPerMb = 1024 * 1024;

type PictureDeps = Pick<Deps, 'media' | 'urls'> & SessionDeps;

/** Retried for longer than a day, after which media deletes pictures that nobody keeps. */
const keepPictures = defineJob('keepPictures', {
  // The previous version does not send `userId`.
  schema: z.object({ keys: z.array(z.string()), userId: z.string().optional() }),
  maxAttempts: 100,
});

export const keepPicturesJob = ({ store, uploads }: Pick<Deps, 'store' | 'uploads'>): Job =>
  job(keepPictures, ({ keys, userId = '' }) =>
    uploads.keep({
      kind: 'profile',
      id: userId,
      userId,
      keys,
      markLost: async (lost) => (userId === '' ? lost : removeLost(store, userId, lost)),
    }),
  );

/** Clears an avatar whose file is lost and removes lost photos. Resolves to the removed keys. */
function removeLost(store: IdentityStore, userId: string, lost: readonly string[]): Promise<string[]> {
  return store.transaction(async (tx) => {
    const account = await tx.users.lock(userId);
    if (!account) return [];
    const { avatarKey, photos } = account;
    const [lostPhotos, remaining] = [
      photos.filter(({ key }) => lost.includes(key)),
      photos.filter(({ key }) => !lost.includes(key)),
    ];
    if (lostPhotos.length > 0) await tx.profiles.setPhotos(userId, remaining);
    const shown = lostPhotos.map(({ key }) => key);
    if (avatarKey === null || !lost.includes(avatarKey)) return shown;
    await tx.profiles.update(userId, { avatarUrl: null, avatarKey: null });
    tx.emit(UserUpdated, { userId });
    return [avatarKey, ...shown];
  });
}

/** Sets the avatar from a multipart body; a rejected upload leaves nothing behind. */
export async function changeAvatar(deps: PictureDeps, actor: Actor, req: Request): Promise<Avatar> {
  const saved = await saveWithUploads(uploaderOf(deps), actor, {
    async receive(take) {
      const maxFileBytes = avatarMaxMb * bytesPerMb;
      const about = aboutPicture(actor, 'avatar', maxFileBytes);
      const limits = { maxFiles: 1, maxFileBytes, fileFields: ['avatar'] };
      const [object] = await readPictures(req, limits, (file) => take(about, file)).catch(throwAvatarError);
      if (!object) throw errors.fail('avatar_required');
      return object;
    },
    save: (object) => saveAvatar(deps, actor, object),
    shownKeys: ({ avatarKey }) => [avatarKey],
  });
  return { avatarUrl: saved.avatarUrl };
}

function saveAvatar({ store, urls }: PictureDeps, actor: Actor, object: StoredObject) {
  const avatar = { avatarUrl: urls.publicUrl(variantKey(object, 'square')), avatarKey: object.key };
  return store.transaction(async (tx) => {
    await setAvatar(tx, await lockProfile(tx, actor), avatar);
    await tx.enqueue(keepPictures, { keys: [object.key], userId: actor.id });
    tx.emit(UserUpdated, { userId: actor.id });
    return avatar;
  });
}

const uploaderOf = (deps: PictureDeps) => ({ ...deps, identity: ownSessions(deps) });

/**
 * Throws the error of an avatar that is too large, also when the upload was aborted before media received all of it.
 */
function throwAvatarError(error: unknown): never {
  const isTooLarge = ['payload_too_large', 'file_too_large'].includes(String(codeOf(error)));
  throw isTooLarge ? errors.fail('avatar_too_large') : error;
}

/** Adds the pictures of a multipart body to the actor's photos, all or none; throws 409 `photo_limit`. */
export async function addPhotos(deps: PictureDeps, actor: Actor, req: Request): Promise<Photo[]> {
  // In a transaction, so that a repeat of the request that took the last slot is not rejected.
  await deps.store.transaction((tx) => assertRoom(tx, actor));
  const saved = await saveWithUploads(uploaderOf(deps), actor, {
    async receive(take) {
      const maxFileBytes = imageMaxMb * bytesPerMb;
      const about = aboutPicture(actor, 'photo', maxFileBytes);
      const limits = { maxFiles: photosMax, maxFileBytes, fileFields: ['photos'] };
      const objects = await readPictures(req, limits, (file) => take(about, file));
      if (objects.length === 0) throw errors.fail('photo_required');
      return objects;
    },
    save: (objects) => savePhotos(deps, actor, objects),
    shownKeys: (photos) => photos.map(({ key }) => key),
  });
  return presentPhotos(deps, saved);
}

async function assertRoom(tx: Pick<IdentityTx, 'users'>, { id }: Actor): Promise<void> {
  const account = await tx.users.byId(id);
  if (!account) throw fail('unauthenticated');
  if (account.photos.length >= photosMax) throw errors.fail('photo_limit');
}

function savePhotos({ ctx, store }: PictureDeps, actor: Actor, objects: StoredObject[]): Promise<StoredPhoto[]> {
  return store.transaction(async (tx) => {
    const { photos } = await lockProfile(tx, actor);
    const all = [...photos, ...objects.map((object) => photoOf(ctx.newId(), object))];
    if (all.length > photosMax) throw errors.fail('photo_limit');
    await tx.profiles.setPhotos(actor.id, all);
    await tx.enqueue(keepPictures, { keys: objects.map(({ key }) => key), userId: actor.id });
    return all;
  });
}

/** Deletes one of the actor's photos; throws 404 for any other id. */
export async function deletePhoto({ store }: Pick<Deps, 'store'>, actor: Actor, photoId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const { photos } = await lockProfile(tx, actor);
    const photo = photos.find(({ id }) => id === photoId);
    if (!photo) throw fail('not_found');
    await tx.profiles.setPhotos(
      actor.id,
      photos.filter(({ id }) => id !== photoId),
    );
    await dropAfterCommit(tx, [photo.key]);
  });
}

/** Reorders the actor's photos; unlisted photos follow. Throws 404 for an id that is not the actor's. */
export async function orderPhotos(deps: PictureDeps, actor: Actor, ids: readonly string[]): Promise<Photo[]> {
  const ordered = await deps.store.transaction(async (tx) => {
    const { photos } = await lockProfile(tx, actor);
    const named = [...new Set(ids)].map((id) => {
      const photo = photos.find((each) => each.id === id);
      if (!photo) throw fail('not_found');
      return photo;
    });
    const all = [...named, ...photos.filter((photo) => !named.includes(photo))];
    await tx.profiles.setPhotos(actor.id, all);
    return all;
  });
  return presentPhotos(deps, ordered);
}

/** Avatars are public. Photos are not: their owner may hide them, so their URLs expire. */
const aboutPicture = (
  actor: Actor,
  purpose: 'avatar' | 'photo',
  maxBytes: number,
): Omit<UploadMeta, 'originalName'> => ({
  purpose,
  visibility: purpose === 'avatar' ? 'public' : 'signed',
  collection: '',
  ownerId: actor.id,
  maxBytes,
});

async function readPictures(
  req: Request,
  limits: FormLimits,
  take: Parameters<typeof readForm<StoredObject>>[2],
): Promise<StoredObject[]> {
  const { files } = await readForm(req, limits, take);
  setIdempotencyBody(files.map(({ width, height, lqip }) => [width, height, lqip]));
  return files;
}

const photoOf = (id: string, object: StoredObject): StoredPhoto => ({
  id,
  key: object.key,
  squareKey: variantKey(object, 'square'),
  mediumKey: variantKey(object, 'medium'),
  lqip: object.lqip,
});

/** Falls back to the original when media made no such size. */
const variantKey = ({ key, variants }: StoredObject, wanted: VariantName): string =>
  variants.find(({ name }) => name === wanted)?.key ?? key;
