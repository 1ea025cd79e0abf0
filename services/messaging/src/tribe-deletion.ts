import type { Deps } from './deps.ts';

type Own = Pick<Deps, 'store'>;

/** Deletes a tribe's chat with its slow mode, direct messages and notifications. Idempotent. */
export async function deleteTribe({ store }: Own, tribeId: number): Promise<void> {
  await store.deletedTribes.add(String(tribeId));
  await deleteAllOf(store, tribeId);
}

/**
 * Called after every write of a message or of a setting: deletes again what was written concurrently with the tribe's
 * deletion. Returns whether the tribe is deleted.
 */
export async function deleteOfDeletedTribe({ store }: Own, tribeId: number): Promise<boolean> {
  const [deleted] = await store.deletedTribes.among([String(tribeId)]);
  if (deleted !== undefined) await deleteAllOf(store, tribeId);
  return deleted !== undefined;
}

/** Messages first and notifications last, because `notifyOfMessages` checks after notifying whether messages exist. */
async function deleteAllOf(store: Own['store'], tribeId: number): Promise<void> {
  await store.messages.deleteOfTribe(tribeId);
  await store.chat.deleteOfTribe(tribeId);
  await store.slowMode.deleteOfTribe(tribeId);
  await store.notifications.removeAboutTribe(tribeId);
}
