import { StoredObject as ObjectMessage } from '@tribus/proto/media/v1/service.ts';
import type { ResumableUpload as ResumableUploadAnswer } from '../api/resumable-uploads.ts';
import type { NewObject } from './store/objects.ts';
import type { ResumableUpload } from './store/resumable-uploads.ts';

/** Pictures with their variants, and videos, as messages for other services. */
export function pictureMessages(objects: readonly NewObject[]): ObjectMessage[] {
  const variants = Map.groupBy(objects, (object) => object.mainKey ?? object.key);
  return objects
    .filter((object) => object.mainKey === null)
    .map((main) => pictureMessage(main, variants.get(main.key) ?? []));
}

const pictureMessage = (main: NewObject, variants: readonly NewObject[]): ObjectMessage =>
  ObjectMessage.fromPartial({
    key: main.key,
    visibility: main.visibility,
    contentType: main.contentType,
    sizeBytes: main.sizeBytes,
    width: main.width,
    height: main.height,
    variants: variants.flatMap(({ variant, key, width, height }) =>
      variant === null ? [] : [{ name: variant, key, width, height }],
    ),
    lqip: main.lqip,
    rotated: main.rotated,
    createdAt: main.createdAt.toISOString(),
    kept: main.keptAt !== null,
    durationMs: main.durationMs,
    processing: main.processing ?? 'none',
  });

export const presentUpload = (upload: ResumableUpload): ResumableUploadAnswer => ({
  id: upload.id,
  sizeBytes: upload.sizeBytes,
  receivedBytes: upload.receivedBytes,
  isComplete: upload.objectKey !== null,
  contentType: upload.contentType,
  expiresAt: upload.expiresAt.toISOString(),
});
