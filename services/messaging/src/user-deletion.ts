import type { Deps } from './deps.ts';

type Own = Pick<Deps, 'store'>;

/**
 * Deletes a user's notifications, others' notifications about them, their reactions in chats and their list of
 * conversations. Their messages to others stay without a name, unless removed by a decision. Idempotent.
 */
export async function deleteUser({ store }: Own, userId: string): Promise<void> {
  await store.deletedActors.add(userId);
  await deleteAllOf(store, userId);
}

/**
 * Called after every write that refers to users: deletes documents written concurrently with a user's deletion.
 */
export async function deleteOfDeletedUsers({ store }: Own, userIds: Iterable<string>): Promise<void> {
  for (const userId of await store.deletedActors.among(userIds)) await deleteAllOf(store, userId);
}

async function deleteAllOf(store: Own['store'], userId: string): Promise<void> {
  await store.notifications.removeOfUser(userId);
  await store.messages.deleteRemoved({ fromUserId: userId });
  await store.chat.deleteRemoved({ userId });
  await store.messages.deleteOfUser(userId);
  await store.chat.deleteReactionsOf(userId);
}
