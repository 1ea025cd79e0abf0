import { mayReadChat } from '@tribus/community/access.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { CaseClosed, CaseDecided } from '@tribus/proto/content/v1/events.ts';
import { ChatModerated, MessageModerated } from '@tribus/proto/messaging/v1/events.ts';
import type { GetReportedMessageResponse, WrittenMessage } from '@tribus/proto/messaging/v1/service.ts';
import { reportedAround } from '../limits.ts';
import type { Deps } from './deps.ts';
import { removeMessageNotification } from './notifications.ts';
import type { WrittenInChat } from './store/chat.ts';
import type { StoredMessage } from './store/messages.ts';
import { deleteOfDeletedTribe } from './tribe-deletion.ts';
import { deleteOfDeletedUsers } from './user-deletion.ts';

type Own = Pick<Deps, 'store'>;

/** Returns a chat message readable by the reporter, regardless of their blocks; throws 404 otherwise. */
export async function findInChat(
  { store, directory }: Deps,
  reporter: Actor,
  id: string,
): Promise<GetReportedMessageResponse> {
  const found = await store.chat.findById(id);
  if (!found) throw fail('not_found');
  const membership = await directory.getMembership(reporter.id, found.tribeId);
  if (!mayReadChat(reporter, membership)) throw fail('not_found');
  const { before, after } = await store.chat.around(found, reportedAround);
  return {
    tribeId: found.tribeId,
    message: inChat(found),
    before: before.map(inChat),
    after: after.map(inChat),
  };
}

/**
 * Returns a direct message sent or received by the reporter, also after they have left the tribe; throws 404 otherwise.
 */
export async function findDirect({ store }: Own, reporter: Actor, id: string): Promise<GetReportedMessageResponse> {
  const found = (await store.messages.findMany([id])).get(id);
  if (!found || (found.fromUserId !== reporter.id && found.toUserId !== reporter.id)) throw fail('not_found');
  const { before, after } = await store.messages.around(found, reportedAround);
  return { tribeId: found.tribeId, message: direct(found), before: before.map(direct), after: after.map(direct) };
}

const inChat = ({ _id: id, userId: authorId, content, createdAt }: WrittenInChat): WrittenMessage => ({
  id,
  authorId,
  content,
  createdAt: createdAt.toISOString(),
});

const direct = ({ _id: id, fromUserId: authorId, content, createdAt }: StoredMessage): WrittenMessage => ({
  id,
  authorId,
  content,
  createdAt: createdAt.toISOString(),
});

/** Hides or restores a message after a decision to remove or to overturn; ignores other decisions. */
export async function applyDecision(own: Own, decided: CaseDecided): Promise<void> {
  const { kind, objectId, decisionId, action, objectRemoved, tribeId, authorId: userId } = decided;
  const removes = action === 'remove' || action === 'ban';
  if (!removes && action !== 'overturn') return;
  // A message removed by another case stays removed when this one is overturned.
  const removed = removes || objectRemoved;
  const moderation = { decisionId, removed };
  if (kind === 'chat_message') {
    const event = own.store.event(ChatModerated, { tribeId, messageId: objectId, userId, removed });
    await own.store.chat.moderate(objectId, moderation, event);
  }
  if (kind === 'direct_message') await moderateDirect(own, objectId, moderation);
}

async function moderateDirect(
  own: Own,
  id: string,
  moderation: { decisionId: string; removed: boolean },
): Promise<void> {
  const message = await own.store.messages.find(id);
  if (!message) return;
  const { fromUserId, toUserId, tribeId } = message;
  const { removed } = moderation;
  const event = own.store.event(MessageModerated, { messageId: id, fromUserId, toUserId, tribeId, removed });
  await own.store.messages.moderate(message, moderation, event);
  if (removed) await removeMessageNotification(own, message);
  await deleteOfDeletedUsers(own, [fromUserId, toUserId]);
  await deleteOfDeletedTribe(own, tribeId);
}

/** Deletes a message permanently once its removal can no longer be overturned. */
export async function deleteRemoved({ store }: Own, { kind, objectId, removed }: CaseClosed): Promise<void> {
  if (!removed) return;
  if (kind === 'chat_message') await store.chat.deleteRemoved({ _id: objectId });
  if (kind === 'direct_message') await store.messages.deleteRemoved({ _id: objectId });
}
