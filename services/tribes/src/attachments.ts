import { retryUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import type { Deps } from './deps.ts';
import { documentName, isDocumentType } from './document-names.ts';
import type { Attachment } from './store/tables.ts';

/** Maps a stored object of media and the original file name to an attachment. */
export function attachmentOf({ key, lqip, contentType, sizeBytes }: StoredObject, sentName: string): Attachment {
  if (!isDocumentType(contentType)) return { key, lqip };
  return { key, lqip: '', document: { name: documentName(sentName, contentType), contentType, sizeBytes } };
}

/**
 * Calls media to keep the file of each submission until confirmed, because media deletes files without an owner. An
 * attachment that media has lost is marked.
 */
export function keepAttachments({ store, uploads }: Pick<Deps, 'store' | 'uploads'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: string | undefined, limit) => store.attachments.listUnconfirmed(after, limit),
    send: ({ id, userId, key }) =>
      uploads.keep({
        kind: 'attachment',
        id,
        userId,
        keys: [key],
        markLost: async (keys) => ((await store.attachments.markLost(id)) ? keys : []),
      }),
    confirm: ({ id }) => store.attachments.markConfirmed(id),
  });
}
