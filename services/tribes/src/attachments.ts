import { tellUntilConfirmed } from '@tribus/kit/events/confirmation.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { MediaServiceService, StoredObject } from '@tribus/proto/media/v1/service.ts';
import { documentName, isDocumentType } from './document-names.ts';
import type { TribesStore } from './store/store.ts';
import type { Attachment } from './store/tables.ts';

/** A file as media stored it, and as its sender called it. */
export function attachmentOf({ key, lqip, contentType, sizeBytes }: StoredObject, sentName: string): Attachment {
  if (!isDocumentType(contentType)) return { key, lqip };
  return { key, lqip: '', document: { name: documentName(sentName, contentType), contentType, sizeBytes } };
}

/** Has media keep the file of every submission for which it has not confirmed that; what nobody keeps it deletes. */
export function keepAttachments(
  store: TribesStore,
  media: Pick<Calls<MediaServiceService>, 'keepObjects'>,
): Promise<void> {
  return tellUntilConfirmed({
    next: (after: string | undefined, limit) => store.attachments.listNotKept(after, limit),
    tell: async ({ key }) => void (await media.keepObjects({ keys: [key] })),
    confirm: ({ id }) => store.attachments.markKept(id),
  });
}
