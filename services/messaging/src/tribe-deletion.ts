import type { Deps } from './deps.ts';

/**
 * Deletes a tribe's messages first and its notifications last, because `notifyOfMessages` checks after notifying
 * whether the message still exists. Idempotent.
 */
export async function deleteTribe({ store }: Pick<Deps, 'store'>, tribeId: number): Promise<void> {
  await store.messages.deleteOfTribe(tribeId);
  await store.chat.deleteOfTribe(tribeId);
  await store.slowMode.deleteOfTribe(tribeId);
  await store.notifications.removeAboutTribe(tribeId);
}
