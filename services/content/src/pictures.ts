import { imageMaxMb } from '@tribus/community/limits.ts';
import { tribeCollection, type UploadFile } from '@tribus/community/media-uploads.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { FormFile } from '@tribus/kit/http/multipart.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';
import type { StoredPicture, StoredVideo } from './store/tables.ts';

export const imageMaxBytes = imageMaxMb * 1024 * 1024;

/** Forwards a file to media; its errors are thrown unchanged. */
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

/** The pictures with their alternative texts, where there are any. */
export const withAlts = (pictures: readonly StoredPicture[], alts: readonly string[]): StoredPicture[] =>
  pictures.map((picture, index) => (alts[index] ? { ...picture, alt: alts[index] } : picture));

export const keysOf = (files: readonly { key: string }[]): string[] => files.map(({ key }) => key);

/** The keys of all files of a post, or of a reported object, with those of replaced videos. */
export const mediaKeysOf = ({
  images,
  videos = [],
}: {
  images: readonly StoredPicture[];
  videos?: readonly StoredVideo[] | undefined;
}): string[] => [...keysOf([...images, ...videos]), ...videos.flatMap(({ previousKey }) => previousKey ?? [])];
