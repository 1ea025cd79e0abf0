import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { closeAfterCommit } from './picture-access.ts';
import type { ContentTx } from './store/store.ts';
import type { DeletedMedia } from './store/tribe-media.ts';

/** Deletes a picture of a tribe, unless it is already deleted. */
export async function deleteMediaTx(tx: ContentTx, id: string): Promise<void> {
  const deleted = await tx.tribeMedia.delete(id);
  if (deleted) await dropMedia(tx, [deleted]);
}

/**
 * Enqueues the deletion of tribe pictures in media, except for evidence of a case that is not closed: access to those
 * is closed instead.
 */
export async function dropMedia(tx: ContentTx, deleted: readonly DeletedMedia[]): Promise<void> {
  const cases = await tx.cases.markMediaDeleted(deleted.map(({ id }) => id));
  const evidence = new Set(cases.map(({ objectId }) => objectId));
  await dropAfterCommit(
    tx,
    deleted.flatMap(({ id, picture }) => (evidence.has(id) ? [] : picture.key)),
  );
  for (const { id, tribeId, picture, pictureVersion: picturesVersion } of deleted)
    if (evidence.has(id)) await closeAfterCommit(tx, { tribeId, images: [picture], picturesVersion });
}
