import { imageMaxMb } from '@tribus/community/limits.ts';
import { tribeCollection, type UploadFile } from '@tribus/community/media-uploads.ts';
import type { FormFile } from '@tribus/kit/http/multipart.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';
import type { PostImage } from '../api.ts';
import type { Deps } from './deps.ts';
import type { StoredPicture } from './store/tables.ts';

export const imageMaxBytes = imageMaxMb * 1024 * 1024;

/** Hands a file on to media; what media refuses is thrown as media says it. */
export async function uploadPicture(
  take: UploadFile,
  ctx: Context,
  { ownerId, tribeId, visibility }: { ownerId: string; tribeId: number; visibility: Visibility },
  file: FormFile,
): Promise<StoredPicture> {
  const meta = {
    purpose: 'post' as const,
    ownerId,
    visibility,
    collection: tribeCollection(tribeId),
    maxBytes: imageMaxBytes,
  };
  const object = await take(meta, file);
  return {
    id: ctx.newId(),
    key: object.key,
    width: object.width,
    height: object.height,
    lqip: object.lqip,
    rotated: object.rotated,
    variants: Object.fromEntries(object.variants.map(({ name, key }) => [name, key])),
  };
}

export const keysOf = (pictures: readonly StoredPicture[]): string[] => pictures.map(({ key }) => key);

/** A picture with addresses ready for `<img src>`; those of one that is not public expire. */
export function presentPicture({ ctx, urls }: Deps, picture: StoredPicture, isPublic: boolean): PostImage {
  const now = ctx.clock.now();
  const address = (key: string) => urls.urlOf(key, isPublic, now);
  const url = address(picture.key);
  const variant = (name: string) => address(picture.variants[name] ?? picture.key);
  return {
    id: picture.id,
    url,
    ...(picture.rotated && { urlRotated: url }),
    lqip: picture.lqip || null,
    width: picture.width,
    height: picture.height,
    variants: { square: variant('square'), medium: variant('medium'), large: variant('large') },
  };
}
