import { retryUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import type { Deps } from './deps.ts';
import { documentName, isDocumentType } from './document-names.ts';
import type { Attachment } from './store/tables.ts';

/** A file as media stored it, and as its sender called it. */
export function attachmentOf({ key, lqip, contentType, sizeBytes }: StoredObject, sentName: string): Attachment {
  if (!isDocumentType(contentType)) return { key, lqip };
  return { key, lqip: '', document: { name: documentName(sentName, contentType), contentType, sizeBytes } };
}

/**
 * Has media keep the file of every submission for which it has not confirmed that; what nobody keeps it deletes. One that
 * media has lost all the same is marked.
 */
export function keepAttachments({ store, uploads }: Pick<Deps, 'store' | 'uploads'>): Promise<void> {
  return retryUntilConfirmed({
    next: (after: string | undefined, limit) => store.attachments.listNotKept(after, limit),
    tell: ({ id, userId, key }) =>
      uploads.keep({
        kind: 'attachment',
        id,
        userId,
        keys: [key],
        markLost: async (keys) => ((await store.attachments.markLost(id)) ? keys : []),
      }),
    confirm: ({ id }) => store.attachments.markKept(id),
  });
}
