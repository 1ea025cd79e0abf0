import { bytesPerMb, partMb } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import type { ResumableUpload } from './store/resumable-uploads.ts';

export const partBytes = partMb * bytesPerMb;

/**
 * Returns how many of the last pieces of a part, by their sizes in order, are joined with new bytes: each piece stays at
 * least twice as large as the next one. A part then has few pieces, and each of its bytes is copied a few times at most,
 * in however many requests it arrives.
 */
export function countJoined(sizes: readonly number[], newBytes: number): number {
  let joinedBytes = newBytes;
  let from = sizes.length;
  for (let size = sizes[from - 1]; size !== undefined && size < 2 * joinedBytes; size = sizes[from - 1]) {
    joinedBytes += size;
    from -= 1;
  }
  return sizes.length - from;
}

/**
 * Returns the keys of the last pieces that are joined with new bytes: all of a part that becomes full, or whose type is
 * not known yet; none when the bytes complete the file, whose pieces are joined anyway.
 */
export async function piecesToJoin(
  { store }: Pick<Deps, 'store'>,
  upload: ResumableUpload,
  newBytes: number,
): Promise<string[]> {
  const pieces = upload.partKeys.slice(Math.floor(upload.receivedBytes / partBytes));
  const receivedBytes = upload.receivedBytes + newBytes;
  if (pieces.length === 0 || upload.contentType === null) return pieces;
  if (receivedBytes === upload.sizeBytes) return [];
  if (receivedBytes % partBytes === 0) return pieces;
  const objects = new Map((await store.objects.withVariants(pieces)).map((object) => [object.key, object.sizeBytes]));
  // Deleted with the upload, which another request has continued or cancelled.
  if (pieces.some((key) => !objects.has(key))) throw errors.fail('upload_moved_on');
  const sizes = pieces.map((key) => objects.get(key) ?? 0);
  return pieces.slice(pieces.length - countJoined(sizes, newBytes));
}
