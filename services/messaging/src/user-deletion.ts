import type { Deps } from './deps.ts';

type Own = Pick<Deps, 'store'>;

/**
 * Deletes a user's notifications, what others were notified of them, their reactions in chats and their list of
 * conversations. What they wrote to others stays, under no name, unless a decision removed it. Safe to repeat.
 */
export async function deleteUser({ store }: Own, userId: string): Promise<void> {
  await store.deletedActors.add(userId);
  await deleteAllOf(store, userId);
}

/** Called after every write that names users: what was on its way when one of them went is deleted again. */
export async function deleteOfThoseGone({ store }: Own, userIds: Iterable<string>): Promise<void> {
  for (const userId of await store.deletedActors.among(userIds)) await deleteAllOf(store, userId);
}

async function deleteAllOf(store: Own['store'], userId: string): Promise<void> {
  await store.notifications.removeOfUser(userId);
  await store.messages.deleteRemoved({ fromUserId: userId });
  await store.chat.deleteRemoved({ userId });
  await store.messages.deleteOfUser(userId);
  await store.chat.deleteReactionsOf(userId);
}
